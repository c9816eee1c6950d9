// The language of a listing's texts, guessed from them, for screen readers and for where words may break.
import type { Language } from '../../../core/languages/language.js';
import { recognizeLanguage } from '../../../core/listings/languages.js';
import { toWords } from '../../../core/listings/words.js';

export interface Written {
  readonly tagline: string;
  readonly description?: string | null;
}

/** Enough to tell; a page of a list has many. */
const READ = 400;

/** The language of the texts if it is another than that of the page; null where it cannot be told. */
export function otherLanguage(page: Language, { tagline, description }: Written): string | null {
  const found = recognizeLanguage(toWords(`${tagline} ${description ?? ''}`.slice(0, READ)));
  return found === null || found === new Intl.Locale(page.tag).language ? null : found;
}

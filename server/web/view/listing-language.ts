// The language of a listing's texts, guessed from them, for screen readers and for where words may break.
import { LRUCache } from 'lru-cache';
import type { Language } from '../../../core/languages/language.js';
import { recognizeLanguage } from '../../../core/listings/languages.js';
import { toWords } from '../../../core/listings/words.js';

export interface Written {
  readonly tagline: string;
  readonly description?: string | null;
}

/** Enough to tell; a page of a list has many. */
const READ = 400;

/** The languages of texts shown recently: guessing took half the time of rendering a page of a list. */
const told = new LRUCache<string, { readonly language: string | null }>({ max: 2_000 });

function languageOf(text: string): string | null {
  const known = told.get(text) ?? { language: recognizeLanguage(toWords(text)) };
  told.set(text, known);
  return known.language;
}

/** The language of the texts if it is another than that of the page; null if it cannot be recognised. */
export function otherLanguage(page: Language, { tagline, description }: Written): string | null {
  const found = languageOf(`${tagline} ${description ?? ''}`.slice(0, READ));
  return found === page.tag.split('-', 1)[0] ? null : found;
}

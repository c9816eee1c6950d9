// The language of a listing's texts, guessed from them, for screen readers and for where words may break.
import { LRUCache } from 'lru-cache';
import type { Language } from '../../../core/languages/language.js';
import { recognizeLanguage } from '../../../core/listings/stemming.js';
import { fold } from '../../../core/listings/tokens.js';

export interface Written {
  readonly tagline: string;
  readonly description?: string | null;
}

const LETTERS = /\p{L}+/gu;
/** Enough for detection; the page of a list has many texts. */
const READ = 400;

/** The languages of recently shown texts: without a cache, detection took half the time of rendering a list. */
const told = new LRUCache<string, { readonly language: string | null }>({ max: 2_000 });

function languageOf(text: string): string | null {
  const known = told.get(text) ?? { language: recognizeLanguage(fold(text).match(LETTERS) ?? []) };
  told.set(text, known);
  return known.language;
}

/** The language of the texts if it differs from that of the page; null if it cannot be detected. */
export function otherLanguage(page: Language, { tagline, description }: Written): string | null {
  const found = languageOf(`${tagline} ${description ?? ''}`.slice(0, READ));
  return found === page.tag.split('-', 1)[0] ? null : found;
}

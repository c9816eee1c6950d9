// Which words of a search could be found, and why a listing matched.
import { prepare } from '../../db/prepared.js';
import type { Listing } from '../listings/schema.js';
import { isStopWord, stem } from '../listings/stemming.js';
import { tokenize } from '../listings/tokens.js';
import { quote } from './word-forms.js';

const findable = prepare<{ word: string }>(
  `select word from unnest($1::text[], $2::text[]) with ordinality as asked (word, forms, n)
   where exists (select from listing_search where live and search @@ forms::tsquery) order by n`,
);

/** The words among these that live listings contain, for a search that found nothing. */
export async function findableAmong(words: readonly string[]): Promise<string[]> {
  const forms = words.map((word) => `${quote(word)} | ${quote(`~${stem(word)}`)}`);
  return (await findable([words, forms])).map(({ word }) => word);
}

/** Characters of a snippet, about. */
const LENGTH = 40;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’.+#-]*/gu;

/**
 * A passage of the description or a feature around a search word that name, tagline and categories lack; null if they
 * have all words, or the match is by meaning.
 * @param wanted the words of the search as read
 */
export function snippetOf(listing: Listing, wanted: readonly string[]): string | null {
  const shown = rootsOf([listing.name, listing.tagline, ...(listing.categories ?? [])].join(' '));
  const missing = wanted.filter((word) => !isIn(shown, word) && !isStopWord(word, 'en'));
  if (missing.length === 0) return null;
  for (const text of [listing.description ?? '', ...(listing.features ?? [])]) {
    for (const found of text.matchAll(WORD)) {
      const roots = rootsOf(found[0]);
      if (missing.some((word) => isIn(roots, word))) return around(text, found.index, found[0].length);
    }
  }
  return null;
}

function rootsOf(text: string): Set<string> {
  return new Set(tokenize(text).flatMap(({ parts, joined }) => [joined, ...parts].map((word) => stem(word))));
}

/** Compares words as search does: by stem, or as a prefix. */
function isIn(roots: ReadonlySet<string>, word: string): boolean {
  const root = stem(word);
  return roots.has(root) || (root.length > 3 && [...roots].some((one) => one.startsWith(root)));
}

/** Whole words around a place of a text, on one line. */
function around(text: string, index: number, length: number): string {
  const before = Math.max(0, index - Math.floor((LENGTH - length) / 2));
  const start = before === 0 ? 0 : text.indexOf(' ', before) + 1 || before;
  const until = Math.max(start + LENGTH, index + length);
  const end = until >= text.length ? text.length : Math.max(text.lastIndexOf(' ', until), index + length);
  const piece = text.slice(Math.min(start, index), end).replace(/\s+/g, ' ').trim();
  return `${start > 0 ? '…' : ''}${piece}${end < text.length ? '…' : ''}`;
}

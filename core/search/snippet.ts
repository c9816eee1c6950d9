// Why a listing matched, where its name and tagline do not show it.
import { isStopWord, stem } from '../listings/languages.js';
import type { Listing } from '../listings/schema.js';
import { tokenize } from '../listings/words.js';

/** Characters of a snippet, about. */
const LENGTH = 40;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’.+#-]*/gu;

/**
 * A piece of the description or of a feature around a word of the search that the name, the tagline and the categories
 * lack; null where these have all of its words, or the match is by meaning.
 * @param wanted the words of the search as it was read
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

/** As search compares them: by the stem, or as the beginning of a longer word. */
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

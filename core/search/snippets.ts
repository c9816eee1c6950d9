// Passages that show why a listing is a hit.
import type { Listing } from '../listings/schema.js';
import * as tokens from '../listings/tokens.js';

/** Usual length of a passage, in characters. */
const LENGTH = 40;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’.+#-]*/gu;

/** A passage of the description or a feature around a search word that name, tagline and categories lack. */
export function snippetOf(listing: Listing, wanted: readonly string[]): string | null {
  const shown = rootsOf([listing.name, listing.tagline, ...(listing.categories ?? [])].join(' '));
  const missing = wanted.filter((word) => !isIn(shown, word) && !tokens.isStopWord(word, 'en'));
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
  return new Set(
    tokens.tokenize(text).flatMap(({ parts, joined }) => [joined, ...parts].map((word) => tokens.stem(word))),
  );
}

/** Compares words as search does: by stem, or as a prefix. */
function isIn(roots: ReadonlySet<string>, word: string): boolean {
  const root = tokens.stem(word);
  return roots.has(root) || (root.length > 3 && [...roots].some((one) => one.startsWith(root)));
}

function around(text: string, index: number, length: number): string {
  const before = Math.max(0, index - Math.floor((LENGTH - length) / 2));
  const start = before === 0 ? 0 : text.indexOf(' ', before) + 1 || before;
  const until = Math.max(start + LENGTH, index + length);
  const end = until >= text.length ? text.length : Math.max(text.lastIndexOf(' ', until), index + length);
  const piece = text.slice(Math.min(start, index), end).replace(/\s+/g, ' ').trim();
  return `${start > 0 ? '…' : ''}${piece}${end < text.length ? '…' : ''}`;
}

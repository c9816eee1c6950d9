// Web addresses as text: host and path decoded, run-together words set apart.
import { domainToUnicode } from 'node:url';
import { parseUrl } from '../../kernel/parse-url.js';
import type { Folded } from './fold.js';
import type { Lexicon } from './lexicon.js';
import type { View } from './views.js';

/** The address without scheme and `www.`, percent-escapes and punycode read, with a map to what was typed. */
export function decodeAddress(typed: string): Folded {
  const out: Folded = { text: '', starts: [], ends: [] };
  const emit = (piece: string, start: number, end: number) => {
    out.text += piece;
    for (let k = 0; k < piece.length; k++) {
      out.starts.push(start);
      out.ends.push(end);
    }
  };
  const scheme = /^\s*(?:[a-z][a-z0-9+.-]*:\/\/)?(?:www\d?\.)?/i.exec(typed)?.[0].length ?? 0;
  for (const part of typed.slice(scheme).matchAll(/xn--[a-z0-9-]+|(?:%[0-9a-f]{2})+|[\s\S]/gi)) {
    const start = scheme + part.index;
    const end = start + part[0].length;
    if (part[0].length === 1) emit(part[0], start, end);
    else if (part[0].startsWith('%')) emit(decodePercent(part[0]), start, end);
    else emit(domainToUnicode(part[0]) || part[0], start, end);
  }
  return out;
}

function decodePercent(escaped: string): string {
  try {
    return decodeURIComponent(escaped);
  } catch {
    return ' ';
  }
}

/** The host of an address, lower case, or null. */
export function hostOf(typed: string): string | null {
  const text = typed.trim();
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  return parseUrl(full)?.hostname.replace(/\.$/, '') ?? null;
}

const MIN_RUN_TOGETHER = 6;
const MAX_RUN_TOGETHER = 40;

/**
 * The view with run-together words (`weedplugdelivery`) split, where all of a word splits into known ones.
 * Fewest words win, and ordinary words (`common`) win over loaded ones of the same number.
 * Null when nothing splits.
 */
export function splitWords(view: View, lexicon: Lexicon, common: ReadonlySet<string>): View | null {
  const out: Folded = { text: '', starts: [], ends: [] };
  let changed = false;
  let from = 0;
  const { text } = view;
  const copy = (start: number, end: number) => {
    out.text += text.slice(start, end);
    for (let i = start; i < end; i++) {
      out.starts.push(view.starts[i] as number);
      out.ends.push(view.ends[i] as number);
    }
  };
  const space = (at: number) => {
    out.text += ' ';
    out.starts.push(view.starts[at] as number);
    out.ends.push(view.starts[at] as number);
  };
  while (from < text.length) {
    const gap = text.indexOf(' ', from);
    const to = gap < 0 ? text.length : gap;
    const word = text.slice(from, to);
    const cuts =
      to - from >= MIN_RUN_TOGETHER &&
      to - from <= MAX_RUN_TOGETHER &&
      !lexicon.words.has(word) &&
      !common.has(word)
        ? cutsOf(word, lexicon, common)
        : null;
    if (cuts) {
      changed = true;
      let start = from;
      for (const cut of [...cuts, to - from]) {
        if (start > from) space(start);
        copy(start, from + cut);
        start = from + cut;
      }
    } else copy(from, to);
    if (gap >= 0) copy(gap, gap + 1);
    from = to + 1;
  }
  return changed ? { ...out, trick: 'spacing' } : null;
}

/** Words that were cut for each vocabulary, most of which come again. */
const cutWords = new WeakMap<ReadonlySet<string>, Map<string, number[] | null>>();
/** Bounded: texts are hostile. */
const MOST_CUT = 20_000;

/** Where to cut a run-together word, or null when it does not split into known words entirely. */
function cutsOf(word: string, { words }: Lexicon, common: ReadonlySet<string>): readonly number[] | null {
  const known = cutWords.get(words) ?? new Map<string, number[] | null>();
  cutWords.set(words, known);
  const found = known.get(word);
  if (found !== undefined) return found;
  const cuts = cutWord(word, words, common);
  if (known.size < MOST_CUT) known.set(word, cuts);
  return cuts;
}

function cutWord(word: string, loaded: ReadonlySet<string>, common: ReadonlySet<string>): number[] | null {
  if (!/^[a-z0-9]+$/.test(word)) return null;
  const best: ({ cost: number; from: number } | undefined)[] = [{ cost: 0, from: -1 }];
  for (let end = 2; end <= word.length; end++) {
    for (let from = Math.max(0, end - 16); from <= end - 1; from++) {
      const before = best[from];
      if (!before) continue;
      const piece = word.slice(from, end);
      const step = common.has(piece)
        ? 1
        : loaded.has(piece) && piece.length > 2
          ? 1.1
          : /^\d+$/.test(piece)
            ? 1
            : 0;
      if (step === 0) continue;
      const cost = before.cost + step;
      if (cost < (best[end]?.cost ?? Number.POSITIVE_INFINITY)) best[end] = { cost, from };
    }
  }
  if (!best[word.length]) return null;
  const cuts: number[] = [];
  for (let at = best[word.length]?.from ?? 0; at > 0; at = best[at]?.from ?? 0) cuts.unshift(at);
  return cuts.length > 0 ? cuts : null;
}

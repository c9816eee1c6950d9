// Readable typos: a word with a vowel dropped, two letters swapped or one doubled is read as the word it was.
import type { View } from './views.js';

/** Shorter words have too many neighbours that mean something else. */
const MIN_WORD = 5;
const MAX_WORD = 18;
const A = 97;
const Z = 122;
const VOWELS = (1 << 0) | (1 << 4) | (1 << 8) | (1 << 14) | (1 << 20);

/** What typos leave of a word: the set of its consonants, a bit each; -1 of a word that is not all a to z. */
function skeletonOf(word: string): number {
  let bits = 0;
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i);
    if (code < A || code > Z) return -1;
    bits |= 1 << (code - A);
  }
  return bits & ~VOWELS;
}

/** Words by their skeleton, for `readTypos`. */
export type TypoIndex = ReadonlyMap<number, readonly string[]>;

/** Indexes the single words that a typo may stand for. */
export function indexTypos(words: Iterable<string>): TypoIndex {
  const index = new Map<number, string[]>();
  for (const word of words) {
    const key = word.length < MIN_WORD || word.length > MAX_WORD ? -1 : skeletonOf(word);
    if (key < 0) continue;
    const list = index.get(key);
    if (list) list.push(word);
    else index.set(key, [word]);
  }
  return index;
}

/** Whether `typed` is `word` with one vowel dropped inside, one letter doubled or two neighbours swapped. */
function isTypoOf(typed: string, word: string): boolean {
  let at = 0;
  while (at < typed.length && typed[at] === word[at]) at++;
  if (typed.length === word.length) {
    const isSwap = typed[at] === word[at + 1] && typed[at + 1] === word[at];
    return isSwap && typed.slice(at + 2) === word.slice(at + 2);
  }
  if (typed.length === word.length - 1)
    return (
      at > 0 &&
      at < typed.length &&
      'aeiou'.includes(word[at] as string) &&
      typed.slice(at) === word.slice(at + 1)
    );
  if (typed.length === word.length + 1)
    return at > 0 && typed[at] === typed[at - 1] && typed.slice(at + 1) === word.slice(at);
  return false;
}

/** Words that are in order, and those that a typo may stand for. */
interface KnownWords {
  readonly words: ReadonlySet<string>;
  readonly typos: TypoIndex;
}

/** The view with its typos mended; null where there are none. Words that are in order stay as they are. */
export function readTypos(view: View, lexicon: KnownWords, common: ReadonlySet<string>): View | null {
  const { text } = view;
  let out: { text: string; starts: number[]; ends: number[] } | null = null;
  let copied = 0;
  const copy = (to: number) => {
    if (!out) return;
    out.text += text.slice(copied, to);
    for (let i = copied; i < to; i++) {
      out.starts.push(view.starts[i] as number);
      out.ends.push(view.ends[i] as number);
    }
    copied = to;
  };
  for (let start = 0; start < text.length; ) {
    const space = text.indexOf(' ', start);
    const end = space < 0 ? text.length : space;
    const word = end - start >= MIN_WORD - 1 && end - start <= MAX_WORD ? text.slice(start, end) : '';
    const mended = word === '' ? undefined : mend(word, lexicon, common);
    if (mended !== undefined) {
      out ??= { text: '', starts: [], ends: [] };
      copy(start);
      out.text += mended;
      for (let i = 0; i < mended.length; i++) {
        out.starts.push(view.starts[start] as number);
        out.ends.push(view.ends[end - 1] as number);
      }
      copied = end;
    }
    start = end + 1;
  }
  copy(text.length);
  return out ? { ...(out as View), trick: 'letters' } : null;
}

function mend(word: string, { words, typos }: KnownWords, common: ReadonlySet<string>): string | undefined {
  if (words.has(word) || common.has(word)) return undefined;
  // `drugs` is no typo of `drug` and `games` none of `gmaes`: endings are no typos.
  if (word.endsWith('s') && (words.has(word.slice(0, -1)) || common.has(word.slice(0, -1)))) return undefined;
  return typos.get(skeletonOf(word))?.find((candidate) => isTypoOf(word, candidate));
}

// The vocabulary, compiled into maps that are looked up by the words of a text. Notation of a term: `word`,
// `two words`; `stem*` also starts longer words, in phrases too (`fake* pass*`); `*part*` matches anywhere
// inside a word. Strict terms of at least six letters are also found inside run-together words.
import { readLines } from '../../kernel/package.js';
import type { SetId, TermSet } from '../vocabulary/sets.js';
import { fold } from './fold.js';

export interface Hit {
  set: SetId;
  start: number;
  end: number;
}

interface Entry {
  whole?: SetId[];
  stem?: SetId[];
  /** Terms that continue after the word, or after any word with this stem. */
  next?: Terms;
  rest?: Terms;
}

/** Terms by first word or stem; the entry leads to the next words of phrases. */
export class Terms extends Map<string, Entry> {
  /** Characters of the shortest and of the longest word or stem. */
  shortest = Number.POSITIVE_INFINITY;
  longest = 0;

  override set(text: string, entry: Entry): this {
    this.shortest = Math.min(this.shortest, Math.max(1, text.length));
    this.longest = Math.max(this.longest, text.length);
    return super.set(text, entry);
  }
}

export interface Lexicon {
  readonly terms: Terms;
  /** The first two characters of every term, or its only one: rules out most places of a word at once. */
  readonly starts: ReadonlySet<string>;
  /** Terms that match anywhere inside a word, with their sets. */
  readonly inside: ReadonlyMap<string, readonly SetId[]>;
  readonly insideLengths: readonly number[];
  /** Strict single words → sets, for exact look-ups of joined, masked or reversed words. */
  readonly strictWords: ReadonlyMap<string, readonly SetId[]>;
  /** Every word of every term, for splitting run-together words. */
  readonly words: ReadonlySet<string>;
  readonly common: ReadonlySet<string>;
  /** The words by skeleton, to correct typos. */
  readonly typos: TypoIndex;
  readonly reversedWords: ReadonlySet<string>;
}

/** Shorter strict words occur inside others by chance. */
export const STRICT_INSIDE = 6;
/** Ordinary words in offers, which must not match as parts of run-together or masked words. */
export const OFFERED = /^offered\./;
/** Shorter parts of phrases (`tor`, `per`) would split ordinary words. */
const SPLIT_PART = 4;
/** Terms already in the form in which they are matched: the majority. */
const FOLDED = /^[a-z0-9+*]+(?: [a-z0-9+*]+)*$/;
/** A term in the form in which it is matched: folded, words separated by single spaces. */
export function toTerm(term: string): string {
  if (FOLDED.test(term)) return term;
  const text = fold(term).text.replace(/'/g, '');
  return text.replace(/[^\p{L}\p{N}\p{M}\p{Extended_Pictographic}+*]+/gu, ' ').trim();
}

export function compileLexicon(sets: readonly TermSet[], common: ReadonlySet<string>): Lexicon {
  const root = new Terms();
  const inside = new Map<string, SetId[]>();
  const strictWords = new Map<string, SetId[]>();
  const words = new Set<string>();
  const take = (typed: string, set: SetId, isStrict: boolean) => {
    const term = toTerm(typed);
    const parts = term.split(' ');
    addTerm(root, parts, set);
    const [first = ''] = parts;
    const isPhrase = parts.length > 1;
    for (const part of parts) {
      const word = bare(part);
      if (!OFFERED.test(set) && (word.length >= SPLIT_PART || !isPhrase)) words.add(word);
    }
    if (isPhrase) return;
    const word = bare(first);
    if (first.startsWith('*') || (isStrict && word.length >= STRICT_INSIDE)) addTo(inside, word, set);
    if (isStrict && word.length >= SPLIT_PART) addTo(strictWords, word, set);
  };
  for (const { id, terms, strict = [] } of sets) {
    for (const term of terms) take(term, id, false);
    for (const term of strict) take(term, id, true);
  }
  const reversedWords = new Set(
    [...strictWords.keys()]
      .filter((word) => word.length >= STRICT_INSIDE || word === 'porn')
      .map((word) => [...word].reverse().join(''))
      .filter((word) => !words.has(word)),
  );
  return {
    terms: root,
    starts: new Set([...root.keys(), ...inside.keys()].map((word) => word.slice(0, 2))),
    inside,
    insideLengths: [...new Set([...inside.keys()].map(({ length }) => length))].sort((a, b) => a - b),
    strictWords,
    words,
    common,
    typos: indexTypos(words),
    reversedWords,
  };
}

const bare = (word: string) => (word.includes('*') ? word.replaceAll('*', '') : word);

function addTerm(root: Terms, words: readonly string[], set: SetId): void {
  const last = words.length - 1;
  let terms = root;
  for (let at = 0; at <= last; at++) {
    const word = words[at] as string;
    const isStem = word.endsWith('*');
    const text = bare(word);
    const entry: Entry = terms.get(text) ?? {};
    terms.set(text, entry);
    if (at === last && isStem) entry.stem = [...(entry.stem ?? []), set];
    else if (at === last) entry.whole = [...(entry.whole ?? []), set];
    else if (isStem) terms = entry.rest ??= new Terms();
    else terms = entry.next ??= new Terms();
  }
}

function addTo(index: Map<string, SetId[]>, word: string, set: SetId): void {
  const sets = index.get(word);
  if (sets) sets.push(set);
  else index.set(word, [set]);
}

/** Scripts without spaces, or with attached endings: a term may start and end anywhere. */
export const isWide = (code: number) =>
  (code >= 0x0e00 && code <= 0x0e7f) ||
  (code >= 0x2e80 && code <= 0x9fff) ||
  (code >= 0xac00 && code <= 0xd7ff) ||
  (code >= 0xf900 && code <= 0xfaff) ||
  code >= 0xd800;

/** A matching step: a found term, or one that may continue with the next word; positions within the word. */
export type Step = Hit | { readonly start: number; readonly next: Terms };

const NONE: never[] = [];

/** The steps of terms that start at a position of a word, in reading order. */
export function stepsAt(terms: Terms, word: string, start = 0): Step[] {
  const { length } = word;
  const last = Math.min(length, start + terms.longest);
  let steps: Step[] = NONE;
  for (let end = start + terms.shortest; end <= last; end++) {
    const entry = terms.get(word.slice(start, end));
    if (!entry) continue;
    if (steps === NONE) steps = [];
    const { rest, stem = NONE, whole = NONE, next } = entry;
    const isWideHere = isWide(word.charCodeAt(end - 1));
    if (rest) steps.push({ start, next: rest });
    // A stem is quoted with the rest of its word, except in scripts without spaces.
    for (const set of stem) steps.push({ set, start, end: isWideHere ? end : length });
    if (end === length || isWideHere || isWide(word.charCodeAt(end)))
      for (const set of whole) steps.push({ set, start, end });
    if (next && end === length) steps.push({ start, next });
  }
  return steps;
}

// Readable typos: a dropped vowel, two swapped letters, or a doubled letter.

/** Shorter words have too many neighbours with another meaning. */
const MIN_WORD = 5;
const MAX_WORD = 18;
const A = 97;
const Z = 122;
const VOWELS = (1 << 0) | (1 << 4) | (1 << 8) | (1 << 14) | (1 << 20);

/** A bit for each consonant, which typos do not change; -1 unless all letters are a to z. */
function skeletonOf(word: string): number {
  let bits = 0;
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i);
    if (code < A || code > Z) return -1;
    bits |= 1 << (code - A);
  }
  return bits & ~VOWELS;
}

type TypoIndex = ReadonlyMap<number, readonly string[]>;

/** Indexes the single words that typos are corrected to. */
function indexTypos(words: Iterable<string>): TypoIndex {
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

/** Whether `typed` is `word` with one inner vowel dropped, one letter doubled or two neighbours swapped. */
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

/** Correct words that look like typos of a term: `heron` of `heroin`, Spanish `cocina` of `cocaina`. */
const SPELLED_RIGHT = new Set(
  readLines('core/policy/vocabulary/spelled-right.txt').flatMap((line) => line.split(' ')),
);

export function mend(word: string, { words, common, typos }: Lexicon): string | undefined {
  if (word.length < MIN_WORD - 1 || word.length > MAX_WORD) return undefined;
  if (words.has(word) || common.has(word) || SPELLED_RIGHT.has(word)) return undefined;
  // A known word with an added `s`, such as `games`, is never a typo of another term.
  if (word.endsWith('s') && (words.has(word.slice(0, -1)) || common.has(word.slice(0, -1)))) return undefined;
  return typos.get(skeletonOf(word))?.find((candidate) => isTypoOf(word, candidate));
}

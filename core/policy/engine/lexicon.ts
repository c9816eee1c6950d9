// The vocabulary, compiled once into a trie that reads a text in one pass.
//
// Notation of a term: `word`, `two words`; `stem*` also the start of longer words, in a phrase too (`fake* pass*`);
// `*part*` anywhere inside a word. Terms of a strict set of at least six letters are found inside run-together
// words by themselves.
import { fold } from './fold.js';
import { NOWHERE, ROOT, Trie } from './trie.js';
import type { TermSet } from './types.js';
import { indexTypos, type TypoIndex } from './typos.js';

/** A term found in a view; positions are those of the view's text. */
export interface Hit {
  set: number;
  start: number;
  end: number;
}

export interface Lexicon {
  readonly setIds: readonly string[];
  /** Terms that begin where a word begins. */
  readonly terms: Trie;
  /** Terms that can occur anywhere inside a word. */
  readonly inside: Trie;
  /** Strict single words → sets, for exact look-ups of joined, masked or reversed words. */
  readonly strictWords: ReadonlyMap<string, readonly number[]>;
  /** Every word of every term: run-together words are split into these. */
  readonly words: ReadonlySet<string>;
  /** Ordinary words. */
  readonly common: ReadonlySet<string>;
  /** The words by their skeleton, for typos. */
  readonly typos: TypoIndex;
  /** Strict words from end to beginning. */
  readonly reversedWords: ReadonlySet<string>;
  /** The first letters of strict words, in either direction: most words need no further check. */
  readonly beginnings: ReadonlySet<string>;
}

const SPACE = 32;

/** Shorter strict words occur inside others by chance. */
export const STRICT_INSIDE = 6;
/** Characters of `beginnings`. */
export const BEGINNING = 3;
/** Shorter parts of phrases (`tor`, `per`) would split ordinary words. */
const SPLIT_PART = 4;
/** Most terms are written in the form in which they are matched. */
const FOLDED = /^[a-z0-9+*]+(?: [a-z0-9+*]+)*$/;
/** A term in the form in which it is matched: folded, its words separated by single spaces. */
export const toTerm = (term: string) => (FOLDED.test(term) ? term : foldedTerm(term));

const foldedTerm = (term: string) =>
  fold(term)
    .text.replace(/'/g, '')
    .replace(/[^\p{L}\p{N}\p{M}\p{Extended_Pictographic}+*]+/gu, ' ')
    .trim();

function* readTerms({ terms, strict = [] }: TermSet): Generator<{ term: string; strict: boolean }> {
  for (const term of terms) yield { term: toTerm(term), strict: false };
  for (const term of strict) yield { term: toTerm(term), strict: true };
}

/** Compiles vocabulary. Sets with the same id are merged. @param common ordinary words */
export function compileLexicon(sets: readonly TermSet[], common: ReadonlySet<string>): Lexicon {
  const setIds = [...new Set(sets.map((set) => set.id))];
  const root = new Trie();
  const inside = new Trie();
  const strictWords = new Map<string, number[]>();
  const words = new Set<string>();
  for (const set of sets) {
    const id = setIds.indexOf(set.id);
    for (const { term, strict } of readTerms(set)) {
      const bare = term.replace(/\*/g, '').trim();
      root.add(term.replace(/^\*|\*$/g, '').trim(), id, term.endsWith('*'));
      for (const word of bare.split(' ')) if (word.length >= SPLIT_PART || bare === word) words.add(word);
      if (!bare.includes(' ')) {
        if (term.startsWith('*') || (strict && bare.length >= STRICT_INSIDE)) inside.add(bare, id, true);
        if (strict && bare.length >= 4) strictWords.set(bare, [...(strictWords.get(bare) ?? []), id]);
      }
    }
  }
  const reversedWords = new Set(
    [...strictWords.keys()]
      .filter((word) => word.length >= STRICT_INSIDE || word === 'porn')
      .map((word) => [...word].reverse().join(''))
      .filter((word) => !words.has(word)),
  );
  const beginnings = new Set(
    [...strictWords.keys(), ...reversedWords].map((word) => word.slice(0, BEGINNING)),
  );
  const typos = indexTypos(words);
  return { setIds, terms: root, inside, strictWords, words, common, typos, reversedWords, beginnings };
}

/** Scripts written without spaces, or with endings attached: a term may start and end anywhere. */
export const isWide = (code: number) =>
  (code >= 0x0e00 && code <= 0x0e7f) ||
  (code >= 0x2e80 && code <= 0x9fff) ||
  (code >= 0xac00 && code <= 0xd7ff) ||
  (code >= 0xf900 && code <= 0xfaff) ||
  code >= 0xd800;
/** A stem is quoted with the rest of its word, except in scripts without spaces. */
function wordEnd(text: string, from: number, code: number): number {
  if (isWide(code)) return from;
  const space = text.indexOf(' ', from);
  return space < 0 ? text.length : space;
}

/** Terms that start at a position of a text. @param whole whether a stem is quoted with the rest of its word */
export function walkFrom(trie: Trie, text: string, start: number, hits: Hit[], whole = true): void {
  if (trie.mayBegin(text, start)) walk(trie, ROOT, text, start, hits, whole, start);
}

/** Continues from a node of a trie with the text at `from`. */
export function walk(
  trie: Trie,
  node: number,
  text: string,
  start: number,
  hits: Hit[],
  whole: boolean,
  from: number,
): void {
  let here = node;
  for (let i = from; i < text.length; i++) {
    const code = text.charCodeAt(i);
    here = trie.next(here, code);
    if (here === NOWHERE) return;
    if (!trie.isMarked(here)) continue;
    const rest = trie.restAt(here);
    if (rest !== undefined) {
      const space = text.indexOf(' ', i + 1);
      if (space > 0) walk(trie, rest, text, start, hits, whole, space);
    }
    const stems = trie.stemAt(here);
    if (stems) {
      const end = whole ? wordEnd(text, i + 1, code) : i + 1;
      for (const set of stems) hits.push({ set, start, end });
    }
    const wholes = trie.wholeAt(here);
    if (wholes) {
      const after = text.charCodeAt(i + 1);
      if (i + 1 === text.length || after === SPACE || isWide(after) || isWide(code)) {
        for (const set of wholes) hits.push({ set, start, end: i + 1 });
      }
    }
  }
}

/** The effect of a word on the terms that begin with it: a term is found, or continues with the next word. */
export type Step =
  | { readonly set: number; readonly end: number }
  | { readonly node: number; readonly end?: undefined };

/** The steps of the terms that begin with a word that ends its run of characters, in the order of reading. */
export function stepsOf(trie: Trie, word: string): Step[] {
  const steps: Step[] = [];
  let here = ROOT;
  for (let i = 0; i < word.length; i++) {
    here = trie.next(here, word.charCodeAt(i));
    if (here === NOWHERE) return steps;
    if (!trie.isMarked(here)) continue;
    const rest = trie.restAt(here);
    if (rest !== undefined) steps.push({ node: rest });
    for (const set of trie.stemAt(here) ?? []) steps.push({ set, end: word.length });
    if (i + 1 < word.length) continue;
    for (const set of trie.wholeAt(here) ?? []) steps.push({ set, end: word.length });
  }
  if (trie.next(here, SPACE) !== NOWHERE) steps.push({ node: here });
  return steps;
}

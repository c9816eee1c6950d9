// The vocabulary, compiled once into a trie that reads a text in one pass.
//
// Notation of a term: `word`, `two words`; `stem*` also the start of longer words, in a phrase too (`fake* pass*`);
// `*part*` anywhere inside a word. Terms of a strict set of at least six letters are found inside run-together
// words by themselves.
import { fold } from './fold.js';
import { NOWHERE, ROOT, Trie } from './trie.js';
import type { TermSet } from './types.js';
import { indexTypos, type TypoIndex } from './typos.js';
import type { View } from './views.js';

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
  /** Terms that stand anywhere inside a word. */
  readonly inside: Trie;
  /** Strict single words → sets, for exact look-ups of joined, masked or reversed words. */
  readonly strictWords: ReadonlyMap<string, readonly number[]>;
  /** Every word of every term: what run-together words are split into. */
  readonly words: ReadonlySet<string>;
  /** The words by what a typo leaves of them. */
  readonly typos: TypoIndex;
  /** Strict words from end to beginning. */
  readonly reversedWords: ReadonlySet<string>;
  /** The first letters of strict words, either way: most words need no further look. */
  readonly beginnings: ReadonlySet<string>;
}

const SPACE = 32;

const STRICT_INSIDE = 6;
const BEGINNING = 3;
/** Shorter parts of phrases (`tor`, `per`) would split ordinary words. */
const SPLIT_PART = 4;
/** Most terms are written as they are looked for. */
const FOLDED = /^[a-z0-9+*]+(?: [a-z0-9+*]+)*$/;
/** A term as it is looked for: folded, its words set apart by single spaces. */
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

/** Compiles vocabulary. Sets of one id are one set. */
export function compileLexicon(sets: readonly TermSet[]): Lexicon {
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
  return { setIds, terms: root, inside, strictWords, words, typos, reversedWords, beginnings };
}

/** Scripts written without spaces, or with endings joined on: a term may start and end anywhere. */
const isWide = (code: number) =>
  (code >= 0x0e00 && code <= 0x0e7f) ||
  (code >= 0x2e80 && code <= 0x9fff) ||
  (code >= 0xac00 && code <= 0xd7ff) ||
  (code >= 0xf900 && code <= 0xfaff) ||
  code >= 0xd800;
const isArabic = (code: number) => code >= 0x0600 && code <= 0x06ff;
/** Arabic particles written onto the next word: and, so, with, for, like, the. */
const ARABIC_PARTICLES = new Set([...'وفبلكا'].map((char) => char.charCodeAt(0)));

/** A stem is quoted with the rest of its word, except where words are not set apart. */
function wordEnd(text: string, from: number, code: number): number {
  if (isWide(code)) return from;
  const space = text.indexOf(' ', from);
  return space < 0 ? text.length : space;
}

function walkFrom(trie: Trie, text: string, start: number, hits: Hit[], whole = true): void {
  if (trie.mayBegin(text, start)) walk(trie, ROOT, text, start, hits, whole, start);
}

function walk(
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

/** Every term of the lexicon in a view. */
export function findTerms(lexicon: Lexicon, view: View, common: ReadonlySet<string>): Hit[] {
  const hits: Hit[] = [];
  const inside: Hit[] = [];
  const { text } = view;
  let wordStart = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === SPACE) continue;
    const first = i === 0 || text.charCodeAt(i - 1) === SPACE;
    if (first) wordStart = i;
    if (first || isWide(code) || isWide(text.charCodeAt(i - 1))) walkFrom(lexicon.terms, text, i, hits);
    else if (isArabic(code) && i - wordStart <= 4 && allParticles(text, wordStart, i))
      walkFrom(lexicon.terms, text, i, hits);
    else walkFrom(lexicon.inside, text, i, inside, false);
  }
  for (const hit of inside) if (!isMisjoined(text, hit, common)) hits.push(hit);
  return hits;
}

/** Ordinary words shorter than this cross too much by chance. */
const CROSSING = 4;
/** Nothing that was joined by chance is longer. */
const MAX_JOINED = 40;

/** `disco cain` is not `dis cocain`: an ordinary word reaches into the hit. */
function isMisjoined(text: string, { start, end }: Hit, common: ReadonlySet<string>): boolean {
  const from = text.lastIndexOf(' ', start) + 1;
  if (end - from > MAX_JOINED) return false;
  const isWord = (a: number, b: number) => a === b || common.has(text.slice(a, b));
  return someBetween(
    from,
    start - 1,
    (a) => isWord(from, a) && someBetween(Math.max(start + 1, a + CROSSING), end, (b) => isWord(a, b)),
  );
}

function someBetween(from: number, to: number, test: (at: number) => boolean): boolean {
  for (let at = from; at <= to; at++) if (test(at)) return true;
  return false;
}

function allParticles(text: string, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (!ARABIC_PARTICLES.has(text.charCodeAt(i))) return false;
  return true;
}

/** Whether any word is a strict word written backwards. */
export function holdsReversed(lexicon: Lexicon, { text }: View): boolean {
  for (let start = 0; start < text.length; ) {
    const space = text.indexOf(' ', start);
    const end = space < 0 ? text.length : space;
    if (end - start >= 4 && lexicon.beginnings.has(text.slice(start, start + BEGINNING))) {
      if (lexicon.reversedWords.has(text.slice(start, end))) return true;
    }
    start = end + 1;
  }
  return false;
}

/** The last characters of a word, backwards. */
const endReversed = (text: string, end: number) =>
  (text[end - 1] as string) + (text[end - 2] as string) + (text[end - 3] as string);

const STARRED = /[*#•·×✱]/;

/** Strict words that were broken up, or masked: looked up exactly, never inside others. */
export function findBrokenWords(lexicon: Lexicon, view: View, common: ReadonlySet<string>): Hit[] {
  const hits: Hit[] = [];
  const { text } = view;
  const bounds: number[] = [];
  for (let i = 0; i < text.length; ) {
    const space = text.indexOf(' ', i);
    const end = space < 0 ? text.length : space;
    bounds.push(i, end);
    i = end + 1;
  }
  for (let w = 0; w < bounds.length; w += 2) {
    const start = bounds[w] as number;
    const length = (bounds[w + 1] as number) - start;
    if (
      length >= STRICT_INSIDE &&
      length <= 16 &&
      lexicon.beginnings.has(endReversed(text, start + length))
    ) {
      const reversed = [...text.slice(start, start + length)].reverse().join('');
      for (const set of lexicon.strictWords.get(reversed) ?? [])
        hits.push({ set, start, end: start + length });
    }
    if (length > 10 || (length >= BEGINNING && !lexicon.beginnings.has(text.slice(start, start + BEGINNING))))
      continue;
    let joined = text.slice(start, start + length);
    let ordinary = common.has(joined);
    for (let n = 1; n <= 4 && w + 2 * n < bounds.length; n++) {
      const from = bounds[w + 2 * n] as number;
      const to = bounds[w + 2 * n + 1] as number;
      const piece = text.slice(from, to);
      joined += piece;
      // `code in` is two words, not one broken up.
      ordinary &&= common.has(piece);
      if (
        joined.length > 16 ||
        (joined.length >= BEGINNING && !lexicon.beginnings.has(joined.slice(0, BEGINNING)))
      )
        break;
      if (ordinary || joined.length < STRICT_INSIDE) continue;
      for (const set of lexicon.strictWords.get(joined) ?? []) hits.push({ set, start, end: to });
    }
  }
  return hits;
}

/** Words with letters starred out (`c*caine`), by position in the typed text. */
export function findMaskedWords(lexicon: Lexicon, typed: string): Hit[] {
  if (!STARRED.test(typed)) return [];
  const hits: Hit[] = [];
  for (const match of typed.toLowerCase().matchAll(/[a-z]+(?:[*#•·×✱]{1,4}[a-z]+)+/g)) {
    const pattern = new RegExp(`^${match[0].replace(/[*#•·×✱]/g, '[a-z]')}$`);
    const letters = match[0].replace(/[^a-z]/g, '').length;
    if (letters < 2 || match[0].length < 4) continue;
    for (const [word, sets] of lexicon.strictWords) {
      if (word.length === match[0].length && pattern.test(word)) {
        for (const set of sets) hits.push({ set, start: match.index, end: match.index + match[0].length });
        break;
      }
    }
  }
  return hits;
}

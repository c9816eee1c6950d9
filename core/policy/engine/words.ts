// Single words. Findings about a word are cached, as texts mostly consist of common words.

import { remembering } from '../../kernel/remembering.js';
import type { SetId } from '../vocabulary/sets.js';
import * as lexicons from './lexicon.js';

/** Longer words are neither rejoined nor read backwards. */
export const MAX_REJOINED = 16;
const MIN_RUN_TOGETHER = 6;
const MAX_RUN_TOGETHER = 40;
/** Longer pieces are not part of a broken word. */
const MAX_BROKEN = 10;
const MIN_REVERSED = 4;

class Word {
  /** Terms that start in the word, at places where terms may start. */
  readonly steps: lexicons.Step[] = [];
  /** Terms anywhere inside it, except those formed where two ordinary words meet. */
  readonly inside: lexicons.Hit[] = [];
  /** Sets that have the reverse of this word as a strict word. */
  readonly backwards: readonly SetId[];
  /** Whether the word is part of a strict word written backwards. */
  readonly isReversed: boolean;
  /** Whether a strict word split by spaces may start with this one. */
  readonly mayBeBroken: boolean;
  readonly isCommon: boolean;
  #mended: string | null | undefined;
  #cuts: readonly number[] | null | undefined;

  constructor(
    readonly text: string,
    private readonly lexicon: lexicons.Lexicon,
  ) {
    const { length } = text;
    for (let at = 0; at < length; at++) {
      if (!lexicon.starts.has(text.slice(at, at + 2)) && !lexicon.starts.has(text.charAt(at))) continue;
      if (mayStart(text, at)) this.steps.push(...lexicons.stepsAt(lexicon.terms, text, at));
      else this.inside.push(...insideOf(lexicon, text, at));
    }
    const isShort = length >= lexicons.STRICT_INSIDE && length <= MAX_REJOINED;
    this.backwards = (isShort && lexicon.strictWords.get([...text].reverse().join(''))) || NONE;
    this.isReversed = length >= MIN_REVERSED && lexicon.reversedWords.has(text);
    this.mayBeBroken = length <= MAX_BROKEN;
    this.isCommon = lexicon.common.has(text);
  }

  get mended(): string | null {
    if (this.#mended === undefined) this.#mended = lexicons.mend(this.text, this.lexicon) ?? null;
    return this.#mended;
  }

  /** Where to split it into known words; null if that is impossible. */
  get cuts(): readonly number[] | null {
    if (this.#cuts === undefined) this.#cuts = this.#isKnown() ? null : cutWord(this.text, this.lexicon);
    return this.#cuts;
  }

  #isKnown(): boolean {
    const { length } = this.text;
    if (length < MIN_RUN_TOGETHER || length > MAX_RUN_TOGETHER) return true;
    return this.isCommon || this.lexicon.words.has(this.text);
  }
}

export interface PlacedWord {
  readonly word: Word;
  readonly start: number;
  readonly end: number;
}

const NONE: readonly never[] = [];

const readers = new WeakMap<lexicons.Lexicon, (text: string) => Word>();

/** The words of a text separated by single spaces. */
export function wordsOf(lexicon: lexicons.Lexicon, text: string): PlacedWord[] {
  const read = readers.get(lexicon) ?? remembering((word: string) => new Word(word, lexicon));
  readers.set(lexicon, read);
  const placed: PlacedWord[] = [];
  for (let start = 0; start < text.length; ) {
    const space = text.indexOf(' ', start);
    const end = space < 0 ? text.length : space;
    if (end > start) placed.push({ word: read(text.slice(start, end)), start, end });
    start = end + 1;
  }
  return placed;
}

const isArabic = (code: number) => code >= 0x0600 && code <= 0x06ff;
/** Arabic particles attached to the next word: and, so, with, for, like, the. */
const PARTICLES = /^[وفبلكا]{1,4}$/;

/** Whether a term may start here in a word: at its start, after Arabic particles, or in scripts without spaces. */
function mayStart(word: string, at: number): boolean {
  const code = word.charCodeAt(at);
  if (at === 0 || lexicons.isWide(code) || lexicons.isWide(word.charCodeAt(at - 1))) return true;
  return isArabic(code) && PARTICLES.test(word.slice(0, at));
}

function insideOf({ inside, insideLengths, common }: lexicons.Lexicon, word: string, start: number) {
  const hits: lexicons.Hit[] = [];
  for (const length of insideLengths) {
    const end = start + length;
    if (end > word.length) break;
    for (const set of inside.get(word.slice(start, end)) ?? NONE)
      if (!isMisjoined(word, { set, start, end }, common)) hits.push({ set, start, end });
  }
  return hits;
}

/** Shorter ordinary words overlap others too often by chance. */
const CROSSING = 4;
/** Words joined by chance are not longer. */
const MAX_JOINED = 40;

/** `disco cain` is not `dis cocain`: an ordinary word overlaps the match. */
function isMisjoined(text: string, { start, end }: lexicons.Hit, common: ReadonlySet<string>): boolean {
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

/** Where to split a word into as few known words as possible, preferably `common` ones; null if impossible. */
function cutWord(word: string, { words, common }: lexicons.Lexicon): number[] | null {
  if (!/^[a-z0-9]+$/.test(word)) return null;
  const best: ({ cost: number; from: number } | undefined)[] = [{ cost: 0, from: -1 }];
  for (let end = 2; end <= word.length; end++) {
    for (let from = Math.max(0, end - 16); from <= end - 1; from++) {
      const before = best[from];
      if (!before) continue;
      const piece = word.slice(from, end);
      const step = common.has(piece)
        ? 1
        : words.has(piece) && piece.length > 2
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

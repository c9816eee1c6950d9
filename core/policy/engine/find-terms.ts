// Finds terms of the lexicon in the words of a view: as written, broken up, masked or backwards.
import { BEGINNING, type Hit, isWide, type Lexicon, STRICT_INSIDE, walk, walkFrom } from './lexicon.js';
import type { View } from './views.js';
import { isMisjoined, MAX_REJOINED, type PlacedWord } from './words.js';

const isArabic = (code: number) => code >= 0x0600 && code <= 0x06ff;
/** Arabic particles written as a part of the next word: and, so, with, for, like, the. */
const ARABIC_PARTICLES = new Set([...'وفبلكا'].map((char) => char.charCodeAt(0)));

/** Every term of the lexicon in a view of these words. */
export function findTerms(lexicon: Lexicon, { text }: View, words: readonly PlacedWord[]): Hit[] {
  const hits: Hit[] = [];
  const inside: Hit[] = [];
  for (const { word, start, end } of words) {
    if (!word.isPlain) {
      findWithin(lexicon, text, start, end, hits, inside);
      continue;
    }
    for (const step of word.steps) {
      if (step.end !== undefined) hits.push({ set: step.set, start, end: start + step.end });
      else walk(lexicon.terms, step.node, text, start, hits, true, end);
    }
    for (const hit of word.inside)
      inside.push({ set: hit.set, start: start + hit.start, end: start + hit.end });
  }
  return inside.length === 0 ? hits : [...hits, ...inside];
}

/** The terms that start anywhere in a word with characters outside ASCII. */
function findWithin(
  lexicon: Lexicon,
  text: string,
  start: number,
  end: number,
  hits: Hit[],
  inside: Hit[],
): void {
  const found: Hit[] = [];
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    if (i === start || isWide(code) || isWide(text.charCodeAt(i - 1))) walkFrom(lexicon.terms, text, i, hits);
    else if (isArabic(code) && i - start <= 4 && allParticles(text, start, i))
      walkFrom(lexicon.terms, text, i, hits);
    else walkFrom(lexicon.inside, text, i, found, false);
  }
  for (const hit of found) if (!isMisjoined(text, hit, lexicon.common)) inside.push(hit);
}

function allParticles(text: string, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (!ARABIC_PARTICLES.has(text.charCodeAt(i))) return false;
  return true;
}

/** Whether any word is a strict word written backwards. */
export const holdsReversed = (words: readonly PlacedWord[]) => words.some(({ word }) => word.isReversed);

/** Maximum pieces that a word is broken into, not counting the first. */
const MAX_PIECES = 4;

/** Strict words that were broken up: looked up exactly, never inside others. */
export function findBrokenWords(lexicon: Lexicon, words: readonly PlacedWord[]): Hit[] {
  const hits: Hit[] = [];
  for (let at = 0; at < words.length; at++) {
    const { word, start, end } = words[at] as PlacedWord;
    for (const set of word.backwards) hits.push({ set, start, end });
    if (!word.mayBeBroken) continue;
    let joined = word.text;
    let ordinary = word.isCommon;
    for (let n = at + 1; n <= at + MAX_PIECES && n < words.length; n++) {
      const next = words[n] as PlacedWord;
      joined += next.word.text;
      // `code in` is two words, not one broken up.
      ordinary &&= next.word.isCommon;
      if (joined.length > MAX_REJOINED) break;
      if (joined.length >= BEGINNING && !lexicon.beginnings.has(joined.slice(0, BEGINNING))) break;
      if (ordinary || joined.length < STRICT_INSIDE) continue;
      for (const set of lexicon.strictWords.get(joined) ?? []) hits.push({ set, start, end: next.end });
    }
  }
  return hits;
}

const STARRED = /[*#•·×✱]/;

/** Words with letters starred out (`c*caine`), by position in the typed text. */
export function findMaskedWords(lexicon: Lexicon, typed: string): Hit[] {
  if (!STARRED.test(typed)) return [];
  const hits: Hit[] = [];
  for (const match of typed.toLowerCase().matchAll(/(?<![a-z])[a-z]+(?:[*#•·×✱]{1,4}[a-z]+)+/g)) {
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

// Finds terms of the lexicon in the words of a view: as written, broken up, masked or reversed.
import { BEGINNING, type Hit, type Lexicon, STRICT_INSIDE, stepsAt, type Terms } from './lexicon.js';
import { putSpace, rewrite, type View } from './views.js';
import { MAX_REJOINED, type PlacedWord } from './words.js';

export function findTerms(words: readonly PlacedWord[]): Hit[] {
  const hits: Hit[] = [];
  const inside: Hit[] = [];
  for (const [at, { word, start }] of words.entries()) {
    for (const step of word.steps) {
      if ('set' in step) hits.push({ set: step.set, start: start + step.start, end: start + step.end });
      else findOn(step.next, words, at + 1, start + step.start, hits);
    }
    for (const hit of word.inside)
      inside.push({ set: hit.set, start: start + hit.start, end: start + hit.end });
  }
  return inside.length === 0 ? hits : [...hits, ...inside];
}

/** Continues the phrases that began at `start` with the word at `at`. */
function findOn(terms: Terms, words: readonly PlacedWord[], at: number, start: number, hits: Hit[]): void {
  const placed = words[at];
  if (!placed) return;
  for (const step of stepsAt(terms, placed.word.text)) {
    if ('set' in step) hits.push({ set: step.set, start, end: placed.start + step.end });
    else findOn(step.next, words, at + 1, start, hits);
  }
}

export const holdsReversed = (words: readonly PlacedWord[]) => words.some(({ word }) => word.isReversed);

const MAX_PIECES = 4;

/** Strict words broken into pieces: looked up exactly, never inside others. */
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
      // `code in` is two words, not a broken one.
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

/** Words with starred-out letters (`c*caine`), by position in the typed text. */
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

/** Corrects the typos of a view; null if there are none. */
export function mendWords(view: View, words: readonly PlacedWord[]): View | null {
  const typos = words.filter(({ word }) => word.mended !== null);
  const mended = rewrite(view, typos, (out, { word, start, end }) =>
    out.put(word.mended as string, view.starts[start] as number, view.ends[end - 1] as number),
  );
  return mended && { ...mended, trick: 'letters' };
}

/** Splits run-together words (`weedplugdelivery`) of a view; null if nothing splits. */
export function splitWords(view: View, words: readonly PlacedWord[]): View | null {
  const joined = words.filter(({ word }) => word.cuts);
  const split = rewrite(view, joined, (out, { word, start, end }) => {
    let from = start;
    for (const cut of [...(word.cuts ?? []), end - start]) {
      if (from > start) putSpace(out, view, from);
      out.copy(view, from, start + cut);
      from = start + cut;
    }
  });
  return split && { ...split, trick: 'spacing' };
}

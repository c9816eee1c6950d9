// Names that a query may mean, with all letters joined: the whole query, or a few neighbouring words of it.
import type { Term } from './terms.js';

export interface NameBoost {
  readonly name: string;
  /** Added to the score of a listing with that name; all words of a query in a text are worth about 1. */
  readonly worth: number;
}

const WHOLE = 1.5;
const PART = 1;
const CORRECTED = 0.75;
const MAX_NAME_WORDS = 5;

export function toNames(terms: readonly Term[]): NameBoost[] {
  const whole = terms.reduce((sum, { meaning }) => sum + meaning, 0) || 1;
  const boosts = new Map<string, number>();
  const put = (name: string, worth: number) => boosts.set(name, Math.max(worth, boosts.get(name) ?? 0));
  for (let from = 0; from < terms.length; from += 1) {
    for (let to = from + 1; to <= Math.min(from + MAX_NAME_WORDS, terms.length); to += 1) {
      const span = terms.slice(from, to);
      const isWhole = span.length === terms.length;
      const share = span.reduce((sum, { meaning }) => sum + meaning, 0) / whole;
      const worth = isWhole ? WHOLE : PART * share;
      // Several English words may have been one.
      put([...new Set(span.map(({ text }) => text.replace(/ /g, '')))].join(''), worth);
      if (span.some(({ correctedTo }) => correctedTo)) {
        put(
          span.map(({ text, correctedTo }) => (correctedTo ?? text).replace(/ /g, '')).join(''),
          worth * CORRECTED,
        );
      }
    }
  }
  return [...boosts].map(([name, worth]) => ({ name, worth }));
}

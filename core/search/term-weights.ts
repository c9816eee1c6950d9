// The score of a listing's words, as a list of checks that PostgreSQL sums up: each is a tsquery and the points for a
// match. A word is worth its best form times the weight of the best field. The checks of one word include each other,
// so each has only the difference to the next one.
import type { Term } from './terms.js';

export interface Check {
  readonly query: string;
  /** Added to the score when the query matches. */
  readonly worth: number;
  /** On the broadest check of a word: its share of the meaning, and its bit. */
  readonly share: number;
  readonly bit: number;
}

const FIELD_WEIGHTS = { anywhere: 1, tagline: 1.5, name: 2 } as const;
type Field = keyof typeof FIELD_WEIGHTS;
/** Weights are rounded to one of these, which keeps the number of checks low. */
const STEPS = [0.3, 0.45, 0.6, 0.75, 0.9, 1, 1.3, 1.5, 2];

/** The checks of a query's words. */
export function toChecks(terms: readonly Term[]): Check[] {
  const whole = terms.reduce((sum, { meaning }) => sum + meaning, 0) || 1;
  return terms.flatMap((term, index) => {
    if (term.meaning === 0 || term.forms.length === 0) return [];
    const byWeight = new Map<number, string[]>();
    for (const form of term.forms) {
      for (const field of Object.keys(FIELD_WEIGHTS) as Field[]) {
        const query = form[field];
        if (query === null) continue;
        const weight = round(form.weight * FIELD_WEIGHTS[field]);
        byWeight.set(weight, [...(byWeight.get(weight) ?? []), query]);
      }
    }
    const steps = [...byWeight].sort(([a], [b]) => b - a);
    const matched = new Set<string>();
    const checks = new Map<string, number>();
    for (const [step, [weight, queries]] of steps.entries()) {
      for (const query of queries) matched.add(query);
      const query = [...matched].join('|');
      const next = steps[step + 1]?.[0] ?? 0;
      checks.set(query, (checks.get(query) ?? 0) + weight - next);
    }
    const share = term.meaning / whole;
    return [...checks].map(([query, worth], step) => {
      const isWidest = step === checks.size - 1;
      return {
        query,
        worth: worth * share,
        share: isWidest ? share : 0,
        bit: isWidest ? 2 ** index : 0,
      };
    });
  });
}

function round(weight: number): number {
  return STEPS.reduce((best, step) => (Math.abs(step - weight) < Math.abs(best - weight) ? step : best));
}

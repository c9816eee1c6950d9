// Interprets a parsed query (query.ts): terms, tiers and checks, before any listing is read.
import { type Repair, repairWords } from './corrections.js';
import type { Filter } from './filters.js';
import { parseQuery, type SearchQuery, splitCompounds } from './query.js';
import { readSynonyms, type Synonyms } from './synonyms.js';
import { readTerms, type Term } from './terms.js';
import { type Tiers, toTiers } from './tiers.js';
import { readVocabulary, type Vocabulary } from './vocabulary.js';

export interface Reading {
  /** As typed. */
  readonly typed: SearchQuery;
  /** With compounds split, and an address replaced by its name. */
  readonly query: SearchQuery;
  readonly terms: readonly Term[];
  /** null: there is nothing to search for. */
  readonly tiers: Tiers | null;
  readonly checks: readonly Check[];
  readonly names: readonly NameBoost[];
  /** The wanted words joined, as the possible prefix of a name. Empty if there are only quotes. */
  readonly beginning: string;
  readonly vocabulary: Vocabulary;
  /** Corrections of words that are not in the statistics. */
  readonly repairs: ReadonlyMap<string, Repair>;
}

/** Interprets a search. Queries the database only for words that are not in its statistics. */
export async function readSearch(typed: SearchQuery, filters: readonly Filter[] = []): Promise<Reading> {
  const vocabulary = await readVocabulary();
  const unknown = typed.words
    .filter(({ joined }) => !vocabulary.knows(joined))
    .flatMap(({ joined, parts, source }) => [
      joined,
      ...[...parts, ...(source?.spellings.flat() ?? [])].filter((part) => !vocabulary.knows(part)),
    ]);
  const repairs = await repairWords([...new Set(unknown)], vocabulary);
  return understand(typed, vocabulary, { filters, repairs });
}

/** Loads what the first search would otherwise wait for: statistics of words, synonyms and translations. */
export async function warmSearch(): Promise<void> {
  await readSearch(parseQuery('Passwörter verwalten'));
}

export function withoutFilters(reading: Reading): Reading {
  const { query, terms, vocabulary } = reading;
  return { ...reading, tiers: toTiers(query, terms, [], vocabulary) };
}

/** The same, from cached data. */
export function understand(
  typed: SearchQuery,
  vocabulary: Vocabulary,
  known: { filters?: readonly Filter[]; repairs?: ReadonlyMap<string, Repair>; synonyms?: Synonyms } = {},
): Reading {
  const { filters = [], repairs = new Map(), synonyms = readSynonyms() } = known;
  const isMeant = ({ isKnown, isBeginning, corrections }: Repair) =>
    isKnown || isBeginning || corrections.length > 0;
  const query = splitCompounds(typed, (joined) => {
    const repair = repairs.get(joined);
    return vocabulary.has(joined) || (repair !== undefined && isMeant(repair));
  });
  const terms = readTerms(query, repairs, vocabulary, synonyms);
  return {
    typed,
    query,
    terms,
    tiers: toTiers(query, terms, filters, vocabulary),
    checks: toChecks(terms),
    names: toNames(terms),
    beginning: (query.language ? query.typed : query.words).map(({ joined }) => joined).join(''),
    vocabulary,
    repairs,
  };
}

const meaningOf = (terms: readonly Term[]) => terms.reduce((sum, { meaning }) => sum + meaning, 0);

// What words are worth where they are found: as checks that PostgreSQL sums up, and as names that they may mean. A word
// is worth its best form times the weight of the best field. The checks of one word include each other, so each has only
// the difference to the next one.

interface Check {
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

function toChecks(terms: readonly Term[]): Check[] {
  const whole = meaningOf(terms) || 1;
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

interface NameBoost {
  readonly name: string;
  /** Added to the score of a listing with that name; all words of a query in a text are worth about 1. */
  readonly worth: number;
}

const WHOLE = 1.5;
const PART = 1;
const CORRECTED = 0.75;
const MAX_NAME_WORDS = 5;

/** The names that a query may mean, with all letters joined: all of it, or a few neighbouring words. */
function toNames(terms: readonly Term[]): NameBoost[] {
  const whole = meaningOf(terms) || 1;
  const boosts = new Map<string, number>();
  const put = (name: string, worth: number) => boosts.set(name, Math.max(worth, boosts.get(name) ?? 0));
  for (let from = 0; from < terms.length; from += 1) {
    for (let to = from + 1; to <= Math.min(from + MAX_NAME_WORDS, terms.length); to += 1) {
      const span = terms.slice(from, to);
      const isWhole = span.length === terms.length;
      const share = meaningOf(span) / whole;
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

// Interprets a parsed query (query.ts): terms, tiers and checks, before any listing is read.
import { prepare } from '../../db/prepared.js';
import { type Repair, repairWords } from './corrections.js';
import type { Filter } from './filters.js';
import { parseQuery, type SearchQuery, splitCompounds } from './query.js';
import { isProduct, readSynonyms } from './synonyms.js';
import { type Known, readTerms, type Term } from './terms.js';
import { type Tiers, toTiers } from './tiers.js';
import { readVocabulary, type Vocabulary } from './vocabulary.js';

export interface Reading {
  readonly typed: SearchQuery;
  /** With compounds split, and an address replaced by its name. */
  readonly query: SearchQuery;
  readonly filters: readonly Filter[];
  readonly terms: readonly Term[];
  /** null: there is nothing to search for. */
  readonly tiers: Tiers | null;
  readonly checks: readonly Check[];
  readonly names: readonly NameBoost[];
  /** The search words joined, as a possible prefix of a name. Empty if there are only quoted phrases. */
  readonly beginning: string;
  readonly vocabulary: Vocabulary;
  /** Corrections of words missing from the statistics. */
  readonly repairs: ReadonlyMap<string, Repair>;
}

/** Interprets a search. Queries the database only for words missing from its statistics. */
export async function readSearch(typed: SearchQuery, filters: readonly Filter[] = []): Promise<Reading> {
  const vocabulary = await readVocabulary();
  const unknown = typed.words
    .filter(({ joined }) => !vocabulary.knows(joined))
    .flatMap(({ joined, parts, source }) => [
      joined,
      ...[...parts, ...(source?.spellings.flat() ?? [])].filter((part) => !vocabulary.knows(part)),
    ]);
  const name = typed.words.map(({ joined }) => joined).join('');
  const isMistypedName = unknown.length > 0 && typed.words.length > 1 && typed.words.length <= MAX_NAME_WORDS;
  const [repairs, listed] = await Promise.all([
    repairWords([...new Set([...unknown, ...(isMistypedName ? [name] : [])])], vocabulary),
    isProduct(typed.words) ? named([name]) : [],
  ]);
  return understand(typed, vocabulary, { filters, repairs, isListed: listed.length > 0 });
}

const named = prepare(`select from listing_search where live and name_joined = $1 limit 1`);

/** Preloads statistics, synonyms and translations, so that the first search does not wait. */
export async function warmSearch(): Promise<void> {
  await readSearch(parseQuery('Passwörter verwalten'));
}

/** The same search, of listings that need not meet its filters. */
export const withoutFilters = (reading: Reading): Reading => ({
  ...reading,
  tiers: toTiers(reading.query, reading.terms, [], reading.vocabulary),
});

export function understand(
  typed: SearchQuery,
  vocabulary: Vocabulary,
  known: Partial<Known & Pick<Reading, 'filters'>> = {},
): Reading {
  const { filters = [], repairs = new Map(), synonyms = readSynonyms(), isListed = false } = known;
  const query = splitCompounds(typed, (joined) => {
    const { isKnown, isBeginning, correction }: Partial<Repair> = repairs.get(joined) ?? {};
    return vocabulary.has(joined) || Boolean(isKnown || isBeginning || correction);
  });
  const terms = readTerms(query, { repairs, vocabulary, synonyms, isListed });
  return {
    typed,
    query,
    filters,
    terms,
    tiers: toTiers(query, terms, filters, vocabulary),
    checks: toChecks(terms),
    names: [...toNames(terms, repairs), ...begunNames(typed, vocabulary)],
    beginning: (query.language ? query.typed : query.words).map(({ joined }) => joined).join(''),
    vocabulary,
    repairs,
  };
}

const meaningOf = (terms: readonly Term[]) => terms.reduce((sum, { meaning }) => sum + meaning, 0);

// The value of words by field, as checks that PostgreSQL sums up, and the names that words may mean. A word is
// worth its best form in each field.

interface Check {
  readonly word: number;
  readonly field: string;
  readonly query: string;
  /** Added to the score if it is the best of the word in the field. */
  readonly worth: number;
  /** The word's share of the meaning, and its bit, each counted once, in whichever field the word is. */
  readonly share: number;
  readonly bit: number;
}

/** Added for each field that has a word. */
const FIELD_WEIGHTS = { anywhere: 1, tagline: 0.5, name: 1, topic: 0.75 } as const;
const FIELDS = Object.keys(FIELD_WEIGHTS) as (keyof typeof FIELD_WEIGHTS)[];
/** Weights of forms are rounded to one of these, and forms of one weight checked together. */
const STEPS = [0.3, 0.45, 0.6, 0.8, 1, 1.3];

function toChecks(terms: readonly Term[]): Check[] {
  const whole = meaningOf(terms) || 1;
  return terms.flatMap(({ forms, meaning }, word) => {
    const share = meaning / whole;
    return FIELDS.flatMap((field) =>
      STEPS.flatMap((step) => {
        const queries = forms.flatMap((form) => (round(form.weight) === step ? (form[field] ?? []) : []));
        if (meaning === 0 || queries.length === 0) return [];
        const worth = FIELD_WEIGHTS[field] * step * share;
        const own = field === 'anywhere' ? { share, bit: 2 ** word } : { share: 0, bit: 0 };
        return [{ word, field, query: [...new Set(queries)].join('|'), worth, ...own }];
      }),
    );
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

const WHOLE = 2.5;
const CORRECTED = 0.75;
const MAX_NAME_WORDS = 5;

/** A name mentioned by this many listings is a better guess for an unfinished word. */
const MENTIONS = 3;
const KNOWN = 0.8;

const begunNames = ({ words: [word, ...more], endsOpen }: SearchQuery, vocabulary: Vocabulary) =>
  word && more.length === 0 && endsOpen
    ? vocabulary.completions(word.joined, 40, MENTIONS).map((name) => ({ name, worth: KNOWN }))
    : [];

/** Names that the whole query may mean, as joined letters: as typed, and corrected. */
function toNames(terms: readonly Term[], repairs: ReadonlyMap<string, Repair>): NameBoost[] {
  // Several English words may translate one typed word.
  const typed = [...new Set(terms.map(({ text }) => text.replace(/ /g, '')))].join('');
  const correction = repairs.get(terms.map(({ text }) => text).join(''))?.correction;
  return [
    ...(typed === '' ? [] : [{ name: typed, worth: WHOLE }]),
    ...(correction ? [{ name: correction.word, worth: WHOLE * CORRECTED }] : []),
  ];
}

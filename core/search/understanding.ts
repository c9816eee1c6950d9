// Interprets a parsed query (query.ts): terms, tiers and checks, before any listing is read.
import { type Repair, repairWords } from './corrections.js';
import { parseQuery, type SearchQuery, splitCompounds } from './query.js';
import { type Check, type NameBoost, toChecks, toNames } from './scores.js';
import { readSynonyms, type Synonyms } from './synonyms.js';
import { readTerms, type Term } from './terms.js';
import { type Filters, type Tiers, toTiers } from './tiers.js';
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
export async function readSearch(typed: SearchQuery, filters: Filters = {}): Promise<Reading> {
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

/** The same search without filters. */
export function withoutFilters(reading: Reading): Reading {
  const { query, terms, vocabulary } = reading;
  return { ...reading, tiers: toTiers(query, terms, {}, vocabulary) };
}

interface Knowledge {
  readonly filters?: Filters;
  readonly repairs?: ReadonlyMap<string, Repair>;
  readonly synonyms?: Synonyms;
}

/** The same, from cached data. */
export function understand(
  typed: SearchQuery,
  vocabulary: Vocabulary,
  { filters = {}, repairs = new Map(), synonyms = readSynonyms() }: Knowledge = {},
): Reading {
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

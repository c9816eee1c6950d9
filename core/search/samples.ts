// Counts other filters' values among the filtered listings: all, or as many as a statement may read.
import { factLexeme } from '../listings/facts.js';
import { type Filter, filterOf, SPELLING } from './filters.js';
import { Bindings, runSearch } from './statement.js';
import { tiersOfFilters } from './tiers.js';
import { readVocabulary } from './vocabulary.js';

/** Listings read per set: with 1,500 a statement took 43 ms of CPU at p99, with 800 it takes 31. */
const MOST = 800;
/** Newest listings read if the index would read too much. */
const WALK = 2000;
const MAX_EFFORT = 40_000;

export interface CountedTerm {
  readonly term: string;
  /** The spelling of a fact's value. */
  readonly value: string | null;
  readonly listings: number;
}

interface Sample {
  readonly terms: readonly CountedTerm[];
  readonly isEstimate: boolean;
  count(term: string): number;
}

/** Reads listings that meet all filters, and per filter those that meet the others: one bounded statement. */
export async function sampleTerms(filters: readonly Filter[]): Promise<Sample> {
  const vocabulary = await readVocabulary();
  const bindings = new Bindings();
  const names = [null, ...(filters.length > 1 ? filters.map(({ name }) => name) : [])];
  const sets = names.map((beside, index) => {
    const others = filters.filter(({ name }) => name !== beside);
    const { all } = tiersOfFilters(others, vocabulary);
    const isByIndex = all.probe !== null && all.effort * vocabulary.size <= MAX_EFFORT;
    const query = bindings.query(all.tsquery);
    const rows = isByIndex
      ? `select search from listing_search where live and search @@ ${query} limit ${MOST}`
      : `select search from (
           select search from listing_search where live order by published_at desc, id desc limit ${WALK}
         ) as newest where (search @@ ${query}) is true limit ${MOST}`;
    const own = beside === null ? '' : prefixOf(beside);
    const statement = `select ${index} as set, term, count(*)::int as listings from (${rows}) as read
      cross join lateral unnest(array_append(tsvector_to_array(ts_filter(search, '{a}')), '')) as term
      where starts_with(term, ${bindings.bind(own, 'text')}) or term = '' group by term`;
    return { beside, statement, isByIndex, expected: all.share * vocabulary.size };
  });
  const all = sets.map(({ statement }) => statement).join('\n union all ');
  const rows = await runSearch<CountedTerm & { set: number }>(
    `select set, counted.term, listings, spelled.value from (${all}) as counted ${SPELLING}`,
    bindings.values,
  );
  const found = sets.map((set, index) => {
    const terms = new Map(
      rows.filter((row) => row.set === index).map(({ term, listings }) => [term, listings]),
    );
    const read = terms.get('') ?? 0;
    const areAll = set.isByIndex ? read < MOST : vocabulary.size < WALK && read < MOST;
    return { ...set, terms, scale: areAll || read === 0 ? 1 : Math.max(1, set.expected / read) };
  });
  const setOf = (term: string) => found.find(({ beside }) => beside === filterOf(term)) ?? found[0];
  return {
    terms: rows,
    isEstimate: found.some(({ scale }) => scale !== 1),
    count: (term) => {
      const set = setOf(term);
      return scaled(set?.terms.get(term) ?? 0, set?.scale ?? 1);
    },
  };
}

/** Rounds estimates to two significant digits. */
export function scaled(count: number, scale: number): number {
  return scale === 1 ? count : Number((count * scale).toPrecision(2));
}

const prefixOf = (name: string) =>
  name === 'category' ? '#' : name === 'pricing' ? '$' : factLexeme(name, '');

// Counts live listings: all from differences that triggers store, filtered ones from a bounded sample.
import { BaseModel } from '../../db/models/base.js';
import { prepare } from '../../db/prepared.js';
import { listTag, type Tag, WORDS_TAG } from '../../db/public-content.js';
import { onPrimary } from '../../db/replicas.js';
import { keep } from '../kernel/kept.js';
import { log } from '../kernel/log.js';
import { onceAMinute } from '../kernel/once-a-minute.js';
import { factLexeme } from '../listings/facts.js';
import { type Filter, filterOf, SPELLING } from './filters.js';
import { Bindings, runSearch } from './statement.js';
import { type Condition, tiersOfFilters } from './tiers.js';
import { readVocabulary, type Vocabulary } from './vocabulary.js';

/** Differences that may wait to be folded: few enough to sum at every read. */
const MAX_DIFFERENCES = 1000;

/** With more terms (anyone can add values) counting is slow: counts are reread in the background after a minute. */
const MANY = 20_000;
const MAX_LAG_MS = 60_000;

export interface CountedTerm {
  readonly term: string;
  /** The spelling of a fact's value. */
  readonly value: string | null;
  readonly listings: number;
}

export const MOST_VALUES = 100;

/** Counts by term; of each fact only the commonest terms. */
export function keptCounts(which: string, tags: readonly Tag[], many = MANY) {
  const all = prepare<CountedTerm & { differences: number; groups: number }>(
    `select counted.*, spelled.value from (
       select term, sum(listings)::int as listings,
         row_number() over (partition by split_part(term, ':', 1) order by sum(listings) desc, term) as place,
         (sum(count(*)) over () - count(*) over ())::int as differences, (count(*) over ())::int as groups
       from term_counts where ${which} group by term
     ) as counted ${SPELLING} where place <= ${MOST_VALUES}`,
  );
  const read = async () => {
    const rows = await all();
    const [{ differences, groups } = { differences: 0, groups: 0 }] = rows;
    if (differences > MAX_DIFFERENCES) void onPrimary(foldCounts);
    return { groups, counts: rows.filter(({ listings }) => listings !== 0) };
  };
  const kept = keep(read, tags, ({ groups }) => (groups > many ? MAX_LAG_MS : 0));
  return {
    read: async (): Promise<readonly CountedTerm[]> => (await kept.get()).counts,
    /** Whether counts may be a minute old. */
    isSlow: kept.isLagging,
  };
}

/** Counts all live listings (the empty term), those of a category (#ai) and of a pricing model ($free). */
export const listCounts = keptCounts(`term < '='`, [listTag()]);
/** Counts live listings by value of a fact. */
export const termCounts = keptCounts(`term >= '='`, [WORDS_TAG]);

let folding: Promise<void> | null = null;

/** Adds each difference once: the process that deletes its row adds it. Resolves even on failure. */
export function foldCounts(): Promise<void> {
  folding ??= BaseModel.knex()
    .raw(
      `with many as (select term from term_counts group by term having count(*) > 1 or sum(listings) = 0),
         folded as (
           delete from term_counts where ctid in (
             select ctid from term_counts where term in (table many) for update skip locked
           ) returning *
         )
       insert into term_counts select term, sum(listings) from folded group by term having sum(listings) <> 0`,
    )
    .then(
      () => undefined,
      (error: unknown) => log.warn({ err: error }, 'the counts of listings were not folded'),
    )
    .finally(() => {
      folding = null;
    });
  return folding;
}

/** Listings read per set: with 1,500 a statement took 43 ms of CPU at p99, with 800 it takes 31. */
const MOST = 800;
/** Newest listings read if the index would read too much. */
const WALK = 2000;
const MAX_EFFORT = 4000;

/** Counts the terms of listings that meet all filters, and for each filter the terms of those that meet the
 * others. If all filters are common, an estimate that may be a minute old. */
export async function sampleTerms(filters: readonly Filter[]) {
  const vocabulary = await readVocabulary();
  const isCommon = (filter: Filter) => !isRare(tiersOfFilters([filter], vocabulary).all, vocabulary);
  return filters.every(isCommon) ? estimateTerms(JSON.stringify(filters)) : readTerms(filters);
}

const isRare = ({ probe, effort }: Condition, { size }: Vocabulary) =>
  probe !== null && effort * size <= MAX_EFFORT;

const estimateTerms = onceAMinute((filters: string) => readTerms(JSON.parse(filters) as Filter[]));

async function readTerms(filters: readonly Filter[]) {
  const vocabulary = await readVocabulary();
  const bindings = new Bindings();
  const names = [null, ...(filters.length > 1 ? filters.map(({ name }) => name) : [])];
  const sets = names.map((beside, index) => {
    const others = filters.filter(({ name }) => name !== beside);
    const { all } = tiersOfFilters(others, vocabulary);
    const isByIndex = isRare(all, vocabulary);
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
    count: (term: string) => {
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

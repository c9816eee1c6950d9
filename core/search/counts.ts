// Counts of live listings: kept by triggers as differences, or of as many filtered ones as a statement may read.
import { Model } from 'objection';
import { BaseModel } from '../../db/models/base.js';
import { prepare } from '../../db/prepared.js';
import { isCurrent, publicContentVersion, type Tag, WORDS_TAG } from '../../db/public-content.js';
import { onPrimary } from '../../db/replicas.js';
import { log } from '../kernel/log.js';
import { factLexeme } from '../listings/facts.js';
import type { Token } from '../listings/tokens.js';
import { filterFacts } from '../settings/facts.js';
import { type Filter, filterOf, SPELLING } from './filters.js';
import { Bindings, runSearch } from './statement.js';
import { tiersOfFilters } from './tiers.js';
import { readVocabulary } from './vocabulary.js';

/** Differences that may wait to be folded: few enough to sum at every read. */
const MAX_DIFFERENCES = 1000;

/** More values (anyone can add some) take long to count: they are reread in the background after a minute. */
const MANY = 20_000;
const MAX_LAG_MS = 60_000;

interface Size {
  readonly differences: number;
  readonly groups: number;
}

interface Reading<Row> {
  /** The version of the public content when reading began. */
  readonly since: number | null;
  readonly knex: unknown;
  readonly counts: Promise<readonly Row[]>;
  /** When it may be read again, in milliseconds since 1970; 0: after a change. */
  againAt: number;
}

/** A table of counts, read once after a change, or on every call while notifications are disconnected. */
export class KeptCounts<Row extends { readonly listings: number }> {
  #latest: Reading<Row> | null = null;
  #folding: Promise<void> | null = null;
  readonly #all;

  /** @param most the groups to limit, and the limit */
  constructor(
    private readonly table: string,
    private readonly columns: string,
    private readonly tags: readonly Tag[],
    most?: { readonly each: string; readonly count: number },
    private readonly many = MANY,
  ) {
    const place = most
      ? `row_number() over (partition by ${most.each} order by sum(listings) desc, ${columns})`
      : '0';
    this.#all = prepare<Row & Size>(
      `select counted.*${most ? ', spelled.value' : ''} from (
         select ${columns}, sum(listings)::int as listings, ${place} as place,
           (sum(count(*)) over () - count(*) over ())::int as differences, (count(*) over ())::int as groups
         from ${table} group by ${columns}
       ) as counted ${most ? SPELLING : ''} where place <= ${most?.count ?? 0}`,
    );
  }

  read(): Promise<readonly Row[]> {
    const since = publicContentVersion();
    const latest = this.#latest?.knex === Model.knex() ? this.#latest : null;
    if (latest && isCurrent(latest.since ?? -1, this.tags)) return latest.counts;
    if (latest && latest.againAt > 0 && since !== null) {
      if (Date.now() >= latest.againAt) {
        latest.againAt = Number.POSITIVE_INFINITY;
        const next = this.#begin(since);
        next.counts.then(
          () => {
            this.#latest = next;
          },
          () => {
            latest.againAt = 0;
          },
        );
      }
      return latest.counts;
    }
    const reading = this.#begin(since);
    this.#latest = since === null ? null : reading;
    reading.counts.catch(() => {
      if (this.#latest === reading) this.#latest = null;
    });
    return reading.counts;
  }

  /** Whether counts may be a minute old. */
  get isSlow(): boolean {
    return (this.#latest?.againAt ?? 0) > 0;
  }

  #begin(since: number | null): Reading<Row> {
    const counts = this.#readAll();
    const reading: Reading<Row> = { since, knex: Model.knex(), counts, againAt: 0 };
    counts.then(
      ([first]) => {
        if (first && first.groups > this.many) reading.againAt = Date.now() + MAX_LAG_MS;
      },
      () => undefined,
    );
    return reading;
  }

  async #readAll(): Promise<readonly (Row & Size)[]> {
    const rows = await this.#all();
    if ((rows[0]?.differences ?? 0) > MAX_DIFFERENCES) void onPrimary(() => this.fold());
    return rows.filter(({ listings }) => listings !== 0);
  }

  /** Adds each difference once: the process that deletes its row adds it. Resolves even on failure. */
  fold(): Promise<void> {
    const { table, columns } = this;
    this.#folding ??= BaseModel.knex()
      .raw(
        `with many as (select ${columns} from ${table} group by ${columns} having count(*) > 1 or sum(listings) = 0),
           folded as (
             delete from ${table} where ctid in (
               select ctid from ${table} where (${columns}) in (select ${columns} from many) for update skip locked
             ) returning *
           )
         insert into ${table} select ${columns}, sum(listings) from folded group by ${columns} having sum(listings) <> 0`,
      )
      .then(
        () => undefined,
        (error: unknown) => log.warn({ err: error, table }, 'the counts of listings were not folded'),
      )
      .finally(() => {
        this.#folding = null;
      });
    return this.#folding;
  }
}

export interface CountedTerm {
  readonly term: string;
  /** The spelling of a fact's value. */
  readonly value: string | null;
  readonly listings: number;
}

export const MOST_VALUES = 100;

export const termCounts = new KeptCounts<CountedTerm>('term_counts', 'term', [WORDS_TAG], {
  each: "split_part(term, ':', 1)",
  count: MOST_VALUES,
});

/** Whether the words are a value of a filter without pages, such as a platform. */
export async function namesValue(words: readonly Pick<Token, 'parts'>[]): Promise<boolean> {
  const term = words.flatMap(({ parts }) => parts).join('-');
  const lexemes = filterFacts().flatMap(({ key, pages }) => (pages ? [] : [factLexeme(key, term)]));
  return term !== '' && (await termCounts.read()).some((one) => lexemes.includes(one.term));
}

/** Listings read per set: with 1,500 a statement took 43 ms of CPU at p99, with 800 it takes 31. */
const MOST = 800;
/** Newest listings read if the index would read too much. */
const WALK = 2000;
const MAX_EFFORT = 4000;

/** Reads listings that meet all filters, and per filter those that meet the others: one bounded statement. */
export async function sampleTerms(filters: readonly Filter[]) {
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

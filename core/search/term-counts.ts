// Counts of live listings that triggers keep as differences, so that no list has to count rows.
import { Model } from 'objection';
import { BaseModel } from '../../db/models/base.js';
import { prepare } from '../../db/prepared.js';
import { isCurrent, publicContentVersion, type Tag, WORDS_TAG } from '../../db/public-content.js';
import { onPrimary } from '../../db/replicas.js';
import { log } from '../kernel/log.js';
import { factLexeme } from '../listings/facts.js';
import type { Token } from '../listings/tokens.js';
import { filterFacts } from '../settings/facts.js';
import { SPELLING } from './filters.js';
import type { CountedTerm } from './samples.js';

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

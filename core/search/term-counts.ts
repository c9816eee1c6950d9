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

/** Differences that may wait to be folded: few enough to be summed at every read. */
const MAX_DIFFERENCES = 1000;

/**
 * A table of counts that every list shows: read once after a change, with one query for all concurrent callers; on every
 * call while notifications of changes are disconnected.
 * @param tags of the public content it depends on
 */
export class KeptCounts<Row extends { readonly listings: number }> {
  /** With the database, and the version of its public content when the read began. */
  #latest: { since: number; knex: unknown; counts: Promise<readonly Row[]> } | null = null;
  #folding: Promise<void> | null = null;
  readonly #all;

  /** @param most of each group of these, if not all */
  constructor(
    private readonly table: string,
    private readonly columns: string,
    private readonly tags: readonly Tag[],
    most?: { readonly each: string; readonly count: number },
  ) {
    const place = most
      ? `row_number() over (partition by ${most.each} order by sum(listings) desc, ${columns})`
      : '0';
    this.#all = prepare<Row & { differences: number }>(
      `select counted.*${most ? ', spelled.value' : ''} from (
         select ${columns}, sum(listings)::int as listings, ${place} as place,
           (sum(count(*)) over () - count(*) over ())::int as differences
         from ${table} group by ${columns}
       ) as counted ${most ? SPELLING : ''} where place <= ${most?.count ?? 0}`,
    );
  }

  /** Without zeros. */
  read(): Promise<readonly Row[]> {
    const since = publicContentVersion();
    const knex = Model.knex();
    if (this.#latest?.knex === knex && isCurrent(this.#latest.since, this.tags)) return this.#latest.counts;
    const counts = this.#readAll();
    const reading = since === null ? null : { since, knex, counts };
    this.#latest = reading;
    counts.catch(() => {
      if (this.#latest === reading) this.#latest = null;
    });
    return counts;
  }

  async #readAll(): Promise<readonly Row[]> {
    const rows = await this.#all();
    if ((rows[0]?.differences ?? 0) > MAX_DIFFERENCES) void onPrimary(() => this.fold());
    return rows.filter(({ listings }) => listings !== 0);
  }

  /** Folds the differences, each once: who deletes a row adds it. Resolves even if it fails. */
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

/** Values of a fact among facets. */
export const MOST_VALUES = 100;

/** The commonest terms of each filter. */
export const termCounts = new KeptCounts<CountedTerm>('term_counts', 'term', [WORDS_TAG], {
  each: "split_part(term, ':', 1)",
  count: MOST_VALUES,
});

/** Whether words are the value of a filter without pages of its own, such as a platform. */
export async function namesValue(words: readonly Pick<Token, 'parts'>[]): Promise<boolean> {
  const term = words.flatMap(({ parts }) => parts).join('-');
  const lexemes = filterFacts().flatMap(({ key, pages }) => (pages ? [] : [factLexeme(key, term)]));
  return term !== '' && (await termCounts.read()).some((one) => lexemes.includes(one.term));
}

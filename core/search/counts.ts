// The number of live listings of each kind, from the counts that the database maintains.
import { Model } from 'objection';
import { BaseModel } from '../../db/models/base.js';
import { prepare } from '../../db/prepared.js';
import { isCurrent, listTag, publicContentVersion } from '../../db/public-content.js';
import { onPrimary } from '../../db/replicas.js';
import { log } from '../kernel/log.js';

/** Live listings of a category ('' for all of them) and a pricing model ('' for none). */
export interface ListingCount {
  readonly category: string;
  readonly pricing_model: string;
  readonly listings: number;
}

/** Differences that may wait to be folded: few enough to be summed at every read. */
const MAX_DIFFERENCES = 1000;

let folding: Promise<void> | null = null;

const allCounts = prepare<ListingCount & { differences: number }>(
  `select category, pricing_model, sum(listings)::int as listings, count(*) as differences
   from listing_counts group by category, pricing_model`,
);

interface Reading {
  /** The version of the public content when the read began. */
  readonly since: number;
  /** The database they were read from. */
  readonly knex: unknown;
  readonly counts: Promise<readonly ListingCount[]>;
}

let latest: Reading | null = null;

/**
 * The counts by category and pricing model, without zeros. Every list shows them: they are read once after a change,
 * with one query for all concurrent callers; on every call while notifications of changes are disconnected.
 */
export function readListingCounts(): Promise<readonly ListingCount[]> {
  const since = publicContentVersion();
  const knex = Model.knex();
  if (latest?.knex === knex && isCurrent(latest.since, [listTag()])) return latest.counts;
  const counts = readCounts();
  const reading = since === null ? null : { since, knex, counts };
  latest = reading;
  counts.catch(() => {
    if (latest === reading) latest = null;
  });
  return counts;
}

async function readCounts(): Promise<readonly ListingCount[]> {
  const rows = await allCounts();
  const differences = rows.reduce((sum, row) => sum + row.differences, 0);
  if (differences > MAX_DIFFERENCES) void onPrimary(foldListingCounts);
  return rows.filter(({ listings }) => listings !== 0);
}

/** Folds the differences, each once: who deletes a row adds it. Resolves even if it fails. */
export function foldListingCounts(): Promise<void> {
  folding ??= BaseModel.knex()
    .raw(
      `with folded as (
         delete from listing_counts where ctid in (select ctid from listing_counts for update skip locked) returning *
       )
       insert into listing_counts
         select category, pricing_model, sum(listings) from folded group by 1, 2 having sum(listings) <> 0`,
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

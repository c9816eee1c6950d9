// Rebuilding search rows of an earlier version, while searches continue.
import { ListingModel } from '../../db/models/listings.js';
import { reindexSome } from '../listings/indexing.js';
import { SEARCH_VERSION } from '../listings/search-document.js';

const BATCH = 200;

/** The number of listings, and how many of them have no search row or one of an earlier version. */
export async function countStale(): Promise<{ total: number; stale: number }> {
  const { rows } = await ListingModel.knex().raw<{ rows: { total: number; stale: number }[] }>(
    `select (select count(*) from listings) as total,
       (select count(*) from listings left join listing_search using (id) where version is distinct from ?) as stale`,
    [SEARCH_VERSION],
  );
  return rows[0] ?? { total: 0, stale: 0 };
}

/**
 * Rebuilds stale rows, in small transactions. If stopped, the next call resumes; rows that are being written at that
 * moment are indexed by their writer.
 * @param onDerived called with the number of rows just rebuilt
 * @returns how many were rebuilt
 */
export async function reindexListings(
  signal: AbortSignal,
  onDerived: (count: number) => void = () => undefined,
): Promise<number> {
  let done = 0;
  for (let after: string | null = null; !signal.aborted; ) {
    const batch: Awaited<ReturnType<typeof reindexSome>> = await reindexSome(after, BATCH);
    if (batch === null) break;
    done += batch.derived;
    after = batch.last;
    onDerived(batch.derived);
  }
  return done;
}

// Search rows of an earlier derivation, derived anew while searching goes on.
import { ListingModel } from '../../db/models/listing.js';
import { reindexSome } from '../listings/indexing.js';
import { SEARCH_VERSION } from '../listings/search-document.js';

const BATCH = 200;

/** How many listings there are, and of how many the search row is missing or of an earlier version. */
export async function countStale(): Promise<{ total: number; stale: number }> {
  const { rows } = await ListingModel.knex().raw<{ rows: { total: number; stale: number }[] }>(
    `select (select count(*) from listings) as total,
       (select count(*) from listings left join listing_search using (id) where version is distinct from ?) as stale`,
    [SEARCH_VERSION],
  );
  return rows[0] ?? { total: 0, stale: 0 };
}

/**
 * Derives what is stale, in small transactions. Stopped, it goes on at the next call; rows that somebody is writing
 * at that moment are derived by their writer.
 * @param onDerived called with how many were derived just now
 * @returns how many were derived
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

// Listings like another one.
import { prepare } from '../../db/prepared.js';
import type { Actor } from '../kernel/actor.js';
import { PRESENTED_SELECT, type PresentedRow, presentListing } from '../listings/present.js';
import type { Listing } from '../listings/schema.js';

/** Looked at before choosing: enough for a good match, few enough for a common category among a million. */
const CANDIDATES = 200;

/** In order of time among those that share no category, or as many. */
const relatedTo = (filter: string) =>
  prepare<PresentedRow>(
    `select ${PRESENTED_SELECT} from (
       select * from listings where status = 'live' and id <> $1 ${filter}
       order by published_at desc limit ${CANDIDATES}
     ) as listings
     order by cardinality(array(select unnest(categories) intersect select unnest($2::text[]))) desc,
       published_at desc, id desc
     limit $3`,
  );
const sharing = relatedTo('and categories && $2::text[]');
const newest = relatedTo('');

/**
 * Live listings that share the most categories with this one, newest first among equals; for a listing
 * without categories the newest ones. One query.
 */
export async function findRelated(
  actor: Actor,
  { id, categories }: Pick<Listing, 'id' | 'categories'>,
  limit = 4,
): Promise<Listing[]> {
  const rows = await (categories?.length ? sharing : newest)([id, categories ?? [], limit]);
  return rows.map((row) => presentListing(row, actor));
}

// The review queue: appeals, reports, flagged and pending listings, dead sites, and new listings without a
// review. Each listing is one item, with any number of reasons.
import type { Transaction } from 'objection';
import { ReviewClaimModel, ReviewSkipModel } from '../../db/models/desk.js';
import { ListingModel } from '../../db/models/listings.js';
import { prepare } from '../../db/prepared.js';
import { emailKey } from '../accounts/emails.js';
import { isUuid } from '../kernel/check.js';
import { isFree } from '../kernel/leases.js';
import type { ReviewFilter, ReviewItem } from './review-schema.js';
import { REVIEW_SOURCES, type ReviewSource } from './schema.js';

const HOLD_MINUTES = 10;
const SKIP_MINUTES = 60;
/** Rows read of each source, or more if the page ends later in the queue. */
const HEAD_ROWS = 200;
/** Maximum listings counted: a thousand new ones take 0.8 ms. */
const MAX_COUNTED = 10_000;

/** Days after which a new listing without review or report leaves the queue. */
const NEW_DAYS = 30;

/** The listings of each source, as `select listing_id, since`. */
const ITEMS_OF: Record<ReviewSource, string> = {
  // An appeal about a listing that its owner archived waits until the listing is restored.
  appeal: `select listing_id, appeals.created_at as since from appeals join listings on listings.id = listing_id
    where closed_at is null and archived_at is null`,
  report: 'select listing_id, created_at as since from reports where closed_at is null',
  policy: `select listing_id, policy_flags.created_at as since
    from policy_flags join listings on listings.id = listing_id
    where status in ('live', 'pending')
      and not exists (select 1 from listing_looks where listing_looks.listing_id = policy_flags.listing_id)`,
  pending: "select id as listing_id, created_at as since from listings where status = 'pending'",
  // The date of a duplicate is not shown; it only puts the oldest first.
  duplicate: `select id as listing_id, created_at as since from listings
    where duplicate_of is not null and status = 'live'`,
  link: `select id as listing_id, link_status_at as since
    from listings join link_checks on listing_id = id
    where link_status is not null and status = 'live' and seen_at is null`,
  // Listings by admins need no review.
  new: `select id as listing_id, created_at as since from listings
    where status = 'live' and created_at > now() - interval '${NEW_DAYS} days'
      and owner_id in (select id from users where role <> 'admin')
      and not exists (select 1 from listing_looks where listing_id = listings.id)`,
};

/** All sources except new listings, which are live: nobody waits for their review. */
export const WAITING_SOURCES = REVIEW_SOURCES.filter((source) => source !== 'new');
export const WAITING_ITEMS = WAITING_SOURCES.map(
  (source) =>
    `select items.*, ${REVIEW_SOURCES.indexOf(source)} as urgency from (${ITEMS_OF[source]}) as items`,
).join(' union all ');

interface QueueRow {
  listingId: string;
  urgencies: number[];
  since: Date;
  claimedBy: string | null;
  claimedByName: string | null;
  claimedSince: Date | null;
  claimedUntil: Date | null;
}

interface Wanted extends ReviewFilter {
  /** Whether the source has to be the most urgent one of a listing, as in the tabs of the desk. */
  isFirst?: boolean;
  isOldestFirst?: boolean;
  /** Only items this moderator can take: not held by a colleague, not skipped. */
  takenBy?: string | undefined;
  listingId?: string | undefined;
  offset?: number;
  limit: number;
}

const canBeTakenBy = (who: string) => `
  not exists (select 1 from review_claims as others
    where others.listing_id = items.listing_id and others.leased_by <> ${who}::uuid and not ${isFree()})
  and not exists (select 1 from review_skips as skips
    where skips.listing_id = items.listing_id and skips.user_id = ${who}::uuid and skips.until > now())`;

function conditionsOf({ category, owner }: ReviewFilter, parameter: (value: unknown) => string): string[] {
  const asked: string[] = [];
  if (category) asked.push(`categories @> array[${parameter(category)}]::text[]`);
  if (owner === 'none') asked.push('owner_id is null');
  else if (owner && isUuid(owner)) asked.push(`owner_id = ${parameter(owner)}::uuid`);
  else if (owner)
    asked.push(`owner_id = (select id from users where email_key = ${parameter(emailKey(owner))})`);
  return asked.map((one) => `listing_id in (select id from listings where ${one})`);
}

/** A page of the queue, by urgency, then age. Far from the head, some sources of a listing may be missing,
 * unless it is requested by id. */
export async function readQueue({
  takenBy,
  listingId,
  isFirst = false,
  isOldestFirst = false,
  offset = 0,
  limit,
  ...filter
}: Wanted) {
  const { source } = filter;
  const values: unknown[] = [offset, limit, Math.max(HEAD_ROWS, offset + limit)];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const where = [
    'true',
    ...(listingId ? [`listing_id = ${parameter(listingId)}::uuid`] : []),
    ...(takenBy ? [canBeTakenBy(parameter(takenBy))] : []),
    ...conditionsOf(filter, parameter),
  ];
  const parts = (source && !isFirst ? [source] : REVIEW_SOURCES).map(
    (name) =>
      `(select listing_id, since, ${REVIEW_SOURCES.indexOf(name)} as urgency from (${ITEMS_OF[name]}) as items
        where ${where.join(' and ')} order by since limit $3::bigint)`,
  );
  // Prepared: planning takes longer than running.
  const read = prepare<QueueRow>(`with items as (
      select listing_id, array_agg(distinct urgency order by urgency) as urgencies, min(since) as since
      from (${parts.join(' union all ')}) as sources group by listing_id)
    select items.listing_id as "listingId", urgencies, items.since, claims.leased_by as "claimedBy",
      users.name as "claimedByName", claims.since as "claimedSince", claims.leased_until as "claimedUntil"
    from items
      left join review_claims as claims on claims.listing_id = items.listing_id and claims.leased_until > now()
      left join users on users.id = claims.leased_by
    where ${source && isFirst ? `urgencies[1] = ${REVIEW_SOURCES.indexOf(source)}` : 'true'}
    order by ${isOldestFirst ? `urgencies[1] = ${REVIEW_SOURCES.indexOf('new')}` : 'urgencies[1]'}, items.since, items.listing_id
    offset $1::bigint limit $2::int`);
  return (await read(values)).map(withSources);
}

export const withSources = <Row extends { urgencies: number[] }>({ urgencies, ...row }: Row) => ({
  ...row,
  sources: urgencies.map((urgency) => REVIEW_SOURCES[urgency] as ReviewSource),
});

type Queued = Awaited<ReturnType<typeof readQueue>>[number];

export function holderOf({ claimedBy, claimedByName, claimedSince }: Queued): ReviewItem['claimed_by'] {
  if (claimedBy === null || claimedSince === null) return null;
  return { id: claimedBy, name: claimedByName ?? '', since: claimedSince.toISOString() };
}

/** Counts matching listings once, by their most urgent source; reads at most MAX_COUNTED + 1 a source. */
export async function countBySource(filter: ReviewFilter, sources: readonly ReviewSource[] = REVIEW_SOURCES) {
  const values: unknown[] = [];
  const where = ['true', ...conditionsOf(filter, (value) => `$${values.push(value)}`)].join(' and ');
  const rows = sources.map(
    (name) =>
      `(select listing_id, ${REVIEW_SOURCES.indexOf(name)} as urgency from (${ITEMS_OF[name]}) as items where ${where} limit ${MAX_COUNTED + 1})`,
  );
  const count = prepare<{ urgency: number; total: number }>(
    `select urgency, count(*)::int as total from (
       select min(urgency) as urgency from (${rows.join(' union all ')}) as items group by listing_id
     ) as listings group by urgency order by urgency`,
  );
  const counted = await count(values);
  return counted.map(({ urgency, total }) => ({ source: REVIEW_SOURCES[urgency] as ReviewSource, total }));
}

/** Number of matching listings in the queue; an estimate beyond MAX_COUNTED. */
export async function countQueue(
  filter: ReviewFilter = {},
  sources = filter.source ? [filter.source] : REVIEW_SOURCES,
): Promise<{ total: number; isEstimate: boolean }> {
  const counted = await countBySource(filter, sources);
  const total = counted.reduce((sum, one) => sum + one.total, 0);
  return { total: Math.min(total, MAX_COUNTED), isEstimate: total > MAX_COUNTED };
}

/** Holds an item for a moderator; false if another has it. @param isForced takes it over from the other */
export async function holdReview(listingId: string, userId: string, isForced = false): Promise<boolean> {
  const isOver = isFree('now()', 'held.leased_until');
  const { rows } = await ReviewClaimModel.knex().raw<{ rows: unknown[] }>(
    `insert into review_claims as held (listing_id, leased_by, leased_until)
     select id, :userId, now() + interval '${HOLD_MINUTES} minutes' from listings where id = :listingId
     on conflict (listing_id) do update set leased_by = excluded.leased_by, leased_until = excluded.leased_until,
       since = case when held.leased_by = excluded.leased_by and not ${isOver} then held.since else now() end
       where :isForced or held.leased_by = excluded.leased_by or ${isOver}
     returning listing_id`,
    { listingId, userId, isForced },
  );
  return rows.length > 0;
}

export async function releaseReview(listingId: string, userId: string, trx?: Transaction): Promise<void> {
  await ReviewClaimModel.query(trx).delete().where({ listing_id: listingId, leased_by: userId });
}

/** Releases an item and hides it from this moderator for a while: another may take it. */
export async function skipReview(listingId: string, userId: string): Promise<void> {
  const until = ReviewSkipModel.raw(`now() + interval '${SKIP_MINUTES} minutes'`) as never;
  await ReviewSkipModel.query()
    .insert({ listingId, userId, until })
    .onConflict(['listing_id', 'user_id'])
    .merge();
  await releaseReview(listingId, userId);
}

/** A digest that changes with the listing, its owner, open reports, an appeal, and every decision. */
export async function versionOf(listingId: string, trx?: Transaction): Promise<string> {
  const { rows } = await (trx ?? ListingModel.knex()).raw<{ rows: [{ version: string }] }>(
    `select md5(concat_ws(' ', extract(epoch from updated_at), status, owner_id, duplicate_of,
       (select string_agg(id::text, ' ' order by id) from reports
         where listing_id = listings.id and closed_at is null),
       (select id from appeals where listing_id = listings.id and closed_at is null),
       (select concat(id, undone_at is null) from review_decisions
         where listing_id = listings.id order by created_at desc limit 1))) as version
     from listings where id = :listingId`,
    { listingId },
  );
  return rows[0].version;
}

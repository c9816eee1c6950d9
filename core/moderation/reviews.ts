// The review desk: the next item of the queue, with everything needed to judge it.
import type { UserModel } from '../../db/models/accounts.js';
import { AuditEntryModel } from '../../db/models/desk.js';
import { type LinkCheckModel, ListingModel } from '../../db/models/listings.js';
import { displayHost } from '../addresses/site.js';
import { type Actor, accountId, requireRight, requireTeam } from '../kernel/actor.js';
import { check } from '../kernel/check.js';
import { notFound } from '../kernel/errors.js';
import { clampLimit, likePattern, MAX_ADMIN_PAGE, presentEach } from '../kernel/lists.js';
import { openAppeal, openReports } from '../listings/report-outcomes.js';
import { findListing } from '../listings/rights.js';
import { withHeldReasons } from '../listings/screen.js';
import { isShared } from '../listings/search-document.js';
import { findingOf, linkCheckOf } from '../upkeep/link-checks.js';
import { presentWithOwner, WITH_OWNER } from './listings.js';
import { presentAppeal, presentReceived } from './reports.js';
import {
  countBySource,
  countQueue,
  holderOf,
  holdReview,
  readQueue,
  versionOf,
  WAITING_SOURCES,
} from './review-queue.js';
import {
  type NextReview,
  type Review,
  type ReviewFilter,
  type ReviewPage,
  ReviewQuery,
} from './review-schema.js';
import { findTwins } from './twins.js';

const SHOWN_DECISIONS = 10;
const CLAIM_TRIES = 10;

/** The queue, most urgent first. @param input ReviewQuery, with its numbers already converted
 * @param isFirst only listings whose most urgent source is the given one */
export async function findReviews(actor: Actor, input: unknown, isFirst = false): Promise<ReviewPage> {
  requireRight(actor, 'desk');
  const { page = 1, limit: wanted, sort, ...filter } = check(ReviewQuery, input);
  const { limit, warnings } = clampLimit(wanted, MAX_ADMIN_PAGE);
  const [queued, { total, isEstimate }] = await Promise.all([
    readQueue({ ...filter, isFirst, isOldestFirst: sort === 'oldest', offset: (page - 1) * limit, limit }),
    isFirst && filter.source ? countFirst(filter) : countQueue(filter),
  ]);
  const rows = await ListingModel.query()
    .findByIds(queued.map(({ listingId }) => listingId))
    .withGraphFetched(WITH_OWNER);
  const presented = presentEach(rows, (row) => presentWithOwner(row, actor));
  const listings = new Map(presented.map((listing) => [listing.id, listing]));
  return {
    reviews: queued.flatMap((item) => {
      const listing = listings.get(item.listingId);
      const { sources, since } = item;
      return listing
        ? { listing, sources, waiting_since: since.toISOString(), claimed_by: holderOf(item) }
        : [];
    }),
    page,
    limit,
    total,
    ...(isEstimate ? { total_is_estimate: true } : {}),
    ...(warnings.length > 0 ? { warnings } : {}),
  };
}

/** Counts the listings that wait for a decision; new listings need none. */
export async function countWaiting(actor: Actor): Promise<{ total: number; isEstimate: boolean }> {
  requireRight(actor, 'desk');
  return countQueue({}, WAITING_SOURCES);
}

/** Counts listings by their most urgent source. */
export async function countWaitingBySource(actor: Actor, filter: ReviewFilter = {}) {
  requireRight(actor, 'desk');
  return countBySource(filter);
}

const countFirst = async ({ source, ...filter }: ReviewFilter) => ({
  total: (await countBySource(filter)).find((one) => one.source === source)?.total ?? 0,
  isEstimate: false,
});

/** Why a listing is queued, its reports, and who else has it open; null if it is not queued. */
export async function findReviewOf(actor: Actor, listingId: string) {
  requireRight(actor, 'desk');
  const [item] = await readQueue({ listingId, limit: 1 });
  if (!item) return null;
  const reports = await presentReceived(actor, await openReports(listingId));
  return { sources: item.sources, claimed_by: otherHolderOf(actor, item), reports };
}

const otherHolderOf = (actor: Actor, item: Parameters<typeof holderOf>[0]) =>
  item.claimedBy === accountId(actor) ? null : holderOf(item);

/** The next item for this moderator, held for ten minutes. @throws DomainError forbidden */
export async function nextReview(actor: Actor) {
  requireTeam(actor);
  const takenBy = actor.account.id;
  for (let attempt = 0; attempt < CLAIM_TRIES; attempt++) {
    const [item] = await readQueue({ takenBy, limit: 1 });
    if (!item) break;
    if (!(await holdReview(item.listingId, takenBy))) continue;
    const next = await answerWith(actor, item.listingId);
    if (next.review) return next;
  }
  return answerWith(actor, null);
}

/** Shows the next item without holding it; the moderator's first action holds it. */
export async function peekReview(actor: Actor, filter: ReviewFilter) {
  requireTeam(actor);
  const [item] = await readQueue({ ...filter, isFirst: true, takenBy: actor.account.id, limit: 1 });
  return answerWith(actor, item?.listingId ?? null);
}

/** A listing as an item of the queue, whoever has it open. @throws DomainError not_found */
export async function getReview(actor: Actor, slug: string): Promise<NextReview> {
  requireTeam(actor);
  const { id } = await findListing(actor, slug);
  const answer = await answerWith(actor, id);
  if (!answer.review) throw notFound('review');
  return answer;
}

async function answerWith(actor: Actor, listingId: string | null): Promise<NextReview> {
  const [review, { total, isEstimate }] = await Promise.all([
    listingId === null ? null : describe(actor, listingId),
    countQueue(),
  ]);
  return { review, waiting: total, ...(isEstimate ? { waiting_is_estimate: true } : {}) };
}

async function describe(actor: Actor, listingId: string): Promise<Review | null> {
  const [item] = await readQueue({ listingId, limit: 1 });
  if (!item) return null;
  const row = await ListingModel.query()
    .findById(listingId)
    .withGraphFetched(WITH_OWNER)
    .throwIfNotFound(() => notFound('review'));
  const flag = row.policyFlag?.evidence;
  const [reports, twins, appeal, link, ownerHistory, decisions, version, older] = await Promise.all([
    openReports(row.id).then((reports) => presentReceived(actor, reports)),
    findTwins(row),
    openAppeal(row.id),
    linkCheckOf(row.id),
    historyOf(row.owner ?? null),
    decisionsOnHost(row),
    versionOf(row.id),
    row.duplicateOf === null ? undefined : ListingModel.query().findById(row.duplicateOf).select('slug'),
  ]);
  const [listing] = await withHeldReasons(actor, [presentWithOwner(row, actor)]);
  return {
    listing: listing as ReturnType<typeof presentWithOwner>,
    sources: item.sources,
    waiting_since: item.since.toISOString(),
    reports,
    twins,
    duplicate_of: older?.slug ?? null,
    appeal: appeal ? presentAppeal(appeal) : null,
    policy: flag ? [flag] : [],
    link: toLinkEvidence(row, link, actor),
    owner_history: ownerHistory,
    host_decisions: decisions,
    version,
    claimed_by: otherHolderOf(actor, item),
    claimed_until: item.claimedBy === accountId(actor) ? (item.claimedUntil?.toISOString() ?? null) : null,
  };
}

function toLinkEvidence(row: ListingModel, check: LinkCheckModel | undefined, actor: Actor): Review['link'] {
  if (row.linkStatus === null || !check?.checkedAt) return null;
  return {
    status: row.linkStatus,
    since: (row.linkStatusAt ?? check.checkedAt).toISOString(),
    detail: findingOf(check, actor),
    failures: check.failures,
    checked_at: check.checkedAt.toISOString(),
  };
}

async function historyOf(owner: UserModel | null): Promise<Review['owner_history']> {
  if (!owner) return null;
  const { rows } = await ListingModel.knex().raw<{
    rows: [Omit<NonNullable<Review['owner_history']>, 'created_at'>];
  }>(
    `with own as (select id, status from listings where owner_id = :id)
     select (count(*) filter (where status = 'live'))::int as live,
       (count(*) filter (where status = 'pending'))::int as pending,
       (count(*) filter (where status = 'rejected'))::int as rejected,
       (count(*) filter (where status = 'archived'))::int as archived,
       (select count(distinct subject_id)::int from audit_entries where subject_type = 'listing'
         and subject_id in (select id::text from own limit 1000) and action = 'listing.approve') as approved,
       (select count(*)::int from reports where outcome = 'upheld' and listing_id in (select id from own limit 1000))
         as reports_upheld
     from own`,
    { id: owner.id },
  );
  return { created_at: owner.createdAt.toISOString(), ...rows[0] };
}

async function decisionsOnHost(row: ListingModel): Promise<Review['host_decisions']> {
  const named = displayHost(row.websiteUrl);
  const host = isShared(named) ? row.urlKey : named;
  const same = ListingModel.query()
    .whereRaw('(url_key = ? or url_key like ?)', [host, `${likePattern(host).slice(1, -1)}/%`])
    .select(ListingModel.raw('id::text'))
    .limit(SHOWN_DECISIONS * 5);
  const entries = await AuditEntryModel.query()
    .where('subject_type', 'listing')
    .whereIn('subject_id', same)
    .whereIn('action', ['listing.reject', 'listing.approve', 'listing.review'])
    .orderBy('id', 'desc')
    .limit(SHOWN_DECISIONS);
  return entries.map(({ at, action, subjectLabel, reason }) => ({
    at: at.toISOString(),
    action,
    slug: subjectLabel ?? '',
    reason,
  }));
}

// Checks whether the sites of live listings respond, once per interval (server/jobs/check-links.ts). A site
// that fails three times over two weeks is marked, and a moderator decides.
import type { Transaction } from 'objection';
import { LinkCheckModel, ListingModel } from '../../db/models/listings.js';
import { type Actor, systemActor } from '../kernel/actor.js';
import { config } from '../kernel/config.js';
import { fieldError, fromColumns, type Reader, type Said, say } from '../kernel/errors.js';
import { isFree, RELEASED } from '../kernel/leases.js';
import { inTransaction } from '../kernel/transaction.js';
import { readPatch } from '../listings/content.js';
import { notifyOwnerOfSite } from '../listings/owner-mail.js';
import { instant } from '../listings/present.js';
import { recordListing } from '../listings/rights.js';
import { AdminListingPatch } from '../listings/schema.js';
import { endpointOf, serversOfListings } from '../listings/servers.js';
import { changeListing } from '../listings/submit.js';
import type { McpAnswer, Probe, RepositoryPlace, RepositoryReading } from '../reader/reader.js';
import { findFact } from '../settings/facts.js';
import { repositoriesOf, settleRepository } from './repository-facts.js';

const DAY = 24 * 60 * 60 * 1000;
/** Consecutive failures, and their minimum span, before a listing is marked: sites may be down for a week. */
const FAILURES = 3;
const FAILING_FOR = 14 * DAY;
const LEASE_SECONDS = 10 * 60;
const SCHEDULE_BATCH = 5_000;

export interface DueLink {
  readonly listingId: string;
  readonly websiteUrl: string;
  /** The listing's MCP server; null: none that can be checked. */
  readonly endpoint: string | null;
  readonly repository?: RepositoryPlace | undefined;
}

/** The result of a check; `skipped` says nothing about the site. */
interface LinkResult extends Omit<Probe, 'isNetwork'> {
  readonly mcp?: McpAnswer | null;
  readonly repository?: RepositoryReading | null;
}

const interval = () => config.linkCheckDays * DAY;

/** Schedules live listings at random times within the interval, so that checks are spread even after a bulk
 * submission. Postpones listings that are not live. @returns how many were scheduled */
export async function scheduleLinkChecks(now = new Date()): Promise<number> {
  const knex = LinkCheckModel.knex();
  const times = { now, interval: interval() / 1000, most: SCHEDULE_BATCH };
  await knex.raw(
    `update link_checks set due_at = cast(:now as timestamptz) + make_interval(secs => :interval) from listings
     where listings.id = listing_id and due_at <= :now and status <> 'live'`,
    times,
  );
  const { rowCount } = await knex.raw<{ rowCount: number }>(
    `insert into link_checks (listing_id, due_at)
     select id, cast(:now as timestamptz) + random() * make_interval(secs => :interval) from listings
     where status = 'live' and not exists (select 1 from link_checks where listing_id = listings.id)
     limit :most on conflict do nothing`,
    times,
  );
  return rowCount;
}

/** Leases due sites, longest overdue first; with LINK_CHECKS=off only those requested by staff. */
export async function leaseLinks(limit: number, now = new Date()): Promise<DueLink[]> {
  const { rows } = await LinkCheckModel.knex().raw<{ rows: Pick<DueLink, 'listingId' | 'websiteUrl'>[] }>(
    `with due as (
       select listing_id, website_url from link_checks join listings on listings.id = listing_id
       where due_at <= :now and ${isFree('now()', 'link_checks.leased_until')} and status = 'live' and (:isOn or asked_at is not null)
       order by due_at limit :limit for update of link_checks skip locked)
     update link_checks set leased_until = now() + make_interval(secs => :seconds) from due where due.listing_id = link_checks.listing_id
     returning due.listing_id as "listingId", due.website_url as "websiteUrl"`,
    { now, limit, isOn: config.linkChecks, seconds: LEASE_SECONDS },
  );
  if (rows.length === 0) return [];
  const ids = rows.map(({ listingId }) => listingId);
  const servers = findFact('mcp_endpoint') ? await serversOfListings(ids) : null;
  const repositories = await repositoriesOf(ids);
  return rows.map((row) => {
    const server = servers?.get(row.listingId);
    const repository = repositories.get(row.listingId);
    return { ...row, endpoint: server ? endpointOf(server) : null, repository };
  });
}

/** Postpones leased checks: another listing of the host comes first, or this machine is offline. */
export async function postponeLinks(links: readonly DueLink[], until: Date): Promise<void> {
  const ids = links.map(({ listingId }) => listingId);
  await LinkCheckModel.query()
    .findByIds(ids)
    .patch({ ...RELEASED, dueAt: until });
}

/** Stores the result, and marks or clears the listing if necessary. Skips a listing changed since. */
export async function settleLink(
  link: Pick<DueLink, 'listingId' | 'websiteUrl'>,
  result: LinkResult,
  now = new Date(),
): Promise<void> {
  const actor = systemActor('job');
  await inTransaction(actor, async (trx) => {
    const listing = await ListingModel.query(trx).findById(link.listingId).forUpdate();
    const row = await LinkCheckModel.query(trx).findById(link.listingId);
    if (!row || listing?.status !== 'live' || listing.websiteUrl !== link.websiteUrl) return;
    const later = stateAfter(row, result, now);
    const before = listing.linkStatus;
    const status = statusAfter(before, later);
    await row.$query(trx).patch({
      ...RELEASED,
      ...later,
      dueAt: new Date(now.getTime() + interval()),
      askedAt: null,
      ...(status === before ? {} : { seenAt: null }),
    });
    const facts = {
      ...(result.mcp && findFact('mcp_endpoint') ? { mcp_endpoint: result.mcp } : {}),
      ...(result.repository && (await settleRepository(trx, listing, result.repository))),
    };
    if (Object.keys(facts).length > 0)
      await changeListing(trx, actor, listing, readPatch({ facts }, AdminListingPatch));
    await mark(trx, actor, listing, { status, detail: result.found, now });
  });
}

/** Marks a live listing at once as failed checks would after two weeks: a moderator found its site dead. */
export async function markDead(trx: Transaction, actor: Actor, listing: ListingModel) {
  if (listing.status !== 'live') throw fieldError('decision', say('error.check-live'), 'not_live');
  const now = new Date();
  const detail = say('link-found.moderator');
  const checked = { checkedAt: now, outcome: 'unreachable' as const, said: detail, seenAt: now };
  const failed = { failures: FAILURES, firstFailedAt: now, dueAt: new Date(now.getTime() + interval()) };
  await LinkCheckModel.query(trx)
    .insert({ listingId: listing.id, ...checked, ...failed })
    .onConflict('listing_id')
    .merge();
  await mark(trx, actor, listing, { status: 'unreachable', detail, now });
}

/** Marks or clears a listing. Emails its owner only if it was not marked before, not if a dead site becomes parked. */
async function mark(
  trx: Transaction,
  actor: Actor,
  listing: ListingModel,
  { status, detail, now }: { status: ListingModel['linkStatus']; detail: Said; now: Date },
): Promise<void> {
  const { linkStatus: before } = listing;
  if (status === before) return;
  await listing.$query(trx).patch({ linkStatus: status, linkStatusAt: status === null ? null : now });
  await recordListing(trx, actor, listing, 'listing.link-status', {
    before: { link_status: before },
    after: { link_status: status },
    reason: detail,
  });
  if (before === null && status !== null) await notifyOwnerOfSite(trx, actor, listing, { status, detail });
}

/** Schedules another check of a site marked by mistake. */
export async function forgetFailures(trx: Transaction, listingId: string): Promise<void> {
  const now = new Date();
  await LinkCheckModel.query(trx)
    .findById(listingId)
    .patch({ failures: 0, firstFailedAt: null, dueAt: now, askedAt: now });
}

function stateAfter(row: LinkCheckModel, { outcome, found }: LinkResult, now: Date) {
  const check = { checkedAt: now, outcome, said: found };
  if (outcome === 'skipped') return { ...check, failures: row.failures, firstFailedAt: row.firstFailedAt };
  if (outcome === 'ok') return { ...check, failures: 0, firstFailedAt: null };
  return { ...check, failures: row.failures + 1, firstFailedAt: row.firstFailedAt ?? now };
}

function statusAfter(
  before: ListingModel['linkStatus'],
  { outcome, failures, firstFailedAt, checkedAt }: ReturnType<typeof stateAfter>,
): ListingModel['linkStatus'] {
  if (outcome === 'ok') return null;
  if (outcome !== 'unreachable' && outcome !== 'parked') return before;
  const span = checkedAt.getTime() - (firstFailedAt?.getTime() ?? 0);
  return before !== null || (failures >= FAILURES && span >= FAILING_FOR) ? outcome : null;
}

/** Schedules a check within a minute. @throws DomainError validation_error (action) unless it is live */
export async function requestLinkCheck(
  trx: Transaction,
  actor: Actor,
  row: ListingModel,
  reason: string | null,
): Promise<void> {
  if (row.status !== 'live') throw fieldError('action', say('error.check-live'), 'not_live');
  const now = new Date();
  await LinkCheckModel.query(trx)
    .insert({ listingId: row.id, dueAt: now, askedAt: now })
    .onConflict('listing_id')
    .merge(['due_at', 'asked_at']);
  await recordListing(trx, actor, row, 'listing.check-link', { reason });
}

export const findingOf = ({ said }: LinkCheckModel, reader: Reader): string =>
  fromColumns(said, null, reader) ?? '';

export function linkCheckOf(listingId: string): Promise<LinkCheckModel | undefined> {
  return LinkCheckModel.query().findById(listingId).whereNotNull('checked_at').execute() as never;
}

/** When a site was last reached; null if the last check failed or there was none. */
export async function reachedAt(listingId: string): Promise<string | null> {
  const check = await linkCheckOf(listingId);
  return check?.outcome === 'ok' ? instant(check.checkedAt) : null;
}

export async function countLinks() {
  type Counts = { due: number; unreachable: number; parked: number };
  const { rows } = await LinkCheckModel.knex().raw<{ rows: [Counts] }>(
    `select (select count(*)::int from link_checks where due_at <= now() and ${isFree()}) as due,
       count(*) filter (where link_status = 'unreachable')::int as unreachable,
       count(*) filter (where link_status = 'parked')::int as parked
     from listings where link_status is not null and status = 'live'`,
  );
  return rows[0];
}

// The pictures of a listing: the columns that a change sets, and the work after its commit. A live listing without a logo
// gets the icon of its site, once (server/jobs/fetch-icons.ts); what an owner removes does not come back.
import type { Transaction } from 'objection';
import { ListingIconModel, ListingModel } from '../../db/models/listings.js';
import { requireSignedIn } from '../kernel/access.js';
import { type Actor, systemActor } from '../kernel/actor.js';
import { recordChange } from '../kernel/audit.js';
import { afterCommit } from '../kernel/background.js';
import { config } from '../kernel/config.js';
import { fieldError, say } from '../kernel/errors.js';
import { causeOfJob } from '../kernel/jobs.js';
import { enqueue } from '../kernel/queue.js';
import { inTransaction } from '../kernel/transaction.js';
import { encodeLogo } from '../pictures/encode.js';
import { freeMedia, holdMedia, retainMedia, toPublicAddress } from '../pictures/media.js';
import { subjectOf } from './rights.js';

let isBrowserMissing = false;

/** Whether captures are possible: SCREENSHOTS is on and the machine has a browser. */
export function isCaptureOn(): boolean {
  return config.screenshots && !isBrowserMissing;
}

/** Called by the worker: while no browser starts, no captures are requested and none stay pending. */
export function reportBrowser(isMissing: boolean): void {
  isBrowserMissing = isMissing;
}

/** Columns to set when website_url is set or changed: request a capture, clear the capture of the old site. */
export function columnsForNewSite(websiteUrl: string, previous?: ListingModel): Partial<ListingModel> {
  const cleared = { screenshotUrl: null, screenshotUpdatedAt: null, linkStatus: null, linkStatusAt: null };
  const asked = columnsForCapture(websiteUrl, previous);
  if (isCaptureOn()) return { ...cleared, ...asked };
  // Captures are off: clear the old site's picture, request none.
  return previous ? { ...cleared, ...asked, screenshotStatus: null } : {};
}

export function columnsForCapture(websiteUrl: string, previous?: ListingModel): Partial<ListingModel> {
  const cause = causeOfJob();
  return {
    screenshotStatus: 'pending',
    captureNumber: (previous?.captureNumber ?? 0) + 1,
    captureUrl: websiteUrl,
    captureCause: Object.keys(cause).length > 0 ? cause : null,
    captureQueuedAt: new Date(),
    captureStartedAt: null,
    captureAttempts: 0,
  };
}

/** Queues a pending capture after the commit, under the id of what caused it. @returns false when the queue is full */
export async function queueCapture({ id, screenshotStatus, captureCause }: ListingModel): Promise<boolean> {
  return (
    screenshotStatus !== 'pending' || enqueue('capture-screenshot', { listingId: id }, captureCause ?? {})
  );
}

/**
 * Completes a change in its transaction: retains the pictures the row now shows, frees those it no longer shows and,
 * after the commit, queues the requested capture.
 * @param before a copy, as a patch changes the row; null for a new one
 * @throws DomainError validation_error on logo_url when it is an address of ours without a picture
 */
export async function settlePictures(trx: Transaction, before: ListingModel | null, after: ListingModel) {
  const had = before ? [before.logoUrl, before.screenshotUrl] : [];
  const has = [after.logoUrl, after.screenshotUrl];
  const missing = await retainMedia(
    trx,
    has.filter((address) => !had.includes(address)),
  );
  if (after.logoUrl !== null && missing.includes(after.logoUrl)) {
    throw fieldError('logo_url', say('invalid.picture-gone'), 'unknown_picture');
  }
  await freeMedia(
    trx,
    had.filter((address) => !has.includes(address)),
  );
  if (after.captureNumber !== before?.captureNumber) afterCommit(trx, () => queueCapture(after));
}

/** Frees the pictures of rows deleted in this transaction. */
export async function freePictures(trx: Transaction, rows: readonly ListingModel[]): Promise<void> {
  await freeMedia(
    trx,
    rows.flatMap(({ logoUrl, screenshotUrl }) => [logoUrl, screenshotUrl]),
  );
}

/** Stores an uploaded logo, to be written as `logo_url` within ten minutes. @throws DomainError as encodeLogo */
export async function uploadLogo(actor: Actor, bytes: Buffer): Promise<string> {
  requireSignedIn(actor, 'listings:write');
  return toPublicAddress(await holdMedia(await encodeLogo(bytes)));
}

export interface DueIcon {
  readonly listingId: string;
  readonly websiteUrl: string;
  readonly attempts: number;
}

/** Milliseconds after which a site that was leased but not settled is due again. */
const LEASE = 10 * 60 * 1000;
/** A site that cannot be reached is tried again after a day, and after two more. */
const MOST_ATTEMPTS = 3;
const DAY = 24 * 60 * 60 * 1000;

/** Leases live listings without a logo whose site was not read yet, or is due again. */
export async function leaseIcons(limit: number, now = new Date()): Promise<DueIcon[]> {
  const { rows } = await ListingIconModel.knex().raw<{ rows: DueIcon[] }>(
    `with due as (
       select listings.id, website_url from listings left join listing_icons on listing_id = listings.id
       where listings.logo_url is null and status = 'live' and (listing_id is null or due_at <= :now)
       order by listings.id limit :limit for update of listings skip locked),
     leased as (
       insert into listing_icons as icons (listing_id, due_at, attempts) select id, :until, 1 from due
       on conflict (listing_id) do update set due_at = :until, attempts = icons.attempts + 1
       returning listing_id, attempts)
     select listing_id as "listingId", website_url as "websiteUrl", attempts
     from leased join due on due.id = listing_id`,
    { now, limit, until: new Date(now.getTime() + LEASE) },
  );
  return rows;
}

/** @param found a held picture; null: the site has none; `unreachable`: it is tried again */
export async function settleIcon(due: DueIcon, found: string | null | 'unreachable', now = new Date()) {
  const actor = systemActor('job');
  await inTransaction(actor, async (trx) => {
    const listing = await ListingModel.query(trx).findById(due.listingId).forUpdate();
    const isSame = listing?.websiteUrl === due.websiteUrl && listing.logoUrl === null;
    if (!listing || !isSame) return;
    if (found === 'unreachable') {
      const isLast = due.attempts >= MOST_ATTEMPTS;
      const dueAt = isLast ? null : new Date(now.getTime() + due.attempts * DAY);
      await ListingIconModel.query(trx).findById(due.listingId).patch({ dueAt });
      return;
    }
    await ListingIconModel.query(trx).findById(due.listingId).patch({ dueAt: null, logoUrl: found });
    if (found === null) return;
    const before = listing.$clone();
    const row = await listing.$query(trx).patchAndFetch({ logoUrl: found });
    await settlePictures(trx, before, row);
    await recordChange(trx, actor, {
      action: 'listing.update',
      subject: subjectOf(row),
      before: { logo_url: null },
      after: { logo_url: found },
    });
  });
}

/** The icon of a former site goes; a removed logo is remembered. @param after the changed fields */
export async function columnsForIcon(
  trx: Transaction,
  { id, logoUrl }: ListingModel,
  after: Readonly<Record<string, unknown>>,
): Promise<Partial<ListingModel>> {
  if ('logo_url' in after) {
    if (after.logo_url !== null) return {};
    const declined = { listingId: id, dueAt: null, declined: true };
    await ListingIconModel.query(trx).insert(declined).onConflict('listing_id').merge(['due_at', 'declined']);
    return {};
  }
  if (!('website_url' in after)) return {};
  const row = await ListingIconModel.query(trx).findById(id);
  if (!row || row.declined) return {};
  await row.$query(trx).delete();
  return row.logoUrl !== null && row.logoUrl === logoUrl ? { logoUrl: null } : {};
}

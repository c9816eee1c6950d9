// The pictures of a listing: the columns a change sets, and the work after its commit. Logos are copied; a live listing
// without one gets its site's icon once (server/jobs/check-links.ts), and a removed icon does not return.
import type { Transaction } from 'objection';
import { ListingIconModel, type ListingModel } from '../../db/models/listings.js';
import { type Actor, accountId, requireSignedIn } from '../kernel/actor.js';
import { afterCommit } from '../kernel/background.js';
import { config } from '../kernel/config.js';
import { fieldError, say } from '../kernel/errors.js';
import { causeOfJob } from '../kernel/jobs.js';
import { RELEASED } from '../kernel/leases.js';
import { enqueue } from '../kernel/queue.js';
import { encodeLogo } from '../pictures/encode.js';
import { freeMedia, holdMedia, isOwnMedia, retainMedia, toPublicAddress } from '../pictures/media.js';

let isBrowserMissing = false;

/** Whether captures are possible: SCREENSHOTS is on and the machine has a browser. */
export function isCaptureOn(): boolean {
  return config.screenshots && !isBrowserMissing;
}

/** Called by the worker: without a working browser, no captures are requested and none stay pending. */
export function reportBrowser(isMissing: boolean): void {
  isBrowserMissing = isMissing;
}

/** Columns for a new website_url: request a capture, clear the old site's capture. */
export function columnsForNewSite(websiteUrl: string, previous?: ListingModel): Partial<ListingModel> {
  const cleared = { screenshotUrl: null, screenshotUpdatedAt: null, linkStatus: null, linkStatusAt: null };
  const asked = columnsForCapture(websiteUrl, previous);
  if (isCaptureOn()) return { ...cleared, ...asked };
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
    ...RELEASED,
    captureAttempts: 0,
  };
}

/** Queues a pending capture after the commit, with the id of its cause. @returns false if the queue is full
 * @param queuedAt place in the queue; by default the last */
export async function queueCapture({ id, screenshotStatus, captureCause }: ListingModel, queuedAt?: Date) {
  if (screenshotStatus !== 'pending') return true;
  const lane = captureCause?.bulk ? 'capture-imported' : 'capture-screenshot';
  return enqueue(lane, { listingId: id }, captureCause ?? {}, queuedAt);
}

/** Completes a change in its transaction: retains the row's pictures, releases those it no longer shows, and
 * queues a requested capture. @param before a copy, as a patch changes the row; null for a new row
 * @throws DomainError validation_error if logo_url is an address of ours that has no picture */
export async function settlePictures(trx: Transaction, before: ListingModel | null, after: ListingModel) {
  const had = before ? picturesOf(before) : [];
  const has = picturesOf(after);
  const missing = await retainMedia(
    trx,
    has.filter((address) => !had.includes(address)),
  );
  if (after.logoUrl !== null && missing.includes(after.logoUrl))
    throw fieldError('logo_url', say('invalid.picture-gone'), 'unknown_picture');
  await freeMedia(
    trx,
    had.filter((address) => !has.includes(address)),
  );
  if (after.captureNumber !== before?.captureNumber) afterCommit(trx, () => queueCapture(after));
  const isTyped = after.logoUrl !== null && !isOwnMedia(after.logoUrl);
  if (isTyped && after.logoUrl !== before?.logoUrl)
    afterCommit(trx, () => enqueue('fetch-icons', { cause: 'typed' }));
}

export async function freePictures(trx: Transaction, rows: readonly ListingModel[]): Promise<void> {
  await freeMedia(trx, rows.flatMap(picturesOf));
}

const picturesOf = ({ logoUrl, logoCopyUrl, screenshotUrl }: ListingModel) => [
  logoUrl,
  logoCopyUrl,
  screenshotUrl,
];

/** Stores an uploaded logo, to be used as `logo_url` within ten minutes. @throws DomainError as encodeLogo */
export async function uploadLogo(actor: Actor, bytes: Buffer): Promise<string> {
  requireSignedIn(actor, 'listings:write');
  return toPublicAddress(await holdMedia(await encodeLogo(bytes, accountId(actor))));
}

/** Requests a copy of a new logo, clears the former site's icon, and remembers a removed logo. */
export async function columnsForIcon(
  trx: Transaction,
  { id, logoUrl }: ListingModel,
  after: Readonly<Record<string, unknown>>,
): Promise<Partial<ListingModel>> {
  if ('logo_url' in after) {
    const declined = after.logo_url === null;
    const reading = {
      ...RELEASED,
      listingId: id,
      dueAt: declined ? null : new Date(),
      attempts: 0,
      declined,
    };
    await ListingIconModel.query(trx).insert(reading).onConflict('listing_id').merge();
    return { logoCopyUrl: null };
  }
  if (!('website_url' in after)) return {};
  const row = await ListingIconModel.query(trx).findById(id);
  if (!row || row.declined) return {};
  await row.$query(trx).delete();
  return row.logoUrl !== null && row.logoUrl === logoUrl ? { logoUrl: null } : {};
}

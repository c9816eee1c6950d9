// The pictures of a listing: the columns that a change sets, and the work after its commit.
import type { Transaction } from 'objection';
import type { ListingModel } from '../../db/models/listings.js';
import { requireSignedIn } from '../kernel/access.js';
import type { Actor } from '../kernel/actor.js';
import { afterCommit } from '../kernel/background.js';
import { config } from '../kernel/config.js';
import { fieldError, say } from '../kernel/errors.js';
import { causeOfJob } from '../kernel/job-cause.js';
import { enqueue } from '../kernel/queue.js';
import { encodeLogo } from '../pictures/encode.js';
import { freeMedia, holdMedia, retainMedia, toPublicAddress } from '../pictures/media.js';

let isBrowserMissing = false;

/** Whether captures are possible: SCREENSHOTS is on and the machine has a browser. */
export function isCaptureOn(): boolean {
  return config.screenshots && !isBrowserMissing;
}

/** Called by the worker when no browser starts: from then on no captures are requested and none stay pending. */
export function turnCaptureOff(): void {
  isBrowserMissing = true;
}

/** Called by the worker when a browser has started, at once or after failures. */
export function turnCaptureOn(): void {
  isBrowserMissing = false;
}

type CaptureColumns = Partial<ListingModel>;

/** Columns to set when website_url is set or changed: request a capture, clear the capture of the old site. */
export function columnsForNewSite(websiteUrl: string, previous?: ListingModel): CaptureColumns {
  const cleared = { screenshotUrl: null, screenshotUpdatedAt: null, linkStatus: null, linkStatusAt: null };
  const asked = columnsForCapture(websiteUrl, previous);
  if (isCaptureOn()) return { ...cleared, ...asked };
  // Captures are off: clear the old site's picture, request none.
  return previous ? { ...cleared, ...asked, screenshotStatus: null } : {};
}

/** Columns to set to request a capture. */
export function columnsForCapture(websiteUrl: string, previous?: ListingModel): CaptureColumns {
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

/**
 * Queues the job for a pending capture, under the id of the request that caused it, also when it is queued again later.
 * Call it after the commit; it never fails.
 * @returns false when the queue is full
 */
export async function queueCapture({
  id,
  screenshotStatus,
  captureCause,
}: Pick<ListingModel, 'id' | 'screenshotStatus' | 'captureCause'>): Promise<boolean> {
  return (
    screenshotStatus !== 'pending' || enqueue('capture-screenshot', { listingId: id }, captureCause ?? {})
  );
}

/** The picture columns of a row, copied before a change, because a patch mutates the row. */
export type PictureState = Pick<
  ListingModel,
  'id' | 'logoUrl' | 'screenshotUrl' | 'screenshotStatus' | 'captureNumber' | 'captureCause'
>;

export function pictureState({
  id,
  logoUrl,
  screenshotUrl,
  screenshotStatus,
  captureNumber,
  captureCause,
}: PictureState): PictureState {
  return { id, logoUrl, screenshotUrl, screenshotStatus, captureNumber, captureCause };
}

/**
 * Completes a change in its transaction: retains the pictures the row now shows, frees those it no longer shows and,
 * after the commit, queues the requested capture.
 * @param before null for a new row
 * @throws DomainError validation_error on logo_url when it is an address of ours without a picture
 */
export async function settlePictures(
  trx: Transaction,
  before: PictureState | null,
  after: PictureState,
): Promise<void> {
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
export async function freePictures(trx: Transaction, rows: readonly PictureState[]): Promise<void> {
  await freeMedia(
    trx,
    rows.flatMap(({ logoUrl, screenshotUrl }) => [logoUrl, screenshotUrl]),
  );
}

/**
 * Stores an uploaded logo and returns its address, to be written as `logo_url` within ten minutes.
 * @throws DomainError unauthorized; with `field: "logo"` as encodeLogo
 */
export async function uploadLogo(actor: Actor, bytes: Buffer): Promise<string> {
  requireSignedIn(actor, 'listings:write');
  return toPublicAddress(await holdMedia(await encodeLogo(bytes)));
}

// The capture of a listing's website. Its state is in the listing's row; the queued job only carries it out (C8).
//
//   (none) ── requested ──▸ pending ── leased by a worker ──▸ pending, started ── report ──▸ ready | failed
//
// Each request raises capture_number; a report with an earlier number is stale. The lease is the listing's
// `leased_until`, which its worker renews.
import { type Static, Type } from '@sinclair/typebox';
import { raw, type Transaction } from 'objection';
import { ListingModel } from '../../db/models/listings.js';
import { type Actor, systemActor } from '../kernel/actor.js';
import { check, isUuid } from '../kernel/check.js';
import { config } from '../kernel/config.js';
import { DomainError, fieldError, notFound, type Said, say } from '../kernel/errors.js';
import { isFree, leaseEnd, RELEASED, whileRenewing } from '../kernel/leases.js';
import { areaLog } from '../kernel/log.js';
import { optional, optionalText, response, titled, word } from '../kernel/schema.js';
import { inTransaction } from '../kernel/transaction.js';
import { columnsForCapture, isCaptureOn, queueCapture, settlePictures } from '../listings/pictures.js';
import { recordListing } from '../listings/rights.js';
import { SCREENSHOT_STATUSES } from '../listings/schema.js';
import { toStoredAddress } from '../pictures/media.js';

const log = areaLog('captures');

/** The first attempt and two retries (C8). */
export const MAX_ATTEMPTS = 3;
/** Seconds until a worker that has not renewed its lease is presumed dead. */
const LEASE_SECONDS = 20;
const RENEWAL_SECONDS = 5;
/** Seconds from a capture's first attempt to its report, even if workers die (C8: 5 minutes). */
const DEADLINE_SECONDS = 270;
const LOST_AFTER_SECONDS = 30;

/** Requests a capture for a locked row, which keeps its old picture meanwhile. @returns false: captures are off */
export async function requestCapture(
  trx: Transaction,
  actor: Actor,
  row: ListingModel,
  reason: string | null = null,
): Promise<boolean> {
  if (!isCaptureOn()) return false;
  const before = row.$clone();
  await row.$query(trx).patchAndFetch(columnsForCapture(row.websiteUrl, row));
  await recordListing(trx, actor, row, 'listing.refresh-screenshot', {
    before: { screenshot_status: before.screenshotStatus },
    after: { screenshot_status: row.screenshotStatus },
    reason,
  });
  await settlePictures(trx, before, row);
  return true;
}

export interface CaptureLease {
  readonly listingId: string;
  readonly number: number;
  readonly url: string;
  readonly attempt: number;
}

/** Leases the pending capture of a listing. @returns null if there is nothing to do */
export async function leaseCapture(listingId: string): Promise<CaptureLease | null> {
  const [row] = await ListingModel.query()
    .where({ id: listingId, screenshot_status: 'pending' })
    .whereNotNull('capture_url')
    .where('capture_attempts', '<', MAX_ATTEMPTS)
    .whereRaw(isFree())
    .patch({
      leasedUntil: leaseEnd(LEASE_SECONDS),
      captureAttempts: raw('capture_attempts + 1'),
      // Restart the deadline at the first attempt, so that time spent queueing does not count.
      captureQueuedAt: raw('case when capture_attempts = 0 then now() else capture_queued_at end'),
    })
    .returning('*');
  if (!row?.captureUrl) return null;
  return { listingId, number: row.captureNumber, url: row.captureUrl, attempt: row.captureAttempts };
}

/** Renews the lease during `work`. Without renewal another worker takes over, and this worker's report is stale. */
export function whileCapturing(lease: CaptureLease, work: () => Promise<void>): Promise<void> {
  const renew = () => ownRow(lease).patch({ leasedUntil: leaseEnd(LEASE_SECONDS) });
  return whileRenewing(RENEWAL_SECONDS, renew, work);
}

/** Releases a lease, for a retry; with `undone` the attempt was interrupted and does not count. */
export async function releaseLease(lease: CaptureLease, undone = false): Promise<void> {
  const attempts = undone ? lease.attempt - 1 : lease.attempt;
  await ownRow(lease).patch({ ...RELEASED, captureAttempts: attempts });
}

function ownRow({ listingId, number, attempt }: CaptureLease) {
  return ListingModel.query()
    .findById(listingId)
    .where({ screenshot_status: 'pending', capture_number: number, capture_attempts: attempt })
    .whereNotNull('leased_until');
}

/** Whether a row is in the slow lane, that of imports. */
const IS_BULK = `coalesce(jsonb_exists(capture_cause, 'bulk'), false)`;

const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000);

/** Records a worker's report. An identical repeat changes nothing; `failed` clears the picture.
 * @throws DomainError not_found, stale_capture (another number, already settled differently, or off) */
export async function recordScreenshot(input: unknown, actor: Actor = systemActor('job')) {
  const report = check(ScreenshotReport, input);
  const { screenshot_url: given } = report;
  if (report.status === 'ready' && !given)
    throw fieldError('screenshot_url', '"screenshot_url" is required when the status is ready.', 'required');
  const address = report.status === 'ready' && given ? toStoredAddress(given) : null;
  if (!isUuid(report.listing_id)) throw notFound('listing');
  await inTransaction(actor, async (trx) => {
    const row = await ListingModel.query(trx).findById(report.listing_id).forUpdate();
    if (!row) throw notFound('listing');
    if (!isCaptureOn()) throw stale('Capture is switched off.');
    const number = report.capture ?? row.captureNumber;
    if (number !== row.captureNumber)
      throw stale(`Capture ${number} is out of date; the listing is at ${row.captureNumber}.`);
    if (row.screenshotStatus !== 'pending') {
      const isRepeat = row.screenshotStatus === report.status && row.screenshotUrl === address;
      if (isRepeat) return;
      throw stale('No capture of this listing is waited for.');
    }
    const before = row.$clone();
    await row.$query(trx).patch({
      screenshotStatus: report.status,
      screenshotUrl: address,
      ...RELEASED,
      screenshotUpdatedAt: new Date(),
    });
    await recordListing(trx, actor, row, 'listing.capture', {
      before: { screenshot_status: before.screenshotStatus, screenshot_url: before.screenshotUrl },
      after: { screenshot_status: report.status, screenshot_url: address },
    });
    await settlePictures(trx, before, row);
  });
  return { listing_id: report.listing_id, screenshot_status: report.status };
}

const stale = (message: string) => new DomainError('stale_capture', message);

/** Ensures that no capture stays pending: queues those without a worker again, and fails those that used up
 * attempts or time. If captures are off, pending becomes "never attempted". */
export async function sweepCaptures() {
  if (!isCaptureOn()) {
    await ListingModel.query()
      .where('screenshot_status', 'pending')
      .patch({
        screenshotStatus: null,
        screenshotUrl: null,
        ...RELEASED,
        captureNumber: ListingModel.raw('capture_number + 1'),
      } as object);
    return { queued: 0, failed: 0 };
  }
  const lost = await ListingModel.query()
    .where('screenshot_status', 'pending')
    .whereRaw('coalesce(leased_until <= now(), capture_queued_at < ?)', [secondsAgo(LOST_AFTER_SECONDS)])
    .orderByRaw(`${IS_BULK}, capture_queued_at`)
    .limit(1_000);
  const result = { queued: 0, failed: 0 };
  for (const row of lost) {
    const queuedAt = row.captureQueuedAt ?? new Date();
    if (isOverdue(row)) {
      if (await giveUp(row)) result.failed += 1;
    } else {
      // Its worker died: restart it in its former place, with one attempt fewer left.
      if (row.leasedUntil) await row.$query().patch({ ...RELEASED, captureQueuedAt: new Date() });
      // The queue is bounded: the rest waits for the next sweep, oldest first.
      if (await queueCapture(row, queuedAt)) result.queued += 1;
    }
  }
  return result;
}

function isOverdue({ captureAttempts, leasedUntil, captureQueuedAt, captureCause }: ListingModel): boolean {
  if (captureAttempts === 0) return false;
  // Waiting time does not count for a bulk capture, which may queue behind an import, or for an interrupted capture.
  if (captureCause?.bulk || leasedUntil !== null) return captureAttempts >= MAX_ATTEMPTS;
  return captureQueuedAt === null || captureQueuedAt < secondsAgo(DEADLINE_SECONDS);
}

async function giveUp(row: ListingModel): Promise<boolean> {
  try {
    const report = { listing_id: row.id, status: 'failed', capture: row.captureNumber };
    await recordScreenshot(report, {
      ...systemActor('job'),
      requestId: row.captureCause?.request_id ?? null,
    });
    return true;
  } catch (error) {
    // Settled, requested again or deleted in the meantime: nothing to do.
    if (!(error instanceof DomainError)) throw error;
    log.debug({ err: error, listing: row.slug }, 'capture settled while it was given up');
    return false;
  }
}

/** Seconds per capture, as measured (docs/screenshots.md). */
const SECONDS_EACH = 5;

/** The progress of a listing's capture; null: there is a picture, or will be none. */
export async function captureState(slug: string): Promise<Said | null> {
  const row = await ListingModel.query().findOne({ slug });
  const { screenshotStatus: status, captureAttempts: tries = 0, leasedUntil = null } = row ?? {};
  if (status === 'failed') return say('capture.failed', { tries });
  if (!row || status !== 'pending' || !isCaptureOn()) return null;
  if (leasedUntil !== null && leasedUntil > new Date()) return say('capture.running');
  if (tries > 0) return say('capture.again', { tries });
  const lanes = row.captureCause?.bulk ? 'true' : `not ${IS_BULK}`;
  const ahead = await ListingModel.query()
    .where('screenshot_status', 'pending')
    .where('capture_queued_at', '<', row.captureQueuedAt)
    .whereRaw(lanes)
    .resultSize();
  const minutes = Math.ceil(((ahead + 1) * SECONDS_EACH) / config.screenshotConcurrency / 60);
  return minutes > 90
    ? say('capture.hours', { hours: Math.round(minutes / 60) })
    : say('capture.minutes', { minutes });
}

export const ScreenshotReport = titled('ScreenshotReport', {
  listing_id: Type.String({ minLength: 1, maxLength: 100, 'x-text': 'line' }),
  status: word(['ready', 'failed'] as const),
  ...optional({
    screenshot_url: optionalText(1000, {
      'x-text': 'address',
      description: 'Absolute http(s) address; required when the status is ready.',
    }),
    capture: Type.Integer({
      minimum: 0,
      maximum: 2_147_483_647,
      description: 'Number of the capture reported; without it the current one is meant.',
    }),
  }),
});
export type ScreenshotReport = Static<typeof ScreenshotReport>;

export const ScreenshotResult = response('ScreenshotResult', {
  listing_id: Type.String(),
  screenshot_status: word(SCREENSHOT_STATUSES),
});

// Takes the capture a listing waits for, pictures the page, stores the picture, reports.
import { areaLog } from '../../core/kernel/log.js';
import type { JobDefinition, RunningJob } from '../../core/kernel/queue.js';
import {
  type CaptureClaim,
  claimCapture,
  MAX_ATTEMPTS,
  releaseClaim,
  renewClaim,
} from '../../core/listings/captures.js';
import { encodeScreenshot } from '../../core/pictures/encode.js';
import { holdMedia, toPublicAddress } from '../../core/pictures/media.js';
import type { WarmBrowser } from './browser.js';
import { CaptureError, capturePage } from './capture-page.js';
import type { Report } from './report-screenshot.js';

const log = areaLog('captures');

type CaptureJob = RunningJob<'capture-screenshot'>;

/** Milliseconds before the second and the third try. */
const BACKOFF = [2_000, 8_000];
/** While the same host is being captured. */
const BUSY_PAUSE = 1_500;
/** Well within LEASE_SECONDS and LOCK_LIFETIME. */
const SIGN_OF_LIFE = 5_000;

export interface CaptureTools {
  /** null when this machine has no browser, or none that starts for now. */
  readonly browser: () => Promise<WarmBrowser | null>;
  readonly concurrency: number;
  readonly report: Report;
}

export function captureScreenshot(tools: CaptureTools): JobDefinition<'capture-screenshot'> {
  return {
    name: 'capture-screenshot',
    concurrency: tools.concurrency,
    async run(job) {
      const browser = await tools.browser();
      if (browser === null) return;
      const claim = await claimCapture(job.data.listingId);
      if (claim === 'none') return;
      if (claim === 'busy') return job.repeatIn(BUSY_PAUSE);
      const alive = setInterval(() => void giveSignOfLife(job, claim), SIGN_OF_LIFE);
      try {
        await capture(browser, job, claim, tools.report);
      } finally {
        clearInterval(alive);
      }
    },
  };
}

async function capture(
  browser: WarmBrowser,
  job: CaptureJob,
  claim: CaptureClaim,
  report: Report,
): Promise<void> {
  const about = { listing_id: claim.listingId, capture: claim.number };
  let picture: Buffer;
  try {
    picture = await capturePage(browser, claim.url, { signal: job.signal });
  } catch (error) {
    if (job.signal.aborted) {
      await releaseClaim(claim, true);
      return job.repeatIn(0);
    }
    const isLast = claim.attempt >= MAX_ATTEMPTS || (error instanceof CaptureError && error.isFinal);
    log.info(
      { url: claim.url, attempt: claim.attempt, isLast, reason: (error as Error).message },
      'no picture',
    );
    if (isLast) return report({ ...about, status: 'failed' });
    await releaseClaim(claim);
    return job.repeatIn(BACKOFF[claim.attempt - 1] ?? 0);
  }
  const path = await holdMedia(await encodeScreenshot(picture));
  await report({ ...about, status: 'ready', screenshot_url: toPublicAddress(path) });
}

async function giveSignOfLife(job: CaptureJob, claim: CaptureClaim): Promise<void> {
  try {
    await Promise.all([renewClaim(claim), job.touch()]);
  } catch (error) {
    // Without one the capture is taken over; the report of whoever is later is then stale.
    log.warn({ err: error, listing: claim.listingId }, 'no sign of life could be given');
  }
}

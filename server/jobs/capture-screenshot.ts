// Leases a pending capture, takes the screenshot, stores it and reports.
import pLimit from 'p-limit';
import { config } from '../../core/kernel/config.js';
import { DomainError } from '../../core/kernel/errors.js';
import type { JobDefinition, RunningJob } from '../../core/kernel/jobs.js';
import { areaLog } from '../../core/kernel/log.js';
import { holdMedia, toPublicAddress } from '../../core/pictures/media.js';
import { read } from '../../core/reader/reader.js';
import * as captures from '../../core/upkeep/captures.js';
import { currentWork } from '../../db/work.js';
import type { WarmBrowser } from './browser.js';
import { CaptureError, capturePage } from './capture-page.js';

const log = areaLog('captures');

type Lane = 'capture-screenshot' | 'capture-imported';
type CaptureJob = RunningJob<Lane>;

const RETRY_DELAYS_MS = [2_000, 8_000];

/** Two lanes: captures that somebody waits for, and imports, which never take the last free place. */
export function captureScreenshots(
  findBrowser: () => Promise<WarmBrowser | null>,
  callbackUrl: () => string,
): JobDefinition<Lane>[] {
  const most = config.screenshotConcurrency;
  const places = pLimit(most);
  const run = async (job: CaptureJob) => {
    const browser = await findBrowser();
    if (browser === null) return;
    const lease = await captures.leaseCapture(job.data.listingId);
    if (lease === null) return;
    await captures.whileCapturing(lease, () => capture(browser, job, lease, callbackUrl()));
  };
  return [
    { name: 'capture-screenshot', concurrency: most, run: (job) => places(run, job) },
    { name: 'capture-imported', concurrency: Math.max(most - 1, 1), run: (job) => places(run, job) },
  ];
}

async function capture(browser: WarmBrowser, job: CaptureJob, lease: captures.CaptureLease, baseUrl: string) {
  const about = { listing_id: lease.listingId, capture: lease.number };
  let picture: Buffer;
  try {
    picture = await capturePage(browser, lease.url, { signal: job.signal });
  } catch (error) {
    if (job.signal.aborted) {
      await captures.releaseLease(lease, true);
      return job.repeatIn(0);
    }
    const isLast = lease.attempt >= captures.MAX_ATTEMPTS || (error instanceof CaptureError && error.isFinal);
    const { url, attempt } = lease;
    log.info({ url, attempt, isLast, reason: (error as Error).message }, 'no picture');
    if (isLast) return report(baseUrl, { ...about, status: 'failed' });
    await captures.releaseLease(lease);
    return job.repeatIn(RETRY_DELAYS_MS[lease.attempt - 1] ?? 0);
  }
  const path = await holdMedia(await read('screenshot', picture));
  await report(baseUrl, { ...about, status: 'ready', screenshot_url: toPublicAddress(path) });
}

const TIMEOUT_MS = 10_000;
/** Statuses of a report that is no longer needed: the listing is gone, or another report was faster. */
const MOOT: readonly number[] = [404, 409];

/** Reports to the web process. If it does not answer, records the report directly, by the same rules. */
async function report(callbackUrl: string, result: captures.ScreenshotReport): Promise<void> {
  const problem = await post(callbackUrl, result);
  if (problem === null) return;
  log.warn({ callback: callbackUrl, problem }, 'the screenshot callback failed; recording directly');
  await captures.recordScreenshot(result).catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error;
    log.debug({ err: error, listing: result.listing_id }, 'screenshot report is moot');
  });
}

async function post(baseUrl: string, report: captures.ScreenshotReport): Promise<string | null> {
  const { requestId, span } = currentWork() ?? {};
  try {
    const response = await fetch(`${baseUrl}/api/v1/internal/screenshots`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(requestId ? { 'x-request-id': requestId } : {}),
        ...(span ? { traceparent: span.traceparent } : {}),
        'user-agent': `${config.serviceSlug}-worker/1.0`,
        [config.screenshotHeader]: config.screenshotSecret,
      },
      body: JSON.stringify(report),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.arrayBuffer();
    if (response.ok || MOOT.includes(response.status)) return null;
    return response.status === 401
      ? 'it refused the secret: SCREENSHOT_SECRET (or DATA_DIR) must be the same for all processes'
      : `it answered ${response.status}`;
  } catch (error) {
    return (error as Error).message;
  }
}

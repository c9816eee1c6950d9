// The worker reports to the service as any other capture worker would: through the HTTP callback.
import { config } from '../../core/kernel/config.js';
import { DomainError } from '../../core/kernel/errors.js';
import { areaLog } from '../../core/kernel/log.js';
import type { ScreenshotReport } from '../../core/listings/capture-schema.js';
import { recordScreenshot } from '../../core/listings/captures.js';
import { currentWork } from '../../db/work.js';

const log = areaLog('captures');

export type Report = (report: ScreenshotReport) => Promise<void>;

const TIMEOUT = 10_000;

/** Not needed any more: the listing is gone, or another report was faster. */
const MOOT: readonly number[] = [404, 409];

/**
 * Reports through POST /api/v1/internal/screenshots at the origin of `base`. If that cannot be reached (no web process
 * is running, a proxy is in the way) the report is recorded directly, by the same rules, so that no capture is lost.
 */
export function httpReport(base: () => string): Report {
  return async (report) => {
    const baseUrl = base();
    const problem = await post(baseUrl, report);
    if (problem === null) return;
    log.warn({ callback: baseUrl, problem }, 'the screenshot callback failed; recording directly');
    try {
      await recordScreenshot(report);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      log.debug({ err: error, listing: report.listing_id }, 'screenshot report is moot');
    }
  };
}

/** null once the report is settled, else the error. */
async function post(baseUrl: string, report: ScreenshotReport): Promise<string | null> {
  const { requestId, span } = currentWork() ?? {};
  try {
    const response = await fetch(`${baseUrl}/api/v1/internal/screenshots`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(requestId ? { 'x-request-id': requestId } : {}),
        ...(span ? { traceparent: span.traceparent } : {}),
        'user-agent': `${config.serviceSlug}-worker/1.0`,
        [`x-${config.serviceSlug}-screenshot-secret`]: config.screenshotSecret,
      },
      body: JSON.stringify(report),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT),
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

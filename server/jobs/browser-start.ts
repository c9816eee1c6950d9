// Finds a worker's browser and tests that it starts. A failed start is retried: memory or disk may become available.
import { setTimeout as sleep } from 'node:timers/promises';
import { areaLog } from '../../core/kernel/log.js';
import { reportBrowser } from '../../core/listings/pictures.js';
import { WarmBrowser } from './browser.js';
import { type FoundBrowser, findBrowser } from './browser-lookup.js';

const log = areaLog('captures');

/** Milliseconds before each retry: `waits` while captures wait, then `rest`, while captures are off. */
const BACKOFF = { waits: [2_000, 8_000], rest: 5 * 60_000 };

export class BrowserStart {
  private readonly stopped = new AbortController();
  private latest: Promise<WarmBrowser | null>;
  private readonly ended: Promise<void>;

  constructor(
    private readonly find: () => Promise<FoundBrowser | null> = findBrowser,
    private readonly backoff = BACKOFF,
  ) {
    let settle: (browser: WarmBrowser | null) => void = () => undefined;
    this.latest = new Promise((resolve) => {
      settle = resolve;
    });
    this.ended = this.keepTrying((browser) => {
      settle(browser);
      this.latest = Promise.resolve(browser);
    }).catch(() => settle(null));
  }

  current(): Promise<WarmBrowser | null> {
    return this.latest;
  }

  async close(): Promise<void> {
    this.stopped.abort();
    await this.ended;
    await (await this.latest)?.close();
  }

  private async keepTrying(settle: (browser: WarmBrowser | null) => void): Promise<void> {
    const { waits, rest } = this.backoff;
    for (let failed = 0; ; failed += 1) {
      try {
        const browser = await this.start();
        reportBrowser(browser === null);
        return settle(browser);
      } catch (error) {
        const reason = (error as Error).message;
        const wait = waits[failed] ?? rest;
        log.warn({ reason, again_in_s: wait / 1000 }, 'the browser for screenshots does not start');
        if (failed === waits.length) {
          reportBrowser(true);
          settle(null);
          log.warn('screenshots are off until the browser starts');
        }
        await sleep(wait, undefined, { signal: this.stopped.signal });
      }
    }
  }

  /** Starts the browser; null if none was found. @throws the error of its start */
  private async start(): Promise<WarmBrowser | null> {
    const found = await this.find();
    if (found === null) {
      const reason = 'No Chrome or Chromium found (docs/screenshots.md lists where).';
      log.warn({ reason }, 'screenshots are off: there is no browser to take them');
      return null;
    }
    const browser = new WarmBrowser(found);
    try {
      (await browser.lease()).release();
    } catch (error) {
      await browser.close();
      throw error;
    }
    const { account, hasSandbox: sandbox } = await browser.confinement();
    const { executablePath, source } = found;
    const uid = account?.uid ?? process.getuid?.();
    log.info({ browser: executablePath, source, uid, sandbox }, 'screenshots are on');
    return browser;
  }
}

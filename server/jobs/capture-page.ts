// Takes a screenshot of one page in its own browser context, within hard limits. Whatever the page does, the promise
// settles soon after its time budget, and nothing of the page remains.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, HTTPResponse, Page, Target } from 'puppeteer-core';
import { egressRules } from '../../core/addresses/egress-rules.js';
import { config } from '../../core/kernel/config.js';
import { read } from '../../core/reader/reader.js';
import type { WarmBrowser } from './browser.js';
import { type Egress, type EgressOptions, openEgress, PAGE_BUDGET } from './browser-proxy.js';
import { QUIET_STYLE } from './page-noise.js';

const VIEWPORT = { width: 1280, height: 800 } as const;

const DOCUMENT_TIMEOUT = 15_000;
/** Further milliseconds for images and scripts; then the screenshot is taken as it is. */
const SETTLE_TIMEOUT = 6_000;
/** Including client-side redirects; the browser limits those of servers to 20. */
const MAX_NAVIGATIONS = 10;
/** Maximum popups, which are closed as they open; a headless browser has no popup blocker. */
const MAX_POPUPS = 10;
/**
 * A page that is still loading shows next to nothing: below the first value it gets more time (a lone "hi" as a heading
 * measures 0.005); below the second, after that, it counts as blank.
 */
const SPARSE_ENTROPY = 0.02;
const BLANK_ENTROPY = 0.001;
const BLANK_RETRIES = 2;
const BLANK_RETRY_DELAY_MS = 1_500;
/** If a context takes longer to close, its browser counts as unresponsive. */
const CLOSE_TIMEOUT = 3_000;

/** Why there is no screenshot, as a sentence for the log. */
export class CaptureError extends Error {
  override readonly name = 'CaptureError';

  /** @param isFinal whether retrying cannot help */
  constructor(
    message: string,
    readonly isFinal = false,
  ) {
    super(message);
  }
}

/**
 * The first screen of a page as PNG, 1280×800. @throws CaptureError if none can be taken within the limits
 * @param options `signal` ends the capture early, when the worker stops
 */
export async function capturePage(
  warm: WarmBrowser,
  url: string,
  { signal, ...options }: EgressOptions & { readonly signal?: AbortSignal } = {},
): Promise<Buffer> {
  const lease = await warm.lease();
  const egress = await openEgress({ rules: egressRules(config.screenshotAllowPrivate), ...options });
  const stop = AbortSignal.any(signal ? [egress.signal, signal] : [egress.signal]);
  let context: BrowserContext | undefined;
  const openAndShoot = async () => {
    context = await lease.browser.createBrowserContext({
      proxyServer: egress.url,
      proxyBypassList: ['<-loopback>'],
      downloadBehavior: { policy: 'deny' },
    });
    const page = await context.newPage();
    await page.authenticate(egress.credentials);
    await limitRequests(page, (options.budget ?? PAGE_BUDGET).requests);
    return Promise.race([watchPage(context, page), showAndShoot(page, url)]);
  };
  try {
    return await raceAbort(openAndShoot(), stop);
  } catch (error) {
    throw explain(error, egress);
  } finally {
    const obeyed = context !== undefined && (await closeContext(lease.browser, context));
    await egress.close();
    lease.release(!obeyed);
  }
}

async function showAndShoot(page: Page, url: string): Promise<Buffer> {
  await page.setViewport(VIEWPORT);
  // Chrome's own plus our name; many sites would refuse one with "Headless".
  const native = (await page.browser().userAgent()).replace('Headless', '');
  const userAgent = `${native} ${config.serviceSlug}-screenshot/1.0 (+${config.publicUrl})`;
  await page.setUserAgent({ userAgent });
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
  await page.evaluateOnNewDocument('window.open = () => null');
  const documents = watchDocuments(page);
  await page.goto(url, { waitUntil: 'domcontentloaded', timeout: DOCUMENT_TIMEOUT });
  const type = await settle(page);
  documents.check();
  // If the server sent no type, the browser has sniffed the bytes.
  if (!isHtml(type)) throw notHtml(type);
  for (let attempt = 0; ; attempt += 1) {
    const picture = Buffer.from(
      await page.screenshot({ type: 'png', optimizeForSpeed: true, captureBeyondViewport: false }),
    );
    // The page may have navigated meanwhile: then the screenshot shows the new one.
    documents.check();
    const entropy = await read('entropy', picture);
    if (entropy >= SPARSE_ENTROPY) return picture;
    if (attempt === BLANK_RETRIES) {
      if (entropy >= BLANK_ENTROPY) return picture;
      throw new CaptureError('The page stayed blank.');
    }
    await sleep(BLANK_RETRY_DELAY_MS);
  }
}

/** Watches the documents that the main frame shows; `check` throws if one of them was not a page of a site. */
function watchDocuments(page: Page): { check(): void } {
  let problem: CaptureError | null = null;
  let response: HTTPResponse | null = null;
  page.on('response', (received) => {
    const request = received.request();
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) response = received;
  });
  // A download, for example: the previous document stays.
  page.on('requestfailed', (request) => {
    if (request === response?.request()) response = null;
  });
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame()) return;
    if (frame.url().startsWith('chrome-error:')) problem ??= new CaptureError('The page cannot be reached.');
    if (response) problem ??= problemOf(response);
  });
  return {
    check: () => {
      if (problem) throw problem;
    },
  };
}

function problemOf(response: HTTPResponse): CaptureError | null {
  const status = response.status();
  // The proxy's own responses for plain http: the host does not resolve, or does not respond as HTTP.
  if (status >= 590) return new CaptureError('The page cannot be reached.');
  // 403 and 429 are mostly bot protection, and 5xx is transient: worth a retry. The rest is final.
  if (status >= 400)
    return new CaptureError(`The page answered ${status}.`, status === 404 || status === 410);
  const type = response.headers()['content-type'] ?? '';
  return type === '' || isHtml(type) ? null : notHtml(type);
}

function isHtml(type: string): boolean {
  return /^(text\/html|application\/xhtml\+xml)\s*(;|$)/i.test(type);
}

function notHtml(type: string): CaptureError {
  return new CaptureError(`The page is no HTML but ${type.slice(0, 100)}.`, true);
}

/** Aborts the page's requests beyond a limit; the screenshot shows what has loaded by then. */
async function limitRequests(page: Page, most: number): Promise<void> {
  let count = 0;
  page.on('request', (request) => {
    count += 1;
    const done = count > most ? request.abort('blockedbyclient') : request.continue();
    // The page may be gone by now.
    done.catch(() => undefined);
  });
  await page.setRequestInterception(true);
}

/** Puppeteer's error for a page that navigated while it was inspected. */
const MOVED_ON = /context was destroyed|Cannot find context/i;

/** Waits for the rest of the page, but with a limit: many pages never stop loading. @returns its media type */
async function settle(page: Page): Promise<string> {
  for (;;) {
    const quiet = page.waitForNetworkIdle({ idleTime: 500, concurrency: 2, timeout: SETTLE_TIMEOUT });
    await quiet.catch(() => undefined);
    // An adopted sheet is not subject to the page's Content-Security-Policy; a style element would be.
    const calm = page.evaluate(`(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(${JSON.stringify(QUIET_STYLE)});
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
      return document.contentType;
    })()`);
    const type = await calm.catch((error: Error) => {
      // Also waits for the page it navigated to; `watchPage` ends endless redirects.
      if (MOVED_ON.test(error.message)) return null;
      throw error;
    });
    if (type !== null) return String(type);
  }
}

/** Rejects when the page crashes or redirects endlessly; dismisses dialogs and closes popups. */
function watchPage(context: BrowserContext, page: Page): Promise<never> {
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined));
  return new Promise((_, reject) => {
    let popups = 0;
    context.on('targetcreated', (target: Target) => {
      if (target === page.target() || target.type() !== 'page') return;
      popups += 1;
      if (popups > MAX_POPUPS) reject(new CaptureError('The page opened windows without end.'));
      void target
        .page()
        .then((popup) => popup?.close())
        .catch(() => undefined);
    });
    page.once('error', () =>
      reject(new CaptureError('The page crashed, or took more memory than a page may.')),
    );
    let navigations = 0;
    page.on('framenavigated', (frame) => {
      if (frame !== page.mainFrame()) return;
      navigations += 1;
      if (navigations > MAX_NAVIGATIONS)
        reject(new CaptureError('The page went on redirecting without end.'));
    });
  });
}

async function closeContext(browser: Browser, context: BrowserContext): Promise<boolean> {
  if (!browser.connected) return false;
  const closed = context.close().then(
    () => true,
    () => false,
  );
  return Promise.race([closed, sleep(CLOSE_TIMEOUT).then(() => false)]);
}

function raceAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  // The loser of the race fails later, when its context is closed; this is expected.
  work.catch(() => undefined);
  const aborted = new Promise<never>((_resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
  });
  return Promise.race([work, aborted]);
}

function explain(error: unknown, egress: Egress): CaptureError {
  if (error instanceof CaptureError) return error;
  const refused = Object.keys(egress.counters.refused);
  const message = error instanceof Error ? error.message : String(error);
  return new CaptureError(refused.length > 0 ? `${message} (refused: ${refused.join(', ')})` : message);
}

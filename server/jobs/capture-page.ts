// Takes a screenshot of one page in its own browser context, within hard limits. Whatever the page does, the promise
// settles soon after its time budget, and nothing of the page remains.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, HTTPResponse, Page, Target } from 'puppeteer-core';
import { egressRules } from '../../core/addresses/egress-rules.js';
import { config } from '../../core/kernel/config.js';
import { read } from '../../core/reader/reader.js';
import type { WarmBrowser } from './browser.js';
import { type Egress, type EgressOptions, openEgress, PAGE_BUDGET } from './browser-proxy.js';
import { DISMISS, IS_READY, QUIET_STYLE } from './page-noise.js';

const VIEWPORT = { width: 1280, height: 800 } as const;

const DOCUMENT_TIMEOUT = 15_000;
/** Further milliseconds for images and scripts; then the screenshot is taken as it is. */
const SETTLE_TIMEOUT = 6_000;
/** Maximum navigations, including client-side redirects; the browser limits those of servers to 20. */
const MAX_NAVIGATIONS = 10;
/** Maximum popups, which are closed as they open; a headless browser has no popup blocker. */
const MAX_POPUPS = 10;
/** A page with less entropy gets more time: it may still be loading. A lone "hi" as a heading measures 0.005. */
const SPARSE_ENTROPY = 0.02;
const BLANK_ENTROPY = 0.001;
/** A page has settled when two pictures in a row are equal. If it never settles, the last picture is used. */
const MOST_PICTURES = 5;
const PAUSE = 700;
/** Maximum pauses while a page tests the browser: about eight seconds. */
const MOST_WAITS = 12;
/** The fraction of the time budget after which the page is captured as it is. */
const LAST_MOMENT = 0.75;
/** If a context takes longer to close, its browser counts as unresponsive. */
const CLOSE_TIMEOUT = 3_000;

export class CaptureError extends Error {
  override readonly name = 'CaptureError';

  /** @param isFinal whether a retry cannot help @param mayPass whether the page may lead to another by itself */
  constructor(
    message: string,
    readonly isFinal = false,
    readonly mayPass = false,
  ) {
    super(message);
  }
}

/** Captures the first screen of a page as PNG; `signal` ends it early. @throws CaptureError */
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
    const budget = options.budget ?? PAGE_BUDGET;
    await limitRequests(page, budget.requests);
    const last = performance.now() + budget.time * LAST_MOMENT;
    const { seen, failed } = watchPage(context, page);
    return Promise.race([failed, showAndShoot(page, url, seen, () => performance.now() > last)]);
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

async function showAndShoot(page: Page, url: string, seen: Seen, isLate: () => boolean): Promise<Buffer> {
  await page.setViewport(VIEWPORT);
  // Chrome's User-Agent plus our name; many sites would refuse one with "Headless".
  const native = (await page.browser().userAgent()).replace('Headless', '');
  const userAgent = `${native} ${config.serviceSlug}-screenshot/1.0 (+${config.publicUrl})`;
  await page.setUserAgent({ userAgent });
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
  await page.evaluateOnNewDocument('window.open = () => null');
  await page.goto(url, { waitUntil: 'domcontentloaded', timeout: DOCUMENT_TIMEOUT });
  let [shown, type, count, waited] = [-1, '', 0, 0];
  let before = null as Buffer | null;
  for (;;) {
    if (seen.documents !== shown) {
      shown = seen.documents;
      type = await settle(page);
      before = null;
    }
    if (seen.problem) {
      waited += 1;
      if (!seen.problem.mayPass || waited > MOST_WAITS || isLate()) throw seen.problem;
      await sleep(PAUSE);
      continue;
    }
    if (!/^(text\/html|application\/xhtml\+xml)$/.test(type))
      throw new CaptureError(`The page is not HTML but ${type.slice(0, 100)}.`, true);
    const isReady = await evaluate(page, IS_READY);
    const picture = Buffer.from(
      await page.screenshot({ type: 'png', optimizeForSpeed: true, captureBeyondViewport: false }),
    );
    // The page may have navigated meanwhile: then the screenshot shows the new one.
    if (seen.documents !== shown) continue;
    count += 1;
    const isLast = count === MOST_PICTURES || isLate();
    if (isLast || (isReady && before?.equals(picture))) {
      const entropy = await read('entropy', picture);
      if (entropy >= SPARSE_ENTROPY || (isLast && entropy >= BLANK_ENTROPY)) return picture;
      if (isLast) throw new CaptureError('The page stayed blank.');
    }
    before = picture;
    await sleep(PAUSE);
  }
}

/** Watches the documents in the main frame: their number, and why the current one is not a website's page. Dismisses
 * dialogs and closes popups; `failed` rejects when the page crashes, redirects or opens windows endlessly. */
function watchPage(context: BrowserContext, page: Page) {
  const seen = { documents: 0, problem: null as CaptureError | null };
  let response: HTTPResponse | null = null;
  page.on('response', (received) => {
    const request = received.request();
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) response = received;
  });
  // If a navigation fails, such as a download, the previous document stays.
  page.on('requestfailed', (request) => {
    if (request === response?.request()) response = null;
  });
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined));
  const failed = new Promise<never>((_, reject) => {
    page.on('framenavigated', (frame) => {
      if (frame !== page.mainFrame()) return;
      seen.documents += 1;
      if (seen.documents > MAX_NAVIGATIONS) reject(new CaptureError('The page never stopped redirecting.'));
      if (frame.url().startsWith('chrome-error:'))
        seen.problem = new CaptureError('The page cannot be reached.');
      else if (response) seen.problem = problemOf(response);
    });
    let popups = 0;
    context.on('targetcreated', (target: Target) => {
      if (target === page.target() || target.type() !== 'page') return;
      popups += 1;
      if (popups > MAX_POPUPS) reject(new CaptureError('The page never stopped opening windows.'));
      void target
        .page()
        .then((popup) => popup?.close())
        .catch(() => undefined);
    });
    page.once('error', () =>
      reject(new CaptureError('The page crashed, or took more memory than a page may.')),
    );
  });
  return { seen, failed };
}

type Seen = ReturnType<typeof watchPage>['seen'];

/** Statuses of pages that test a browser before they let it in. */
const CHALLENGES = [401, 403, 429, 503];

function problemOf(response: HTTPResponse): CaptureError | null {
  const status = response.status();
  // Statuses of the proxy itself, for plain http: the host does not resolve, or does not speak HTTP.
  if (status >= 590) return new CaptureError('The page cannot be reached.');
  // Only 404 and 410 are final. 403 and 429 are mostly bot protection, and 5xx is transient: worth a retry.
  const [isFinal, mayPass] = [[404, 410].includes(status), CHALLENGES.includes(status)];
  return status >= 400 ? new CaptureError(`The page answered ${status}.`, isFinal, mayPass) : null;
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
    await evaluate(page, DISMISS);
    // An adopted sheet is not subject to the page's Content-Security-Policy; a style element would be.
    const type = await evaluate(
      page,
      `(() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(${JSON.stringify(QUIET_STYLE)});
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
        return document.contentType;
      })()`,
    );
    // If the page navigated, waits for the next one; `watchPage` ends endless redirects.
    if (type !== null) return String(type);
  }
}

/** null if the page navigated meanwhile. */
function evaluate(page: Page, script: string): Promise<unknown> {
  return page.evaluate(script).catch((error: Error) => {
    if (MOVED_ON.test(error.message)) return null;
    throw error;
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
  // If the signal wins the race, `work` fails later, when its context is closed; this is expected.
  work.catch(() => undefined);
  const aborted = signal.aborted ? Promise.resolve() : once(signal, 'abort');
  return Promise.race([work, aborted.then(() => Promise.reject(signal.reason))]);
}

function explain(error: unknown, egress: Egress): CaptureError {
  if (error instanceof CaptureError) return error;
  const refused = Object.keys(egress.counters.refused);
  const message = error instanceof Error ? error.message : String(error);
  return new CaptureError(refused.length > 0 ? `${message} (refused: ${refused.join(', ')})` : message);
}

// A real Chromium for tests, found where the service itself looks for one.
import puppeteer, { type Browser, type BrowserContext, type Page } from 'puppeteer';
import { findBrowser } from '../../server/jobs/browser-lookup.js';
import { packedBrowser } from './capture.js';
import { atTheEnd } from './endings.js';
import { sessionCookie } from './pages.js';

export interface TestBrowser {
  /** A page that shares no cookies or storage with another open page. Closed when the test has ended. */
  open(options?: { width?: number; scripts?: boolean }): Promise<Page>;
}

let launched: Promise<Browser | null> | undefined;

/** One for all files of this process; null if the machine has none. */
async function sharedBrowser(): Promise<Browser | null> {
  const browser = await launched;
  if (!browser?.connected) launched = launchBrowser();
  return launched ?? null;
}

async function launchBrowser(): Promise<Browser | null> {
  const found = await findBrowser(packedBrowser);
  if (!found) return null;
  const isRoot = process.getuid?.() === 0;
  const browser = await puppeteer.launch({
    executablePath: found.executablePath,
    env: { ...process.env, ...found.env },
    args: [
      '--disable-background-networking',
      '--disable-component-update',
      // Nobody watches the rendering: saves a process.
      '--in-process-gpu',
      '--disable-gpu',
      // Every page is a new one: what the compilers optimise in threads of their own never pays off.
      '--js-flags=--no-opt --no-maglev --single-threaded --min-semi-space-size=32',
      // One process for all pages of a context: starting one costs more than most pages.
      '--renderer-process-limit=1',
      '--disable-site-isolation-trials',
      '--disable-features=IsolateOrigins,site-per-process',
      ...(isRoot ? ['--no-sandbox'] : []),
    ],
  });
  atTheEnd(() => browser.close());
  return browser;
}

/** Sets the text of a field as pasting does: with one message to the browser, not three a letter. */
export async function fill(page: Page, selector: string, text: string): Promise<void> {
  await page.focus(selector);
  await page.keyboard.sendCharacter(text);
}

/** Signs a page in without the form, for tests that are not about the form. */
export async function signInBeside(page: Page, url: string, { email }: { email: string }): Promise<void> {
  const [name, value] = await sessionCookie(email);
  await page.setCookie({ name, value, url });
}

/**
 * A browser for the tests of a configured block (`useServer` before it); if the machine has none they are skipped, with
 * a message.
 */
export function useBrowser(): TestBrowser {
  let browser: Browser | null = null;
  const contexts: BrowserContext[] = [];
  before(async function () {
    this.timeout(60_000);
    browser = await sharedBrowser();
    if (!browser) {
      console.log('      no Chromium on this machine: the tests in a browser are skipped');
      this.skip();
    }
  });
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close();
  });
  return {
    open: async ({ width = 1280, scripts = true } = {}) => {
      if (!browser) throw new Error('The browser is not running.');
      const context = await browser.createBrowserContext();
      contexts.push(context);
      const page = await context.newPage();
      await page.setViewport({ width, height: 900 });
      await page.setJavaScriptEnabled(scripts);
      return page;
    },
  };
}

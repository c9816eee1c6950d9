// A real Chromium for tests: the one of CHROME_PATH, of the system, or the packed one.
import { existsSync } from 'node:fs';
import puppeteer, { type Browser, type Page } from 'puppeteer';

const SYSTEM_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

async function findBrowser(): Promise<{ executablePath: string; args: string[] } | null> {
  const installed = [process.env.CHROME_PATH, ...SYSTEM_BROWSERS].find((path) => path && existsSync(path));
  if (installed) return { executablePath: installed, args: [] };
  const packed = await import('@sparticuz/chromium').then((module) => module.default).catch(() => null);
  return packed && { executablePath: await packed.executablePath(), args: packed.args };
}

export interface TestBrowser {
  /** A page in a context of its own: no cookies but its own. */
  open(options?: { width?: number; scripts?: boolean }): Promise<Page>;
}

/** Starts one browser for the tests of a block; without any on the machine they are skipped, and say so. */
export function useBrowser(): TestBrowser {
  let browser: Browser | undefined;
  before(async function () {
    this.timeout(60_000);
    const found = await findBrowser();
    if (!found) {
      console.log('      no Chromium on this machine: the tests in a browser are skipped');
      this.skip();
    }
    const isRoot = process.getuid?.() === 0;
    browser = await puppeteer.launch({
      executablePath: found.executablePath,
      args: [
        ...found.args,
        '--disable-background-networking',
        '--disable-component-update',
        ...(isRoot ? ['--no-sandbox'] : []),
      ],
    });
  });
  after(async () => {
    await browser?.close();
  });
  return {
    open: async ({ width = 1280, scripts = true } = {}) => {
      if (!browser) throw new Error('The browser is not running.');
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      await page.setViewport({ width, height: 900 });
      await page.setJavaScriptEnabled(scripts);
      return page;
    },
  };
}

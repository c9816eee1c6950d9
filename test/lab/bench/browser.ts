// A Chromium for benchmarks, found where the service itself looks for one, with its own optimisations.
import puppeteer, { type Browser } from 'puppeteer';
import { findBrowser } from '../../../server/jobs/browser-lookup.js';

/** @throws Error when there is none on this machine */
export async function launchForBench(): Promise<Browser> {
  const found = await findBrowser();
  if (!found) throw new Error('There is no Chromium on this machine.');
  return puppeteer.launch({
    executablePath: found.executablePath,
    env: { ...process.env, ...found.env },
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
}

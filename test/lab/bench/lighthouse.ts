// npm run bench:lighthouse: Lighthouse (mobile) over the pages that matter, with the 1,337 real listings of
// ../shared where they are present, else the demo ones. Prints a table; ends with 1 when a score is below 95.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import lighthouse from 'lighthouse';
import { authenticateKey } from '../../../core/accounts/credentials.js';
import { registerAccount } from '../../../core/accounts/sign-up.js';
import { guest, type User } from '../../../core/kernel/actor.js';
import { configure } from '../../../core/kernel/config.js';
import { configureLog } from '../../../core/kernel/log.js';
import { submitListing } from '../../../core/listings/submit.js';
import { startServer } from '../../../server/process/main.js';
import { launchForBench } from './browser.js';
import { benchListings } from './service.js';

const GROUPS = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const LOWEST = 0.95;

const dataDir = mkdtempSync(join(tmpdir(), 'listing-directory-bench-'));
configureLog(
  configure({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn', RATE_LIMIT: '0', SCREENSHOTS: 'off' }),
);
const server = await startServer({ web: true, jobs: false });
try {
  process.exitCode = (await audit(await fill())) ? 0 : 1;
} finally {
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
}

/** @returns the slug of a listing to look at */
async function fill(): Promise<string> {
  const { kind, listings } = benchListings();
  const person = { name: 'Bench', email: 'bench@example.com', password: 'a long passphrase' };
  const outcome = await registerAccount(guest('rest'), person);
  if (!outcome.api_key) throw new Error('The key was withheld.');
  const owner: User = {
    ...guest('rest'),
    kind: 'user',
    ...(await authenticateKey(outcome.api_key.key)),
    sessionId: null,
  };
  let slug = '';
  let refused = 0;
  for (const input of listings) {
    const submission = await submitListing(owner, input).catch(() => null);
    if (submission) slug = submission.listing.slug;
    else refused += 1;
  }
  console.log(`${listings.length} ${kind} listings, ${refused} refused`);
  return slug;
}

async function audit(slug: string): Promise<boolean> {
  const browser = await launchForBench();
  const port = Number(new URL(browser.wsEndpoint()).port);
  let isGood = true;
  console.log(['page', ...GROUPS].join('\t'));
  for (const path of [
    '/',
    '/listings',
    '/listings?q=server',
    '/categories/ai',
    `/listings/${slug}`,
    '/docs',
    '/agent-directories',
    '/listings?sort=name&letter=a',
    `/report/${slug}`,
    '/alternatives',
    '/support',
    `/shortlist?of=${slug}`,
    '/follow?q=notes',
    'de /',
    'de /listings',
    `de /listings/${slug}`,
  ]) {
    const [language, address] = path.startsWith('de ') ? ['de', path.slice(3)] : ['en', path];
    const extraHeaders = { 'accept-language': language };
    const options = { port, output: 'json', logLevel: 'error', extraHeaders } as const;
    const result = await lighthouse(server.url + address, options);
    if (!result) throw new Error(`Lighthouse gave no result for ${path}.`);
    const { categories, audits } = result.lhr;
    const scores = GROUPS.map((group) => categories[group]?.score ?? 0);
    console.log([path, ...scores.map((score) => Math.round(score * 100))].join('\t'));
    // Searches and forms are not meant for search engines (robots: noindex), which costs them the last group.
    const counted = /[?]|^\/report/.test(path) ? scores.slice(0, 3) : scores;
    if (counted.some((score) => score < LOWEST)) {
      isGood = false;
      for (const { id, score, title } of Object.values(audits)) {
        if (score !== null && score < 0.9) console.log(`  ${id}: ${title}`);
      }
    }
  }
  await browser.close();
  return isGood;
}

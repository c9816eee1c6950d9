// npm run bench:desk: twenty decisions at the review desk by keys in Chromium, with the 1,337 real listings of ../shared
// where they are present, else the demo ones. Tells how long a moderator waits for the next item, and for what.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'puppeteer';
import { configure } from '../../../core/kernel/config.js';
import { configureLog } from '../../../core/kernel/log.js';
import { findPostmaster } from '../../../db/embedded/postmaster.js';
import { makeTempDir } from '../../helpers/environment.js';
import { endPrograms, runNode } from '../../helpers/process.js';
import { launchForBench } from './browser.js';
import { cpuOf } from './compare/cpu.js';
import { benchListings } from './service.js';

/** Approvals, rejections with saved reasons, a skip, and a decision that is taken back. */
const KEYS = [...'aaa1aaa2asaauaa3aaaa'] as ('a' | 's' | 'u' | '1' | '2' | '3')[];
/** Milliseconds a moderator looks at an item before the key. */
const LOOK = 400;
const ADMIN = { name: 'Moderator', email: 'moderator@example.com', password: 'a long passphrase' };

/** Runs in the page: what its last navigation took. */
const TIMES = `(() => {
  const [at] = performance.getEntriesByType('navigation');
  return {
    decided: at.redirectEnd - at.redirectStart,
    sent: at.responseEnd - at.requestStart,
    loaded: at.loadEventEnd - at.responseEnd,
  };
})()`;

const dataDir = makeTempDir();
configureLog(configure({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' }));
const server = runNode(['dist/bin/directory-server.js'], {
  DATA_DIR: dataDir,
  PORT: '0',
  AUTO_PUBLISH: 'off',
  ADMIN_EMAILS: ADMIN.email,
  SCREENSHOTS: 'off',
  LINK_CHECKS: 'off',
  RATE_LIMIT: '0',
  RATE_LIMIT_SIGN_UP: '0',
  RATE_LIMIT_LISTING_WRITE: '0',
});

try {
  const [, url = ''] = await server.says(/(http:\/\/localhost:\d+)/);
  while (!(await fetch(`${url}/api/v1/ready`)).ok) await sleep(100);
  await fill(url);
  const browser = await launchForBench();
  try {
    await decide(await openDesk(await browser.newPage(), url));
  } finally {
    await browser.close();
  }
} finally {
  await server.kill('SIGTERM');
  await endPrograms();
}

async function send(url: string, body: object, key?: string): Promise<Response> {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (key) headers.authorization = `Bearer ${key}`;
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function fill(url: string): Promise<void> {
  const { kind, listings } = benchListings();
  const person = { ...ADMIN, name: 'Owner', email: 'owner@example.com' };
  const registered = await (await send(`${url}/api/v1/agents/register`, person)).json();
  const { key } = (registered as { api_key: { key: string } }).api_key;
  let count = 0;
  for (const listing of listings)
    if ((await send(`${url}/api/v1/listings`, listing, key)).status === 201) count += 1;
  console.log(`${count} of ${listings.length} ${kind} listings wait`);
}

async function openDesk(page: Page, url: string): Promise<Page> {
  await page.setViewport({ width: 1280, height: 900 });
  await page.goto(`${url}/sign-up`);
  for (const [field, value] of Object.entries(ADMIN)) await page.type(`#field-${field}`, value);
  await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
  await page.goto(`${url}/admin/review`);
  if (!(await page.$('[data-review]'))) throw new Error('The desk is empty.');
  return page;
}

interface Step {
  readonly key: string;
  /** Milliseconds from the key to the next item, as loaded. */
  readonly total: number;
  /** Of them: until the decision was answered, until the next item was, and loading what came. */
  readonly decided: number;
  readonly sent: number;
  readonly loaded: number;
}

async function decide(page: Page): Promise<void> {
  const steps: Step[] = [];
  const before = await cpuSoFar();
  const listAt = performance.now();
  for (const key of KEYS) {
    await sleep(LOOK);
    const at = performance.now();
    await Promise.all([page.waitForNavigation(), page.keyboard.press(key)]);
    const total = performance.now() - at;
    steps.push({ key, total, ...((await page.evaluate(TIMES)) as Omit<Step, 'key' | 'total'>) });
  }
  const seconds = (performance.now() - listAt) / 1000;
  const [serverCpu, databaseCpu] = (await cpuSoFar()).map((cpu, index) => cpu - (before[index] ?? 0));
  for (const { key, ...step } of steps)
    console.log(key, ...Object.values(step).map((value) => String(Math.round(value)).padStart(5)));
  const of = (name: Exclude<keyof Step, 'key'>) => steps.map((step) => step[name]).sort((a, b) => a - b);
  const median = (values: number[]) => Math.round(values[Math.floor(values.length / 2)] ?? Number.NaN);
  const waited = of('total').reduce((sum, value) => sum + value, 0) / 1000;
  console.log(
    `${KEYS.length} keys, ${steps.length} page loads, ${waited.toFixed(1)} s of waiting (${seconds.toFixed(1)} s in all)\n` +
      `median ${median(of('total'))} ms (decided ${median(of('decided'))}, next item ${median(of('sent'))}, ` +
      `loaded ${median(of('loaded'))}), worst ${Math.round(of('total').at(-1) ?? 0)} ms\n` +
      `CPU: server ${serverCpu} ms, database ${databaseCpu} ms`,
  );
}

/** CPU milliseconds of the server and of its database so far. */
async function cpuSoFar(): Promise<[server: number, database: number]> {
  const postmaster = await findPostmaster(join(dataDir, 'postgres', 'cluster'));
  return [cpuOf(server.child.pid ?? 0), cpuOf(postmaster?.pid ?? 0)];
}

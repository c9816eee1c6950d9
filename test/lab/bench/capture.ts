// npm run bench:capture — captures of a local page of 1 MB: how many a minute at 1, 2 and 4 at a time, how much
// memory the worker and its browser take at most, and how long it is from POST /listings to `ready`.
// Numbers and method: docs/screenshots.md. The service runs in this process, over a throwaway PostgreSQL; each
// listing has a host name of its own, so that captures of one host do not wait for each other.
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { config, configure } from '../../../core/kernel/config.js';
import { configureLog } from '../../../core/kernel/log.js';
import { readFamily } from '../../../server/jobs/browser.js';
import { findBrowser } from '../../../server/jobs/browser-lookup.js';
import { startServer } from '../../../server/process/main.js';
import { makeTempDir } from '../../helpers/environment.js';

function readProcess(pid: number | 'self', name: 'cmdline' | 'status'): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}
/** The browser's first process, by the name of its profile. */
const browserPid = () =>
  readdirSync('/proc')
    .map(Number)
    .find((pid) => pid > 0 && /--user-data-dir=\S*directory-browser-/.test(readProcess(pid, 'cmdline'))) ?? 0;

const CAPTURES = 16;
const SINGLES = 10;

/** Text, ten pictures of 90 kB that do not compress, and a script: a megabyte in all. */
const blobs = Array.from({ length: 10 }, () => randomBytes(90_000));
const page = createServer((request, response) => {
  const blob = blobs[Number(/^\/(\d)$/.exec(request.url ?? '')?.[1] ?? -1)];
  if (blob) return response.end(blob);
  response.setHeader('content-type', 'text/html');
  const loads = blobs.map((_, n) => `fetch("/${n}")`).join();
  response.end(
    `<h1>Bench</h1>${'<p>Lorem ipsum dolor sit amet. '.repeat(3_500)}<script>Promise.all([${loads}])</script>`,
  );
});

async function measure(concurrency: number): Promise<void> {
  const dataDir = makeTempDir();
  configureLog(
    configure({
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'silent',
      RATE_LIMIT: '0',
      RATE_LIMIT_LISTING_WRITE: '0',
      RATE_LIMIT_SIGN_UP: '0',
      SCREENSHOT_ALLOW_PRIVATE: 'on',
      SCREENSHOT_CONCURRENCY: String(concurrency),
    }),
  );
  const server = await startServer({ web: true, jobs: true });
  const call = async (path: string, body?: object, key?: string) => {
    const response = await fetch(config.publicUrl + path, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) },
      body: body && JSON.stringify(body),
    });
    return (await response.json()) as Record<string, never>;
  };
  const { api_key } = (await call('/api/v1/agents/register', {
    name: 'Bench',
    email: 'bench@example.com',
    password: 'correct horse battery',
  })) as unknown as { api_key: { key: string } };
  let count = 0;
  const submit = async () => {
    count += 1;
    // Every address of 127/8 is this machine.
    const host = `127.0.${Math.floor(count / 250)}.${(count % 250) + 1}`;
    const website_url = `http://${host}:${(page.address() as AddressInfo).port}/`;
    const { listing } = (await call(
      '/api/v1/listings',
      { name: `Bench ${count}`, website_url, tagline: 'x' },
      api_key.key,
    )) as unknown as { listing: { slug: string } };
    return listing.slug;
  };
  const settled = async (slug: string) => {
    for (;;) {
      const { listing } = (await call(`/api/v1/listings/${slug}`)) as unknown as {
        listing: { screenshot_status: string };
      };
      if (listing.screenshot_status !== 'pending') return listing.screenshot_status;
      await sleep(25);
    }
  };

  // The first one starts the browser.
  await settled(await submit());
  let most = { worker: 0, browser: 0 };
  const watch = setInterval(async () => {
    const family = await readFamily(browserPid());
    const browser = family.reduce((all, { bytes }) => all + bytes, 0);
    const worker = Number(/^RssAnon:\s+(\d+)/m.exec(readProcess('self', 'status'))?.[1]) * 1024;
    most = { worker: Math.max(most.worker, worker), browser: Math.max(most.browser, browser) };
  }, 250);

  const started = performance.now();
  const slugs = await Promise.all(Array.from({ length: CAPTURES }, submit));
  const outcomes = await Promise.all(slugs.map(settled));
  const minutes = (performance.now() - started) / 60_000;
  const ready = outcomes.filter((outcome) => outcome === 'ready').length;

  const times: number[] = [];
  for (let n = 0; n < SINGLES; n += 1) {
    const before = performance.now();
    await settled(await submit());
    times.push(performance.now() - before);
  }
  clearInterval(watch);
  times.sort((a, b) => a - b);
  const percentile = (part: number) =>
    `${((times[Math.ceil(times.length * part) - 1] ?? 0) / 1000).toFixed(2)} s`;
  console.log(
    `concurrency ${concurrency}: ${(ready / minutes).toFixed(0)} captures a minute (${ready} of ${CAPTURES} ready); ` +
      `POST to ready, alone: p50 ${percentile(0.5)}, p95 ${percentile(0.95)}; ` +
      `at most ${(most.worker / 1e6).toFixed(0)} MB in the service, ${(most.browser / 1e6).toFixed(0)} MB in the browser`,
  );
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
}

await new Promise<void>((resolve) => page.listen(0, '0.0.0.0', resolve));
configure({ DATA_DIR: makeTempDir() });
const found = await findBrowser();
console.log(
  `${availableParallelism()} cores, Node ${process.version}, ${found?.source} browser ${found?.executablePath}`,
);
rmSync(config.dataDir, { recursive: true, force: true });
for (const concurrency of [1, 2, 4]) await measure(concurrency);
page.close();

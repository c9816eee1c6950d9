// `npm run bench:mixed [-- --minutes=30 --rate=20 --every=5]`: a long mixed load, 80 % reading, 15 % searching, 5 %
// writing. Does the service stay as fast as it began, and as small?
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPostmaster } from '../../../db/embedded/postmaster.js';
import { DEMO_LISTINGS } from '../../data/demo-listings.js';
import { endEmbeddedPostgres } from '../../helpers/embedded.js';
import { makeTempDir } from '../../helpers/environment.js';
import { freePort } from '../../helpers/ports.js';
import { Service } from '../faults/service.js';
import { cpuOf } from './compare/cpu.js';

const option = (name: string, fallback: number) =>
  Number(new RegExp(`--${name}=(\\d+)`).exec(process.argv.join(' '))?.[1] ?? fallback);
const MINUTES = option('minutes', 30);
/** Requests a second. */
const RATE = option('rate', 20);
/** Minutes between two reports. */
const EVERY = option('every', 5);
/** Listings there are at the beginning. */
const LISTINGS = 1_000;

const pick = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T;
const WORDS = DEMO_LISTINGS.flatMap(({ tagline }) => tagline.split(/\W+/)).filter((word) => word.length > 3);
const words = (count: number) => Array.from({ length: count }, () => pick(WORDS)).join(' ');

type Kind = 'read' | 'search' | 'write';
/** Milliseconds of each answer since the last report, and of all. */
const took: Record<Kind, number[]> = { read: [], search: [], write: [] };
const whole: Record<Kind, number[]> = { read: [], search: [], write: [] };
const statuses = new Map<number, number>();
const slugs: string[] = [];
let made = 0;

async function write(service: Service): Promise<number> {
  made += 1;
  const body = {
    name: `Made ${made}`,
    website_url: `made-${made}.example.com`,
    tagline: words(6),
    description: words(60),
  };
  const answer = await service.ask('/api/v1/listings', { body });
  if (answer.status === 201) slugs.push(JSON.parse(answer.body).listing.slug);
  statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
  return answer.milliseconds;
}

async function one(service: Service): Promise<void> {
  const dice = Math.random();
  const kind: Kind = dice < 0.8 ? 'read' : dice < 0.95 ? 'search' : 'write';
  if (kind === 'write') {
    took.write.push(await write(service));
    return;
  }
  const read = pick([
    () => `/listings/${pick(slugs)}`,
    () => `/api/v1/listings/${pick(slugs)}`,
    () => `/listings?page=${1 + Math.floor(Math.random() * 20)}`,
    () => `/api/v1/listings?mine=1&page=${1 + Math.floor(Math.random() * 20)}`,
    () => '/',
  ]);
  const query = encodeURIComponent(words(2));
  const path = kind === 'read' ? read() : pick([`/listings?q=${query}`, `/api/v1/listings?q=${query}`]);
  const { status, milliseconds } = await service.ask(path);
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  took[kind].push(milliseconds);
}

/** Megabytes of the server process that are in memory, and what V8 says of its heap. */
async function memoryOf(service: Service): Promise<string> {
  const status = readFileSync(`/proc/${service.program?.child.pid}/status`, 'utf8');
  const resident = Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const of = (name: string) =>
    Math.round(Number(new RegExp(`^nodejs_${name}_bytes (\\S+)`, 'm').exec(metrics)?.[1] ?? 0) / 1024 ** 2);
  const heap = `heap ${of('heap_size_used')} of ${of('heap_size_total')}`;
  return `${resident} MB (${heap}, outside of it ${of('external_memory')})`;
}

function quantile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
}

const speedsOf = (of: Record<Kind, number[]>) =>
  Object.entries(of)
    .map(
      ([kind, values]) =>
        `${kind} ${values.length}: median ${quantile(values, 0.5)} ms, p99 ${quantile(values, 0.99)} ms`,
    )
    .join('; ');

async function report(service: Service, when: string): Promise<void> {
  console.log(`${when}: ${await memoryOf(service)}; ${speedsOf(took)}`);
  for (const [kind, values] of Object.entries(took) as [Kind, number[]][])
    whole[kind].push(...values.splice(0));
}

/** CPU milliseconds of the server and of its database so far. */
async function cpuSoFar(service: Service): Promise<[server: number, database: number]> {
  const postmaster = await findPostmaster(join(dataDir, 'postgres', 'cluster'));
  return [cpuOf(service.program?.child.pid ?? 0), cpuOf(postmaster?.pid ?? 0)];
}

const dataDir = makeTempDir();
const metricsPort = await freePort();
// Options of V8 are tried with those of this process.
const service = new Service({
  DATA_DIR: dataDir,
  METRICS_PORT: String(metricsPort),
  NODE_OPTIONS: process.env.NODE_OPTIONS ?? '',
});
try {
  await service.start();
  await service.register();
  for (let count = 0; count < LISTINGS; count += 1) await write(service);
  // What is compiled and cached with the first requests is no growth.
  for (let count = 0; count < 500; count += 1) await one(service);
  await report(service, 'before');
  statuses.clear();
  for (const values of Object.values(whole)) values.length = 0;
  const [server, database] = await cpuSoFar(service);
  const began = performance.now();
  const running = new Set<Promise<void>>();
  let [sent, reported] = [0, 0];
  for (;;) {
    const seconds = (performance.now() - began) / 1000;
    if (seconds >= MINUTES * 60) break;
    if (Math.floor(seconds / (EVERY * 60)) > reported) {
      reported += 1;
      await report(service, `${reported * EVERY} minutes`);
    }
    const request: Promise<void> = one(service).finally(() => running.delete(request));
    running.add(request);
    sent += 1;
    await sleep(Math.max(0, began + (sent / RATE) * 1000 - performance.now()));
  }
  await Promise.all(running);
  await report(service, 'the rest');
  const [serverAfter, databaseAfter] = await cpuSoFar(service);
  const each = (from: number, to: number) => ((to - from) / sent).toFixed(1);
  console.log(`all: ${speedsOf(whole)}`);
  console.log(
    `CPU a request: server ${each(server, serverAfter)} ms, database ${each(database, databaseAfter)} ms`,
  );
  // Without load for a while, garbage is collected.
  await sleep(30_000);
  console.log(`after: ${await memoryOf(service)}`);
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
  console.log(`${sent} requests, ${RATE} a second; ${counts.join(', ')}`);
} finally {
  await service.kill('SIGTERM');
  await endEmbeddedPostgres(dataDir);
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
}

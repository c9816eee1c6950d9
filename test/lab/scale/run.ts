// `npm run scale`: a high-availability set-up from Debian's packages on this machine, three processes of the service before
// it, and what its clients notice of a primary that is killed, of its return, and of a planned switchover. It takes some
// five minutes. Packages: etcd-server patroni haproxy pgbouncer postgresql-15.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeTempDir } from '../../helpers/environment.js';
import { endPrograms } from '../../helpers/process.js';
import { compare, type Load, Service, startWriting } from '../faults/service.js';
import { type Cluster, startCluster } from './cluster.js';
import { startWebBalancer } from './fronts.js';
import { endStarted, missingPackages, until } from './programs.js';
import { measureSpread } from './spread.js';

const PROCESSES = 3;
/** Seconds of load before a fault, and of quiet success after it. */
const CALM = 10;
/** Nothing takes longer than this. */
const LIMIT_MINUTES = 12;

const seconds = (value: number) => Math.round(value * 10) / 10;

/** For how long nothing of a kind succeeded, and how much failed. */
class Gaps {
  longest = 0;
  failed = 0;
  total = 0;
  readonly statuses = new Map<number, number>();
  #last = performance.now();

  note(status: number): void {
    this.total += 1;
    if (status >= 200 && status < 300) {
      const now = performance.now();
      this.longest = Math.max(this.longest, (now - this.#last) / 1000);
      this.#last = now;
      return;
    }
    this.failed += 1;
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }

  toString(): string {
    const kinds = [...this.statuses]
      .map(([status, count]) => `${status || 'no answer'}: ${count}`)
      .join(', ');
    return `${this.failed} of ${this.total} failed${kinds && ` (${kinds})`}, none succeeded for ${seconds(this.longest)} s`;
  }
}

/** Guests who make uncached searches, and read a listing. */
function startReading(url: string, slug: string, gaps: Gaps): () => Promise<void> {
  const guest = new Service({});
  guest.url = url;
  let isOver = false;
  const reader = async (name: string) => {
    for (let round = 0; !isOver; round += 1) {
      const path = round % 2 === 0 ? `/api/v1/listings?q=made+${name}${round}` : `/listings/${slug}`;
      gaps.note((await guest.ask(path)).status);
      await sleep(100);
    }
  };
  const readers = ['a', 'b'].map(reader);
  return async () => {
    isOver = true;
    await Promise.all(readers);
  };
}

async function underLoad(
  what: string,
  front: Service,
  slug: string,
  fault: () => Promise<unknown>,
): Promise<Load> {
  const [reads, writes] = [new Gaps(), new Gaps()];
  const stopReading = startReading(front.url, slug, reads);
  const load = startWriting(front, 4, (status) => writes.note(status));
  await sleep(CALM * 1000);
  await fault();
  const before = load.acknowledged.size;
  await until('writes are taken again', async () => load.acknowledged.size > before + 4, 120);
  await sleep(CALM * 1000);
  await Promise.all([stopReading(), load.stop()]);
  console.log(`${what}\n  writes: ${writes}\n  reads: ${reads}`);
  return load;
}

async function tellOfLoss(front: Service, loads: readonly Load[]): Promise<void> {
  const acknowledged = new Set(loads.flatMap((load) => [...load.acknowledged]));
  const { lost, twice } = await compare(front, { acknowledged });
  console.log(`acknowledged writes: ${acknowledged.size}, lost: ${lost}, twice: ${twice}`);
  if (lost + twice > 0) process.exitCode = 1;
}

/** The service in three processes, each with a directory of its own, as on three machines. */
async function startProcesses(home: string, { urls }: Cluster): Promise<Service[]> {
  const shared = {
    DATABASE_URL: urls.pooled,
    DATABASE_DIRECT_URL: urls.direct,
    // Both: whichever is not the primary is read from.
    DATABASE_REPLICA_URLS: urls.nodes.join(','),
    SESSION_SECRET: 'the-same-for-all-of-them-and-long-enough',
    SCREENSHOT_SECRET: 'likewise-the-same-for-all',
  };
  const processes = Array.from(
    { length: PROCESSES },
    (_, index) => new Service({ ...shared, DATA_DIR: join(home, `data${index}`) }),
  );
  for (const service of processes) await service.start();
  return processes;
}

async function run(home: string): Promise<void> {
  const cluster = await startCluster(home);
  console.log('etcd, Patroni with two PostgreSQL 15, HAProxy and PgBouncer run.');
  const processes = await startProcesses(home, cluster);
  const front = new Service({});
  front.url = await startWebBalancer(
    home,
    processes.map(({ url }) => Number(new URL(url).port)),
  );
  await front.register();
  const made = await front.ask('/api/v1/listings', {
    body: { name: 'Steady', website_url: 'steady.example.com', tagline: 'Always looked at' },
  });
  const { slug } = JSON.parse(made.body).listing;
  const [writer, ...others] = processes;
  const spread = writer ? await measureSpread(writer, front.key, others) : [];
  const at = (share: number) => Math.round(spread[Math.ceil(spread.length * share) - 1] ?? 0);
  console.log(
    `a listing written on one process is in the lists of the others after ${at(0.5)} ms (median), ${at(1)} at most`,
  );
  let startAgain: () => Promise<number> = async () => 0;
  const killed = await underLoad('kill -9 of the primary and its Patroni', front, slug, async () => {
    startAgain = await cluster.killPrimary();
  });
  const returned = await underLoad('the killed one returns as a replica', front, slug, async () => {
    console.log(`  a synchronous replica again after ${seconds(await startAgain())} s`);
  });
  const switched = await underLoad('a planned switchover', front, slug, () => cluster.switchOver());
  await tellOfLoss(front, [killed, returned, switched]);
  tellOfFaults(processes);
}

/** What ended in 500 is a fault of ours: the first lines of each process that say why. */
function tellOfFaults(processes: readonly Service[]): void {
  for (const { program } of processes) {
    const faults = program?.output.match(/^.*"a request failed".*$/gm) ?? [];
    if (faults.length > 0) process.exitCode = 1;
    for (const line of faults.slice(0, 3)) console.log(line.slice(0, 500));
  }
}

const missing = missingPackages();
if (missing.length > 0) {
  console.log(
    `Not tried: this machine lacks ${missing.join(', ')} (Debian: apt-get install ${missing.join(' ')}).`,
  );
  process.exit(1);
}
const home = makeTempDir();
const end = async () => {
  await endPrograms();
  await endStarted();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
};
const giveUp = (why: string) => {
  console.log(why);
  void end().finally(() => process.exit(1));
};
process.once('SIGINT', () => giveUp('Stopped.')).once('SIGTERM', () => giveUp('Stopped.'));
setTimeout(() => giveUp(`It took more than ${LIMIT_MINUTES} minutes.`), LIMIT_MINUTES * 60_000).unref();
try {
  await run(home);
} catch (error) {
  console.log(String(error));
  process.exitCode = 1;
} finally {
  await end();
}

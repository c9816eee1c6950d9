// Each injected fault, what was lost and how long recovery took: `npm run faults`.
import { rmSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { clusterHome, DATABASE, OWNER } from '../../../db/embedded/cluster.js';
import { findPostmaster } from '../../../db/embedded/postmaster.js';
import type { Json } from '../../helpers/api.js';
import { createDatabase } from '../../helpers/database.js';
import { endEmbeddedPostgres } from '../../helpers/embedded.js';
import { type Environment, makeTempDir } from '../../helpers/environment.js';
import { startTcpGate, type TcpGate } from '../../helpers/tcp-gate.js';
import { startMix } from './mix.js';
import { type Answer, compare, type Load, Service, startWriting } from './service.js';

/** The result of a fault; numbers for the table in docs/reliability.md. */
export interface Outcome {
  lost: number;
  twice: number;
  /** Responses that the fault does not explain. */
  unexpected?: number;
  [figure: string]: number | string | undefined;
}

export const seconds = (value: number) => Math.round(value * 10) / 10;
const round = (values: number[]) => values.map(seconds);

/** A service with its own embedded database. */
export async function withEmbedded<T>(
  work: (service: Service, dataDir: string) => Promise<T>,
  dataDir = makeTempDir(),
  environment: Environment = {},
): Promise<T> {
  const service = new Service({ DATA_DIR: dataDir, ...environment });
  try {
    await service.start();
    await service.register();
    return await work(service, dataDir);
  } finally {
    await service.kill('SIGKILL');
    await endEmbeddedPostgres(dataDir);
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A service whose connection to the database can be cut. */
async function withGate<T>(work: (service: Service, gate: TcpGate, url: string) => Promise<T>): Promise<T> {
  const database = await createDatabase('migrated');
  const { hostname, port } = new URL(database.url);
  const gate = await startTcpGate(hostname, Number(port));
  const dataDir = makeTempDir();
  const service = new Service({ DATA_DIR: dataDir, DATABASE_URL: gate.through(database.url) });
  try {
    await service.start();
    await service.register();
    return await work(service, gate, database.url);
  } finally {
    await service.kill('SIGKILL');
    await gate.close();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

export async function conclude(
  service: Service,
  load: Load,
  figures: Record<string, number | string>,
): Promise<Outcome> {
  await load.stop();
  const { lost, twice } = await compare(service, load);
  return { lost, twice, acknowledged: load.acknowledged.size, failed: load.failed, ...figures };
}

/** kill -9 of the server during writes of every kind; no new round begins after `minutes`. */
export function killServer(rounds: number, minutes = Number.POSITIVE_INFINITY): Promise<Outcome> {
  const dataDir = makeTempDir();
  const work = async (service: Service) => {
    const load = startWriting(service, 2);
    const mix = await startMix(service, (sql) => queryEmbedded(dataDir, sql));
    const recoveries: number[] = [];
    const end = performance.now() + minutes * 60_000;
    while (recoveries.length < rounds && performance.now() < end) {
      await sleep(100 + Math.random() * 900);
      await service.kill('SIGKILL');
      recoveries.push(await service.start());
    }
    const figures = { rounds: recoveries.length, 'ready again, slowest (s)': Math.max(...round(recoveries)) };
    const listings = await conclude(service, load, figures);
    await mix.stop();
    const { sums, figures: others } = await mix.check();
    const [lost, twice] = [listings.lost + sums.lost, listings.twice + sums.twice];
    return { ...listings, ...sums, lost, twice, ...others };
  };
  return withEmbedded(work, dataDir, { SCREENSHOT_ALLOW_PRIVATE: 'on', RATE_LIMIT_SIGN_IN: '0' });
}

async function queryEmbedded(dataDir: string, sql: string): Promise<Json[]> {
  const home = clusterHome(dataDir);
  const client = new pg.Client({
    host: '127.0.0.1',
    port: (await findPostmaster(join(home, 'cluster')))?.port ?? 0,
    user: OWNER,
    database: DATABASE,
    password: (await readFile(join(home, 'password'), 'utf8')).trim(),
  });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** kill -9 of the embedded PostgreSQL, all of it, during writes. */
export function killDatabase(rounds: number): Promise<Outcome> {
  return withEmbedded(async (service, dataDir) => {
    const load = startWriting(service);
    const recoveries: number[] = [];
    for (let done = 0; done < rounds; done += 1) {
      await sleep(500);
      const running = await findPostmaster(join(dataDir, 'postgres', 'cluster'));
      const began = performance.now();
      process.kill(running?.pid ?? 0, 'SIGKILL');
      await untilWritable(service);
      recoveries.push((performance.now() - began) / 1000);
    }
    return conclude(service, load, { rounds, 'writes again, slowest (s)': Math.max(...round(recoveries)) });
  });
}

/** Until the load is under way. */
async function untilWritten(load: Load): Promise<void> {
  while (load.acknowledged.size < 5) await sleep(20);
}

export async function untilWritable(service: Service): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const body = { name: 'Probe', website_url: `probe-${Date.now()}.example.com`, tagline: 'Is it back?' };
    const { status } = await service.ask('/api/v1/listings', { body });
    if (status === 201) return;
    if (tries > 1200) throw new Error(`it does not come back: ${status}`);
    await sleep(100);
  }
}

/** The database refuses connections for a while, and resets those it had. */
export function databaseUnreachable(secondsAway: number): Promise<Outcome> {
  return withGate(async (service, gate) => {
    const load = startWriting(service);
    await untilWritten(load);
    await gate.shut();
    const meanwhile = await probe(service, secondsAway);
    await gate.open();
    const began = performance.now();
    await untilWritable(service);
    return conclude(service, load, {
      ...meanwhile,
      'writes again (s)': seconds((performance.now() - began) / 1000),
    });
  });
}

/** The database neither answers nor refuses. */
export function databaseFrozen(secondsAway: number): Promise<Outcome> {
  return withGate(async (service, gate) => {
    const load = startWriting(service);
    await untilWritten(load);
    gate.freeze();
    const meanwhile = await probe(service, secondsAway);
    await gate.open();
    const began = performance.now();
    await untilWritable(service);
    const writable = (performance.now() - began) / 1000;
    await service.untilReady();
    const told = service.program?.output.match(/the database is away|recovered: the database answers/g);
    return conclude(service, load, {
      ...meanwhile,
      'writes again (s)': seconds(writable),
      told: told?.join(', ') ?? 'nothing',
    });
  });
}

/** Requests uncached responses, API and pages, all the time. @returns the statuses, and the slowest response */
export async function probe(service: Service, secondsAway: number): Promise<Record<string, number | string>> {
  const answers: Answer[] = [];
  const end = performance.now() + secondsAway * 1000;
  while (performance.now() < end) {
    const query = `listings?q=probe${answers.length}`;
    answers.push(await service.ask(`/api/v1/${query}`), await service.ask(`/${query}`));
    await sleep(200);
  }
  const statuses = [...new Set(answers.map(({ status }) => status))].sort().join(', ');
  const bad = answers.filter(({ status }) => status !== 200);
  return {
    'statuses meanwhile': statuses || 'none',
    'with Retry-After': `${bad.filter(({ retryAfter }) => retryAfter).length} of ${bad.length}`,
    'slowest answer (ms)': Math.max(0, ...answers.map(({ milliseconds }) => milliseconds)),
  };
}

/** After a silence of the database the recurring jobs run again by themselves. */
export function sweepsAfterSilence(secondsAway: number): Promise<Outcome> {
  return withGate(async (_service, gate, url) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      const lastRun = async () => {
        const { rows } = await client.query(
          `select last_finished_at from agenda_jobs where name = 'sweep-mails'`,
        );
        return Number(rows[0]?.last_finished_at ?? 0);
      };
      while ((await lastRun()) === 0) await sleep(100);
      gate.freeze();
      await sleep(secondsAway * 1000);
      await gate.open();
      const [before, began] = [await lastRun(), performance.now()];
      while ((await lastRun()) === before) {
        if (performance.now() - began > 240_000) throw new Error('no sweep within four minutes');
        await sleep(500);
      }
      return { lost: 0, twice: 0, 'sweeps again (s)': seconds((performance.now() - began) / 1000) };
    } finally {
      await client.end();
    }
  });
}

/** The clock is set back an hour: the next run of recurring jobs lies an hour ahead. */
export function clockSetBack(): Promise<Outcome> {
  return withGate(async (service, _gate, url) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      const runs = async () => {
        const { rows } = await client.query(
          `select max(last_finished_at) as at from agenda_jobs where name in ('sweep-mails', 'sweep-screenshots')`,
        );
        return Number(rows[0]?.at ?? 0);
      };
      while ((await runs()) === 0) await sleep(100);
      await client.query(
        `update agenda_jobs set next_run_at = now() + interval '1 hour' where name like 'sweep%'`,
      );
      const [before, began] = [await runs(), performance.now()];
      while ((await runs()) === before) {
        if (performance.now() - began > 240_000) throw new Error('no sweep within four minutes');
        await sleep(500);
      }
      const took = (performance.now() - began) / 1000;
      await service.untilReady();
      return { lost: 0, twice: 0, 'sweeps again (s)': seconds(took) };
    } finally {
      await client.end();
    }
  });
}

/** A lock blocks every write, until the pool has no connection left. */
export function poolExhausted(secondsAway: number): Promise<Outcome> {
  return withGate(async (service, _gate, url) => {
    const blocker = new pg.Client({ connectionString: url });
    await blocker.connect();
    await blocker.query('begin; lock table listings in access exclusive mode');
    const load = startWriting(service, 15);
    const meanwhile = await probe(service, secondsAway);
    const health = await service.ask('/api/v1/health');
    await blocker.query('rollback');
    await blocker.end();
    const began = performance.now();
    await untilWritable(service);
    const figures = {
      ...meanwhile,
      'health meanwhile': health.status,
      'writes again (s)': seconds((performance.now() - began) / 1000),
    };
    return conclude(service, load, figures);
  });
}

/** Mails are in the database when the process is killed, and are sent once it is back. */
export function killWithMails(): Promise<Outcome> {
  return withEmbedded(async (service, dataDir) => {
    // The outbox is a file, so that nothing can be written into it: the mail waits.
    rmSync(join(dataDir, 'outbox'), { recursive: true, force: true });
    writeFileSync(join(dataDir, 'outbox'), '');
    const { status } = await service.ask('/api/auth/request-password-reset', {
      body: { email: 'ada@example.com' },
    });
    await service.kill('SIGKILL');
    rmSync(join(dataDir, 'outbox'));
    await service.start();
    const began = performance.now();
    await untilMailed(dataDir);
    const took = seconds((performance.now() - began) / 1000);
    return { lost: 0, twice: 0, 'request answered': status, 'mail left after (s)': took };
  });
}

/** Waits until a mail lies in the outbox. */
export async function untilMailed(dataDir: string): Promise<void> {
  for (let tries = 0; tries < 900; tries += 1) {
    const names = await readdir(join(dataDir, 'outbox')).catch(() => [] as string[]);
    if (names.some((name) => name.endsWith('.eml'))) return;
    await sleep(200);
  }
  throw new Error('the mail does not leave');
}

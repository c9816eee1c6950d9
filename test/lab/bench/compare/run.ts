// npm run bench [-- --size 100000] [--seconds 1.2] [--rounds 3] [--rows 5000] [--data DIRECTORY] [--only WORK] [--profile DIRECTORY]
// The service beside the plainest servers over the same database, in one run and in turns: requests a second, CPU
// milliseconds an answer (server + database), p50 and p99, and what that is of the plain ones; at the end an import.
// With --data the filled directory is kept and used again; with --profile the service writes CPU profiles there, which are summed up; with
// --before DIRECTORY another checkout, already built, is measured in the same turns. Method and results: docs/performance.md.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { STANDARD_CATEGORIES as CATEGORIES } from '../../../../core/settings/schema.js';
import { clusterHome } from '../../../../db/embedded/cluster.js';
import { findPostmaster } from '../../../../db/embedded/postmaster.js';
import { startEmbeddedPostgres } from '../../../../db/embedded.js';
import { makeTempDir } from '../../../helpers/environment.js';
import { endPrograms, runProgram } from '../../../helpers/process.js';
import { cpuOf, peakMemoryOf } from './cpu.js';
import { submission } from './fill.js';
import { Connection, requestBytes, runLoad } from './load.js';
import { profilesIn, topFrames } from './profile.js';
import { type Cell, report, table } from './report.js';
import { fill, startService, type Target } from './service.js';

const { values: options } = parseArgs({
  options: {
    size: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '1.2' },
    rows: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '3' },
    data: { type: 'string' },
    only: { type: 'string' },
    profile: { type: 'string' },
    before: { type: 'string' },
  },
});
const SIZE = Number(options.size);
const SECONDS = Number(options.seconds);
const ROUNDS = Number(options.rounds);
const ROWS = Number(options.rows);
const CLIENTS = 16;
/** Listings that are read again and again, as popular ones are. */
const POPULAR = Math.min(500, SIZE);
const WRITES_A_SECOND = 20;
/** Milliseconds for which they are measured alone. */
const ALONE_MS = 4000;

type Series = (headers: Record<string, string>) => (n: number) => Buffer;

const slugOf = (n: number) => `bench-${(n * 7) % POPULAR}`;
const asks =
  (pathOf: (n: number) => string): Series =>
  (headers) => {
    const made = new Map<string, Buffer>();
    return (n) => {
      const path = pathOf(n);
      const bytes = made.get(path) ?? requestBytes('GET', path, headers);
      made.set(path, bytes);
      return bytes;
    };
  };

let seen = 0;
/** Pages that nobody has opened yet, each once: copies of the first thousand listings. */
const seeing: Series = () => () => {
  const n = seen++;
  const path = `/listings/bench-${n % 1000}-${1 + (Math.floor(n / 1000) % Math.max(1, SIZE / 1000 - 1))}`;
  return requestBytes('GET', path, {});
};

/** What is read, and whether plain servers with the statement have it too. */
const READS: Record<string, { series: Series; isJson: boolean }> = {
  'by slug': { series: asks((n) => `/api/v1/listings/${slugOf(n)}`), isJson: true },
  'newest 20': { series: asks(() => '/api/v1/listings'), isJson: true },
  category: {
    series: asks((n) => `/api/v1/listings?category=${CATEGORIES[n % CATEGORIES.length]}`),
    isJson: true,
  },
  'page: home': { series: asks(() => '/'), isJson: false },
  'page: browse': { series: asks((n) => `/categories/${CATEGORIES[n % CATEGORIES.length]}`), isJson: false },
  'page: listing': { series: asks((n) => `/listings/${slugOf(n)}`), isJson: false },
  'page: listing first seen': { series: seeing, isJson: false },
};

let created = 0;
/** New listings, each with a name of its own, as listings mostly have. */
const creates: Series = (headers) => (n) => {
  const series = `made-${process.pid}-${created++}`;
  const { name, ...rest } = submission(n, series);
  return requestBytes('POST', '/api/v1/listings', headers, { name: `${name} ${series}`, ...rest });
};

const dataDir = options.data ?? makeTempDir();
const postgres = await startEmbeddedPostgres({ dataDir });
const postmaster = (await findPostmaster(join(clusterHome(dataDir), 'cluster')))?.pid ?? 0;
const end = async () => {
  await endPrograms();
  await postgres.stop();
  if (!options.data) rmSync(dataDir, { recursive: true, force: true });
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void end().finally(() => process.exit(1)));
}
try {
  await compare();
} finally {
  await end();
}

async function compare(): Promise<void> {
  const nodeArgs = options.profile ? ['--cpu-prof', `--cpu-prof-dir=${options.profile}`] : [];
  const { program, ours, key } = await startService(dataDir, nodeArgs);
  console.log(`filling ${dataDir}`);
  const filled = await fill(ours.port, postgres.url, SIZE, key);
  console.log(
    `${SIZE.toLocaleString('en')} listings, filled in ${filled.toFixed(0)} s; ${CLIENTS} clients, ${ROUNDS} rounds of ${SECONDS} s in turns; Node ${process.version}`,
  );
  const authorization = { authorization: `Bearer ${key.secret}` };
  const origin = `http://127.0.0.1:${ours.port}`;
  const plain = {
    node: await startPlain('node', origin),
    express: await startPlain('express', origin),
    bytes: await startPlain('bytes', origin),
    models: await startPlain('models', origin),
  };
  const before = options.before ? await startService(dataDir, [], {}, options.before) : null;
  const cells = new Map<string, Cell[]>();
  const names = Object.keys(READS).filter((name) => !options.only || name === options.only);
  const isCreating = !options.only || options.only === 'create';

  const take = async (
    name: string,
    target: Target,
    series: (n: number) => Buffer,
    isExpected?: (status: number) => boolean,
    beside = () => 0,
    ofWrite = 0,
  ) => {
    const cpuBefore = [cpuOf(target.pid), cpuOf(postmaster)];
    const writesBefore = beside();
    const load = await runLoad(target.port, CLIENTS, SECONDS, series, isExpected);
    const [server = 0, database = 0] = [cpuOf(target.pid), cpuOf(postmaster)].map(
      (cpu, index) => cpu - (cpuBefore[index] ?? 0),
    );
    const writes = beside() - writesBefore;
    if (load.failures) console.log(`${name}: ${load.failures}`);
    cells.set(name, [
      ...(cells.get(name) ?? []),
      {
        ...load,
        server: (server - writes * ofWrite) / load.answers,
        database: database / load.answers,
      },
    ]);
  };

  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of names) {
      const { series, isJson } = READS[name] as (typeof READS)[string];
      const anonymous = series({});
      if (isJson) await take(`${name} node`, plain.node, anonymous);
      if (isJson) await take(`${name} express`, plain.express, anonymous);
      if (name === 'by slug') await take(`${name} models`, plain.models, anonymous);
      for (let n = 0; round === 0 && n < POPULAR; n += CLIENTS) await warm(plain.bytes.port, anonymous, n);
      await take(`${name} bytes`, plain.bytes, anonymous);
      for (let n = 0; n < POPULAR; n += CLIENTS) await warm(ours.port, anonymous, n);
      await take(`${name} cached`, ours, anonymous);
      await take(`${name} key`, ours, series(authorization));
      if (before) {
        for (let n = 0; n < POPULAR; n += CLIENTS) await warm(before.ours.port, anonymous, n);
        await take(`${name} cached before`, before.ours, anonymous);
        await take(
          `${name} key before`,
          before.ours,
          series({ authorization: `Bearer ${before.key.secret}` }),
        );
      }
    }
    if (isCreating) {
      const isMade = (status: number) => status === 201;
      // A server that has written nothing yet runs code that is not optimised.
      for (let n = 0; round === 0 && n < POPULAR; n += CLIENTS) {
        await warm(plain.express.port, creates({}), n);
        await warm(ours.port, creates(authorization), n);
      }
      await take('create express', plain.express, creates({}), isMade);
      await take('create key', ours, creates(authorization), isMade);
      if (before)
        await take(
          'create key before',
          before.ours,
          creates({ authorization: `Bearer ${before.key.secret}` }),
          isMade,
        );
    }
  }
  // Last: what they write is the same for all rounds.
  const beside = writeBeside(ours.port, authorization);
  // What they cost the server while nobody reads is not the readers' cost. (The database has work of its own.)
  await sleep(1000);
  const [cpuBefore, writtenBefore] = [cpuOf(ours.pid), beside.count()];
  await sleep(ALONE_MS);
  const ofWrite = (cpuOf(ours.pid) - cpuBefore) / Math.max(1, beside.count() - writtenBefore);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of names) {
      const { series } = READS[name] as (typeof READS)[string];
      if (series === seeing) continue;
      const anonymous = series({});
      for (let n = 0; n < POPULAR; n += CLIENTS) await warm(ours.port, anonymous, n);
      await take(`${name} beside`, ours, anonymous, undefined, beside.count, ofWrite);
    }
  }
  const writes = await beside.stop();
  if (!options.only || options.only === 'import') await measureImport();
  report(cells, names, isCreating);
  console.log(
    `\npeak memory: ours ${peakMemoryOf(ours.pid)} MiB, Express with the statements ${peakMemoryOf(plain.express.pid)} MiB, node:http ${peakMemoryOf(plain.node.pid)} MiB`,
  );
  console.log(
    `writes beside: ${writes}; CPU ms of the server each while nobody reads: ${ofWrite.toFixed(1)}`,
  );
  if (options.profile) {
    // What is profiled is written when the process ends by itself.
    await program.kill('SIGTERM');
    console.log('\nself time of the service, but for what it slept');
    for (const profile of profilesIn(options.profile)) table(['share', 'function'], topFrames(profile, 40));
  }
}

/** Imports rows in a process of its own, its start included. */
async function measureImport(): Promise<void> {
  const file = join(dataDir, 'rows.ndjson');
  const series = `row-${process.pid}`;
  const rows = Array.from({ length: ROWS }, (_, n) => {
    const { name, ...rest } = submission(n, series);
    return JSON.stringify({ name: `${name} ${series}`, ...rest });
  });
  writeFileSync(file, `${rows.join('\n')}\n`);
  const before = cpuOf(postmaster);
  const began = performance.now();
  const program = runProgram(process.execPath, ['dist/bin/directory-admin.js', 'import', file], {
    DATA_DIR: dataDir,
    SCREENSHOTS: 'off',
  });
  let [spent, peak, isOver] = [0, 0, false];
  const ended = program.end().finally(() => {
    isOver = true;
  });
  while (!isOver) {
    spent = Math.max(spent, cpuOf(program.child.pid ?? 0));
    peak = Math.max(peak, peakMemoryOf(program.child.pid ?? 0) || 0);
    await sleep(20);
  }
  if ((await ended) !== 0) throw new Error(program.output);
  const each = [spent, cpuOf(postmaster) - before].map((cpu) => (cpu / ROWS).toFixed(2)).join('+');
  const rate = (ROWS / (performance.now() - began)) * 1000;
  console.log(
    `import: ${ROWS} rows, CPU ms each ${each}, ${rate.toFixed(0)} rows/s with the start, peak memory ${peak} MiB`,
  );
}

async function warm(port: number, series: (n: number) => Buffer, from: number): Promise<void> {
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, index) => {
      const connection = new Connection(port);
      await connection.send(series(from + index));
      connection.close();
    }),
  );
}

async function startPlain(kind: string, origin: string): Promise<Target> {
  const server = runProgram(process.execPath, [
    'dist/test/lab/bench/compare/plain.js',
    kind,
    postgres.url,
    origin,
  ]);
  const [, port] = await server.says(/listening on (\d+)/);
  return { port: Number(port), pid: server.child.pid ?? 0 };
}

interface Writes {
  /** How many were answered so far. */
  count(): number;
  /** Ends them, and tells how they went. */
  stop(): Promise<string>;
}

/** Half of them new listings, half changes of others. */
function writeBeside(port: number, headers: Record<string, string>): Writes {
  const series = creates(headers);
  const times: number[] = [];
  let isEnded = false;
  const running = (async () => {
    const pending = new Set<Promise<void>>();
    for (let n = 0; !isEnded; n += 1) {
      const tagline = `Changed by write ${n} of ${process.pid}`;
      const change = () =>
        requestBytes('PATCH', `/api/v1/listings/bench-${(n * 10 + 7) % Math.min(1000, SIZE)}`, headers, {
          tagline,
        });
      const bytes = n % 2 === 0 ? series(n) : change();
      const write = (async () => {
        const connection = new Connection(port);
        const began = performance.now();
        const status = await connection.send(bytes);
        times.push(performance.now() - began);
        connection.close();
        if (status !== 200 && status !== 201) throw new Error(`a write was answered ${status}`);
      })();
      const tracked: Promise<void> = write.finally(() => pending.delete(tracked));
      pending.add(tracked);
      await sleep(1000 / WRITES_A_SECOND);
    }
    await Promise.all(pending);
  })();
  return {
    count: () => times.length,
    async stop() {
      isEnded = true;
      await running;
      const sorted = times.toSorted((a, b) => a - b);
      const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(1);
      return `${times.length}, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`;
    },
  };
}

// `npm run bench:workers [-- --size=1000] [--seconds=2] [--rounds=3]`: what an answer costs one process and two workers
// (WORKERS=2), in CPU milliseconds of all of them, in turns. Two workers on cores of their own make 2 x one : two times
// what one makes; measured like this it also holds where the load comes from the same machine.
import { rmSync } from 'node:fs';
import { startEmbeddedPostgres } from '../../../db/embedded.js';
import { makeTempDir } from '../../helpers/environment.js';
import { endPrograms } from '../../helpers/process.js';
import { cpuOf } from './compare/cpu.js';
import { requestBytes, runLoad } from './compare/load.js';
import { table } from './compare/report.js';
import { fill, startService } from './compare/service.js';

const option = (name: string, fallback: number) =>
  Number(new RegExp(`--${name}=([\\d.]+)`).exec(process.argv.join(' '))?.[1] ?? fallback);
const SIZE = option('size', 1000);
const SECONDS = option('seconds', 2);
const ROUNDS = option('rounds', 3);
const CLIENTS = 16;

const WORK: Record<string, { path: (n: number) => string; hasKey: boolean }> = {
  'by slug, cached': { path: (n) => `/api/v1/listings/bench-${(n * 7) % 50}`, hasKey: false },
  'newest 20, cached': { path: () => '/api/v1/listings', hasKey: false },
  'by slug, with a key': { path: (n) => `/api/v1/listings/bench-${(n * 7) % 50}`, hasKey: true },
  'newest 20, with a key': { path: () => '/api/v1/listings', hasKey: true },
};

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const dataDir = makeTempDir();
const postgres = await startEmbeddedPostgres({ dataDir });
try {
  const one = await startService(dataDir);
  await fill(one.ours.port, postgres.url, SIZE, one.key);
  const two = await startService(dataDir, [], { WORKERS: '2' });
  const costs = new Map<string, number[]>();
  // The first is not counted: each worker compiles what it runs often.
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const [name, { path, hasKey }] of Object.entries(WORK)) {
      for (const [kind, { ours, key }] of Object.entries({ one, two })) {
        const headers: Record<string, string> = hasKey ? { authorization: `Bearer ${key.secret}` } : {};
        const next = (n: number) => requestBytes('GET', path(n), headers);
        // Each worker has a cache of its own to fill.
        await runLoad(ours.port, CLIENTS, 0.5, next);
        const before = cpuOf(ours.pid);
        const { answers, failures } = await runLoad(ours.port, CLIENTS, SECONDS, next);
        if (failures) console.log(`${name}, ${kind}: ${failures}`);
        const cell = `${name} ${kind}`;
        if (round >= 0) costs.set(cell, [...(costs.get(cell) ?? []), (cpuOf(ours.pid) - before) / answers]);
      }
    }
  }
  await Promise.all([one, two].map(({ program }) => program.kill('SIGTERM')));
  const rows = Object.keys(WORK).map((name) => {
    const [single, both] = ['one', 'two'].map((kind) => median(costs.get(`${name} ${kind}`) ?? []));
    const gain = (2 * (single ?? Number.NaN)) / (both ?? Number.NaN);
    return [name, (single ?? 0).toFixed(3), (both ?? 0).toFixed(3), gain.toFixed(2)];
  });
  table(['work', 'one: CPU ms an answer', 'two workers: CPU ms an answer', 'two make of one'], rows);
} finally {
  await endPrograms();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
}

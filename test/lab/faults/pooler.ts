// An exhausted PgBouncer: other clients hold all its connections to the database.
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createDatabase } from '../../helpers/database.js';
import { makeTempDir } from '../../helpers/environment.js';
import { hasPgBouncer, startPgBouncer } from '../../helpers/pgbouncer.js';
import { conclude, type Outcome, probe, seconds, untilWritable } from './scenarios.js';
import { Service, startWriting } from './service.js';

/** Holds all connections that the pooler has, idle in transactions. @returns a function that releases them */
export async function takeAll(url: string, most: number): Promise<() => Promise<void>> {
  const holders = Array.from({ length: most }, () => new pg.Client({ connectionString: url }));
  const asking = holders.map(async (holder) => {
    holder.on('error', () => undefined);
    await holder.connect();
    await holder.query('begin');
  });
  // Connections in use by the service are taken as soon as it returns them.
  await Promise.race([Promise.all(asking), sleep(5_000)]);
  return async () => {
    for (const holder of holders) holder.connection.stream.destroy();
    await Promise.allSettled(asking);
  };
}

export async function poolerExhausted(
  mode: 'session' | 'transaction',
  secondsAway: number,
): Promise<Outcome | string> {
  if (!hasPgBouncer) return 'not tried: PgBouncer is not on this machine (Debian: apt-get install pgbouncer)';
  const database = await createDatabase('migrated');
  const bouncer = await startPgBouncer(database.url, mode);
  const dataDir = makeTempDir();
  // In transaction mode it has no sessions to give.
  const direct = mode === 'transaction' ? database.url : bouncer.url;
  const service = new Service({
    DATA_DIR: dataDir,
    DATABASE_URL: bouncer.url,
    DATABASE_DIRECT_URL: direct,
  });
  try {
    await service.start();
    await service.register();
    const load = startWriting(service);
    await sleep(500);
    const letGo = await takeAll(bouncer.url, bouncer.size);
    const meanwhile = await probe(service, secondsAway);
    await letGo();
    const began = performance.now();
    await untilWritable(service);
    const writable = seconds((performance.now() - began) / 1000);
    return await conclude(service, load, { ...meanwhile, 'writes again (s)': writable });
  } finally {
    await service.kill('SIGKILL');
    await bouncer.stop();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

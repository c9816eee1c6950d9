// A real PgBouncer in front of a test's database, if the machine has it (Debian: apt-get install pgbouncer).
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { makeTempDir } from './environment.js';
import { freePort } from './ports.js';

const PROGRAM = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', 'pgbouncer'].find(
  (path) => spawnSync(path, ['--version']).status === 0,
);

export const hasPgBouncer = PROGRAM !== undefined;

export interface PgBouncer {
  readonly url: string;
  /** Maximum connections to the database. */
  readonly size: number;
  stop(): Promise<void>;
}

/** @param url of the database behind it */
export async function startPgBouncer(url: string, mode: 'session' | 'transaction'): Promise<PgBouncer> {
  const { hostname, port, username, password, pathname } = new URL(url);
  const own = await freePort();
  const size = mode === 'session' ? 40 : 4;
  const folder = makeTempDir();
  chmodSync(folder, 0o755);
  const settings = join(folder, 'pgbouncer.ini');
  writeFileSync(
    settings,
    `[databases]
* = host=${hostname} port=${port} user=${username} password='${decodeURIComponent(password)}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${size}
max_client_conn = 200
`,
    { mode: 0o644 },
  );
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(PROGRAM ?? '', [...user, settings], { stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  const address = `postgresql://${username}@127.0.0.1:${own}${pathname}`;
  await untilAnswers(child, address).catch((error: Error) => {
    throw new Error(`${error.message}\n${log}`);
  });
  return {
    url: address,
    size,
    stop: async () => {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilAnswers(child: ChildProcess, address: string): Promise<void> {
  for (let looks = 0; looks < 100 && child.exitCode === null; looks += 1) {
    const client = new pg.Client({ connectionString: address });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await sleep(50);
    }
  }
  throw new Error('PgBouncer does not answer.');
}

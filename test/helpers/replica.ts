// A real streaming replica of an embedded PostgreSQL: its files, copied during a backup, and a second server over them.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chownSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ENVIRONMENT, findBinaries } from '../../db/embedded/binaries.js';
import { nameFromWithin } from '../../db/embedded/cluster.js';
import { clusterAccount } from '../../db/embedded/folders.js';
import { makeTempDir } from './environment.js';
import { freePort } from './ports.js';

export interface Replica {
  readonly url: string;
  /** Runs a statement there, as a superuser. */
  run(sql: string): Promise<unknown[]>;
  end(): Promise<void>;
}

const asSuperuser = (url: string) => {
  const address = new URL(url);
  address.username = 'postgres';
  return address;
};

/** @param dataDir of the running embedded PostgreSQL at `url` */
export async function startReplica(dataDir: string, url: string): Promise<Replica> {
  const source = join(dataDir, 'postgres', 'cluster');
  const account = await clusterAccount(source);
  const { postgres } = await findBinaries(dataDir, account);
  const home = makeTempDir();
  const data = join(home, 'cluster');
  const owner = new pg.Client({ connectionString: asSuperuser(url).href });
  await owner.connect();
  try {
    await owner.query(`select pg_backup_start('replica', true)`);
    execFileSync('cp', ['-a', source, data]);
    const { rows } = await owner.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    writeFileSync(join(data, 'backup_label'), rows[0]?.labelfile ?? '');
  } finally {
    await owner.end();
  }
  rmSync(join(data, 'postmaster.pid'));
  writeFileSync(join(data, 'standby.signal'), '');
  const { hostname, port, password } = new URL(url);
  const from = `host=${hostname} port=${port} user=postgres password=${decodeURIComponent(password)}`;
  appendFileSync(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${from}'\n`);
  if (account) {
    chownSync(home, account.uid, account.gid);
    for (const name of ['backup_label', 'standby.signal'])
      chownSync(join(data, name), account.uid, account.gid);
  }
  const own = await freePort();
  const settings = [`port=${own}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'];
  const child = spawn(
    postgres,
    ['-D', nameFromWithin(data, account), ...settings.flatMap((setting) => ['-c', setting])],
    { cwd: data, env: ENVIRONMENT, stdio: ['ignore', 'ignore', 'pipe'], ...account },
  );
  const address = new URL(url);
  address.port = String(own);
  const run = async (sql: string) => {
    const client = new pg.Client({ connectionString: asSuperuser(address.href).href });
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  };
  const end = async () => {
    // An immediate shutdown, of all its processes.
    child.kill('SIGQUIT');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await untilAnswers(child, run);
  } catch (error) {
    await end();
    throw error;
  }
  return { url: address.href, run, end };
}

async function untilAnswers(child: ChildProcess, run: (sql: string) => Promise<unknown[]>): Promise<void> {
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  for (let tries = 0; tries < 600 && child.exitCode === null; tries += 1) {
    const answered = await run('select 1').catch(() => null);
    if (answered) return;
    await sleep(50);
  }
  throw new Error(`The replica does not start:\n${said}`);
}

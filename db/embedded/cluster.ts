// The files of the embedded database, DATA_DIR/postgres:
//   cluster/   PGDATA, owned by the account the database runs as
// password   of both of its roles; only those who can read this file can connect
//   log        PostgreSQL's log
import { type SpawnOptions, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, lchown, mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Binaries, ENVIRONMENT } from './binaries.js';
import { type Account, clusterAccount, makeFolder, namedAccount, removeOldRemains } from './folders.js';

/** The role of the keeper session; the service itself connects as OWNER and is not a superuser. */
export const SUPERUSER = 'postgres';
export const OWNER = 'directory';
export const DATABASE = 'directory';

export interface Cluster {
  readonly binaries: Binaries;
  readonly home: string;
  readonly data: string;
  readonly password: string;
  /** null: the account of this process. */
  readonly account: Account | null;
  readonly isThrowaway: boolean;
}

/** The path of `data` for a program that runs in it: another account cannot traverse a real path in /root. */
export function nameFromWithin(data: string, account: Account | null): string {
  return account !== null && process.platform === 'linux' ? '/proc/self/cwd' : data;
}

export function clusterHome(dataDir: string): string {
  return join(dataDir, 'postgres');
}

/** Opens the cluster of this data directory, and creates it on the first call. Processes may call it concurrently. */
export async function openCluster(
  dataDir: string,
  binaries: Binaries,
  isThrowaway: boolean,
): Promise<Cluster> {
  const home = clusterHome(dataDir);
  const data = join(home, 'cluster');
  await removeOldRemains(home);
  if (!existsSync(data)) await createCluster(dataDir, binaries, isThrowaway);
  const version = await readFile(join(data, 'PG_VERSION'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new Error(`${home} is there but holds no database: move it away to start with a new one.`);
  });
  const [made, major] = [version.trim(), binaries.version.split('.')[0]];
  const problem = `${data} was made by PostgreSQL ${made}; this release brings ${major}.`;
  if (made !== major) throw new Error(`${problem} See docs/running.md, "Upgrading".`);
  const account = await clusterAccount(data);
  if (account !== null) await giveAway(data, account);
  const password = (await readFile(join(home, 'password'), 'utf8')).trim();
  return { binaries, home, data, password, account, isThrowaway };
}

function createCluster(dataDir: string, binaries: Binaries, isThrowaway: boolean): Promise<void> {
  return makeFolder(clusterHome(dataDir), async (home) => {
    const password = randomBytes(24).toString('base64url');
    const data = join(home, 'cluster');
    await writeFile(join(home, 'password'), `${password}\n`, { mode: 0o600, flush: true });
    await mkdir(data, { mode: 0o700 });
    const account = await clusterAccount(data);
    if (nameFromWithin(data, account) === data && account) await chmod(home, 0o711);
    await runInitdb({ data, password, account, binaries, isThrowaway });
  });
}

async function runInitdb(cluster: Omit<Cluster, 'home'>): Promise<void> {
  const { data, password, account, binaries, isThrowaway } = cluster;
  const lent = account && namedAccount();
  if (lent) await chown(data, lent.uid, lent.gid);

  // The password is passed as an open file without a name, so that it is nowhere on the command line or on disk.
  const file = `${data}.password`;
  await writeFile(file, `${password}\n`, { mode: 0o600, flag: 'wx' });
  if (lent) await chown(file, lent.uid, lent.gid);
  const handle = await open(file, 'r');
  await rm(file);
  try {
    const name = nameFromWithin(data, account);
    const options = [
      `--pgdata=${name}`,
      `--username=${SUPERUSER}`,
      '--auth=scram-sha-256',
      `--pwfile=${process.platform === 'linux' ? '/proc/self/fd/3' : '/dev/fd/3'}`,
      // The same collation on every machine, whatever its locale.
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
      ...(isThrowaway ? ['--no-sync'] : []),
    ];
    await runProgram(binaries.initdb, options, {
      cwd: data,
      stdio: ['ignore', 'pipe', 'pipe', handle.fd],
      ...lent,
    });
  } finally {
    await handle.close();
  }
  if (account) await giveAway(data, account);
}

/** Changes the owner of a directory tree, its top last: an interrupted change is detected and repeated. */
async function giveAway(directory: string, account: Account): Promise<void> {
  if ((await stat(directory)).uid === account.uid) return;
  for (const entry of await readdir(directory, { withFileTypes: true, recursive: true }))
    await lchown(join(entry.parentPath, entry.name), account.uid, account.gid);
  await chown(directory, account.uid, account.gid);
}

async function runProgram(program: string, args: string[], options: SpawnOptions): Promise<void> {
  const child = spawn(program, args, { env: ENVIRONMENT, ...options });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => output.push(chunk));
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  if (code === 0) return;
  throw new Error(`${program} ended with ${signal ?? code}:\n${Buffer.concat(output).toString().trim()}`);
}

// The database server process of one cluster: whether it is running, starting it, stopping it.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chown, type FileHandle, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ENVIRONMENT } from './binaries.js';
import { type Cluster, nameFromWithin } from './cluster.js';

export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly isReady: boolean;
  readonly commandLine: string;
}

const PID_FILE = 'postmaster.pid';
/** Bytes. A start renames a larger log, which replaces the previous one. */
const LOG_LIMIT = 10 * 1024 * 1024;
const READY_INTERVAL_MS = 5;
const STOP_LIMIT_MS = 30_000;

/** Settings of every start; all others have PostgreSQL's defaults, including `fsync=on`. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Errors are returned to the client, which logs them; here they would repeat what people typed.
  log_min_messages: 'log',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
};
/** For tests. A socket in its directory costs less than TCP. */
const THROWAWAY_SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  jit: 'off',
  unix_socket_directories: '.',
};

/** A setting on the server's command line that identifies this directory, and not a copy of it. */
async function markOf(data: string): Promise<string> {
  const { dev, ino } = await stat(data);
  return `directory.cluster=${dev}-${ino}.`;
}

/** The running server of a data directory (PGDATA), if there is one. */
export async function findPostmaster(data: string): Promise<Postmaster | null> {
  const lines = await readPidFile(data);
  const pid = Number(lines[0]);
  const commandLine = pid > 0 ? readCommandLine(pid) : '';
  if (commandLine === '' || !commandLine.includes(await markOf(data))) return null;
  return { pid, port: Number(lines[3] ?? 0), isReady: lines[7]?.trim() === 'ready', commandLine };
}

/** Line by line: pid, directory, start time, port, …, status (storage-file-layout in PostgreSQL's manual). */
async function readPidFile(data: string): Promise<string[]> {
  return (await readFile(join(data, PID_FILE), 'utf8').catch(() => '')).split('\n');
}

/**
 * After a crash another process may have the id in the pid file, and PostgreSQL would refuse to start. With the id of
 * its parent, which this process will be, PostgreSQL also checks that no session of the crashed server is left.
 * @throws Error when that process is a PostgreSQL that may be this cluster's, started by hand
 */
async function disownPidFile(cluster: Cluster): Promise<void> {
  const path = join(cluster.data, PID_FILE);
  const [first = '', ...rest] = await readPidFile(cluster.data);
  const pid = Number(first);
  if (!(pid > 0) || pid === process.pid || !isAlive(pid)) return;
  const command = readCommandLine(pid);
  if (command.includes(await markOf(cluster.data))) return;
  // Excludes child processes of a server, such as "postgres: checkpointer".
  if (/^(\S*\/)?(postgres|postmaster)( |$)/.test(command) && !command.includes('directory.cluster=')) {
    throw new Error(
      `${path} names process ${pid}, a PostgreSQL this service did not start. ` +
        'Stop it, or remove that file if the process has nothing to do with this directory.',
    );
  }
  const part = join(cluster.home, `${PID_FILE}.${process.pid}`);
  await writeFile(part, [process.pid, ...rest].join('\n'), { mode: 0o600 });
  if (cluster.account) await chown(part, cluster.account.uid, cluster.account.gid);
  // Another process may have started it in the meantime.
  if ((await readPidFile(cluster.data))[0] === first) await rename(part, path);
  else await rm(part);
}

/** Starts the server in its own session, which Ctrl-C does not reach. @returns false if it ended before it was ready */
export async function startPostmaster(cluster: Cluster, port?: number): Promise<boolean> {
  await disownPidFile(cluster);
  const settings = { ...SETTINGS, ...(cluster.isThrowaway ? THROWAWAY_SETTINGS : {}) };
  const options = [
    ...Object.entries(settings).map(([name, value]) => `${name}=${value}`),
    await markOf(cluster.data),
    `port=${port ?? (await findFreePort())}`,
  ].flatMap((setting) => ['-c', setting]);
  const log = await openLog(cluster);
  let ended = false;
  try {
    const place = nameFromWithin(cluster.data, cluster.account);
    const child = spawn(cluster.binaries.postgres, ['-D', place, ...options], {
      cwd: cluster.data,
      env: ENVIRONMENT,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
      ...cluster.account,
    });
    const end = () => {
      ended = true;
    };
    child.once('error', end).once('exit', end).unref();
  } finally {
    await log.close();
  }
  while (!ended) {
    if ((await findPostmaster(cluster.data))?.isReady) return true;
    await sleep(READY_INTERVAL_MS);
  }
  return false;
}

async function openLog(cluster: Cluster): Promise<FileHandle> {
  const path = join(cluster.home, 'log');
  const found = await stat(path).catch(() => null);
  if (found && found.size > LOG_LIMIT) await rename(path, `${path}.old`);
  const log = await open(path, 'a', 0o600);
  // An unprivileged user's database, started once by root, must still start as that user.
  const { uid, gid } = await stat(cluster.home);
  if (process.getuid?.() === 0) await log.chown(uid, gid);
  return log;
}

export async function readLogEnd(cluster: Cluster): Promise<string> {
  const text = await readFile(join(cluster.home, 'log'), 'utf8').catch(() => '');
  return text.trimEnd().split('\n').slice(-8).join('\n');
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** A fast shutdown: sessions end, everything is written, the process exits. @returns false when it takes too long */
export async function stopPostmaster(data: string): Promise<boolean> {
  const running = await findPostmaster(data);
  if (running === null) return true;
  try {
    process.kill(running.pid, 'SIGINT');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return true;
    throw error;
  }
  const deadline = Date.now() + STOP_LIMIT_MS;
  // The server deletes its pid file before it exits; after its exit another process may have its id.
  while (readCommandLine(running.pid) === running.commandLine) {
    if (Date.now() > deadline) return false;
    await sleep(20);
  }
  return true;
}

/** Whether a process with this id exists, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A process's program and arguments; empty once it has ended. Small images have no `ps`. */
export function readCommandLine(pid: number): string {
  try {
    if (existsSync('/proc/self/cmdline'))
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

// The programs of a high-availability set-up, as Debian packages them, run under an account that is not root.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, chownSync, constants, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Where PostgreSQL 15 has its programs on Debian 12. */
export const POSTGRES_BIN = '/usr/lib/postgresql/15/bin';

/** Each with the package that provides it. */
const PROGRAMS = {
  etcd: ['/usr/bin/etcd', 'etcd-server'],
  patroni: ['/usr/bin/patroni', 'patroni'],
  haproxy: ['/usr/sbin/haproxy', 'haproxy'],
  pgbouncer: ['/usr/sbin/pgbouncer', 'pgbouncer'],
  postgres: [join(POSTGRES_BIN, 'postgres'), 'postgresql-15'],
} as const;
type Name = keyof typeof PROGRAMS;

/** The packages that are not installed. */
export function missingPackages(): string[] {
  return Object.values(PROGRAMS).flatMap(([path, name]) => {
    try {
      accessSync(path, constants.X_OK);
      return [];
    } catch {
      return [name];
    }
  });
}

interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL and PgBouncer refuse root: then all run as the account `postgres`, which Debian's package makes. */
let account: Account | undefined;

function unprivileged(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  account ??= { uid: id('-u'), gid: id('-g') };
  return account;
}

/** @returns the folder, which belongs to the account that the programs run as */
export function makeFolder(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  giveAway(folder);
  return folder;
}

export function writeOwn(file: string, text: string): void {
  writeFileSync(file, text, { mode: 0o600 });
  giveAway(file);
}

function giveAway(path: string): void {
  const to = unprivileged();
  if (to) chownSync(path, to.uid, to.gid);
}

const started = new Set<ChildProcess>();

/** Starts a program in a process group of its own, with its output in a file. */
export function startProgram(name: Name, args: string[], folder: string): ChildProcess {
  const output = openSync(join(folder, `${name}.log`), 'a');
  const child = spawn(PROGRAMS[name][0], args, {
    cwd: folder,
    env: { PATH: `${POSTGRES_BIN}:/usr/bin:/bin`, HOME: folder, LANG: 'C.UTF-8' },
    stdio: ['ignore', output, output],
    detached: true,
    ...unprivileged(),
  });
  started.add(child);
  child.once('exit', () => started.delete(child));
  return child;
}

/** Stops programs, the last started first: by signal, and after ten seconds by force. */
export async function endStarted(): Promise<void> {
  for (const child of [...started].reverse()) {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await Promise.race([ended, sleep(10_000)]);
    if (started.has(child)) killGroup(child);
  }
}

export function killGroup(child: ChildProcess): void {
  try {
    if (child.pid) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Nobody is left in it.
  }
}

/** Waits until a condition holds. @throws Error naming it after so many seconds */
export async function until(what: string, isSo: () => Promise<boolean>, limit = 60): Promise<number> {
  const began = performance.now();
  const elapsed = () => (performance.now() - began) / 1000;
  while (!(await isSo().catch(() => false))) {
    if (elapsed() > limit) throw new Error(`Not within ${limit} seconds: ${what}.`);
    await sleep(100);
  }
  return elapsed();
}

// Folders that several processes share, perhaps under other accounts.
import { readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Milliseconds. A folder takes seconds to make: one that is older was left by a process that was killed. */
const REMAINS_AFTER = 3_600_000;

/** Makes a folder completely or not at all: under another name, then renamed. Of several processes the first wins. */
export async function makeFolder(folder: string, fill: (aside: string) => Promise<void>): Promise<void> {
  await mkdir(dirname(folder), { recursive: true, mode: 0o755 });
  const aside = await mkdtemp(`${folder}.unfinished-`);
  try {
    await fill(aside);
    await rename(aside, folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

export async function removeOldRemains(folder: string): Promise<void> {
  const names = await readdir(dirname(folder)).catch(() => []);
  for (const name of names.filter((one) => one.startsWith(`${basename(folder)}.unfinished-`))) {
    const path = join(dirname(folder), name);
    // Another process may have renamed or removed the folder since.
    const made = await stat(path).catch(() => null);
    if (!made || Date.now() - made.mtimeMs <= REMAINS_AFTER) continue;
    // Programs that a killed process started may still write into the folder: rm retries for about twenty seconds.
    await rm(path, { recursive: true, force: true, maxRetries: 20 });
  }
}

/** Lets every account read a folder and run its programs, whatever umask it was made with. */
export async function openToAll(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    const { mode } = await stat(path);
    await chmod(path, mode | (entry.isDirectory() || mode & 0o100 ? 0o055 : 0o044));
  }
  await chmod(folder, 0o755);
}

// PostgreSQL refuses to run as root. Started by root, this service runs it under a numeric id that no other process
// uses and nobody has to create.

export type Account = { readonly uid: number; readonly gid: number };

/** An id from the range that systemd documents as unused (https://systemd.io/UIDS-GIDS/: 60706 to 61183). */
const OWN: Account = { uid: 60818, gid: 60818 };

/** The account that must own the cluster; null if this process can own it itself. */
export async function clusterAccount(cluster: string): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null;
  const owner = await stat(cluster).catch(() => null);
  // A cluster created by an unprivileged user keeps that user when root starts it.
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : OWN;
}

/** initdb needs an account with a name: it runs under an existing one, and its files are handed over afterwards. */
export function namedAccount(): Account {
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => Number(fields[2]) > 0 && Number(fields[3]) > 0);
  // Without any account, initdb reports the problem.
  const [, , uid, gid] = accounts.find(([name]) => name === 'nobody') ?? accounts[0] ?? [];
  return { uid: Number(uid ?? OWN.uid), gid: Number(gid ?? OWN.gid) };
}

// Folders that several processes share, perhaps under other accounts.
import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Milliseconds. A folder takes seconds to make: one that is older was left by a process that was killed. */
const REMAINS_AFTER = 3_600_000;

/** Makes a folder completely or not at all, aside and renamed into place: of several processes the first wins. */
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

/** Removes what killed processes left of making this folder. */
export async function removeOldRemains(folder: string): Promise<void> {
  const names = await readdir(dirname(folder)).catch(() => []);
  for (const name of names.filter((one) => one.startsWith(`${basename(folder)}.unfinished-`))) {
    const path = join(dirname(folder), name);
    // Another process may have renamed or removed it since.
    const made = await stat(path).catch(() => null);
    if (made && Date.now() - made.mtimeMs > REMAINS_AFTER) await rm(path, { recursive: true, force: true });
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

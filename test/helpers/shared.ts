// Expensive set-up that is the same for every test file: created once a run, by whichever process needs it first.
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '../../db/embedded/postmaster.js';
import { makeTempDir } from './environment.js';

let home: string | undefined;

/** That of test/run.mjs, for all its processes; else of this one. */
function sharedHome(): string {
  if (home === undefined) {
    home = process.env.TEST_SHARED_DIR ?? makeTempDir();
    // As root, browser and database run as accounts of their own, which need access.
    chmodSync(home, 0o755);
  }
  return home;
}

/**
 * @param make fills an empty folder, which is then not moved
 * @returns the folder, once it is complete
 */
export async function shareFolder(name: string, make: (folder: string) => Promise<unknown>): Promise<string> {
  const folder = join(sharedHome(), name);
  const [lock, whole] = [`${folder}.lock`, `${folder}.whole`];
  while (!existsSync(whole)) {
    if (!takeLock(lock)) {
      await sleep(50);
      continue;
    }
    try {
      if (existsSync(whole)) break;
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder);
      await make(folder);
      writeFileSync(whole, '');
    } finally {
      rmSync(lock);
    }
  }
  return folder;
}

/** A lock of the process whose id it contains; a dead process holds nothing. */
function takeLock(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    const holder = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0;
    if (holder > 0 && !isAlive(holder)) rmSync(lock, { force: true });
    return false;
  }
}

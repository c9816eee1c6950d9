// What is costly to make and the same for every test file: made once a run, by whichever of its processes asks first.
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '../../db/embedded/process.js';
import { makeTempDir } from './environment.js';

let home: string | undefined;

/** Of test/run.mjs, for all its processes; else of this one. */
function sharedHome(): string {
  if (home === undefined) {
    home = process.env.TEST_SHARED_DIR ?? makeTempDir();
    // As root browser and database run as accounts of their own, which must get there.
    chmodSync(home, 0o755);
  }
  return home;
}

/**
 * @param make fills an empty folder, where it stays
 * @returns the folder, once it is whole
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

/** Held by the process whose id it names; a process that died holds nothing. */
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

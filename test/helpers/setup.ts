// Loaded by mocha before any test (.mocharc.json), and by test/run-worker.mjs.
import { readFileSync, statfsSync } from 'node:fs';
import { endTestDatabases } from './database.js';
import { removeTempDirs } from './environment.js';

const MEMORY = '/dev/shm';
/** Bytes: the databases of four processes, the profiles of their browsers, and as much again. */
const ROOM = 2 * 1024 ** 3;

/** Linux keeps this folder in memory; a container may have cut it to 64 MB, or let no program be run from it. */
function isRoomy(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    const options = /^\S+ \/dev\/shm \S+ (\S+)/m.exec(readFileSync('/proc/mounts', 'utf8'))?.[1] ?? '';
    return bavail * bsize >= ROOM && !options.split(',').includes('noexec');
  } catch {
    return false;
  }
}

// Tests make and delete tens of thousands of files: on a disk that is a fifth of all their CPU time.
if (!process.env.TMPDIR && isRoomy()) process.env.TMPDIR = MEMORY;

/** Whatever the tests did, nothing of theirs is left running. */
export async function mochaGlobalTeardown(): Promise<void> {
  await endTestDatabases();
  removeTempDirs();
}

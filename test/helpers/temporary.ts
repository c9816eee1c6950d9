// Where the files of tests are. Imported by everything that creates some, test/run.mjs included, before the folder is
// used.
import { readFileSync, statfsSync } from 'node:fs';

const MEMORY = '/dev/shm';
/** Bytes: the databases of four processes, the profiles of their browsers, and as much again. */
const ROOM = 2 * 1024 ** 3;

/** Linux has this folder in memory; a container may limit it to 64 MB, or forbid running programs from it. */
function isRoomy(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    const options = /^\S+ \/dev\/shm \S+ (\S+)/m.exec(readFileSync('/proc/mounts', 'utf8'))?.[1] ?? '';
    return bavail * bsize >= ROOM && !options.split(',').includes('noexec');
  } catch {
    return false;
  }
}

// Tests create and delete tens of thousands of files: on a disk that is a fifth of all their CPU time.
if (!process.env.TMPDIR && isRoomy()) process.env.TMPDIR = MEMORY;

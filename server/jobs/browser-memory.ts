// Limits the browser's memory by what /proc says, so on Linux only (docs/screenshots.md).
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'puppeteer-core';

const MEGABYTE = 1_048_576;
const RENDERER_LIMIT = 600 * MEGABYTE;
const BROWSER_LIMIT = 1_500 * MEGABYTE;
const POLL_INTERVAL_MS = 500;

type ProcessMemory = Awaited<ReturnType<typeof readMemory>>;

/** Checks the browser's processes every half second, until it has ended, and kills those over the limit. */
export async function watchMemory(browser: Browser): Promise<void> {
  const root = browser.process()?.pid;
  if (root === undefined || process.platform !== 'linux') return;
  while (browser.connected) {
    const family = await readFamily(root).catch(() => []);
    for (const { pid } of overLimit(root, family)) endProcess(pid);
    await sleep(POLL_INTERVAL_MS, undefined, { ref: false });
  }
}

/** The processes to kill: renderers over their limit, or the browser itself if the total is over its limit. */
function overLimit(root: number, family: readonly ProcessMemory[]): ProcessMemory[] {
  const total = family.reduce((sum, { bytes }) => sum + bytes, 0);
  const fat = family.filter(({ isRenderer, bytes }) => isRenderer && bytes > RENDERER_LIMIT);
  return total > BROWSER_LIMIT && fat.length === 0 ? family.filter(({ pid }) => pid === root) : fat;
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Already gone.
  }
}

export async function readFamily(root: number) {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = new Map<number, number>();
  await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
      // The command name, in parentheses, may hold spaces; the parent is the second word after it.
      const parent = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
      if (parent !== undefined) parents.set(pid, Number(parent));
    }),
  );
  const isOfFamily = (pid: number): boolean => {
    for (let at: number | undefined = pid; at !== undefined && at > 1; at = parents.get(at)) {
      if (at === root) return true;
    }
    return false;
  };
  const family = [...parents.keys()].filter(isOfFamily);
  return Promise.all(family.map(readMemory));
}

async function readMemory(pid: number) {
  const [command, status] = await Promise.all([
    readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
    readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''),
  ]);
  const kilobytes = [...status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB$/gm)].map(([, number]) =>
    Number(number),
  );
  return {
    pid,
    isRenderer: command.includes('--type=renderer'),
    /** Resident bytes, excluding mapped files (programs and libraries, which are shared). */
    bytes: kilobytes.reduce((sum, number) => sum + number, 0) * 1024,
  };
}

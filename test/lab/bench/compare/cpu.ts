// CPU time and memory of processes, as Linux counts them under /proc.
import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds of a clock tick: 100 a second on every Linux that Node runs on. */
const TICK = 10;

interface Times {
  readonly parent: number;
  /** Milliseconds in user and system mode. */
  readonly own: number;
  /** Of children that have ended. */
  readonly ended: number;
}

function timesOf(pid: number): Times | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name stands in brackets and may hold anything; what follows are numbers.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const sum = (...at: number[]) => at.reduce((total, index) => total + Number(fields[index]) * TICK, 0);
    return { parent: Number(fields[1]), own: sum(11, 12), ended: sum(13, 14) };
  } catch {
    return null;
  }
}

/** CPU milliseconds of a process and of all its children so far, those that ended included. */
export function cpuOf(pid: number): number {
  const own = timesOf(pid);
  if (own === null) return 0;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => timesOf(Number(name)))
    .filter((times) => times?.parent === pid);
  return own.own + own.ended + children.reduce((sum, times) => sum + (times?.own ?? 0), 0);
}

/** The most memory a process has had, in MiB; NaN if it has ended. */
export function peakMemoryOf(pid: number): number {
  try {
    const peak = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Math.round(Number(peak) / 1024);
  } catch {
    return Number.NaN;
  }
}

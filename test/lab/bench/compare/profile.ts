// CPU profiles of Node (`--cpu-prof`), summed up by function.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../../../helpers/process.js';

interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** The profiles in a folder. */
export function profilesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.cpuprofile'))
    .map((name) => join(folder, name));
}

/** The functions most time was spent in themselves: share of what was not idle, and where they are. */
export function topFrames(file: string, count: number): string[][] {
  const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(file, 'utf8')) as Profile;
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const times = new Map<string, number>();
  let total = 0;
  for (const [index, id] of samples.entries()) {
    const frame = frames.get(id);
    if (!frame || frame.functionName === '(idle)') continue;
    const name = `${frame.functionName || '(anonymous)'} ${placeOf(frame.url)}`.trim();
    const time = timeDeltas[index] ?? 0;
    times.set(name, (times.get(name) ?? 0) + time);
    total += time;
  }
  return [...times]
    .sort(([, a], [, b]) => b - a)
    .slice(0, count)
    .map(([name, time]) => [`${((100 * time) / total).toFixed(1)} %`, name]);
}

function placeOf(url: string): string {
  return url
    .replace(`${pathToFileURL(join(ROOT, 'dist')).href}/`, '')
    .replace(/^.*node_modules\//, '')
    .replace(/\.js$/, '.ts');
}

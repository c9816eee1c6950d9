// Ordinary product texts for the model to learn from, put together from parts; the same for the same seed.
import { readFileSync } from 'node:fs';
import type { ScreenedContent } from '../../../core/policy/screening.js';

/** A small generator of pseudo-random numbers in [0, 1): mulberry32. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

function readParts(): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  let list: string[] = [];
  for (const line of readFileSync('test/lab/policy/cases/ordinary/parts.txt', 'utf8').split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const heading = /^\[(\w+(?: \w+)?)\]$/.exec(line)?.[1];
    if (heading === undefined) {
      list.push(line);
      continue;
    }
    list = [];
    groups.set(heading, list);
  }
  return groups;
}

let parts: ReadonlyMap<string, readonly string[]> | null = null;

/** English more often, which has the most ways to be ordinary. */
const LANGUAGES = ['', '', '', '', ' de', ' fr', ' es'];

/** So many listings of ordinary products. */
export function ordinaryListings(count: number, random: () => number): ScreenedContent[] {
  parts ??= readParts();
  const groups = parts;
  const pick = (group: string): string => {
    const list = groups.get(group) ?? [];
    return list[Math.floor(random() * list.length)] ?? '';
  };
  const several = (group: string, most: number) => [
    ...new Set(Array.from({ length: Math.floor(random() * (most + 1)) }, () => pick(group))),
  ];
  return Array.from({ length: count }, () => {
    const language = LANGUAGES[Math.floor(random() * LANGUAGES.length)] ?? '';
    const name = pick('names');
    const tagline = pick(`taglines${language}`);
    const sentences = several(`sentences${language}`, 7);
    const description = [...(random() < 0.5 ? [`${tagline}.`] : []), ...sentences].join(' ');
    return {
      name,
      tagline,
      description,
      features: language ? [] : several('features', 6),
      ...(random() < 0.7 ? { pricing_summary: pick('pricing') } : {}),
      ...(random() < 0.4 ? { cta_label: pick('labels') } : {}),
      website_url: `https://${name.toLowerCase()}.example.com`,
    };
  });
}

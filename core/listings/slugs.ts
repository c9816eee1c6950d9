// Slugs: made from the listing's name, made unique by inserting and retrying, never changed afterwards.
import type { Transaction } from 'objection';
import { prepare } from '../../db/prepared.js';
import { toAsciiSlug } from '../kernel/text/ascii-slug.js';

const MAX_LENGTH = 60;

/** Paths of the API beside the listings themselves (/api/v1/listings/changes). */
const RESERVED = new Set(['changes', 'preview']);

/** `Café Notes 2` → `cafe-notes-2`; from the host when the name has no ASCII letter or digit. */
export function toSlug(name: string, host: string): string {
  return toAsciiSlug(name, MAX_LENGTH) || toAsciiSlug(host, MAX_LENGTH) || 'listing';
}

/** The n-th candidate for a slug: itself, then `-2`, `-3`…, never longer than 60. */
export function numberedSlug(base: string, n: number): string {
  const number = n + (RESERVED.has(base) ? 1 : 0);
  if (number === 1) return base;
  const suffix = `-${number}`;
  return base.slice(0, MAX_LENGTH - suffix.length).replace(/(?<!-)-+$/, '') + suffix;
}

const takenOf = prepare<{ slug: string }>('select slug from listings where slug = any ($1::text[])');

/** The numbers tried first, up to more than any name needs, and how many are tried at once between two of them. */
const DOUBLING = Array.from({ length: 31 }, (_, power) => 2 ** power);
const PROBES = 16;

/** The interval that contains a free number: above a taken one (0: none), up to a free one. */
interface Gap {
  readonly taken: number;
  readonly free: number;
}

/** Finds a free number for each of these names, with the same few queries for all of them: usually one or two. */
export async function freeNumbers(
  bases: Iterable<string>,
  trx?: Transaction,
): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  /** Tries some numbers of each name. @returns the intervals that are narrower now, but still open */
  const narrow = async (gaps: ReadonlyMap<string, Gap>, tried: (gap: Gap) => number[]) => {
    const candidates = [...gaps].map(([base, gap]) => ({ base, gap, numbers: tried(gap) }));
    const slugs = candidates.flatMap(({ base, numbers }) => numbers.map((n) => numberedSlug(base, n)));
    const taken = new Set((await takenOf([slugs], trx)).map(({ slug }) => slug));
    const wide = new Map<string, Gap>();
    for (const { base, gap, numbers } of candidates) {
      const free = numbers.find((n) => !taken.has(numberedSlug(base, n))) ?? gap.free;
      const before = numbers.findLast((n) => n < free) ?? gap.taken;
      if (free - before > 1) wide.set(base, { taken: before, free });
      else found.set(base, free);
    }
    return wide;
  };
  const all = new Map([...bases].map((base) => [base, { taken: 0, free: Number.POSITIVE_INFINITY }]));
  let gaps = await narrow(all, () => [1]);
  if (gaps.size > 0) gaps = await narrow(gaps, () => DOUBLING);
  while (gaps.size > 0) {
    gaps = await narrow(gaps, ({ taken, free }) => {
      const step = Math.max(1, Math.floor((free - taken) / PROBES));
      const numbers = Array.from({ length: PROBES }, (_, index) => taken + step * (index + 1));
      return numbers.filter((n) => n < free);
    });
  }
  return found;
}

/** Whether a text has the form of a slug; anything else needs no query. */
export function isSlug(slug: string): boolean {
  return /^[a-z0-9-]{1,60}$/.test(slug);
}

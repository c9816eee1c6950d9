// Slugs: made from the listing's name, unique by insert and retry, never changed afterwards.
import type { Transaction } from 'objection';
import { ListingModel } from '../../db/models/listing.js';
import { toAsciiSlug } from '../kernel/ascii-slug.js';

const MAX_LENGTH = 60;

/** Paths of the API beside the listings themselves (GET /api/v1/listings/changes). */
const RESERVED = new Set(['changes']);

/** `Café Notes 2` → `cafe-notes-2`; from the host when the name has no ASCII letter or digit. */
export function toSlug(name: string, host: string): string {
  return ascii(name) || ascii(host) || 'listing';
}

/** The n-th candidate for a slug: itself, then `-2`, `-3`…, never longer than 60. */
export function numberedSlug(base: string, n: number): string {
  const number = n + (RESERVED.has(base) ? 1 : 0);
  if (number === 1) return base;
  const suffix = `-${number}`;
  return base.slice(0, MAX_LENGTH - suffix.length).replace(/-+$/, '') + suffix;
}

function ascii(text: string): string {
  return toAsciiSlug(text).slice(0, MAX_LENGTH).replace(/-+$/, '');
}

/** A free number, in few queries: doubling, then binary search between the last taken and the first free one. */
export async function nextNumber(trx: Transaction | undefined, base: string): Promise<number> {
  const isTaken = async (n: number) =>
    (await ListingModel.query(trx)
      .findOne({ slug: numberedSlug(base, n) })
      .select('id')) !== undefined;
  if (!(await isTaken(1))) return 1;
  let taken = 1;
  let free = 2;
  while (await isTaken(free)) {
    taken = free;
    free *= 2;
  }
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2);
    if (await isTaken(middle)) taken = middle;
    else free = middle;
  }
  return free;
}

/** Whether a text has the form of a slug; anything else needs no query. */
export function isSlug(slug: string): boolean {
  return /^[a-z0-9-]{1,60}$/.test(slug);
}

// Slugs: made from the listing's name, made unique by inserting and retrying, never changed.
import type { Transaction } from 'objection';
import { prepare } from '../../db/prepared.js';
import { toAsciiSlug } from '../kernel/text/folding.js';

const MAX_LENGTH = 60;

/** Would collide with paths of the API (/api/v1/listings/changes). */
const RESERVED = new Set(['changes', 'preview']);

/** `Café Notes 2` → `cafe-notes-2`; from the host if the name has no ASCII letter or digit. */
export function toSlug(name: string, host: string): string {
  return toAsciiSlug(name, MAX_LENGTH) || toAsciiSlug(host, MAX_LENGTH) || 'listing';
}

/** The n-th candidate: the base, then `-2`, `-3`…, at most 60 characters. */
export function numberedSlug(base: string, n: number): string {
  const number = n + (RESERVED.has(base) ? 1 : 0);
  if (number === 1) return base;
  const suffix = `-${number}`;
  return base.slice(0, MAX_LENGTH - suffix.length).replace(/(?<!-)-+$/, '') + suffix;
}

const taken = prepare<{ slug: string }>('select slug from listings where slug = any ($1::text[])');

export async function takenSlugs(slugs: readonly string[], trx?: Transaction): Promise<ReadonlySet<string>> {
  return new Set((await taken([slugs], trx)).map(({ slug }) => slug));
}

export async function freeSlug(base: string, trx?: Transaction): Promise<string> {
  for (let first = 1; ; first *= 2) {
    const candidates = Array.from({ length: first }, (_, n) => numberedSlug(base, first + n));
    const used = await takenSlugs(candidates, trx);
    const free = candidates.find((slug) => !used.has(slug));
    if (free !== undefined) return free;
  }
}

/** Whether a text has the form of a slug; others need no query. */
export function isSlug(slug: string): boolean {
  return /^[a-z0-9-]{1,60}$/.test(slug);
}

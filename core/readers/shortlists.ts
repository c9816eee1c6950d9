// Shortlists: saved listings, rows for an account, a cookie for a guest. Private, so not in the audit log.
import type { Transaction } from 'objection';
import { ListingModel, ShortlistEntryModel } from '../../db/models/listings.js';
import type { Actor, User } from '../kernel/actor.js';
import { presentEach } from '../kernel/lists.js';
import { inTransaction } from '../kernel/transaction.js';
import { presentListing } from '../listings/present.js';
import type { Listing } from '../listings/schema.js';
import { isSlug } from '../listings/slugs.js';

/** Maximum listings; as many fit into a cookie. */
export const MAX_SHORTLIST = 40;

export const MAX_NOTE = 500;

export interface ShortlistEntry {
  readonly slug: string;
  readonly note: string | null;
}

export async function readShortlist(userId: string, trx?: Transaction): Promise<ShortlistEntry[]> {
  const rows = await ListingModel.query(trx)
    .join('shortlist_entries as kept', 'kept.listing_id', 'listings.id')
    .where('kept.user_id', userId)
    .orderBy(['kept.created_at', 'listings.id'])
    .select('listings.slug', 'kept.note')
    .castTo<ShortlistEntry[]>();
  return rows.map(({ slug, note }) => ({ slug, note }));
}

/** Sets the caller's note on a listing of the shortlist; an empty note is removed. */
export async function noteOnShortlist(actor: User, slug: string, note: string): Promise<void> {
  const listingId = ListingModel.query().where({ slug }).select('id');
  const entries = ShortlistEntryModel.query().where({ user_id: actor.account.id, listing_id: listingId });
  await entries.patch({ note: note.trim().slice(0, MAX_NOTE) || null });
}

/** Adds slugs to a list, each once, and removes others. */
export function changedShortlist(kept: readonly string[], { add = [], remove = [] }: ShortlistChange) {
  const all = [...new Set([...kept, ...add])].filter((slug) => isSlug(slug) && !remove.includes(slug));
  return all.slice(0, MAX_SHORTLIST);
}

export interface ShortlistChange {
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
}

/** Adds public listings to an account's shortlist while there is room; removes `remove`. */
export async function changeShortlist(actor: Actor, userId: string, change: ShortlistChange): Promise<void> {
  await inTransaction(actor, async (trx) => {
    await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`shortlist ${userId}`]);
    const kept = (await readShortlist(userId, trx)).map(({ slug }) => slug);
    const live = await ListingModel.query(trx)
      .whereIn('slug', (change.add ?? []).filter(isSlug))
      .where({ status: 'live' })
      .select('slug');
    const isLive = (slug: string) => live.some((row) => row.slug === slug);
    const slugs = changedShortlist(kept, { ...change, add: change.add?.filter(isLive) ?? [] });
    await ShortlistEntryModel.query(trx)
      .delete()
      .where({ user_id: userId })
      .whereNotIn('listing_id', ListingModel.query(trx).whereIn('slug', slugs).select('id'));
    // Each entry has its own time, so that their order is kept.
    await trx.raw(
      `insert into shortlist_entries (user_id, listing_id, created_at)
         select ?::uuid, id, clock_timestamp() + place * interval '1 millisecond'
         from unnest(?::text[]) with ordinality as added (slug, place) join listings using (slug)
         where status = 'live' on conflict do nothing`,
      [userId, slugs],
    );
  });
}

export async function listingsOf(actor: Actor, slugs: readonly string[]): Promise<Listing[]> {
  const rows = await ListingModel.query()
    .whereIn('slug', slugs.filter(isSlug).slice(0, MAX_SHORTLIST))
    .where({ status: 'live' });
  rows.sort((one, other) => slugs.indexOf(one.slug) - slugs.indexOf(other.slug));
  return presentEach(rows, (row) => presentListing(row, actor));
}

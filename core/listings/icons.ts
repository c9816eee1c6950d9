// Logos without work: a live listing that has none gets the icon of its site, once. The worker looks for it
// (server/jobs/fetch-icons.ts); what an owner removes does not come back.
import type { Transaction } from 'objection';
import { ListingIconModel, ListingModel } from '../../db/models/listings.js';
import { systemActor } from '../kernel/actor.js';
import { recordChange } from '../kernel/audit.js';
import { inTransaction } from '../kernel/transaction.js';
import { pictureState, settlePictures } from './pictures.js';
import { subjectOf } from './row.js';

/** A listing without a logo, whose site is to be read. */
export interface DueIcon {
  readonly listingId: string;
  readonly websiteUrl: string;
  readonly attempts: number;
}

/** Milliseconds after which a site that was leased but not settled is due again. */
const LEASE = 10 * 60 * 1000;
/** A site that cannot be reached is tried again after a day, and after two more. */
const MOST_ATTEMPTS = 3;
const DAY = 24 * 60 * 60 * 1000;

/** Leases live listings without a logo whose site was not read yet, or is due again. */
export async function leaseIcons(limit: number, now = new Date()): Promise<DueIcon[]> {
  const { rows } = await ListingIconModel.knex().raw<{ rows: DueIcon[] }>(
    `with due as (
       select listings.id, website_url from listings left join listing_icons on listing_id = listings.id
       where listings.logo_url is null and status = 'live' and (listing_id is null or due_at <= :now)
       order by listings.id limit :limit for update of listings skip locked),
     leased as (
       insert into listing_icons as icons (listing_id, due_at, attempts) select id, :until, 1 from due
       on conflict (listing_id) do update set due_at = :until, attempts = icons.attempts + 1
       returning listing_id, attempts)
     select listing_id as "listingId", website_url as "websiteUrl", attempts
     from leased join due on due.id = listing_id`,
    { now, limit, until: new Date(now.getTime() + LEASE) },
  );
  return rows;
}

/** @param found a held picture; null: the site has none; `unreachable`: it is tried again */
export async function settleIcon(
  due: DueIcon,
  found: string | null | 'unreachable',
  now = new Date(),
): Promise<void> {
  const actor = systemActor('job');
  await inTransaction(actor, async (trx) => {
    const listing = await ListingModel.query(trx).findById(due.listingId).forUpdate();
    const isSame = listing?.websiteUrl === due.websiteUrl && listing.logoUrl === null;
    if (!listing || !isSame) return;
    if (found === 'unreachable') {
      const isLast = due.attempts >= MOST_ATTEMPTS;
      const dueAt = isLast ? null : new Date(now.getTime() + due.attempts * DAY);
      await ListingIconModel.query(trx).findById(due.listingId).patch({ dueAt });
      return;
    }
    await ListingIconModel.query(trx).findById(due.listingId).patch({ dueAt: null, logoUrl: found });
    if (found === null) return;
    const before = pictureState(listing);
    const row = await listing.$query(trx).patchAndFetch({ logoUrl: found });
    await settlePictures(trx, before, row);
    await recordChange(trx, actor, {
      action: 'listing.update',
      subject: subjectOf(row),
      before: { logo_url: null },
      after: { logo_url: found },
    });
  });
}

/** The icon of a former site goes; a removed logo is remembered. @param after the changed fields */
export async function columnsForIcon(
  trx: Transaction,
  { id, logoUrl }: ListingModel,
  after: Readonly<Record<string, unknown>>,
): Promise<Partial<ListingModel>> {
  if ('logo_url' in after) {
    if (after.logo_url !== null) return {};
    const declined = { listingId: id, dueAt: null, declined: true };
    await ListingIconModel.query(trx).insert(declined).onConflict('listing_id').merge(['due_at', 'declined']);
    return {};
  }
  if (!('website_url' in after)) return {};
  const row = await ListingIconModel.query(trx).findById(id);
  if (!row || row.declined) return {};
  await row.$query(trx).delete();
  return row.logoUrl !== null && row.logoUrl === logoUrl ? { logoUrl: null } : {};
}

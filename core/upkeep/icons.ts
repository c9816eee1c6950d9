// Icons of sites, for live listings without a logo.
import { ListingIconModel, ListingModel } from '../../db/models/listings.js';
import { systemActor } from '../kernel/actor.js';
import { recordChange } from '../kernel/audit.js';
import { isFree, RELEASED } from '../kernel/leases.js';
import { inTransaction } from '../kernel/transaction.js';
import { settlePictures } from '../listings/pictures.js';
import { subjectOf } from '../listings/rights.js';

export interface DueIcon {
  readonly listingId: string;
  readonly websiteUrl: string;
  readonly attempts: number;
}

const LEASE_SECONDS = 10 * 60;
/** A site that cannot be reached is tried again after a day, and after two more. */
const MOST_ATTEMPTS = 3;
const DAY = 24 * 60 * 60 * 1000;

/** Leases live listings without a logo whose site was not read yet, or is due again. */
export async function leaseIcons(limit: number, now = new Date()): Promise<DueIcon[]> {
  const { rows } = await ListingIconModel.knex().raw<{ rows: DueIcon[] }>(
    `with due as (
       select listings.id, website_url from listings left join listing_icons on listing_id = listings.id
       where listings.logo_url is null and status = 'live' 
         and (listing_id is null or due_at <= :now and ${isFree('now()', 'listing_icons.leased_until')})
       order by listings.id limit :limit for update of listings skip locked),
     leased as (
       insert into listing_icons as icons (listing_id, due_at, leased_until, attempts)
         select id, :now, now() + make_interval(secs => :seconds), 1 from due
       on conflict (listing_id) do update set leased_until = excluded.leased_until, attempts = icons.attempts + 1
       returning listing_id, attempts)
     select listing_id as "listingId", website_url as "websiteUrl", attempts
     from leased join due on due.id = listing_id`,
    { now, limit, seconds: LEASE_SECONDS },
  );
  return rows;
}

/** @param found a held picture; null: the site has none; `unreachable`: it is tried again */
export async function settleIcon(due: DueIcon, found: string | null | 'unreachable', now = new Date()) {
  const actor = systemActor('job');
  await inTransaction(actor, async (trx) => {
    const listing = await ListingModel.query(trx).findById(due.listingId).forUpdate();
    const isSame = listing?.websiteUrl === due.websiteUrl && listing.logoUrl === null;
    if (!listing || !isSame) return;
    if (found === 'unreachable') {
      const isLast = due.attempts >= MOST_ATTEMPTS;
      const dueAt = isLast ? null : new Date(now.getTime() + due.attempts * DAY);
      await ListingIconModel.query(trx)
        .findById(due.listingId)
        .patch({ ...RELEASED, dueAt });
      return;
    }
    await ListingIconModel.query(trx)
      .findById(due.listingId)
      .patch({ ...RELEASED, dueAt: null, logoUrl: found });
    if (found === null) return;
    const before = listing.$clone();
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

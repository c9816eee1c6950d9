// Logos to fetch: the picture at a typed address; for live listings without a logo, the site's icon.
import { ListingIconModel, ListingModel } from '../../db/models/listings.js';
import { systemActor } from '../kernel/actor.js';
import { isFree, RELEASED } from '../kernel/leases.js';
import { inTransaction } from '../kernel/transaction.js';
import { settlePictures } from '../listings/pictures.js';
import { recordListing } from '../listings/rights.js';

export interface DueIcon {
  readonly listingId: string;
  /** The address of the logo if the owner typed one, else of the site. */
  readonly address: string;
  readonly isTyped: boolean;
  readonly attempts: number;
}

const LEASE_SECONDS = 10 * 60;
/** An unreachable site is retried after a day, and after two more. */
const MOST_ATTEMPTS = 3;
const DAY = 24 * 60 * 60 * 1000;

const DUE = `from listings left join listing_icons on listing_id = listings.id
  where (listing_id is null or due_at <= :now and ${isFree('now()', 'listing_icons.leased_until')})`;
const SOME = 'order by listings.id limit :limit for update of listings skip locked';

/** Leases listings whose typed logo was not read yet or is due again, and those without a logo.
 * @param icons whether live listings without a logo get their site's icon */
export async function leaseIcons(limit: number, icons: boolean): Promise<DueIcon[]> {
  const { rows } = await ListingIconModel.knex().raw<{ rows: DueIcon[] }>(
    `with typed as (
       select listings.id, listings.logo_url as address, true as is_typed ${DUE} and listings.logo_url is not null
         and not starts_with(listings.logo_url, '/media/') and logo_copy_url is null ${SOME}),
     without as (
       select listings.id, website_url as address, false as is_typed ${DUE} and listings.logo_url is null
         and status = 'live' and cast(:icons as boolean) ${SOME}),
     due as (select * from typed union all select * from without limit :limit),
     leased as (
       insert into listing_icons as icons (listing_id, due_at, leased_until, attempts)
         select id, :now, now() + make_interval(secs => :seconds), 1 from due
       on conflict (listing_id) do update set leased_until = excluded.leased_until, attempts = icons.attempts + 1
       returning listing_id, attempts)
     select listing_id as "listingId", address, is_typed as "isTyped", attempts
     from leased join due on due.id = listing_id`,
    { now: new Date(), limit, icons, seconds: LEASE_SECONDS },
  );
  return rows;
}

/** @param found a stored picture; null: there is none; `unreachable`: retried later */
export async function settleIcon(due: DueIcon, found: string | null | 'unreachable') {
  const actor = systemActor('job');
  await inTransaction(actor, async (trx) => {
    const listing = await ListingModel.query(trx).findById(due.listingId).forUpdate();
    if (!listing || !isStillDue(listing, due)) return;
    const isOver = found !== 'unreachable' || due.attempts >= MOST_ATTEMPTS;
    const dueAt = isOver ? null : new Date(Date.now() + due.attempts * DAY);
    const picture = found === 'unreachable' ? null : found;
    await ListingIconModel.query(trx)
      .findById(due.listingId)
      .patch({ ...RELEASED, dueAt, ...(due.isTyped || !isOver ? {} : { logoUrl: picture }) });
    if (due.isTyped && isOver && picture === null) await listing.$query(trx).patch({ logoCopyUrl: '' });
    if (picture === null) return;
    const [field, column] = due.isTyped ? ['logo_copy_url', 'logoCopyUrl'] : ['logo_url', 'logoUrl'];
    const before = listing.$clone();
    const row = await listing.$query(trx).patchAndFetch({ [column]: picture });
    await settlePictures(trx, before, row);
    await recordListing(trx, actor, row, 'listing.update', {
      before: { [field]: null },
      after: { [field]: picture },
    });
  });
}

function isStillDue({ logoUrl, logoCopyUrl, websiteUrl }: ListingModel, due: DueIcon): boolean {
  if (due.isTyped) return logoUrl === due.address && logoCopyUrl === null;
  return websiteUrl === due.address && logoUrl === null;
}

import type { ListingModel } from '../../db/models/listings.js';
import type { Actor } from '../kernel/actor.js';
import { config } from '../kernel/config.js';
import { toPublicAddress } from '../pictures/media.js';
import { contentOf } from './content.js';
import { featureOf } from './featured.js';
import { can } from './rights.js';
import { type Listing, WRITE_FIELDS } from './schema.js';

export const instant = (date: Date | null) => date?.toISOString() ?? null;

export function listingUrl(slug: string): string {
  return `${config.publicUrl}/listings/${slug}`;
}

/** The columns that `presentListing` needs; the search document is twice as large as all of them. */
const COLUMNS = [
  'id',
  'owner_id',
  'url_key',
  'verified_by',
  'verified_key',
  'slug',
  'name_key',
  ...WRITE_FIELDS,
  'screenshot_url',
  'screenshot_status',
  'screenshot_updated_at',
  'status',
  'link_status',
  'link_status_at',
  'rejected_at',
  'rejected_reason',
  'archived_reason',
  'source',
  'created_at',
  'updated_at',
  'published_at',
] as const;
export const PRESENTED_COLUMNS = COLUMNS.map((column) => `listings.${column}`);

/** The same columns for an SQL statement whose rows `presentListing` takes. */
export const PRESENTED_SELECT = COLUMNS.map((column) => {
  const name = column.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
  return `listings.${column} as "${name}"`;
}).join(', ');

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

/** A row with the presented columns: a model, or a row of a prepared statement. */
export type PresentedRow = Pick<
  ListingModel,
  Extract<keyof ListingModel, CamelCase<(typeof COLUMNS)[number]>>
>;

/** The listing as this actor may see it. */
export function presentListing(row: PresentedRow, actor: Actor): Listing {
  return {
    id: row.id,
    slug: row.slug,
    ...contentOf(row),
    logo_url: toPublicAddress(row.logoUrl),
    screenshot_url: toPublicAddress(row.screenshotUrl),
    screenshot_status: row.screenshotStatus,
    screenshot_updated_at: instant(row.screenshotUpdatedAt),
    status: row.status,
    source: row.source,
    ...featureOf(row),
    url: listingUrl(row.slug),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    published_at: instant(row.publishedAt),
    ...(isVerified(row) ? { verified: true } : {}),
    ...(can(actor, 'seeReason', row) ? forOwner(row) : {}),
  };
}

/** What only its owner and admins see (C5). */
function forOwner(row: PresentedRow): Pick<Listing, 'status_reason' | 'link_status' | 'link_status_at'> {
  return {
    status_reason: statusReason(row),
    link_status: row.linkStatus,
    link_status_at: instant(row.linkStatusAt),
  };
}

/** Whether its owner has proved control of its site: a new owner or another site needs a new proof. */
export function isVerified({ ownerId, urlKey, verifiedBy, verifiedKey }: PresentedRow): boolean {
  return verifiedKey !== null && verifiedKey === urlKey && verifiedBy === ownerId;
}

function statusReason(row: PresentedRow): string | null {
  if (row.status === 'archived') return row.archivedReason;
  return row.status === 'rejected' ? row.rejectedReason : null;
}

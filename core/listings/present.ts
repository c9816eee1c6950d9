// A listing for readers: in full, in brief, or as Markdown.

import type { Transaction } from 'objection';
import { ListingModel } from '../../db/models/listings.js';
import { type Actor, may } from '../kernel/actor.js';
import { differences } from '../kernel/audit.js';
import { isUuid } from '../kernel/check.js';
import { config } from '../kernel/config.js';
import { fieldError, fromColumns, say } from '../kernel/errors.js';
import { own } from '../kernel/own.js';
import { toCamelCase } from '../kernel/text/names.js';
import { clip } from '../kernel/text/shorten.js';
import { isOwnMedia, toPublicAddress } from '../pictures/media.js';
import { englishLabel, publicFacts } from '../settings/facts.js';
import { contentOf, type FeatureChange } from './content.js';
import { presentFacts, writeFactText } from './facts.js';
import { can, recordListing } from './rights.js';
import { type Listing, WRITE_FIELDS } from './schema.js';

export const instant = (date: Date | null) => date?.toISOString() ?? null;

export function listingUrl(slug: string): string {
  return `${config.publicUrl}/listings/${slug}`;
}

/** Current names by id, without deleted listings. */
export async function listingNames(ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await ListingModel.query().select('id', 'name').findByIds(ids.filter(isUuid));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const COLUMNS = [
  'id',
  'owner_id',
  'url_key',
  'verified_by',
  'verified_key',
  'slug',
  'name_key',
  ...WRITE_FIELDS,
  'logo_copy_url',
  'screenshot_url',
  'screenshot_status',
  'screenshot_updated_at',
  'status',
  'link_status',
  'link_status_at',
  'rejected_at',
  'rejected_reason',
  'archived_reason',
  'archived_said',
  'source',
  'created_at',
  'updated_at',
  'published_at',
] as const;

/** `logo_copy_url` as listings present it, in SQL. */
export const LOGO_COPY = `case when starts_with(logo_url, '/media/') then logo_url else logo_copy_url end as logo_copy_url`;

export const PRESENTED_SELECT = COLUMNS.map(
  (column) => `listings.${column} as "${toCamelCase(column)}"`,
).join(', ');

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

export type PresentedRow = Pick<
  ListingModel,
  Extract<keyof ListingModel, CamelCase<(typeof COLUMNS)[number]>>
>;

export function presentListing(row: PresentedRow, actor: Actor): Listing {
  return {
    id: row.id,
    slug: row.slug,
    ...contentOf(row),
    facts: row.facts && presentFacts(row.facts, may(actor, 'listings')),
    logo_url: toPublicAddress(row.logoUrl),
    logo_copy_url: toPublicAddress(isOwnMedia(row.logoUrl) ? row.logoUrl : row.logoCopyUrl || null),
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
    ...(can(actor, 'seeReason', row)
      ? {
          status_reason: statusReason(row, actor),
          link_status: row.linkStatus,
          link_status_at: instant(row.linkStatusAt),
        }
      : {}),
  };
}

type FeatureColumns = Pick<ListingModel, 'featured' | 'featuredPosition' | 'featuredUntil'>;
export type Feature = Pick<Listing, 'featured' | 'featured_position' | 'featured_until'>;

export const NOT_FEATURED: Feature = { featured: false, featured_position: null, featured_until: null };

/** How a row is featured now: after its end not at all, though the row still says featured. */
export function featureOf({ featured, featuredPosition, featuredUntil }: FeatureColumns): Feature {
  if (!featured || (featuredUntil !== null && featuredUntil <= new Date())) return NOT_FEATURED;
  return {
    featured,
    featured_position: featuredPosition,
    featured_until: featuredUntil?.toISOString() ?? null,
  };
}

/** Whether its owner has proved control of the site: a new owner or site needs a new proof. */
export function isVerified({ ownerId, urlKey, verifiedBy, verifiedKey }: PresentedRow): boolean {
  return verifiedKey !== null && verifiedKey === urlKey && verifiedBy === ownerId;
}

function statusReason(row: PresentedRow, actor: Actor): string | null {
  if (row.status === 'archived') return fromColumns(row.archivedSaid, row.archivedReason, actor);
  return row.status === 'rejected' ? row.rejectedReason : null;
}

const TAGLINE = 57;

/** The fields needed to choose among listings; for the owner also the status.
 * @param why a passage with the search words, if these fields do not contain them */
export function presentBrief(listing: Listing, why: string | null = null) {
  const { slug, name, website_url, tagline, status, status_reason: reason } = listing;
  const isOwners = reason !== undefined;
  return {
    slug,
    name,
    website_url,
    tagline: clip(tagline, TAGLINE),
    ...(isOwners ? { status } : {}),
    ...(reason ? { status_reason: reason } : {}),
    ...(why === null ? {} : { why }),
  };
}

/** Everything visitors see of a listing. @param reachedAt when its website was last reached, if known */
export function markdownOf(listing: Listing, reachedAt: string | null = null): string {
  const facts: [string, string | null][] = [
    ['Website', listing.website_url],
    ['Website last reached', reachedAt?.slice(0, 10) ?? null],
    ['Categories', listing.categories?.join(', ') ?? null],
    ['Pricing', [listing.pricing_model, listing.pricing_summary].filter(Boolean).join(': ') || null],
    ...publicFacts().map((fact): [string, string | null] => [
      asText(englishLabel(fact)),
      writeFactText(own(listing.facts, fact.key)) || null,
    ]),
    ['Verified', listing.verified ? 'its owner has proved control of its site' : null],
    ['Listed', listing.published_at?.slice(0, 10) ?? null],
    ['Changed', listing.updated_at.slice(0, 10)],
    ['Page', listing.url],
  ];
  const parts = [
    `# ${asText(listing.name)}`,
    `> ${asText(listing.tagline)}`,
    facts.flatMap(([label, value]) => (value === null ? [] : [`- ${label}: ${asText(value)}`])).join('\n'),
    ...(listing.description ? [asText(listing.description)] : []),
    ...(listing.features?.length
      ? [`## Features\n\n${listing.features.map((feature) => `- ${asText(feature)}`).join('\n')}`]
      : []),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Escapes untrusted text so that it creates no heading, link, picture or markup. */
function asText(text: string): string {
  return text.replace(/[\\`*[\]<>|]/g, '\\$&').replace(/^( {0,3})([#>+=~-]|\d{1,9}[.)])/gm, '$1\\$2');
}

// Featured listings on the front page: chosen and ordered by staff, with an optional end.

export const IS_FEATURED = 'featured and coalesce(featured_until > now(), true)';
export const FEATURED_ORDER = 'listings.featured_position, listings.published_at desc, listings.id desc';

/** Features a listing, changes its position or end, or stops featuring it; the caller has authorized it.
 * `updated_at` stays: the content has not changed. @returns the changed row, or null if nothing changes */
export async function featureListing(
  trx: Transaction,
  actor: Actor,
  row: ListingModel,
  change: FeatureChange,
): Promise<ListingModel | null> {
  const changed = changeOfFeature(featureOf(row), change);
  if (changed === null) return null;
  const { featured, featured_position: featuredPosition, featured_until: end } = changed.feature;
  const later = await row.$query(trx).patchAndFetch({
    featured,
    featuredPosition,
    featuredUntil: end === null ? null : new Date(end),
  });
  await recordListing(trx, actor, row, featured ? 'listing.feature' : 'listing.unfeature', {
    before: changed.before,
    after: changed.after,
  });
  return later;
}

/** The new columns, or null if nothing changes. @throws DomainError validation_error */
export function changeOfFeature(before: Feature, change: FeatureChange) {
  const feature = afterChange(before, change);
  const changed = differences({ ...before }, { ...feature });
  return changed && { feature, ...changed };
}

function afterChange(before: Feature, change: FeatureChange): Feature {
  if (!(change.featured ?? before.featured)) {
    for (const field of ['featured_position', 'featured_until'] as const)
      if (change[field] != null) throw fieldError(field, `"${field}" is for a featured listing.`, 'conflict');
    return NOT_FEATURED;
  }
  const after = { ...before, ...change, featured: true };
  if (change.featured_until == null) return after;
  const end = new Date(change.featured_until);
  if (end <= new Date()) throw fieldError('featured_until', say('invalid.future'));
  return { ...after, featured_until: end.toISOString() };
}

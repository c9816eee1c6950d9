// Lists and details of listings for staff: in every status, with their owners.
import type { QueryBuilder } from 'objection';
import { ListingModel } from '../../db/models/listings.js';
import { emailKey } from '../accounts/emails.js';
import { type Actor, accountId, requireRight } from '../kernel/actor.js';
import { check, isUuid } from '../kernel/check.js';
import { likePattern, presentEach, readPage } from '../kernel/lists.js';
import { IS_FEATURED, presentListing } from '../listings/present.js';
import { findListing } from '../listings/rights.js';
import type { ListingStatus } from '../listings/schema.js';
import { isSlug } from '../listings/slugs.js';
import { fold } from '../listings/tokens.js';
import { readFilters } from '../search/filters.js';
import { quote } from '../search/word-forms.js';
import { whereDays } from '../settings/dates.js';
import * as schema from './schema.js';

type Rows = QueryBuilder<ListingModel, ListingModel[]>;

export const WITH_OWNER = '[owner, policyFlag]';

/** A page of listings in any status. @param input AdminListingQuery, with its numbers already converted */
export async function findAllListings(actor: Actor, input: unknown): Promise<schema.AdminListingPage> {
  requireRight(actor, 'listings');
  const { page, limit, sort = 'newest', ...filter } = check(schema.AdminListingQuery, input);
  const matching = () => whereFilter(filter);
  const { rows, members } = await readPage({ page, limit }, matching, (found) =>
    inOrder(found, sort).withGraphFetched(WITH_OWNER),
  );
  return { listings: presentEach(rows, (row) => presentWithOwner(row, actor)), ...members };
}

/** Up to `most` slugs matching a filter, newest first; for bulk actions, which have checked the actor. */
export async function matchingSlugs(filter: schema.AdminListingFilter, most: number): Promise<string[]> {
  const rows = await inOrder(whereFilter(filter), 'newest').select('slug').limit(most);
  return rows.map((row) => row.slug);
}

const SHOWN_OF_SELECTION = 12;

/** A preview of a bulk action's listings. @param input `{slugs}` or `{query}` */
export async function previewListings(actor: Actor, input: unknown) {
  requireRight(actor, 'listings');
  const { slugs, query = {} } = check(schema.ListingSelection, input);
  const selected = () =>
    slugs === undefined ? whereFilter(query) : ListingModel.query().whereIn('slug', slugs.filter(isSlug));
  const [counts, rows] = await Promise.all([
    selected().select('status').count().groupBy('status'),
    inOrder(selected(), 'newest').withGraphFetched(WITH_OWNER).limit(SHOWN_OF_SELECTION),
  ]);
  const groups = counts as unknown as { status: ListingStatus; count: number }[];
  // Owners other than the actor get an email.
  const [told] = (await selected()
    .whereRaw('owner_id is distinct from ?', [accountId(actor)])
    .countDistinct('owner_id as owners')) as unknown as { owners: number }[];
  const total = groups.reduce((sum, group) => sum + group.count, 0);
  return {
    total,
    by_status: Object.fromEntries(groups.map((group) => [group.status, group.count])),
    owners: told?.owners ?? 0,
    listings: presentEach(rows, (row) => presentWithOwner(row, actor)),
    missing: slugs ? new Set(slugs).size - total : 0,
  };
}

/** Every listing that matches a filter, in its order, without paging: for exports. */
export async function* eachListing(actor: Actor, input: unknown): AsyncGenerator<schema.AdminListing> {
  requireRight(actor, 'listings');
  const { sort = 'newest', page: _page, limit: _limit, ...filter } = check(schema.AdminListingQuery, input);
  const ids = await inOrder(whereFilter(filter), sort).select('listings.id');
  for (let start = 0; start < ids.length; start += EXPORT_BATCH) {
    const part = ListingModel.query().findByIds(ids.slice(start, start + EXPORT_BATCH).map(({ id }) => id));
    const rows = await inOrder(part, sort).withGraphFetched(WITH_OWNER);
    yield* presentEach(rows, (row) => presentWithOwner(row, actor));
  }
}

const EXPORT_BATCH = 500;

/** A listing in any status, with its owner. @throws DomainError not_found */
export async function getListingAndOwner(actor: Actor, slug: string) {
  requireRight(actor, 'listings');
  const row = await (await findListing(actor, slug)).$fetchGraph('owner');
  return { listing: presentListing(row, actor), owner: presentOwner(row) };
}

/** Finds listings by slug or id. @returns the existing ones, in any order */
export async function findNamedListings(actor: Actor, slugsOrIds: readonly string[]) {
  requireRight(actor, 'listings');
  const rows = await ListingModel.query()
    .whereRaw('slug = any(?) or listings.id = any(?)', [slugsOrIds.filter(isSlug), slugsOrIds.filter(isUuid)])
    .withGraphFetched(WITH_OWNER);
  // A slug may look like another listing's id; the slug wins.
  const found = presentEach(rows, (row) => presentWithOwner(row, actor));
  const known = new Map(found.map((listing) => [listing.id, listing]));
  for (const listing of found) known.set(listing.slug, listing);
  return new Map(
    slugsOrIds.flatMap((name) => {
      const listing = known.get(name) ?? known.get(name.toLowerCase());
      return listing ? [[name, listing] as const] : [];
    }),
  );
}

/** The listing with its owner and the policy's uncertain finding; fetch the row with `WITH_OWNER`. */
export function presentWithOwner(row: ListingModel, actor: Actor): schema.AdminListing {
  const { category, field, matched } = row.policyFlag?.evidence ?? {};
  const policy = category && field && matched ? { category, field, matched } : null;
  return { ...presentListing(row, actor), owner: presentOwner(row), policy };
}

function presentOwner({ owner }: ListingModel): schema.AdminListing['owner'] {
  return owner ? { id: owner.id, name: owner.name, email: owner.email } : null;
}

function whereFilter(filter: schema.AdminListingFilter): Rows {
  const { q, status, owner, screenshot, category, facts, featured, link, policy } = filter;
  const rows = ListingModel.query();
  if (category) rows.whereRaw('categories @> ?::text[]', [[category]]);
  for (const { lexemes } of readFilters({ facts }))
    rows.whereRaw(
      'exists (select from listing_search where listing_search.id = listings.id and search @@ ?::tsquery)',
      [lexemes.map(quote).join('|')],
    );
  whereDays(rows, 'listings.created_at', filter);
  if (status) rows.where('status', status);
  if (link) rows.where('link_status', link);
  if (policy)
    rows.whereRaw('exists (select 1 from policy_flags where policy_flags.listing_id = listings.id)');
  if (featured) rows.whereRaw(IS_FEATURED);
  if (screenshot === 'none') rows.whereNull('screenshot_status');
  else if (screenshot) rows.where('screenshot_status', screenshot);
  if (owner === 'none') rows.whereNull('owner_id');
  else if (owner && isUuid(owner)) rows.where('owner_id', owner);
  else if (owner) rows.whereRaw('owner_id = (select id from users where email_key = ?)', [emailKey(owner)]);
  if (q) whereText(rows, q);
  return rows;
}

function whereText(rows: Rows, q: string): void {
  const folded = likePattern(fold(q));
  const typed = likePattern(q.toLowerCase());
  rows.where((either) => {
    either
      .where('name_key', 'like', folded)
      .orWhere('slug', 'like', typed)
      .orWhereRaw('lower(website_url) like ?', [typed])
      .orWhereRaw('owner_id in (select id from users where email_key like ?)', [likePattern(emailKey(q))]);
  });
}

const inOrder = (rows: Rows, sort: schema.AdminSort): Rows => rows.orderByRaw(schema.LISTING_ORDERS[sort]);

// Reads a verified listing's website for statements about the product (server.json, ard.json, JSON-LD).
// Offers differences to the owner, or applies them at once if the owner chose that.
import { type Static, Type } from '@sinclair/typebox';
import type { Transaction } from 'objection';
import { ListingModel, OwnSiteModel } from '../../db/models/listings.js';
import { actingAs } from '../accounts/credentials.js';
import { type Actor, accountId, guest, requireSignedIn } from '../kernel/actor.js';
import { check } from '../kernel/check.js';
import { fieldError, say } from '../kernel/errors.js';
import { areaLog } from '../kernel/log.js';
import { nullable, nullableInstant, titled, word } from '../kernel/schema.js';
import { isObject, type JsonObject, parseJson } from '../kernel/text/json.js';
import { parseUrl } from '../kernel/text/parse-url.js';
import { unreadableText } from '../kernel/text/readable.js';
import { clip } from '../kernel/text/shorten.js';
import { inTransaction } from '../kernel/transaction.js';
import { contentOf, readPatch } from '../listings/content.js';
import { instant, isVerified } from '../listings/present.js';
import { authorize, findListing, lockListing } from '../listings/rights.js';
import { asServer, keepServers } from '../listings/servers.js';
import { changeListing } from '../listings/submit.js';
import { read } from '../reader/reader.js';
import { mostOf, offerOf } from '../upkeep/page-offer.js';
import { requirePause } from './proof.js';

const log = areaLog('jobs');

const FIELDS = ['name', 'tagline', 'description', 'pricing_model', 'pricing_summary'] as const;
type Offer = Partial<Record<(typeof FIELDS)[number], string>>;

const READ_INTERVAL_S = 60;
const DOCUMENT_BYTES = 256 * 1024;

export const SiteNews = titled('SiteNews', {
  read_at: nullableInstant(),
  follows: Type.Boolean({ description: 'Differences are applied at once.' }),
  differences: Type.Array(
    Type.Object({
      field: word(FIELDS),
      listed: nullable(Type.String({ examples: ['Notes'] })),
      offered: Type.String({ examples: ['Example Notes'] }),
    }),
    { description: 'Where the website differs from the listing.' },
  ),
});
export type SiteNews = Static<typeof SiteNews>;

export const SiteAction = titled('SiteAction', {
  action: word(['read', 'apply', 'dismiss', 'follow', 'unfollow'], {
    description: 'apply uses the differences, follow does so after each weekly reading, dismiss drops them.',
  }),
});

/** The differences on the website of the caller's listing. @throws DomainError not_found, forbidden */
export async function getSiteNews(actor: Actor, slug: string): Promise<SiteNews> {
  requireSignedIn(actor, 'listings:read');
  const row = await findListing(actor, slug);
  authorize(actor, 'edit', row);
  return newsOf(row, await OwnSiteModel.query().findById(row.id));
}

/** Reads the website of the caller's verified listing, or decides about the differences.
 * @throws DomainError not_found, forbidden, rate_limited, content_policy, website_url_taken */
export async function changeSiteNews(actor: Actor, slug: string, input: unknown): Promise<SiteNews> {
  requireSignedIn(actor, 'listings:write');
  const { action } = check(SiteAction, input);
  if (action === 'read') {
    const listing = await inTransaction(actor, (trx) => beginReading(trx, actor, slug));
    await settle(actor, listing, accountId(actor));
    return getSiteNews(actor, slug);
  }
  return inTransaction(actor, async (trx) => {
    const listing = await lockProven(trx, actor, slug);
    const site = await OwnSiteModel.query(trx).findById(listing.id).throwIfNotFound();
    if (action === 'follow' || action === 'unfollow') site.follows = action === 'follow';
    if (action === 'dismiss') site.dismissed = { ...site.dismissed, ...site.offered };
    const isApplied = action === 'apply' || action === 'follow';
    const row = isApplied ? await apply(trx, actor, listing, site) : listing;
    const { follows, dismissed } = site;
    await OwnSiteModel.query(trx).findById(listing.id).patch({ follows, dismissed });
    return newsOf(row, site);
  });
}

/** Reads the websites of the verified listings among the given ones, as a part of the weekly link check. */
export async function readOwnSites(listingIds: readonly string[], signal?: AbortSignal): Promise<void> {
  const listings = await ListingModel.query()
    .findByIds([...listingIds])
    .withGraphFetched('owner');
  for (const listing of listings) {
    const { owner } = listing;
    if (signal?.aborted) break;
    if (!owner || !isVerified(listing)) continue;
    try {
      // Acts in the owner's name: texts the policy is uncertain about wait for a moderator.
      await settle(actingAs(guest('job'), owner), listing, null);
    } catch (error) {
      log.warn({ err: error, slug: listing.slug }, 'what the website of a listing says could not be stored');
    }
  }
}

/** Records the time of the reading before it starts, so that a site is not requested too often. */
async function beginReading(trx: Transaction, actor: Actor, slug: string): Promise<ListingModel> {
  const listing = await lockProven(trx, actor, slug);
  const site = await OwnSiteModel.query(trx).findById(listing.id);
  requirePause(site?.readAt ?? null, READ_INTERVAL_S);
  await noteReading(trx, listing.id);
  return listing;
}

async function lockProven(trx: Transaction, actor: Actor, slug: string): Promise<ListingModel> {
  const listing = await lockListing(trx, actor, slug);
  authorize(actor, 'edit', listing);
  if (!isVerified(listing)) throw fieldError('action', say('error.site-unproven'), 'not_verified');
  return listing;
}

/** Reads the sources of a site. Each field comes from the first of server.json, ard.json and JSON-LD that has it. */
async function readSite({ websiteUrl }: ListingModel, account: string | null) {
  const { origin } = new URL(websiteUrl);
  const documentAt = async (path: string) => {
    const place = { url: origin + path, accept: 'application/json', bytes: DOCUMENT_BYTES };
    const { status, text } = await read('document', place, { account });
    const document = status === 200 ? parseJson(text) : null;
    return isObject(document) ? document : null;
  };
  const server = asServer(await documentAt('/server.json'));
  const ard = entryOf(await documentAt('/.well-known/ard.json'), origin);
  const page = await read('page', { address: websiteUrl }, { account });
  // Ignores titles and descriptions of pages: only JSON-LD is about the product.
  const said =
    page.outcome === 'read' ? offerOf({ ...page.facts, title: '', meta: new Map() }, new URL(page.url)) : {};
  const sources: JsonObject[] = [
    { name: server?.title, tagline: server?.description },
    { name: ard?.displayName, tagline: ard?.description },
    said as JsonObject,
  ];
  const offer = FIELDS.flatMap((field) => {
    const value = sources
      .map((source) => source[field])
      .find((text) => typeof text === 'string' && text.trim() && !unreadableText(text, 'multiline'));
    return value ? [[field, clip(String(value).trim(), mostOf(field))]] : [];
  });
  return { offer: Object.fromEntries(offer) as Offer, server };
}

function entryOf(manifest: JsonObject | null, origin: string): JsonObject | undefined {
  const entries: unknown[] = Array.isArray(manifest?.entries) ? manifest.entries : [];
  return entries
    .filter(isObject)
    .find(({ url }) => typeof url === 'string' && parseUrl(url)?.origin === origin);
}

/** Reads the site and stores what it says, unless the listing has changed meanwhile. */
async function settle(actor: Actor, row: ListingModel, account: string | null): Promise<void> {
  const { id, slug, urlKey } = row;
  const { offer, server } = await readSite(row, account);
  await inTransaction(actor, async (trx) => {
    const listing = await lockListing(trx, actor, slug);
    if (listing.urlKey !== urlKey || !isVerified(listing)) return;
    const site = await noteReading(trx, id, offer);
    if (site.follows) await apply(trx, actor, listing, site);
  });
  if (server) await keepServers([{ urlKey, server }]);
}

const noteReading = (trx: Transaction, listingId: string, offered?: Offer) =>
  OwnSiteModel.query(trx)
    .insert({ listingId, readAt: new Date(), ...(offered && { offered }) })
    .onConflict('listing_id')
    .merge()
    .returning('*');

async function apply(trx: Transaction, actor: Actor, listing: ListingModel, site: OwnSiteModel) {
  const patch = Object.fromEntries(
    differencesOf(listing, site).map(({ field, offered }) => [field, offered]),
  );
  if (Object.keys(patch).length === 0) return listing;
  return (await changeListing(trx, actor, listing, readPatch(patch))) ?? listing;
}

function differencesOf(row: ListingModel, { offered, dismissed }: OwnSiteModel): SiteNews['differences'] {
  const listed = contentOf(row);
  return FIELDS.flatMap((field) => {
    const value = offered?.[field];
    if (value === undefined || value === listed[field] || value === dismissed?.[field]) return [];
    return [{ field, listed: listed[field], offered: value }];
  });
}

const newsOf = (row: ListingModel, site: OwnSiteModel | undefined): SiteNews => ({
  read_at: instant(site?.readAt ?? null),
  follows: site?.follows ?? false,
  differences: site ? differencesOf(row, site) : [],
});

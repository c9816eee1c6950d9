// Listings as entries of ARD, found by its filters. Filters that our search does not know are applied to the first pages
// that it finds.
import type { Actor } from '../../core/kernel/actor.js';
import { config } from '../../core/kernel/config.js';
import { fieldError } from '../../core/kernel/errors.js';
import { own } from '../../core/kernel/own.js';
import type { Listing, ListingPage } from '../../core/listings/schema.js';
import { serversOfListings } from '../../core/listings/servers.js';
import { findListings } from '../../core/search/search.js';
import { findFact } from '../../core/settings/facts.js';
import { ardUrn } from './addresses.js';

const MCP = 'application/mcp-server-card+json';
const LISTING = 'application/vnd.listing-directory.listing+json';
const MOST_PAGES = 5;

/** Listed MCP servers carry their server.json; other products are entries of our own type. */
async function toEntries(listings: readonly Listing[]) {
  const servers = await serversOfListings(listings.map(({ id }) => id));
  return listings.map(({ id, slug, name, tagline, updated_at: updatedAt, ...listing }) => {
    const { website_url: website, categories: category, pricing_model: pricing, facts } = listing;
    const server = servers.get(id);
    return {
      ...{ identifier: ardUrn(`listings:${slug}`), displayName: name, description: tagline, updatedAt },
      ...(server
        ? { type: MCP, data: server }
        : { type: LISTING, url: `${config.publicUrl}/api/v1/listings/${slug}` }),
      tags: [...(category ?? []), ...[facts?.topics ?? []].flat().map(String)],
      metadata: Object.fromEntries(
        Object.entries({ website, category, pricing, ...facts }).map(([key, value]) => [key, scalar(value)]),
      ),
      representativeQueries: [name, tagline],
    };
  });
}
type Entry = Awaited<ReturnType<typeof toEntries>>[number];

type Filter = Readonly<Record<string, string | readonly string[]>>;

/** Metadata has no lists in ARD. */
const scalar = (value: unknown) => (Array.isArray(value) ? value.join(', ') : value);

/** The values at a path such as `metadata.license`, in lower case. */
function valuesAt(entry: Entry, path: string): string[] {
  const at = path.split('.').reduce<unknown>((part, name) => own(Object(part), name), entry);
  return [at ?? []].flat().flatMap((value) => String(value).toLowerCase().split(', '));
}

const passes = (entry: Entry, filters: Filter) =>
  Object.entries(filters).every(([path, wanted]) => {
    const values = valuesAt(entry, path);
    return [wanted].flat().some((value) => values.includes(value.toLowerCase()));
  });

/** The part of a filter that our search applies: facts that are filters, one category, one pricing model. */
export function queryOf(filters: Filter) {
  const facts = new Map<string, readonly string[]>();
  const query: { category?: string; pricing?: string } = {};
  for (const [path, values] of Object.entries(filters)) {
    const key = /^metadata\.([a-z]\w*)$/.exec(path)?.[1] ?? '';
    const [first, ...others] = [values].flat();
    if (findFact(key)?.filter) facts.set(key, [values].flat());
    else if ((key === 'category' || key === 'pricing') && others.length === 0) query[key] = first;
  }
  return facts.size > 0 ? { ...query, facts: Object.fromEntries(facts) } : query;
}

/** A page of entries that pass the filter, in the order of our lists. */
export async function findEntries(
  actor: Actor,
  input: object,
  filters: Filter,
  { pageSize = 10, pageToken }: { pageSize?: number; pageToken?: string },
) {
  const [, offset = '0', cursor] = /^(\d{1,6})\.(.*)$/.exec(pageToken ?? '') ?? [];
  if (pageToken !== undefined && cursor === undefined)
    throw fieldError('pageToken', 'It is not one of ours.', 'invalid');
  const entries: Entry[] = [];
  let [next, page] = [cursor, null as ListingPage | null];
  for (let read = 0; read < MOST_PAGES && entries.length < pageSize && next !== null; read += 1) {
    // At most what is missing, so that the cursor continues right behind the last entry.
    const limit = Math.min(50, pageSize - entries.length);
    const from = next ? { cursor: next } : {};
    page = await findListings(actor, { ...input, ...queryOf(filters), limit, ...from });
    entries.push(...(await toEntries(page.listings)).filter((entry) => passes(entry, filters)));
    next = page.next_cursor as string;
  }
  const token = next ? { pageToken: `${Number(offset) + entries.length}.${next}` } : {};
  return { entries, offset: Number(offset), total: page?.total, token };
}

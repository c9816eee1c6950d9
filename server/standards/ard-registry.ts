// ARD, Agentic Resource Discovery (v0.91): the listings as a registry.

import { type TSchema, Type } from '@sinclair/typebox';
import type { Actor } from '../../core/kernel/actor.js';
import { check, findUnknownFields } from '../../core/kernel/check.js';
import { config } from '../../core/kernel/config.js';
import { type DomainError, fieldError } from '../../core/kernel/errors.js';
import { own } from '../../core/kernel/own.js';
import { word } from '../../core/kernel/schema.js';
import type { Listing, ListingPage } from '../../core/listings/schema.js';
import { serversOfListings } from '../../core/listings/servers.js';
import { findListings } from '../../core/search/search.js';
import { findFact } from '../../core/settings/facts.js';
import { routesOf } from '../api/route.js';
import { ERRORS } from '../http/errors.js';
import { ardUrn, type Standard } from './standard.js';

const REGISTRY = 'application/ai-registry+json';

const strict = { additionalProperties: false };
const text = Type.String({ maxLength: 500 });
/** Values by path. An entry must match every path. */
const filter = Type.Optional(
  Type.Unsafe<Record<string, string | string[]>>({
    type: 'object',
    maxProperties: 20,
    propertyNames: { maxLength: 100 },
    additionalProperties: { type: ['string', 'array'], maxLength: 500, maxItems: 50, items: text },
  }),
);
const paging = {
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  pageToken: Type.Optional(
    Type.String({ maxLength: 1_000, pattern: '^\\d{1,6}\\..', examples: ['10.WyJuZXdlc3Qi'] }),
  ),
};
const federation = Type.Optional(word(['auto', 'referrals', 'none']));
const Search = Type.Object({ query: Type.Object({ text, filter }, strict), federation, ...paging });
const facet = {
  field: text,
  limit: Type.Optional(Type.Integer({ minimum: 1 })),
  minCount: Type.Optional(Type.Integer()),
};
const Explore = Type.Object({
  query: Type.Optional(Type.Object({ text: Type.Optional(text), filter }, strict)),
  resultType: Type.Object({ facets: Type.Array(Type.Object(facet, strict), { maxItems: 20 }) }),
});
const TERM = "[\\w.]+ *= *'[^']*'";
const EXAMPLE = "tags = 'Notes' AND metadata.pricing = 'free'";
const CONDITIONS = { pattern: `^ *${TERM}(?: +(?:AND|and) +${TERM})* *$`, examples: [EXAMPLE] };
const List = Type.Object({
  filter: Type.Optional(Type.String({ maxLength: 500, ...CONDITIONS })),
  orderBy: Type.Optional(word(['displayName', 'createdAt DESC'])),
  ...paging,
});
const answer = ['The answer of ARD', Type.Object({})] as const satisfies readonly [string, TSchema];

export const ardRegistry: Standard = {
  routes: routesOf(
    { path: '/ard', tag: 'Directory', access: 'public', isBodyShort: true },
    {
      searchAgents: { post: '/search', summary: 'Search', body: Search, answer, does: search },
      exploreAgents: { post: '/explore', summary: 'Count', body: Explore, answer, does: explore },
      listAgents: { get: '/agents', summary: 'List', query: List, answer, does: list },
    },
  ),
};

const ERROR_CODES = new Map([
  [400, 'INVALID_ARGUMENT'],
  [401, 'UNAUTHENTICATED'],
  [429, 'RESOURCE_EXHAUSTED'],
  [500, 'INTERNAL'],
]);

/** Further members of errors, in ARD's envelope. */
export const ardErrorMembers = ({ code, message }: DomainError) => ({
  errorCode: ERROR_CODES.get(ERRORS[code].status) ?? code.toUpperCase(),
  message,
});

function refuseUnknown(schema: { properties: object }, input: unknown): void {
  const [unknown] = findUnknownFields(Object.keys(schema.properties), input);
  if (unknown)
    throw fieldError(unknown.field, `"${unknown.field}" is not a member of this request.`, 'unknown');
}

async function search(actor: Actor, input: unknown) {
  refuseUnknown(Search, input);
  const { query, federation: mode, ...page } = check(Search, input);
  const { text: q, filter: wanted = {} } = query;
  const found = await findEntries(actor, { q, sort: 'relevance' }, Object.entries(wanted), page);
  const referrals = config.ardReferrals.map((url) => {
    const { hostname: displayName } = new URL(url);
    return { identifier: `urn:air:${displayName}:registry:listings`, displayName, type: REGISTRY, url };
  });
  const source = `${config.publicUrl}/ard`;
  // Scores follow the rank: our search has no absolute measure.
  const score = (n: number) => Math.max(1, 100 - found.offset - n);
  return {
    results: found.entries.map((entry, n) => ({ ...entry, score: score(n), source })),
    ...(mode === 'referrals' ? { referrals } : {}),
    ...found.token,
  };
}

async function explore(actor: Actor, input: unknown) {
  refuseUnknown(Explore, input);
  const { query = {}, resultType } = check(Explore, input);
  const { text: q = '', filter: wanted = {} } = query;
  const asked = { q, ...queryOf(Object.entries(wanted)), facets: 1 as const, limit: 1 };
  const { facets: counted } = await findListings(actor, asked);
  const known = new Map<string, unknown>(Object.entries(counted ?? {}));
  const facets = resultType.facets.map(({ field, limit = 20, minCount = 1 }) => {
    const key = field === 'tags' ? 'topics' : field.replace(/^metadata\./, '');
    const values = known.get(key) as { value: string | number | boolean; count: number }[] | undefined;
    const buckets = (Array.isArray(values) ? values : []).filter(({ count }) => count >= minCount);
    const shown = buckets.toSorted((a, b) => b.count - a.count).slice(0, limit);
    return [field, { buckets: shown.map(({ value, count }) => ({ value: String(value), count })) }] as const;
  });
  return { resultType: 'facets', facets: Object.fromEntries(facets) };
}

const TERMS = /(?<![\w.])([\w.]+) *= *'([^']*)'/g;

async function list(actor: Actor, input: unknown) {
  const { filter = '', orderBy, ...page } = check(List, input);
  const terms = [...filter.matchAll(TERMS)].map(([, path = '', value = '']) => [path, value] as const);
  const sort = orderBy === 'displayName' ? 'name' : 'newest';
  const found = await findEntries(actor, { sort }, terms, page);
  return { items: found.entries, ...(terms.length === 0 ? { total: found.total } : {}), ...found.token };
}

// Listings as entries, found by ARD's filters. Filters that our search does not know are applied to its first
// pages.

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
      // ARD's metadata has no lists.
      metadata: Object.fromEntries(
        Object.entries({ website, category, pricing, ...facts }).map(([key, value]) => [
          key,
          Array.isArray(value) ? value.join(', ') : value,
        ]),
      ),
      representativeQueries: [name, tagline],
    };
  });
}
type Entry = Awaited<ReturnType<typeof toEntries>>[number];

/** An entry must match every filter, also several filters of one path. */
type Filters = readonly (readonly [path: string, wanted: string | readonly string[]])[];

/** The values at a path such as `metadata.license`, in lower case. */
function valuesAt(entry: Entry, path: string): string[] {
  const at = path.split('.').reduce<unknown>((part, name) => own(Object(part), name), entry);
  const values = [at].flat().filter((value) => typeof value !== 'object' && value !== undefined);
  return values.flatMap((value) => String(value).toLowerCase().split(', '));
}

const passes = (entry: Entry, filters: Filters) =>
  filters.every(([path, wanted]) => {
    const values = valuesAt(entry, path);
    return [wanted].flat().some((value) => values.includes(value.toLowerCase()));
  });

/** The part of a filter that our search applies: facts that are filters, one category, one pricing model. */
function queryOf(filters: Filters) {
  const facts = new Map<string, readonly string[]>();
  const query: { category?: string; pricing?: string } = {};
  for (const [path, values] of filters) {
    const key = /^metadata\.([a-z]\w*)$/.exec(path)?.[1] ?? '';
    const [first, ...others] = [values].flat();
    if (findFact(key)?.filter) facts.set(key, [values].flat());
    else if ((key === 'category' || key === 'pricing') && others.length === 0) query[key] = first;
  }
  return facts.size > 0 ? { ...query, facts: Object.fromEntries(facts) } : query;
}

/** A page of entries that pass the filter, in the order of our lists. */
async function findEntries(
  actor: Actor,
  input: object,
  filters: Filters,
  { pageSize = 10, pageToken }: { pageSize?: number; pageToken?: string },
) {
  const [, offset = '0', cursor] = /^(\d+)\.(.*)/.exec(pageToken ?? '') ?? [];
  const entries: Entry[] = [];
  let [next, page] = [cursor, null as ListingPage | null];
  for (let read = 0; read < MOST_PAGES && entries.length < pageSize && next !== null; read += 1) {
    // Reads no more than is missing, so that the cursor continues right after the last entry.
    const limit = Math.min(50, pageSize - entries.length);
    const from = next ? { cursor: next } : {};
    page = await findListings(actor, { ...input, ...queryOf(filters), limit, ...from });
    entries.push(...(await toEntries(page.listings)).filter((entry) => passes(entry, filters)));
    next = page.next_cursor as string;
  }
  const token = next ? { pageToken: `${Number(offset) + entries.length}.${next}` } : {};
  return { entries, offset: Number(offset), total: page?.total, token };
}

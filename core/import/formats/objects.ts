// Collections in JSON and YAML: a list of listings; lists by category; a folder with a document per listing.
import { isObject, type JsonObject } from '../../kernel/text/json.js';
import { clip, featuresFrom } from '../../kernel/text/shorten.js';
import type { SourceRow } from '../rows.js';

const MAX_DEPTH = 8;

const ADDRESS =
  /^(?:website|website_url|url|link|homepage|homepage_url|home_page|site|web|href|address|repo|repo_url|repository|source_code_url|source_url|github|html_url)$/i;

const isAddress = (value: unknown) =>
  typeof value === 'string' && /^(?:https?:\/\/|[\w-]+(?:\.[\w-]+)+(?:\/|$))/i.test(value);
const isListing = (value: JsonObject) =>
  Object.entries(value).some(([name, it]) => ADDRESS.test(name) && isAddress(it));

/** Yields the items of the list at the top or in `listings`; without one, all objects with an address, by category. */
export function* listingsOf(document: unknown): Generator<Omit<SourceRow, 'line'>> {
  const { listings } = asObject(document);
  const items = Array.isArray(document) ? document : Array.isArray(listings) ? listings : null;
  const isGrouped = items?.every((item) => isObject(item) && !isListing(item)) && items.some(hasLists);
  if (items && !isGrouped) for (const item of items) yield objectOf(item, 'item');
  else yield* search(document, null, 0);
}

/** Whether an object contains listings instead of being one. */
export const isCollection = (value: object) =>
  'listings' in value || (!isListing(value as JsonObject) && hasLists(value));

const hasLists = (item: unknown) =>
  Object.values(item as JsonObject).some(
    (value) => isObject(value) || (Array.isArray(value) && value.some(isObject)),
  );

function* search(value: unknown, category: string | null, depth: number): Generator<Omit<SourceRow, 'line'>> {
  if (depth > MAX_DEPTH) return;
  if (Array.isArray(value)) for (const item of value) yield* search(item, category, depth + 1);
  if (!isObject(value)) return;
  if (isListing(value)) {
    yield {
      input:
        category && value.categories === undefined && value.category === undefined
          ? { ...value, categories: [category] }
          : value,
    };
    return;
  }
  const own = [value.name, value.title, value.category, value.label].find((name) => typeof name === 'string');
  for (const [name, member] of Object.entries(value)) {
    // `{Notes: {url: …}}`: the key is the name of the listing.
    if (isObject(member) && isListing(member) && member.name === undefined && member.title === undefined)
      yield* search({ ...member, name }, (own as string | undefined) ?? category, depth + 1);
    else
      yield* search(member, (own as string | undefined) ?? (GROUPS.test(name) ? category : name), depth + 1);
  }
}

/** Keys under which a group keeps its items; they do not name the group. */
const GROUPS =
  /^(?:items|entries|list|data|results|listings|links|tools|apps|projects|resources|products|services|software|servers|children|landscape|subcategor(?:y|ies)|categor(?:y|ies)|groups?|sections?|bookmarks|records|rows|nodes|\d+)$/i;

export function objectOf(input: unknown, what: 'item' | 'line'): Omit<SourceRow, 'line'> {
  if (isObject(input)) return { input };
  return { problem: { field: null, code: 'invalid_json', error: `The ${what} is not an object.` } };
}

// Servers of an MCP Registry as listings: https://registry.modelcontextprotocol.io, its API and its exports.

const OFFICIAL = 'io.modelcontextprotocol.registry/official';

export const asObject = (value: unknown): JsonObject => (isObject(value) ? value : {});
const asList = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.map(asObject) : []);
const asText = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null);

/** The servers of a response or an export; null if it is neither. */
export function serversOf(document: unknown): unknown[] | null {
  const { servers } = asObject(document);
  return Array.isArray(servers) ? servers : null;
}

/** Whether an entry is a superseded version or was deleted. */
export function isPastServer(entry: unknown): boolean {
  const { _meta: meta, ...rest } = asObject(entry);
  const { status, isLatest } = asObject(asObject(meta)[OFFICIAL]);
  const said = status ?? asObject(rest.server).status ?? rest.status;
  return isLatest === false || said === 'deleted';
}

export function serverJsonOf(entry: unknown): unknown {
  const whole = asObject(entry);
  return 'server' in whole ? whole.server : whole;
}

/** A server as a listing; its address is its website, else its repository, else its endpoint. */
export function listingOfServer(entry: unknown): JsonObject {
  const server = asObject(serverJsonOf(entry));
  const name = asText(server.name) ?? '';
  const packages = asList(server.packages);
  const remotes = asList(server.remotes);
  const { url, subfolder } = asObject(server.repository);
  const repository = asText(url)?.replace(/\.git$/, '') ?? null;
  const folder = asText(subfolder);
  const site = asText(server.websiteUrl) ?? asText(server.website_url);
  const source = repository && folder ? `${repository}/tree/HEAD/${folder}` : repository;
  const description = asText(server.description) ?? name;
  const icon = asText(asList(server.icons)[0]?.src);
  const features = [
    ...packages.map((one) =>
      [one.registryType ?? one.registry_type, one.identifier].filter(asText).join(': '),
    ),
    ...remotes.map((one) => [one.type, one.url].filter(asText).join(': ')),
  ];
  return {
    name: clip(asText(server.title) ?? name.slice(name.lastIndexOf('/') + 1), 80),
    website_url: site ?? source ?? asText(remotes[0]?.url),
    tagline: clip(description, 160),
    ...(description.length > 160 ? { description: clip(description, 4_000) } : {}),
    ...featuresFrom(features),
    ...(source ? { source_code: source } : {}),
    ...(icon?.startsWith('https://') ? { logo_url: icon } : {}),
  };
}

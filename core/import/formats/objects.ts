// Collections in JSON and YAML: a list of listings; lists by category; a folder with a document per listing.
import { isObject } from '../../kernel/text/json.js';
import type { SourceRow } from '../rows.js';
import { asObject } from './mcp-registry.js';

type Json = Record<string, unknown>;

const MAX_DEPTH = 8;

const ADDRESS =
  /^(?:website|website_url|url|link|homepage|homepage_url|home_page|site|web|href|address|repo|repo_url|repository|source_code_url|source_url|github|html_url)$/i;

const isAddress = (value: unknown) =>
  typeof value === 'string' && /^(?:https?:\/\/|[\w-]+(?:\.[\w-]+)+(?:\/|$))/i.test(value);
const isListing = (value: Json) =>
  Object.entries(value).some(([name, it]) => ADDRESS.test(name) && isAddress(it));

/** Every item at the top or under `listings`; elsewhere objects with an address, below keys as categories. */
export function* listingsOf(document: unknown): Generator<Omit<SourceRow, 'line'>> {
  const { listings } = asObject(document);
  const items = Array.isArray(document) ? document : Array.isArray(listings) ? listings : null;
  const isGrouped = items?.every((item) => isObject(item) && !isListing(item)) && items.some(hasLists);
  if (items && !isGrouped) for (const item of items) yield objectOf(item, 'item');
  else yield* search(document, null, 0);
}

/** Whether an object contains listings instead of being one. */
export const isCollection = (value: object) =>
  'listings' in value || (!isListing(value as Json) && hasLists(value));

const hasLists = (item: unknown) =>
  Object.values(item as Json).some(
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
  return { problem: { field: null, code: 'invalid_json', error: `The ${what} is no object.` } };
}

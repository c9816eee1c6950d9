// Short results of tools: hosts put them into a model's context.
import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { word } from '../../core/kernel/schema.js';
import { markdownOf, presentBrief } from '../../core/listings/present.js';
import type { Listing, ListingPage } from '../../core/listings/schema.js';
import { parseQuery, wordsToMark } from '../../core/search/query.js';
import { snippetOf } from '../../core/search/snippets.js';
import type { Arguments } from './tool.js';

export const DETAIL: TSchema = Type.Optional(word(['brief', 'full']));

/** Listings in brief or whole. */
const listings = Type.Array(Type.Object({}));
export const BriefList = Type.Object({ listings });
export const BriefPage = Type.Object({
  listings,
  total: Type.Integer(),
  next_cursor: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});

/** A page of listings, each in brief, without unset members. */
export function presentPage(body: ListingPage, input: Arguments): object {
  if (input.detail === 'full') return body;
  const { listings, total, full_matches, left_out, corrected_to, suggested_filters } = body;
  const wanted = wordsToMark(parseQuery(corrected_to ?? (typeof input.q === 'string' ? input.q : '')));
  const isPart = full_matches !== undefined && full_matches < total;
  const brief = {
    warnings: body.warnings,
    listings: listings.map((listing) => presentBrief(listing, snippetOf(listing, wanted))),
    total,
    facets: body.facets,
    ...(isPart ? { full_matches, left_out } : {}),
    ...{ corrected_to, suggested_filters, next_cursor: body.next_cursor },
  };
  return Object.fromEntries(Object.entries(brief).filter(([, value]) => (value ?? null) !== null));
}

/** A list without pages, each listing in brief unless whole ones are requested. */
export function presentList(body: { listings: Listing[] }, { detail }: Arguments): object {
  return detail === 'full'
    ? body
    : { ...body, listings: body.listings.map((listing) => presentBrief(listing)) };
}

// The shapes that deep-research hosts ask for (developers.openai.com, "Building MCP servers").
const Document = { id: Type.String(), title: Type.String(), url: Type.String() };
export const SearchResult = Type.Object({ results: Type.Array(Type.Object(Document)) });
export const FetchResult = Type.Object({
  ...Document,
  text: Type.String(),
  metadata: Type.Optional(Type.Record(Type.String(), Type.String())),
});

export function presentSearch({ listings, warnings }: ListingPage): object {
  const results = listings.map(({ slug, name, tagline, url }) => ({
    id: slug,
    title: `${name}: ${tagline}`,
    url,
  }));
  return { ...(warnings && { warnings }), results };
}

export function presentDocument({ listing }: { listing: Listing }): Static<typeof FetchResult> {
  const { slug, name, url, website_url: website, updated_at } = listing;
  return { id: slug, title: name, text: markdownOf(listing), url, metadata: { website, updated_at } };
}

import { type TObject, Type } from '@sinclair/typebox';
import { fieldError } from '../../core/kernel/errors.js';
import * as schema from '../../core/listings/schema.js';
import { Listing } from '../../core/listings/schema.js';
import { deleteListing, setListingStatus } from '../../core/listings/status.js';
import { submitListing, updateListing } from '../../core/listings/submit.js';
import { getListingStats, ListingStatsResult, StatsQuery } from '../../core/listings/visits.js';
import { ChangesQuery, ListingChanges, listChanges } from '../../core/search/changes.js';
import { findListings, getListing } from '../../core/search/search.js';
import { findNeighbours, SimilarListings } from '../../core/search/similar.js';
import { Suggestions, SuggestQuery, suggestSearches } from '../../core/search/suggest.js';
import { PreviewRequest, PreviewResult, previewListing } from '../../core/upkeep/preview.js';
import {
  type Dependencies,
  FROM_ALL_LISTINGS,
  fromAllListings,
  fromList,
  fromListings,
} from '../cache/dependencies.js';
import { DryRunQuery, ok, routesOf } from './route.js';

// `fields=slug,name` reduces each listing to these fields, for callers that count tokens.

const FIELDS = Object.keys(Listing.properties);
/** Milliseconds a response may be outdated if its fields do not show what it depends on. */
const MAX_LAG_MS = 60_000;

const fields = Type.Optional(
  Type.String({
    maxLength: 500,
    description:
      'Only these fields of each listing, separated by commas; all others are left out, even required ones.',
    examples: ['slug,name,tagline'],
  }),
);

type Query = Readonly<Record<string, unknown>>;

const withFields = (query?: TObject) => Type.Object({ ...query?.properties, fields });

/** Reduces the listings of a body to the requested fields. @throws DomainError validation_error for an unknown field */
function pickFields<T extends { listings?: readonly object[]; listing?: object }>(
  query: Query,
  body: T,
): object {
  if (typeof query.fields !== 'string') return body;
  const asked = query.fields.split(',').map((name) => name.trim());
  const unknown = asked.filter((name) => !FIELDS.includes(name));
  if (unknown.length > 0) {
    const sentence = `"fields" has what no listing has: ${unknown.slice(0, 5).join(', ').slice(0, 200)}. There are ${FIELDS.join(', ')}.`;
    throw fieldError('fields', sentence);
  }
  const pick = (listing: object) =>
    Object.fromEntries(Object.entries(listing).filter(([name]) => asked.includes(name)));
  return {
    ...body,
    ...(body.listings ? { listings: body.listings.map(pick) } : {}),
    ...(body.listing ? { listing: pick(body.listing) } : {}),
  };
}

/** The dependencies of a response. With selected fields they are unknown: then all listings, and a time limit. */
function fromPicked(query: Query, from: () => Dependencies): Dependencies {
  return query.fields === undefined ? from() : { ...FROM_ALL_LISTINGS, until: Date.now() + MAX_LAG_MS };
}

const MAX_SIMILAR = 10;

const shared = { path: '/api/v1', tag: 'Listings', access: 'account' } as const;

export const listingRoutes = routesOf(shared, {
  listListings: {
    get: '/listings',
    summary: 'Search and browse live listings, or with mine=1 your own',
    access: 'public',
    cachedFrom: (query, { listings }: schema.ListingPage) =>
      fromPicked(query, () => fromList(query, listings)),
    query: withFields(schema.ListingQuery),
    answer: ['A page of listings', schema.ListingPage],
    errors: ['deep_page', 'unavailable'],
    run: async ({ actor, query }) => ok(pickFields(query, await findListings(actor, query))),
  },
  submitListing: {
    post: '/listings',
    summary: 'Create a listing, or update your own listing of the same site',
    description:
      'Idempotent by website_url. What someone else has listed comes back unchanged with created: false.',
    scope: 'listings:write',
    query: DryRunQuery,
    body: schema.ListingSubmission,
    file: 'logo',
    isRepeatable: true,
    answers: {
      200: ['Updated, or existing', schema.SubmissionResult],
      201: ['Created', schema.SubmissionResult],
    },
    errors: ['website_url_taken', 'forbidden', 'content_policy'],
    does: submitListing,
  },
  // This and /changes come before {slug}: no listing can have these names (core/listings/slugs.ts).
  previewListing: {
    post: '/listings/preview',
    summary: 'Read what the site of a product says about it, for a submission',
    description: 'What is not found is left out. Nothing is stored.',
    scope: 'listings:read',
    limits: ['listing-write'],
    body: PreviewRequest,
    answer: ['What was found', PreviewResult],
    errors: ['unavailable'],
    does: previewListing,
  },
  listListingChanges: {
    get: '/listings/changes',
    summary: 'What was published, changed or removed since a point, for mirrors',
    description:
      'Each listing once, as it is now, at the place of its newest change; one no longer public is a tombstone. Nothing is left out or comes twice.',
    access: 'public',
    query: ChangesQuery,
    answer: ['The changes, oldest first', ListingChanges],
    does: listChanges,
  },
  suggestSearches: {
    get: '/suggest',
    summary: 'Suggestions for a search that is being typed',
    description:
      'Listings by the beginning of their name, categories, completed or corrected words; at most ten.',
    access: 'public',
    cachedFrom: () => FROM_ALL_LISTINGS,
    query: SuggestQuery,
    answer: ['Suggestions', Suggestions],
    errors: ['unavailable'],
    run: async ({ query }) => ok(await suggestSearches(query)),
  },
  listSimilarListings: {
    get: '/listings/{slug}/similar',
    summary: 'Live listings most like this one',
    description:
      'From its categories: by common words and topics first, then the newest; at most ten. For any listing you can see.',
    access: 'public',
    cachedFrom: (query, { listings }: { listings: schema.Listing[] }) =>
      fromPicked(query, () => fromAllListings(listings)),
    query: withFields(),
    answer: ['Most similar first', SimilarListings],
    errors: ['unavailable'],
    run: async ({ actor, params, query }) => {
      const { listing } = await getListing(actor, params.slug ?? '');
      const { similar } = await findNeighbours(actor, listing, MAX_SIMILAR);
      return ok(pickFields(query, { listings: similar }));
    },
  },
  getListingStats: {
    get: '/listings/{slug}/stats',
    summary: 'How often your own listing was viewed, and its website opened from here',
    description: 'People only, each once a day, not its owner. For its owner and staff.',
    scope: 'listings:read',
    query: StatsQuery,
    answer: ['Views and clicks by day', ListingStatsResult],
    errors: ['forbidden'],
    run: async ({ actor, params, query }) => {
      const { stats } = await getListingStats(actor, params.slug ?? '', query);
      return ok({ stats });
    },
  },
  getListing: {
    get: '/listings/{slug}',
    summary: 'Read one listing',
    access: 'public',
    cachedFrom: (query, { listing }: { listing: schema.Listing }) =>
      fromPicked(query, () => fromListings([listing])),
    query: withFields(),
    answer: ['The listing', schema.ListingResult],
    run: async ({ actor, params, query }) =>
      ok(pickFields(query, await getListing(actor, params.slug ?? ''))),
  },
  setListingStatus: {
    post: '/listings/{slug}',
    summary: 'Archive or restore your own listing; admins also reject',
    scope: 'listings:write',
    query: DryRunQuery,
    body: schema.ListingAction,
    answer: ['The listing in its new state', schema.ListingResult],
    errors: ['forbidden', 'content_policy'],
    does: setListingStatus,
  },
  updateListing: {
    patch: '/listings/{slug}',
    summary: 'Change fields of your own listing',
    scope: 'listings:write',
    query: DryRunQuery,
    body: schema.ListingPatch,
    file: 'logo',
    answer: ['The changed listing', schema.ListingResult],
    errors: ['website_url_taken', 'forbidden', 'content_policy'],
    does: updateListing,
  },
  deleteListing: {
    delete: '/listings/{slug}',
    summary: 'Delete your own listing for good',
    scope: 'listings:write',
    query: DryRunQuery,
    answer: ['Deleted; its address is free again', schema.DeletedListing],
    errors: ['forbidden'],
    does: deleteListing,
  },
});

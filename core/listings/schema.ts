// The schema of a listing, shared by validation, OpenAPI, MCP, forms and types.
import { type Static, Type } from '@sinclair/typebox';
import {
  instant,
  line,
  nullable,
  nullableInstant,
  optionalList,
  optionalText,
  optionalWord,
  pageParameters,
  reason,
  uuid,
  warnings,
  word,
} from '../kernel/schema.js';
import { CATEGORIES } from '../site/categories.js';
import { feature } from './feature-schema.js';

export const PRICING_MODELS = ['free', 'freemium', 'subscription', 'one-time', 'usage', 'contact'] as const;
export type PricingModel = (typeof PRICING_MODELS)[number];

/**
 * Rejected and archived are flags that override the base status (C5). `draft` is reserved: nothing creates drafts yet,
 * but rows with it (written by an operator in SQL) are hidden like pending ones and can be approved.
 */
export const LISTING_STATUSES = ['draft', 'pending', 'live', 'rejected', 'archived'] as const;
export type ListingStatus = (typeof LISTING_STATUSES)[number];

export const SCREENSHOT_STATUSES = ['pending', 'ready', 'failed'] as const;
export type ScreenshotStatus = (typeof SCREENSHOT_STATUSES)[number];

export const LINK_STATUSES = ['unreachable', 'parked'] as const;

/** The default label of the button. */
const DEFAULT_CTA_LABEL = 'Visit website';

const required = {
  name: line(80, { title: 'Name', description: 'Name of the product.', examples: ['Example Notes'] }),
  website_url: line(500, {
    title: 'Website',
    description:
      'Public http(s) address of the product; a missing scheme is read as https. One listing per site.',
    examples: ['https://notes.example.com'],
  }),
  tagline: line(160, {
    title: 'Tagline',
    description: 'What it does, in one sentence.',
    examples: ['Notes that find themselves'],
  }),
};

const optional = {
  description: Type.Optional(
    optionalText(4000, {
      title: 'Description',
      description: 'Plain text; an empty line starts a new paragraph.',
      'x-text': 'multiline',
    }),
  ),
  categories: Type.Optional(
    optionalList(word(CATEGORIES), 5, {
      title: 'Categories',
      description: 'Up to five; repeated values count once.',
      examples: [['productivity', 'ai']],
    }),
  ),
  pricing_model: Type.Optional(
    optionalWord(PRICING_MODELS, { title: 'Pricing model', examples: ['freemium'] }),
  ),
  pricing_summary: Type.Optional(
    optionalText(80, { title: 'Pricing summary', examples: ['Free, Pro from 9 € a month'] }),
  ),
  cta_label: Type.Optional(
    optionalText(40, { title: 'Button label', description: `"${DEFAULT_CTA_LABEL}" when empty.` }),
  ),
  features: Type.Optional(
    optionalList(line(120), 8, {
      title: 'Features',
      description: 'Up to eight short lines.',
      examples: [['Works offline', 'Full-text search']],
    }),
  ),
  logo_url: Type.Optional(
    optionalText(1000, {
      title: 'Logo address',
      description: 'Absolute http(s) address. To upload a file instead, send multipart with a field "logo".',
    }),
  ),
};

const alias = {
  website: Type.Optional({ ...required.website_url, description: 'Alias of website_url.' }),
};

/** POST /listings: create, or update one's own listing of the same site. */
export const ListingSubmission = Type.Object(
  { ...required, ...optional, ...alias },
  {
    title: 'ListingSubmission',
    description: 'In an update a field left out stays as it is, and null clears an optional one.',
  },
);
export type ListingSubmission = Static<typeof ListingSubmission>;

/** PATCH: the same fields, each optional. */
export const ListingPatch = Type.Object(
  {
    name: Type.Optional(required.name),
    website_url: Type.Optional(required.website_url),
    tagline: Type.Optional(required.tagline),
    ...optional,
    ...alias,
  },
  {
    title: 'ListingPatch',
    description: 'A field left out stays as it is, and null clears an optional one.',
  },
);
export type ListingPatch = Static<typeof ListingPatch>;

export const REQUIRED_LISTING_FIELDS = Object.keys(required) as (keyof typeof required)[];
export const LISTING_FIELDS = [
  ...REQUIRED_LISTING_FIELDS,
  ...(Object.keys(optional) as (keyof typeof optional)[]),
];

export const STATUS_ACTIONS = ['archive', 'reject', 'restore'] as const;
export type StatusAction = (typeof STATUS_ACTIONS)[number];

export const ListingAction = Type.Object(
  { action: word(STATUS_ACTIONS, { examples: ['archive'] }), reason: Type.Optional(reason) },
  { title: 'ListingAction' },
);
export type ListingAction = Static<typeof ListingAction>;

/** The record of a listing; unset optional fields are null. */
export const Listing = Type.Object(
  {
    id: uuid(),
    slug: Type.String({ description: 'URL-safe name; never changes.', examples: ['example-notes'] }),
    name: Type.String({ maxLength: 80, examples: ['Example Notes'] }),
    website_url: Type.String({ examples: ['https://notes.example.com'] }),
    tagline: Type.String({ maxLength: 160, examples: ['Notes that find themselves'] }),
    description: optionalText(4000, { 'x-text': 'multiline' }),
    categories: optionalList(word(CATEGORIES), 5),
    pricing_model: optionalWord(PRICING_MODELS),
    pricing_summary: optionalText(80),
    cta_label: optionalText(40),
    features: optionalList(Type.String({ maxLength: 120 }), 8),
    logo_url: optionalText(1000),
    screenshot_url: optionalText(1000, { description: 'Set after creation, by the capture worker.' }),
    screenshot_status: optionalWord(SCREENSHOT_STATUSES, {
      description: 'null: never attempted, or capture is disabled.',
    }),
    screenshot_updated_at: nullableInstant(),
    status: word(LISTING_STATUSES),
    source: Type.Unsafe<'human'>({ type: 'string', const: 'human' }),
    ...feature,
    url: Type.String({ format: 'uri', description: 'Address of the public page.' }),
    created_at: instant(),
    updated_at: instant(),
    published_at: nullableInstant(),
    verified: Type.Optional(
      Type.Boolean({ description: 'true: its owner has proved control of its site. Absent otherwise.' }),
    ),
    link_status: Type.Optional(
      optionalWord(LINK_STATUSES, {
        description:
          'What repeated looks at the site found: it does not answer, or shows a parked domain; null: nothing wrong. Only its owner and admins see it.',
      }),
    ),
    link_status_at: Type.Optional(nullableInstant({ description: 'Since when link_status says so.' })),
    status_reason: Type.Optional(
      optionalText(500, { description: 'Why it is archived or rejected; only its owner and admins see it.' }),
    ),
  },
  { title: 'Listing' },
);
export type Listing = Static<typeof Listing>;

/** Read-only fields of a record; ignored in a write (C3). */
export const READ_ONLY_LISTING_FIELDS = Object.keys(Listing.properties).filter(
  (field) => !(LISTING_FIELDS as string[]).includes(field),
);

export const ListingResult = Type.Object({ listing: Listing, warnings }, { title: 'ListingResult' });

export const SubmissionResult = Type.Object(
  {
    listing: Listing,
    url: Type.String({ format: 'uri' }),
    status: word(LISTING_STATUSES),
    created: Type.Boolean({ description: 'false: an existing listing was updated or returned.' }),
    warnings,
  },
  { title: 'SubmissionResult' },
);

export const DeletedListing = Type.Object(
  { deleted: Type.Unsafe<true>({ type: 'boolean', const: true }), slug: Type.String(), warnings },
  { title: 'DeletedListing' },
);

const LISTING_SORTS = ['newest', 'name', 'relevance'] as const;
export type ListingSort = (typeof LISTING_SORTS)[number];

export const MAX_PUBLIC_PAGE = 50;

/** The query of GET /listings. REST converts numbers. */
export const ListingQuery = Type.Object(
  {
    q: Type.Optional(
      Type.String({
        maxLength: 500,
        'x-text': 'line',
        description:
          'Words, the last one also as a beginning; "quotes" keep words together, -word excludes. Listings with all words come first, then those with most of their meaning.',
        examples: ['password manager'],
      }),
    ),
    category: Type.Optional(word(CATEGORIES)),
    pricing: Type.Optional(word(PRICING_MODELS)),
    letter: Type.Optional(
      Type.String({
        pattern: '^.$',
        description:
          'Without q: names that begin with it, accents aside; # for digits and signs, … for all that comes after z.',
        examples: ['b'],
      }),
    ),
    sort: Type.Optional(word(LISTING_SORTS, { default: 'newest' })),
    ...pageParameters(MAX_PUBLIC_PAGE),
    cursor: Type.Optional(
      Type.String({ maxLength: 1000, description: 'next_cursor of the page before; wins over page.' }),
    ),
    mine: Type.Optional(
      Type.Integer({ enum: [1], description: "1: the caller's own listings, in every status." }),
    ),
    status: Type.Optional(word(LISTING_STATUSES, { description: 'Only together with mine=1.' })),
  },
  { title: 'ListingQuery' },
);
export type ListingQuery = Static<typeof ListingQuery>;

export const ListingPage = Type.Object(
  {
    listings: Type.Array(Listing),
    page: Type.Integer(),
    limit: Type.Integer(),
    total: Type.Integer(),
    total_pages: Type.Integer(),
    total_is_estimate: Type.Boolean(),
    next_cursor: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    match: Type.Optional(
      Type.Unsafe<'all' | 'most'>({
        type: 'string',
        enum: ['all', 'most'],
        description:
          'With q. all: the first listings have all words; most: none has, these have most of their meaning.',
      }),
    ),
    full_matches: Type.Optional(
      Type.Integer({ description: 'With q: how many listings have all words. They come first.' }),
    ),
    left_out: Type.Optional(
      Type.Array(Type.String(), { description: 'With q: words that the best of the other listings lack.' }),
    ),
    corrected_to: Type.Optional(
      nullable(
        Type.String({
          description: 'With q: the search as it was read, where no listing has a word as typed.',
        }),
      ),
    ),
    warnings,
  },
  { title: 'ListingPage' },
);
export type ListingPage = Static<typeof ListingPage>;

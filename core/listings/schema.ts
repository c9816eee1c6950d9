// Schemas of a listing, shared by validation, OpenAPI, MCP, forms and types; fields.ts has its fields.
import { type Static, type TOptional, Type } from '@sinclair/typebox';
import * as s from '../kernel/schema.js';
import { reservedFactKeys } from '../settings/facts.js';
import { LISTING_FIELDS, type ListingFieldRules, PRICING_MODELS } from './fields.js';

/** Rejected and archived are flags that override the base status (C5). No code creates a `draft` yet, but
 * drafts that an operator inserts with SQL are hidden like pending listings and can be approved. */
export const LISTING_STATUSES = ['draft', 'pending', 'live', 'rejected', 'archived'] as const;
export type ListingStatus = (typeof LISTING_STATUSES)[number];

export const SCREENSHOT_STATUSES = ['pending', 'ready', 'failed'] as const;

export const LINK_STATUSES = ['unreachable', 'parked'] as const;

type Fields = typeof LISTING_FIELDS;
export type ListingField = keyof Fields;
type FieldsWith<Rules> = { [F in ListingField]: Fields[F] extends Rules ? F : never }[ListingField];
export type AdminField = FieldsWith<{ writer: 'admin' }>;
export type OwnerField = Exclude<ListingField, AdminField>;
type RequiredField = FieldsWith<{ isRequired: true }>;

export const rulesOf = (field: ListingField): ListingFieldRules => LISTING_FIELDS[field];

export const WRITE_FIELDS = Object.keys(LISTING_FIELDS) as ListingField[];
export const OWNER_FIELDS = WRITE_FIELDS.filter((field) => rulesOf(field).writer !== 'admin') as OwnerField[];
export const ADMIN_FIELDS = WRITE_FIELDS.filter((field) => rulesOf(field).writer === 'admin') as AdminField[];
export const REQUIRED_FIELDS = WRITE_FIELDS.filter((field) => rulesOf(field).isRequired) as RequiredField[];
export const OPTIONAL_FIELDS = OWNER_FIELDS.filter((field) => !rulesOf(field).isRequired) as Exclude<
  OwnerField,
  RequiredField
>[];
export const LIST_FIELDS: readonly string[] = WRITE_FIELDS.filter(
  (field) => 'items' in rulesOf(field).schema,
);

const schemasOf = <F extends ListingField>(fields: readonly F[]) =>
  Object.fromEntries(fields.map((field) => [field, LISTING_FIELDS[field].schema])) as {
    [Name in F]: Fields[Name]['schema'];
  };
const optionalOf = <F extends ListingField>(fields: readonly F[]) =>
  Object.fromEntries(fields.map((field) => [field, Type.Optional(LISTING_FIELDS[field].schema)])) as {
    [Name in F]: TOptional<Fields[Name]['schema']>;
  };
/** The schemas of fields without titles and descriptions, which only writers need. */
const valuesOf = <F extends ListingField>(fields: readonly F[]) =>
  Object.fromEntries(
    fields.map((field) => {
      const { title: _title, description: _description, ...schema } = rulesOf(field).schema;
      return [field, schema];
    }),
  ) as { [Name in F]: Fields[Name]['schema'] };

const alias = {
  website: Type.Optional({
    ...LISTING_FIELDS.website_url.schema,
    description: 'Alias of website_url.',
  }),
};

export const ListingSubmission = Type.Object(
  { ...schemasOf(REQUIRED_FIELDS), ...optionalOf(OPTIONAL_FIELDS), ...alias },
  {
    title: 'ListingSubmission',
    description: 'In an update a field left out stays, and null clears an optional one.',
  },
);
export type ListingSubmission = Static<typeof ListingSubmission>;

const PATCH = 'A field left out stays, and null clears an optional one.';

export const ListingPatch = Type.Object(
  { ...optionalOf(OWNER_FIELDS), ...alias },
  { title: 'ListingPatch', description: PATCH },
);
export type ListingPatch = Static<typeof ListingPatch>;

export const AdminListingPatch = Type.Object(
  { ...ListingPatch.properties, ...optionalOf(ADMIN_FIELDS) },
  { title: 'AdminListingPatch', description: PATCH },
);

export const ImportedListing = s.titled('ImportedListing', {
  ...ListingSubmission.properties,
  ...optionalOf(ADMIN_FIELDS),
});

export const STATUS_ACTIONS = ['archive', 'reject', 'restore'] as const;
export type StatusAction = (typeof STATUS_ACTIONS)[number];

export const ListingAction = s.titled('ListingAction', {
  action: s.word(STATUS_ACTIONS, { examples: ['archive'] }),
  reason: Type.Optional(s.reason),
});
export type ListingAction = Static<typeof ListingAction>;

export const Listing = s.titled('Listing', {
  id: s.uuid(),
  slug: Type.String({ description: 'URL-safe name; never changes.', examples: ['example-notes'] }),
  ...valuesOf(OWNER_FIELDS),
  logo_copy_url: s.optionalText(1000, {
    description: 'Our copy, which pages show; null until it is read, or where it cannot be.',
  }),
  screenshot_url: s.optionalText(1000, { description: 'Set after creation.' }),
  screenshot_status: s.optionalWord(SCREENSHOT_STATUSES, {
    description: 'null: never attempted, or capture is disabled.',
  }),
  screenshot_updated_at: s.nullableInstant(),
  status: s.word(LISTING_STATUSES),
  source: Type.Unsafe<'human'>({ type: 'string', const: 'human' }),
  ...schemasOf(ADMIN_FIELDS),
  url: Type.String({ format: 'uri', description: 'Address of the public page.' }),
  created_at: s.instant(),
  updated_at: s.instant(),
  published_at: s.nullableInstant(),
  ...s.optional({
    verified: Type.Boolean({
      description: 'true: its owner has proved control of its site. Absent otherwise.',
    }),
    link_status: s.optionalWord(LINK_STATUSES, {
      description: 'null: the site answers and is not a parked domain. Only for its owner and staff.',
    }),
    link_status_at: s.nullableInstant({ description: 'Since when.' }),
    status_reason: s.optionalText(500, {
      description: 'Why it is archived or rejected, or waits; only for its owner and staff.',
    }),
  }),
});
export type Listing = Static<typeof Listing>;

export const READ_ONLY_LISTING_FIELDS = Object.keys(Listing.properties).filter(
  (field) => !(OWNER_FIELDS as string[]).includes(field),
);

export const ListingResult = s.response('ListingResult', { listing: Listing });

const UsualWait = Type.Object(
  { median_hours: Type.Integer(), most_hours: Type.Integer() },
  { description: 'While pending: the hours within which half, and nine in ten, were decided.' },
);
export type UsualWait = Static<typeof UsualWait>;

export const SubmissionResult = s.response('SubmissionResult', {
  listing: Listing,
  url: Type.String({ format: 'uri' }),
  status: s.word(LISTING_STATUSES),
  created: Type.Boolean({ description: 'false: an existing one was updated or returned.' }),
  usual_wait: Type.Optional(UsualWait),
});
export type SubmissionResult = Static<typeof SubmissionResult>;

export const DeletedListing = s.response('DeletedListing', { deleted: s.flag(true), slug: Type.String() });

const OTHER_KEYS = ['category', 'pricing', 'is_estimate', 'website', 'owner', 'warnings'];
for (const key of [...Object.keys(Listing.properties), ...OTHER_KEYS]) reservedFactKeys.add(key);

const LISTING_SORTS = ['newest', 'popular', 'name', 'relevance'] as const;

export const MAX_PUBLIC_PAGE = 50;

/** In REST, numbers arrive as text and are converted. */
export const ListingQuery = s.titled('ListingQuery', {
  ...s.optional({
    q: Type.String({
      maxLength: 500,
      'x-text': 'line',
      description:
        'Words, the last one also as a prefix; "quotes" keep words together, -word excludes. Matches of all words come first.',
      examples: ['password manager'],
    }),
    category: s.openWord('categories'),
    pricing: s.word(PRICING_MODELS),
    facts: Type.Unsafe<Readonly<Record<string, string | readonly string[]>>>({
      type: 'object',
      'x-filters': 'facts',
      maxProperties: 10,
      additionalProperties: {
        type: ['string', 'number', 'boolean', 'array'],
        maxLength: 200,
        maxItems: 20,
        items: { type: ['string', 'number', 'boolean'], maxLength: 200 },
      },
      description: '{key: value or values}, of facts that are filters.',
    }),
    facets: Type.Integer({
      enum: [1],
      description: '1: also how many listings each value of the filters would show.',
    }),
    letter: Type.String({
      pattern: '^.$',
      description:
        'Without q: names that begin with it, ignoring accents; # for digits and signs, … for everything after z.',
      examples: ['b'],
    }),
    sort: s.word(LISTING_SORTS, {
      default: 'newest',
      description: 'With q, relevance suits agents best; popular: most opened and shortlisted in 30 days.',
    }),
  }),
  ...s.pageParameters(MAX_PUBLIC_PAGE),
  cursor: Type.Optional(Type.String({ maxLength: 1000, description: 'next_cursor of the previous page.' })),
  mine: Type.Optional(
    Type.Integer({ enum: [1], description: "1: the caller's own listings, in every status." }),
  ),
  status: Type.Optional(s.word(LISTING_STATUSES, { description: 'Only together with mine=1.' })),
});
export type ListingQuery = Static<typeof ListingQuery>;

const Facet = Type.Array(
  s.titled('FacetValue', {
    value: Type.Unsafe<string | number | boolean>({ type: ['string', 'number', 'boolean'] }),
    count: Type.Integer(),
  }),
);

/** Counts by filter: `category`, `pricing`, and the key of each fact that is a filter. */
const ListingFacets = Type.Object(
  { is_estimate: Type.Boolean(), category: Facet, pricing: Facet },
  {
    title: 'ListingFacets',
    additionalProperties: Facet,
    description: 'With facets=1: each ignores its own filter. For facts, the 100 commonest values.',
  },
);

const SuggestedFilter = s.titled('SuggestedFilter', {
  key: Type.String({ description: 'Of a fact, or pricing.' }),
  value: Type.String(),
  count: Type.Integer(),
});

export const ListingPage = s.response('ListingPage', {
  listings: Type.Array(Listing),
  page: Type.Integer(),
  limit: Type.Integer(),
  total: Type.Integer(),
  total_pages: Type.Integer(),
  total_is_estimate: Type.Boolean(),
  next_cursor: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  ...s.optional({
    facets: ListingFacets,
    match: s.word(['all', 'most'], {
      description: 'With q. all: the first have all words; most: none has, only most of their meaning.',
    }),
    suggested_filters: Type.Array(SuggestedFilter, {
      description: 'With q: facts and prices that it names; if nothing is found, the nearest topics.',
    }),
    full_matches: Type.Integer({ description: 'With q: how many have all words. They come first.' }),
    left_out: Type.Array(Type.String(), {
      description: 'With q: words that the best of the others lack.',
    }),
    corrected_to: s.nullable(
      Type.String({
        description: 'With q: the search as it was read, where no listing has a word as typed.',
      }),
    ),
  }),
});
export type ListingPage = Static<typeof ListingPage>;

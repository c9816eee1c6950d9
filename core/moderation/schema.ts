// Requests and responses of staff (C7): listings in any status, bulk actions, values of categories and of facts.
import { type Static, Type } from '@sinclair/typebox';
import { MAX_ADMIN_PAGE } from '../kernel/lists.js';
import * as s from '../kernel/schema.js';
import { FEATURED_ORDER, IS_FEATURED } from '../listings/present.js';
import * as schema from '../listings/schema.js';
import { TAKEDOWN_SCOPES } from '../listings/takedowns.js';
import { POLICY_CATEGORIES } from '../policy/screening.js';
import '../settings/current.js';
import { MAX_FACT_VALUE } from '../settings/fact-schema.js';
import { categoryValue } from '../settings/schema.js';

/** Why a listing is at the review desk, most urgent first: the order of the queue. */
export const REVIEW_SOURCES = ['appeal', 'report', 'policy', 'pending', 'duplicate', 'link', 'new'] as const;
export type ReviewSource = (typeof REVIEW_SOURCES)[number];

const Owner = s.nullable(s.titled('Owner', { id: s.uuid(), name: Type.String(), email: Type.String() }));

const listingFilter = {
  q: s.words('Part of a name, slug, website or owner email.'),
  status: Type.Optional(s.word(schema.LISTING_STATUSES)),
  owner: s.words('Id or email of the owner; "none" for listings without one.'),
  category: Type.Optional(s.openWord('categories')),
  facts: schema.ListingQuery.properties.facts,
  from: s.day('Submitted on this day or later.'),
  to: s.day('Submitted on this day or earlier.'),
  screenshot: Type.Optional(s.word([...schema.SCREENSHOT_STATUSES, 'none'] as const)),
  link: Type.Optional(
    s.word(schema.LINK_STATUSES, { description: 'What repeated checks of the site found.' }),
  ),
  policy: Type.Optional(s.word(['unsure'], { description: 'Only what the content policy is unsure of.' })),
  featured: Type.Optional(s.word(['yes'], { description: 'Only what is featured now.' })),
};
export const AdminListingFilter = s.titled('AdminListingFilter', listingFilter);
export type AdminListingFilter = Static<typeof AdminListingFilter>;

export const LISTING_ORDERS = {
  newest: 'created_at desc, id desc',
  oldest: 'created_at, id',
  updated: 'updated_at desc, id desc',
  published: 'published_at desc nulls last, id desc',
  popular: '(select popularity from listing_popularity where listing_id = listings.id) desc nulls last, id',
  name: 'name_key, id',
  website: 'url_key, id',
  status: 'status, name_key, id',
  category: 'categories[1] nulls last, name_key, id',
  pricing: 'pricing_model nulls last, name_key, id',
  owner: '(select email_key from users where users.id = owner_id) nulls last, name_key, id',
  screenshot: 'screenshot_status nulls last, name_key, id',
  featured: `(${IS_FEATURED}) desc, ${FEATURED_ORDER}`,
};
export type AdminSort = keyof typeof LISTING_ORDERS;
export const ADMIN_LISTING_SORTS = Object.keys(LISTING_ORDERS) as AdminSort[];
export const AdminListingQuery = s.titled('AdminListingQuery', {
  ...listingFilter,
  sort: Type.Optional(s.word(ADMIN_LISTING_SORTS, { default: 'newest' })),
  ...s.pageParameters(MAX_ADMIN_PAGE),
});

export const AdminListing = s.titled('AdminListing', {
  ...schema.Listing.properties,
  owner: Owner,
  policy: s.nullable(
    Type.Object(
      { category: s.word(POLICY_CATEGORIES), field: Type.String(), matched: Type.String() },
      { title: 'PolicyMark', description: 'What the content policy is unsure of.' },
    ),
  ),
});
export type AdminListing = Static<typeof AdminListing>;

export const AdminListingPage = s.titled('AdminListingPage', {
  listings: Type.Array(AdminListing),
  ...s.pageMembers,
});
export type AdminListingPage = Static<typeof AdminListingPage>;

export const AdminListingResult = s.response('AdminListingResult', { listing: schema.Listing, owner: Owner });

export const MODERATIONS = [
  'approve',
  ...schema.STATUS_ACTIONS,
  'refresh-screenshot',
  'check-link',
  'delete',
] as const;
export type Moderation = (typeof MODERATIONS)[number];

export const takedownScope = Type.Optional(
  s.word(TAKEDOWN_SCOPES, {
    description:
      'With reject. page: the page and all below it, a repository, or the product that the query names (the default); repository: the one that the page is in; host: with ports and subdomains, not where many products share it.',
  }),
);

export const ListingModeration = s.titled('ListingModeration', {
  action: s.word(MODERATIONS, { examples: ['reject'] }),
  reason: s.optionalReason,
  scope: takedownScope,
});
export const QueuedCapture = s.response('QueuedCapture', {
  listing: schema.Listing,
  queued: Type.Boolean({ description: 'false: capture is switched off.' }),
});
export type QueuedCapture = Static<typeof QueuedCapture>;
export const ModerationResult = Type.Unsafe<
  Static<typeof schema.ListingResult> | QueuedCapture | Static<typeof schema.DeletedListing>
>({ anyOf: [schema.ListingResult, QueuedCapture, schema.DeletedListing] });

const listingSelection = { slugs: s.named('slugs'), query: Type.Optional(AdminListingFilter) };

export const ListingSelection = s.titled('ListingSelection', listingSelection);

export const ListingChanges = s.titled(
  'ListingFieldChanges',
  s.optional({
    categories: schema.AdminListingPatch.properties.categories,
    pricing_model: schema.AdminListingPatch.properties.pricing_model,
    facts: schema.AdminListingPatch.properties.facts,
    add_facts: {
      ...schema.AdminListingPatch.properties.facts,
      description: 'For facts with several values: values to add to those of a listing.',
    },
    featured: schema.AdminListingPatch.properties.featured,
    owner: Type.String({ maxLength: 254, description: 'Email or id of an account.' }),
  }),
);
export type ListingChanges = Static<typeof ListingChanges>;

export const ListingBulk = Type.Object(
  {
    action: s.word([...MODERATIONS, 'change'] as const, { examples: ['refresh-screenshot'] }),
    set: Type.Optional(ListingChanges),
    ...listingSelection,
    expected_total: s.expectedTotal,
    reason: s.optionalReason,
    scope: takedownScope,
  },
  {
    title: 'ListingBulk',
    description: `Either slugs (at most ${s.MAX_NAMED_ITEMS}), or query with expected_total (at most ${s.MAX_MATCHING_ITEMS}).`,
    examples: [{ action: 'reject', slugs: ['example-notes'], reason: 'Not a product' }],
  },
);

export const ListingBulkResult = s.response('ListingBulkResult', {
  deleted: Type.Optional(s.items('Slugs, with action delete.')),
  queued: Type.Optional(s.items('Slugs, with actions refresh-screenshot and check-link.')),
  updated: Type.Optional(s.items('Slugs, with approve, archive, reject, restore and change.')),
  failed: s.items('Slugs that failed: nothing was done to them.'),
  errors: s.itemErrors('slug'),
});

export const CategoryAction = s.titled('CategoryAction', {
  action: s.word(['rename', 'merge'], { examples: ['merge'] }),
  value: Type.Optional(categoryValue({ description: 'With rename: the new value.' })),
  into: Type.Optional(categoryValue({ description: 'With merge: the category that takes its listings.' })),
});

export const CategoryChange = s.response('CategoryChange', {
  value: Type.String({ description: 'The value that its listings have now.' }),
  moved: Type.Integer({ description: 'How many listings changed.' }),
});

export const FactValueAction = s.titled('FactValueAction', {
  action: s.word(['rename', 'merge'], { examples: ['merge'] }),
  to: s.line(MAX_FACT_VALUE, {
    description: 'The new name, or the value that takes its listings.',
    examples: ['Notes'],
  }),
});

export const FactValueChange = s.response('FactValueChange', {
  key: Type.String({ examples: ['topics'] }),
  value: Type.String({ description: 'The value that its listings have now.', examples: ['Notes'] }),
  moved: Type.Integer({ description: 'How many listings changed.' }),
});
export type FactValueChange = Static<typeof FactValueChange>;

const ValueChange = s.titled('FactChange', {
  id: s.uuid(),
  action: s.word(['rename', 'merge']),
  key: Type.String({ examples: ['topics'] }),
  value: Type.String({ examples: ['Note taking'] }),
  to: Type.String({ examples: ['Notes'] }),
  listings: Type.Integer(),
  changed_at: s.instant(),
});
export type ValueChange = Static<typeof ValueChange>;

export const FactChanges = s.titled('FactChanges', { changes: Type.Array(ValueChange) });

export const FactValuesQuery = s.titled('FactValuesQuery', {
  q: s.words('A part of the value.'),
  ...s.pageParameters(MAX_ADMIN_PAGE),
});

export const FactValues = s.titled('FactValues', {
  values: Type.Array(
    s.titled('FactValue', {
      value: Type.String({ examples: ['Notes'] }),
      listings: Type.Integer({ description: 'Live ones.' }),
    }),
  ),
  ...s.pageMembers,
});

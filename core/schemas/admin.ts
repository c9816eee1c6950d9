// What admins ask and get (C7): lists in any status, bulk actions, the overview, the audit log.
import { type Static, Type } from '@sinclair/typebox';
import { DOORS } from '../actor.js';
import { ERROR_CODES } from '../errors.js';
import { AdminUser, ROLES } from './account.js';
import {
  DeletedListing,
  LISTING_STATUSES,
  Listing,
  ListingResult,
  Owner,
  reason,
  SCREENSHOT_STATUSES,
  STATUS_ACTIONS,
} from './listing.js';
import { instant, optionalText, pageMembers, pageParameters, uuid, warnings, word } from './text.js';

export const MAX_ADMIN_PAGE = 100;
/** Items of one bulk call that names them, and of one that describes them (C7). */
export const MAX_NAMED_ITEMS = 500;
export const MAX_MATCHING_ITEMS = 10_000;

const words = (description: string) =>
  Type.Optional(Type.String({ maxLength: 500, 'x-text': 'line', description }));
const optionalReason = Type.Optional(reason);

/** Which listings: the same in a list, a bulk action and an export. */
const listingFilter = {
  q: words('Part of a name, slug, website or owner email.'),
  status: Type.Optional(word(LISTING_STATUSES)),
  owner: words('Id or email of the owner; "none" for listings without one.'),
  screenshot: Type.Optional(word([...SCREENSHOT_STATUSES, 'none'] as const)),
};
export const AdminListingFilter = Type.Object(listingFilter, { title: 'AdminListingFilter' });
export type AdminListingFilter = Static<typeof AdminListingFilter>;

export const ADMIN_LISTING_SORTS = ['newest', 'oldest', 'updated', 'name'] as const;
export const AdminListingQuery = Type.Object(
  {
    ...listingFilter,
    sort: Type.Optional(word(ADMIN_LISTING_SORTS, { default: 'newest' })),
    ...pageParameters(MAX_ADMIN_PAGE),
  },
  { title: 'AdminListingQuery' },
);

/** Which users. */
const userFilter = {
  q: words('Part of a name or email, or an id.'),
  role: Type.Optional(word(ROLES)),
};
export const AdminUserFilter = Type.Object(userFilter, { title: 'AdminUserFilter' });
export type AdminUserFilter = Static<typeof AdminUserFilter>;

export const ADMIN_USER_SORTS = ['newest', 'oldest', 'name', 'email', 'sign-in'] as const;
export const AdminUserQuery = Type.Object(
  {
    ...userFilter,
    sort: Type.Optional(word(ADMIN_USER_SORTS, { default: 'newest' })),
    ...pageParameters(MAX_ADMIN_PAGE),
  },
  { title: 'AdminUserQuery' },
);

export const AdminListing = Type.Object({ ...Listing.properties, owner: Owner }, { title: 'AdminListing' });
export type AdminListing = Static<typeof AdminListing>;

export const AdminListingPage = Type.Object(
  { listings: Type.Array(AdminListing), ...pageMembers },
  { title: 'AdminListingPage' },
);
export type AdminListingPage = Static<typeof AdminListingPage>;

export const AdminUserPage = Type.Object(
  { users: Type.Array(AdminUser), ...pageMembers },
  { title: 'AdminUserPage' },
);
export type AdminUserPage = Static<typeof AdminUserPage>;

export const AdminListingResult = Type.Object(
  { listing: Listing, owner: Owner, warnings },
  { title: 'AdminListingResult' },
);
export const AdminUserResult = Type.Object({ user: AdminUser, warnings }, { title: 'AdminUserResult' });
export const AdminUserDetail = Type.Object(
  {
    user: AdminUser,
    listings: Type.Array(Listing, { description: 'The newest 100.' }),
    listings_total: Type.Integer(),
    warnings,
  },
  { title: 'AdminUserDetail' },
);
export type AdminUserDetail = Static<typeof AdminUserDetail>;

export const MODERATIONS = [...STATUS_ACTIONS, 'refresh-screenshot', 'delete'] as const;
export type Moderation = (typeof MODERATIONS)[number];

/** POST /admin/listings/{slug}: one action on one listing. */
export const ListingModeration = Type.Object(
  { action: word(MODERATIONS, { examples: ['reject'] }), reason: optionalReason },
  { title: 'ListingModeration' },
);
export const QueuedCapture = Type.Object(
  {
    listing: Listing,
    queued: Type.Boolean({ description: 'false: capture is switched off.' }),
    warnings,
  },
  { title: 'QueuedCapture' },
);
export type QueuedCapture = Static<typeof QueuedCapture>;
export const ModerationResult = Type.Unsafe<
  Static<typeof ListingResult> | QueuedCapture | Static<typeof DeletedListing>
>({ anyOf: [ListingResult, QueuedCapture, DeletedListing] });

const expectedTotal = Type.Optional(
  Type.Integer({
    minimum: 0,
    description: 'With query: how many it matches. Another number at that moment is 409 selection_changed.',
  }),
);
const named = (what: string) =>
  Type.Optional(
    Type.Array(Type.String({ 'x-text': 'secret', maxLength: 1000 }), {
      maxItems: MAX_NAMED_ITEMS,
      description: `The ${what}. Repeated ones count once.`,
    }),
  );

const listingSelection = { slugs: named('slugs'), query: Type.Optional(AdminListingFilter) };
const userSelection = { ids: named('ids'), query: Type.Optional(AdminUserFilter) };

/** What a bulk action would be about. */
export const ListingSelection = Type.Object(listingSelection, { title: 'ListingSelection' });
export const UserSelection = Type.Object(userSelection, { title: 'UserSelection' });

/** POST /admin/listings: one action on many. */
export const ListingBulk = Type.Object(
  {
    action: word(MODERATIONS, { examples: ['refresh-screenshot'] }),
    ...listingSelection,
    expected_total: expectedTotal,
    reason: optionalReason,
  },
  {
    title: 'ListingBulk',
    description: `Either slugs (at most ${MAX_NAMED_ITEMS}), or query with expected_total (at most ${MAX_MATCHING_ITEMS}).`,
    examples: [{ action: 'reject', slugs: ['example-notes'], reason: 'Not a product' }],
  },
);

/** Of an account that is deleted: whether its listings stay, without an owner. */
const keepListings = Type.Optional(
  Type.Boolean({ description: 'Keep the listings, without an owner.', default: false }),
);

/** POST /admin/users: delete many. */
export const UserBulk = Type.Object(
  {
    action: word(['delete'] as const),
    ...userSelection,
    expected_total: expectedTotal,
    keep_listings: keepListings,
    reason: optionalReason,
  },
  {
    title: 'UserBulk',
    description: `Either ids (at most ${MAX_NAMED_ITEMS}), or query with expected_total (at most ${MAX_MATCHING_ITEMS}).`,
    examples: [{ action: 'delete', ids: ['4f9c2f5e-7f7c-4c0b-9d1b-0d7c0e6a2f11'] }],
  },
);

export const UserDeletion = Type.Object(
  { keep_listings: keepListings, reason: optionalReason },
  { title: 'UserDeletion' },
);

/** PATCH /admin/users/{id} */
export const RoleChange = Type.Object(
  { role: word(ROLES, { examples: ['admin'] }), reason: optionalReason },
  { title: 'RoleChange' },
);

/** POST /admin/users/{id} */
export const UserAction = Type.Object(
  {
    action: word(['set-role', 'delete'] as const),
    role: Type.Optional(word(ROLES, { description: 'With set-role.', examples: ['admin'] })),
    keep_listings: keepListings,
    reason: optionalReason,
  },
  { title: 'UserAction' },
);

/** The same in a query string. */
export const UserDeletionQuery = Type.Object(
  {
    keep_listings: Type.Optional(
      word(['1', 'true', '0', 'false'] as const, { description: 'Keep the listings, without an owner.' }),
    ),
  },
  { title: 'UserDeletionQuery' },
);

export const DeletedUser = Type.Object(
  { deleted: Type.Unsafe<true>({ type: 'boolean', const: true }), id: uuid(), warnings },
  { title: 'DeletedUser' },
);
export const UserActionResult = Type.Unsafe<Static<typeof AdminUserResult> | Static<typeof DeletedUser>>({
  anyOf: [AdminUserResult, DeletedUser],
});

const items = (description: string) => Type.Array(Type.String(), { description });
const itemErrors = (name: 'slug' | 'id') =>
  Type.Array(
    Type.Object(
      { [name]: Type.String(), code: Type.String({ enum: [...ERROR_CODES] }), error: Type.String() },
      { title: name === 'slug' ? 'ListingFailure' : 'UserFailure' },
    ),
    { description: 'Why each failed one did.' },
  );

export const ListingBulkResult = Type.Object(
  {
    deleted: Type.Optional(items('Slugs, with action delete.')),
    queued: Type.Optional(items('Slugs, with action refresh-screenshot.')),
    updated: Type.Optional(items('Slugs, with archive, reject and restore.')),
    failed: items('Slugs nothing was done to.'),
    errors: itemErrors('slug'),
    warnings,
  },
  { title: 'ListingBulkResult' },
);

export const UserBulkResult = Type.Object(
  {
    deleted: items('Ids.'),
    failed: items('Ids nothing was done to.'),
    errors: itemErrors('id'),
    warnings,
  },
  { title: 'UserBulkResult' },
);

const counts = <const T extends readonly string[]>(names: T) =>
  Type.Object(
    Object.fromEntries(names.map((name) => [name, Type.Integer()])) as Record<
      T[number],
      ReturnType<typeof Type.Integer>
    >,
  );
export const Overview = Type.Object(
  {
    users: counts(['total', ...ROLES] as const),
    listings: counts(['total', ...LISTING_STATUSES] as const),
    screenshots: counts([...SCREENSHOT_STATUSES, 'none'] as const),
    jobs: counts(['queued', 'running', 'failed'] as const),
    warnings,
  },
  { title: 'Overview' },
);
export type Overview = Static<typeof Overview>;

export const SUBJECT_TYPES = ['listing', 'user', 'key', 'session', 'catalog', 'job', 'policy'] as const;

export const AuditQuery = Type.Object(
  {
    q: words('Part of an actor email, a subject or a reason.'),
    actor: words('Id or email of who did it.'),
    action: words('An action such as listing.archive, or a whole kind: listing'),
    subject: words('Id or name of what it was done to: a slug, an email; or its kind: catalog'),
    door: Type.Optional(word(DOORS)),
    ...pageParameters(MAX_ADMIN_PAGE),
  },
  { title: 'AuditQuery' },
);

const anyValues = (description: string) =>
  Type.Unsafe<Record<string, unknown> | null>({ type: ['object', 'null'], description });

export const AuditEntry = Type.Object(
  {
    id: Type.Integer(),
    at: instant(),
    actor: Type.Unsafe<{ id: string; email: string } | null>({
      anyOf: [Type.Object({ id: uuid(), email: Type.String() }, { title: 'AuditActor' }), { type: 'null' }],
    }),
    key: Type.Unsafe<{ id: string; name: string | null } | null>({
      anyOf: [Type.Object({ id: uuid(), name: optionalText(60) }, { title: 'AuditKey' }), { type: 'null' }],
    }),
    door: word(DOORS),
    action: Type.String({ examples: ['listing.archive'] }),
    subject: Type.Object(
      {
        type: word(SUBJECT_TYPES),
        id: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
        label: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
      },
      { title: 'AuditSubject' },
    ),
    before: anyValues('What it was, as far as it changed.'),
    after: anyValues('What it became.'),
    reason: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    request_id: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  },
  { title: 'AuditEntry' },
);
export type AuditEntry = Static<typeof AuditEntry>;

export const AuditPage = Type.Object(
  { entries: Type.Array(AuditEntry), ...pageMembers },
  { title: 'AuditPage' },
);
export type AuditPage = Static<typeof AuditPage>;

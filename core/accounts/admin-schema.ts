// Schemas of what admins read and change about accounts.
import { type Static, Type } from '@sinclair/typebox';
import { ROLES } from '../kernel/actor.js';
import { MAX_ADMIN_PAGE } from '../kernel/lists.js';
import {
  expectedTotal,
  flag,
  itemErrors,
  items,
  line,
  MAX_MATCHING_ITEMS,
  MAX_NAMED_ITEMS,
  named,
  nullableInstant,
  optionalReason,
  optionalText,
  pageMembers,
  pageParameters,
  titled,
  uuid,
  warnings,
  word,
  words,
} from '../kernel/schema.js';
import { Listing } from '../listings/schema.js';
import { AdminUser } from './schema.js';

/** The filter of a list of users. */
const userFilter = {
  q: words('Part of a name or email, or an id.'),
  role: Type.Optional(word(ROLES)),
  suspended: Type.Optional(word(['yes'] as const, { description: 'Only who is suspended now.' })),
};

export const AdminUserFilter = titled('AdminUserFilter', userFilter);

export type AdminUserFilter = Static<typeof AdminUserFilter>;

export const ADMIN_USER_SORTS = [
  'newest',
  'oldest',
  'name',
  'email',
  'role',
  'listings',
  'keys',
  'sign-in',
] as const;

export const AdminUserQuery = titled('AdminUserQuery', {
  ...userFilter,
  sort: Type.Optional(word(ADMIN_USER_SORTS, { default: 'newest' })),
  ...pageParameters(MAX_ADMIN_PAGE),
});

export const AdminUserPage = titled('AdminUserPage', { users: Type.Array(AdminUser), ...pageMembers });

export const AdminUserResult = titled('AdminUserResult', { user: AdminUser, warnings });

export const AdminUserDetail = titled('AdminUserDetail', {
  user: AdminUser,
  staff_note: optionalText(2000),
  listings: Type.Array(Listing, { description: 'The newest 100.' }),
  listings_total: Type.Integer(),
  warnings,
});

const userSelection = { ids: named('ids'), query: Type.Optional(AdminUserFilter) };

export const UserSelection = titled('UserSelection', userSelection);

/** Whether the listings of a deleted account stay, without an owner. */
const keepListings = Type.Optional(
  Type.Boolean({ description: 'Keep the listings, without an owner.', default: false }),
);

const suspension = {
  until: Type.Optional(
    nullableInstant({
      maxLength: 40,
      description: 'When a suspension ends by itself; without it, when it is lifted.',
    }),
  ),
  archive_listings: Type.Optional(
    Type.Boolean({ description: 'With suspend: archive the listings too.', default: false }),
  ),
};

export const USER_BULK_ACTIONS = ['suspend', 'lift-suspension', 'delete'] as const;

/** POST /admin/users: one action on many. */
export const UserBulk = Type.Object(
  {
    action: word(USER_BULK_ACTIONS, { description: 'suspend takes a reason.' }),
    ...userSelection,
    expected_total: expectedTotal,
    keep_listings: keepListings,
    archive_listings: suspension.archive_listings,
    reason: optionalReason,
  },
  {
    title: 'UserBulk',
    description: `Either ids (at most ${MAX_NAMED_ITEMS}), or query with expected_total (at most ${MAX_MATCHING_ITEMS}).`,
    examples: [{ action: 'delete', ids: ['4f9c2f5e-7f7c-4c0b-9d1b-0d7c0e6a2f11'] }],
  },
);

export const UserDeletion = titled('UserDeletion', { keep_listings: keepListings, reason: optionalReason });

/** PATCH /admin/users/{id} */
export const RoleChange = titled('RoleChange', {
  role: word(ROLES, { examples: ['admin'] }),
  reason: optionalReason,
});

export const StaffNote = titled('StaffNote', { note: optionalText(2000) });

/** Suspending an account takes a reason: its owner reads it. */
export const UserSuspension = titled('UserSuspension', { ...suspension, reason: line(500) });

/** POST /admin/users/{id} */
export const UserAction = titled('UserAction', {
  action: word(['set-role', 'delete', 'suspend', 'lift-suspension', 'note', 'reset-two-factor'] as const),
  note: Type.Optional(
    optionalText(2000, { description: 'With note: what the staff note; null for nothing.' }),
  ),
  ...suspension,
  role: Type.Optional(word(ROLES, { description: 'With set-role.', examples: ['admin'] })),
  keep_listings: keepListings,
  reason: optionalReason,
});

/** The same in a query string. */
export const UserDeletionQuery = titled('UserDeletionQuery', {
  keep_listings: Type.Optional(
    word(['1', 'true', '0', 'false'] as const, { description: 'Keep the listings, without an owner.' }),
  ),
});

export const DeletedUser = titled('DeletedUser', { deleted: flag(true), id: uuid(), warnings });
export const UserActionResult = Type.Union([AdminUserResult, DeletedUser]);

export const UserBulkResult = titled('UserBulkResult', {
  deleted: Type.Optional(items('Ids, with delete.')),
  updated: Type.Optional(items('Ids, with suspend and lift-suspension.')),
  failed: items('Ids nothing was done to.'),
  errors: itemErrors('id'),
  warnings,
});

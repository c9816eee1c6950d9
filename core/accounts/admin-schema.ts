// Schemas of the account data that admins read and change.
import { type Static, Type } from '@sinclair/typebox';
import { ROLES } from '../kernel/actor.js';
import { MAX_ADMIN_PAGE } from '../kernel/lists.js';
import * as s from '../kernel/schema.js';
import { Listing } from '../listings/schema.js';
import { AdminUser } from './schema.js';

const userFilter = {
  q: s.words('Part of a name or email, or an id.'),
  role: Type.Optional(s.word(ROLES)),
  suspended: Type.Optional(s.word(['yes'] as const, { description: 'Only those suspended now.' })),
};

export const AdminUserFilter = s.titled('AdminUserFilter', userFilter);

export type AdminUserFilter = Static<typeof AdminUserFilter>;

export const USER_ORDERS = {
  newest: 'created_at desc, id desc',
  oldest: 'created_at, id',
  name: 'lower(name) collate "C", id',
  email: 'email_key collate "C", id',
  role: 'role, lower(name) collate "C", id',
  listings: '(select count(*) from listings where owner_id = users.id) desc, id',
  keys: '(select count(*) from api_keys where user_id = users.id) desc, id',
  'sign-in': 'last_sign_in_at desc nulls last, id desc',
};
export type AdminUserSort = keyof typeof USER_ORDERS;
export const ADMIN_USER_SORTS = Object.keys(USER_ORDERS) as AdminUserSort[];

export const AdminUserQuery = s.titled('AdminUserQuery', {
  ...userFilter,
  sort: Type.Optional(s.word(ADMIN_USER_SORTS, { default: 'newest' })),
  ...s.pageParameters(MAX_ADMIN_PAGE),
});

export const AdminUserPage = s.titled('AdminUserPage', { users: Type.Array(AdminUser), ...s.pageMembers });

export const AdminUserResult = s.response('AdminUserResult', { user: AdminUser });

export const AdminUserDetail = s.response('AdminUserDetail', {
  user: AdminUser,
  listings: Type.Array(Listing, { description: 'The newest 100.' }),
  listings_total: Type.Integer(),
});

const userSelection = { ids: s.named('ids'), query: Type.Optional(AdminUserFilter) };

export const UserSelection = s.titled('UserSelection', userSelection);

const keepListings = Type.Optional(
  Type.Boolean({ description: 'Keep the listings, without an owner.', default: false }),
);

const suspension = s.optional({
  until: s.nullableInstant({
    maxLength: 40,
    description: 'When a suspension ends by itself; without it, when it is lifted.',
  }),
  archive_listings: Type.Boolean({ description: 'With suspend: archive the listings too.', default: false }),
});

export const USER_BULK_ACTIONS = ['suspend', 'lift-suspension', 'delete'] as const;

export const UserBulk = Type.Object(
  {
    action: s.word(USER_BULK_ACTIONS, { description: 'suspend takes a reason.' }),
    ...userSelection,
    expected_total: s.expectedTotal,
    keep_listings: keepListings,
    archive_listings: suspension.archive_listings,
    reason: s.optionalReason,
  },
  {
    title: 'UserBulk',
    description: `Either ids (at most ${s.MAX_NAMED_ITEMS}), or query with expected_total (at most ${s.MAX_MATCHING_ITEMS}).`,
    examples: [{ action: 'delete', ids: ['4f9c2f5e-7f7c-4c0b-9d1b-0d7c0e6a2f11'] }],
  },
);

export const UserDeletion = s.titled('UserDeletion', {
  keep_listings: keepListings,
  reason: s.optionalReason,
});

export const RoleChange = s.titled('RoleChange', {
  role: s.word(ROLES, { examples: ['admin'] }),
  reason: s.optionalReason,
});

export const UserSuspension = s.titled('UserSuspension', { ...suspension, reason: s.line(500) });

export const UserAction = s.titled('UserAction', {
  action: s.word(['set-role', 'delete', 'suspend', 'lift-suspension', 'reset-two-factor'] as const),
  ...suspension,
  role: Type.Optional(s.word(ROLES, { description: 'With set-role.', examples: ['admin'] })),
  keep_listings: keepListings,
  reason: s.optionalReason,
});

export const DeletedUser = s.response('DeletedUser', { deleted: s.flag(true), id: s.uuid() });
export const UserActionResult = Type.Union([AdminUserResult, DeletedUser]);

export const UserBulkResult = s.response('UserBulkResult', {
  deleted: Type.Optional(s.items('Ids, with delete.')),
  updated: Type.Optional(s.items('Ids, with suspend and lift-suspension.')),
  failed: s.items('Ids that failed: nothing was done to them.'),
  errors: s.itemErrors('id'),
});

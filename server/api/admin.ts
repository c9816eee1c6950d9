import { Type } from '@sinclair/typebox';
import { actOnUser, actOnUsers, deleteUser } from '../../core/accounts/actions.js';
import * as users from '../../core/accounts/admin-schema.js';
import { findUsers, getUser, setRole } from '../../core/accounts/users.js';
import { findAuditEntries } from '../../core/console/audit-log.js';
import { getOverview, getStatistics } from '../../core/console/overview.js';
import { AuditPage, AuditQuery, Overview, Statistics } from '../../core/console/schema.js';
import { TakeBackResult, takeBack } from '../../core/console/take-back.js';
import { AdminListingPatch, DeletedListing, ListingResult } from '../../core/listings/schema.js';
import { StatsQuery } from '../../core/listings/visits.js';
import { editListing, moderateListing, moderateListings } from '../../core/moderation/actions.js';
import { findAllListings, getListingAndOwner } from '../../core/moderation/listings.js';
import * as listings from '../../core/moderation/schema.js';
import { okEach, routesOf } from './route.js';

const shared = { path: '/api/v1/admin', tag: 'Admin', access: 'listings' } as const;

export const adminRoutes = routesOf(shared, {
  getOverview: {
    get: '/overview',
    summary: 'The directory in numbers',
    access: 'desk',
    answer: ['Counts', Overview],
    does: getOverview,
  },
  getStatistics: {
    get: '/stats',
    summary: 'Growth, views, clicks, sources and searches of the last days',
    access: 'stats',
    query: StatsQuery,
    answer: ['The numbers', Statistics],
    does: getStatistics,
  },
  listUsers: {
    get: '/users',
    summary: 'List and search users',
    access: 'people',
    query: users.AdminUserQuery,
    answer: ['A page of users', users.AdminUserPage],
    does: findUsers,
  },
  bulkUsers: {
    post: '/users',
    summary: 'Suspend or delete many users, each alone',
    description: 'Those that cannot be deleted are in failed; the others are deleted all the same.',
    access: 'people',
    body: users.UserBulk,
    answer: ['What became of each', users.UserBulkResult],
    errors: ['selection_changed'],
    run: async ({ actor, body }) => okEach(await actOnUsers(actor, body)),
  },
  getUser: {
    get: '/users/{id}',
    summary: 'A user and their newest listings',
    access: 'people',
    answer: ['The user', users.AdminUserDetail],
    does: getUser,
  },
  setUserRole: {
    patch: '/users/{id}',
    summary: 'Promote a user or demote an admin',
    access: 'admin',
    body: users.RoleChange,
    answer: ['The user in the new role', users.AdminUserResult],
    errors: ['last_admin', 'bootstrap_admin'],
    does: setRole,
  },
  actOnUser: {
    post: '/users/{id}',
    summary: 'Set the role of a user, delete, suspend, or reset the second factor',
    access: 'people',
    body: users.UserAction,
    answer: ['The user, or that it was deleted', users.UserActionResult],
    errors: ['last_admin', 'bootstrap_admin', 'self_delete', 'two_factor_not_enabled'],
    does: actOnUser,
  },
  deleteUser: {
    delete: '/users/{id}',
    summary: 'Delete a user for good, with keys, sessions and listings',
    access: 'admin',
    query: users.UserDeletion,
    answer: ['Deleted', users.DeletedUser],
    errors: ['last_admin', 'bootstrap_admin', 'self_delete'],
    does: deleteUser,
  },
  listAllListings: {
    get: '/listings',
    summary: 'List and search listings in any status',
    query: listings.AdminListingQuery,
    answer: ['A page of listings with their owners', listings.AdminListingPage],
    does: findAllListings,
  },
  bulkListings: {
    post: '/listings',
    summary: 'Delete, archive, reject, restore, photograph or change many listings, each alone',
    description: 'Those that fail are in failed; the others are changed all the same.',
    body: listings.ListingBulk,
    answer: ['What became of each', listings.ListingBulkResult],
    errors: ['selection_changed'],
    run: async ({ actor, body }) => okEach(await moderateListings(actor, body)),
  },
  getListingAndOwner: {
    get: '/listings/{slug}',
    summary: 'A listing in any status, with its owner',
    answer: ['The listing', listings.AdminListingResult],
    does: getListingAndOwner,
  },
  editListing: {
    patch: '/listings/{slug}',
    summary: 'Edit any listing, and feature it on the front page',
    body: AdminListingPatch,
    answer: ['The changed listing', ListingResult],
    errors: ['website_url_taken', 'content_policy'],
    does: editListing,
  },
  moderateListing: {
    post: '/listings/{slug}',
    summary: 'Archive, reject, restore, photograph or delete any listing',
    body: listings.ListingModeration,
    answer: ['The listing, or that it was deleted', listings.ModerationResult],
    errors: ['content_policy'],
    does: moderateListing,
  },
  removeListing: {
    delete: '/listings/{slug}',
    summary: 'Delete any listing for good',
    answer: ['Deleted; its address is free again', DeletedListing],
    does: (actor, slug: string) => moderateListing(actor, slug, { action: 'delete' }),
  },
  listAuditEntries: {
    get: '/audit',
    summary: 'Who did what, when, through which interface and why',
    query: AuditQuery,
    answer: ['A page of the audit log, newest first', AuditPage],
    does: findAuditEntries,
  },
  takeBack: {
    post: '/audit/{id}/take-back',
    summary: 'Take a change back, as long as its subject is still as the change left it',
    description:
      'A change of a listing or its status, a suspension, a merge of categories, an import; or a whole bulk action.',
    params: Type.Object({
      id: Type.String({ description: 'The id of an entry, or the batch of several.', examples: ['1337'] }),
    }),
    answer: ['What was taken back', TakeBackResult],
    run: async ({ actor, params }) => okEach(await takeBack(actor, params.id ?? '')),
  },
});

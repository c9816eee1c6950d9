import { Type } from '@sinclair/typebox';
import {
  AdminUserDetail,
  AdminUserPage,
  AdminUserQuery,
  AdminUserResult,
  DeletedUser,
  RoleChange,
  UserAction,
  UserActionResult,
  UserBulk,
  UserBulkResult,
  UserDeletionQuery,
} from '../../core/accounts/admin-schema.js';
import { actOnUsers } from '../../core/accounts/bulk.js';
import { actOnUser, deleteUser } from '../../core/accounts/deletion.js';
import { setRole } from '../../core/accounts/roles.js';
import { findUsers, getUser } from '../../core/accounts/users.js';
import { check } from '../../core/kernel/check.js';
import { AdminListingPatch, DeletedListing, ListingResult } from '../../core/listings/schema.js';
import { StatsQuery } from '../../core/listings/stats-schema.js';
import { moderateListing, moderateListings } from '../../core/moderation/actions.js';
import { editListing } from '../../core/moderation/editing.js';
import { findAllListings, getListingAndOwner } from '../../core/moderation/listings.js';
import {
  AdminListingPage,
  AdminListingQuery,
  AdminListingResult,
  ListingBulk,
  ListingBulkResult,
  ListingModeration,
  ModerationResult,
} from '../../core/moderation/schema.js';
import { findAuditEntries } from '../../core/operations/audit-log.js';
import { getOverview } from '../../core/operations/overview.js';
import { AuditPage, AuditQuery, Overview, Statistics } from '../../core/operations/schema.js';
import { getStatistics } from '../../core/operations/statistics.js';
import { ok, okEach, type Route } from './route.js';

const bySlug = Type.Object({ slug: Type.String({ examples: ['example-notes'] }) });
const byId = Type.Object({ id: Type.String({ format: 'uuid' }) });

const isYes = (value: unknown) => value === '1' || value === 'true';

export const adminRoutes: Route[] = [
  {
    method: 'get',
    path: '/api/v1/admin/overview',
    operationId: 'getOverview',
    tag: 'Admin',
    summary: 'The directory in numbers',
    access: 'desk',
    answers: { 200: { description: 'Counts', schema: Overview } },
    run: async ({ actor }) => ok(await getOverview(actor)),
  },
  {
    method: 'get',
    path: '/api/v1/admin/stats',
    operationId: 'getStatistics',
    tag: 'Admin',
    summary: 'Growth, views, clicks, sources and searches of the last days',
    access: 'admin',
    query: StatsQuery,
    answers: { 200: { description: 'The numbers', schema: Statistics } },
    errors: ['validation_error'],
    run: async ({ actor, query }) => ok(await getStatistics(actor, query)),
  },
  {
    method: 'get',
    path: '/api/v1/admin/users',
    operationId: 'listUsers',
    tag: 'Admin',
    summary: 'List and search users',
    access: 'people',
    query: AdminUserQuery,
    answers: { 200: { description: 'A page of users', schema: AdminUserPage } },
    run: async ({ actor, query }) => ok(await findUsers(actor, query)),
  },
  {
    method: 'post',
    path: '/api/v1/admin/users',
    operationId: 'bulkUsers',
    tag: 'Admin',
    summary: 'Suspend or delete many users, each alone',
    description: 'One that cannot be deleted is in failed, and never undoes the others.',
    access: 'people',
    body: UserBulk,
    answers: { 200: { description: 'What became of each', schema: UserBulkResult } },
    errors: ['validation_error', 'selection_changed'],
    run: async ({ actor, body }) => okEach(await actOnUsers(actor, body)),
  },
  {
    method: 'get',
    path: '/api/v1/admin/users/{id}',
    operationId: 'getUser',
    tag: 'Admin',
    summary: 'A user and their newest listings',
    access: 'people',
    params: byId,
    answers: { 200: { description: 'The user', schema: AdminUserDetail } },
    errors: ['not_found'],
    run: async ({ actor, params }) => ok(await getUser(actor, params.id ?? '')),
  },
  {
    method: 'patch',
    path: '/api/v1/admin/users/{id}',
    operationId: 'setUserRole',
    tag: 'Admin',
    summary: 'Promote a user or demote an admin',
    access: 'admin',
    params: byId,
    body: RoleChange,
    answers: { 200: { description: 'The user in the new role', schema: AdminUserResult } },
    errors: ['validation_error', 'last_admin', 'bootstrap_admin', 'not_found'],
    run: async ({ actor, params, body }) => ok(await setRole(actor, params.id ?? '', body)),
  },
  {
    method: 'post',
    path: '/api/v1/admin/users/{id}',
    operationId: 'actOnUser',
    tag: 'Admin',
    summary: 'Set the role of a user, delete, suspend, or reset the second factor',
    access: 'people',
    params: byId,
    body: UserAction,
    answers: { 200: { description: 'The user, or that it is deleted', schema: UserActionResult } },
    errors: [
      'validation_error',
      'last_admin',
      'bootstrap_admin',
      'self_delete',
      'not_found',
      'two_factor_not_enabled',
    ],
    run: async ({ actor, params, body }) => ok(await actOnUser(actor, params.id ?? '', body)),
  },
  {
    method: 'delete',
    path: '/api/v1/admin/users/{id}',
    operationId: 'deleteUser',
    tag: 'Admin',
    summary: 'Delete a user for good, with keys, sessions and listings',
    access: 'admin',
    params: byId,
    query: UserDeletionQuery,
    answers: { 200: { description: 'Deleted', schema: DeletedUser } },
    errors: ['last_admin', 'bootstrap_admin', 'self_delete', 'not_found'],
    run: async ({ actor, params, query }) => {
      check(UserDeletionQuery, query);
      return ok(await deleteUser(actor, params.id ?? '', { keep_listings: isYes(query.keep_listings) }));
    },
  },
  {
    method: 'get',
    path: '/api/v1/admin/listings',
    operationId: 'listAllListings',
    tag: 'Admin',
    summary: 'List and search listings in any status',
    access: 'listings',
    query: AdminListingQuery,
    answers: { 200: { description: 'A page of listings with their owners', schema: AdminListingPage } },
    run: async ({ actor, query }) => ok(await findAllListings(actor, query)),
  },
  {
    method: 'post',
    path: '/api/v1/admin/listings',
    operationId: 'bulkListings',
    tag: 'Admin',
    summary: 'Delete, archive, reject, restore, photograph or change many listings, each alone',
    description: 'One that fails is in failed, and never undoes the others.',
    access: 'listings',
    body: ListingBulk,
    answers: { 200: { description: 'What became of each', schema: ListingBulkResult } },
    errors: ['validation_error', 'selection_changed'],
    run: async ({ actor, body }) => okEach(await moderateListings(actor, body)),
  },
  {
    method: 'get',
    path: '/api/v1/admin/listings/{slug}',
    operationId: 'getListingAndOwner',
    tag: 'Admin',
    summary: 'A listing in any status, with its owner',
    access: 'listings',
    params: bySlug,
    answers: { 200: { description: 'The listing', schema: AdminListingResult } },
    errors: ['not_found'],
    run: async ({ actor, params }) => ok(await getListingAndOwner(actor, params.slug ?? '')),
  },
  {
    method: 'patch',
    path: '/api/v1/admin/listings/{slug}',
    operationId: 'editListing',
    tag: 'Admin',
    summary: 'Edit any listing, and feature it on the front page',
    access: 'listings',
    params: bySlug,
    body: AdminListingPatch,
    answers: { 200: { description: 'The changed listing', schema: ListingResult } },
    errors: ['validation_error', 'website_url_taken', 'not_found', 'content_policy'],
    run: async ({ actor, params, body }) => ok(await editListing(actor, params.slug ?? '', body)),
  },
  {
    method: 'post',
    path: '/api/v1/admin/listings/{slug}',
    operationId: 'moderateListing',
    tag: 'Admin',
    summary: 'Archive, reject, restore, photograph or delete any listing',
    access: 'listings',
    params: bySlug,
    body: ListingModeration,
    answers: { 200: { description: 'The listing, or that it is deleted', schema: ModerationResult } },
    errors: ['validation_error', 'not_found', 'content_policy'],
    run: async ({ actor, params, body }) => ok(await moderateListing(actor, params.slug ?? '', body)),
  },
  {
    method: 'delete',
    path: '/api/v1/admin/listings/{slug}',
    operationId: 'removeListing',
    tag: 'Admin',
    summary: 'Delete any listing for good',
    access: 'listings',
    params: bySlug,
    answers: { 200: { description: 'Deleted; its address is free again', schema: DeletedListing } },
    errors: ['not_found'],
    run: async ({ actor, params }) =>
      ok(await moderateListing(actor, params.slug ?? '', { action: 'delete' })),
  },
  {
    method: 'get',
    path: '/api/v1/admin/audit',
    operationId: 'listAuditEntries',
    tag: 'Admin',
    summary: 'Who did what, when, through which interface and why',
    access: 'listings',
    query: AuditQuery,
    answers: { 200: { description: 'A page of the audit log, newest first', schema: AuditPage } },
    run: async ({ actor, query }) => ok(await findAuditEntries(actor, query)),
  },
];

// Lists and details of accounts, for the staff.
import type { QueryBuilder, Transaction } from 'objection';
import { UserModel } from '../../db/models/accounts.js';
import { ListingModel } from '../../db/models/listings.js';
import { type Actor, accountId, requireAdmin, requireRight } from '../kernel/actor.js';
import { recordUser } from '../kernel/audit.js';
import { check, isUuid } from '../kernel/check.js';
import { DomainError, notFound, say } from '../kernel/errors.js';
import { likePattern, newestFirst, oneOf, presentEach, readPage } from '../kernel/lists.js';
import { presentRow } from '../kernel/schema.js';
import { IS_SUSPENDED, inTransaction } from '../kernel/transaction.js';
import { presentListing } from '../listings/present.js';
import * as adminSchema from './admin-schema.js';
import { isSuspended } from './credentials.js';
import { emailKey, isBootstrapAdmin, needsProof } from './emails.js';
import { liveKeys } from './keys.js';
import { AdminUser } from './schema.js';

type Rows = QueryBuilder<UserModel, UserModel[]>;

const SHOWN_LISTINGS = 100;

/** A page of accounts. @param input AdminUserQuery, with its numbers already converted */
export async function findUsers(actor: Actor, input: unknown) {
  requireRight(actor, 'people');
  const { page, limit, sort = 'newest', ...filter } = check(adminSchema.AdminUserQuery, input);
  const matching = () => whereFilter(filter);
  const { rows, members } = await readPage({ page, limit }, matching, (found) =>
    withCounts(inOrder(found, sort)),
  );
  return { users: presentEach(rows, presentAdminUser), ...members };
}

/** Up to `most` ids matching a filter, newest first; for bulk actions, which have checked the actor. */
export async function matchingUserIds(filter: adminSchema.AdminUserFilter, most: number): Promise<string[]> {
  const rows = await inOrder(whereFilter(filter), 'newest').select('id').limit(most);
  return rows.map((row) => row.id);
}

const SHOWN_OF_SELECTION = 12;

/** A preview of the accounts a bulk action would change. @param input `{ids}` or `{query}` */
export async function previewUsers(actor: Actor, input: unknown) {
  requireRight(actor, 'people');
  const { ids, query = {} } = check(adminSchema.UserSelection, input);
  const wanted = ids?.filter(isUuid);
  const selected = () => (wanted === undefined ? whereFilter(query) : UserModel.query().findByIds(wanted));
  const [total, admins, listings, rows] = await Promise.all([
    selected().resultSize(),
    selected().where('role', 'admin').resultSize(),
    ListingModel.query().whereIn('owner_id', selected().select('id')).resultSize(),
    withCounts(inOrder(selected(), 'newest')).limit(SHOWN_OF_SELECTION),
  ]);
  return {
    total,
    admins,
    listings,
    users: presentEach(rows, presentAdminUser),
    missing: ids ? new Set(ids.map((id) => id.toLowerCase())).size - total : 0,
  };
}

/** Every account that matches a filter, in its order, without paging: for exports. */
export async function* eachUser(actor: Actor, input: unknown): AsyncGenerator<AdminUser> {
  requireAdmin(actor);
  const { sort = 'newest', page: _page, limit: _limit, ...filter } = check(adminSchema.AdminUserQuery, input);
  const ids = await inOrder(whereFilter(filter), sort).select('id');
  for (let start = 0; start < ids.length; start += EXPORT_BATCH) {
    const part = UserModel.query().findByIds(ids.slice(start, start + EXPORT_BATCH).map(({ id }) => id));
    for (const row of await withCounts(inOrder(part, sort))) yield presentAdminUser(row);
  }
}

const EXPORT_BATCH = 500;

/** An account with its newest listings. @throws DomainError not_found */
export async function getUser(actor: Actor, id: string) {
  requireRight(actor, 'people');
  const row = await oneOf(withCounts(UserModel.query()), id, 'user');
  const user = presentAdminUser(row);
  const listings = await newestFirst(ListingModel.query().where('owner_id', row.id)).limit(SHOWN_LISTINGS);
  return {
    user,
    listings: presentEach(listings, (row) => presentListing(row, actor)),
    listings_total: user.listing_count,
  };
}

/** @throws DomainError not_found */
export async function readAdminUser(id: string): Promise<AdminUser> {
  return presentAdminUser(await oneOf(withCounts(UserModel.query()), id, 'user'));
}

/** Current names by id, for histories that staff reads. */
export async function userNames(ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await UserModel.query()
    .select('id', 'name')
    .findByIds([...ids]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Finds an account by its email or id. @throws DomainError not_found */
export async function resolveUser(actor: Actor, emailOrId: string): Promise<AdminUser> {
  const [user] = (await findNamedUsers(actor, [emailOrId])).values();
  if (!user) throw notFound('user');
  return user;
}

export async function findNamedUsers(actor: Actor, emailsOrIds: readonly string[]) {
  requireRight(actor, 'people');
  const keys = emailsOrIds.map(emailKey);
  const rows = await withCounts(
    UserModel.query().whereRaw('email_key = any(?) or users.id = any(?)', [keys, emailsOrIds.filter(isUuid)]),
  );
  const known = new Map(rows.flatMap((row) => [[row.emailKey, row] as const, [row.id, row] as const]));
  return new Map(
    emailsOrIds.flatMap((name) => {
      const row = known.get(isUuid(name) ? name.toLowerCase() : emailKey(name));
      return row ? [[name, presentAdminUser(row)] as const] : [];
    }),
  );
}

function presentAdminUser(row: UserModel): AdminUser {
  return {
    ...presentRow(AdminUser, row),
    bootstrap_admin: isBootstrapAdmin(row),
    suspended: isSuspended(row)
      ? {
          at: row.suspendedAt?.toISOString() ?? '',
          until: row.suspendedUntil?.toISOString() ?? null,
          reason: row.suspendedReason,
        }
      : null,
  };
}

function withCounts(rows: Rows): Rows {
  return rows.select(
    'users.*',
    ListingModel.query().whereColumn('owner_id', 'users.id').count().as('listing_count'),
    liveKeys().whereColumn('user_id', 'users.id').count().as('api_key_count'),
  );
}

function whereFilter({ q, role, suspended }: adminSchema.AdminUserFilter): Rows {
  const rows = UserModel.query();
  if (suspended) rows.whereRaw(IS_SUSPENDED);
  if (role) rows.where('role', role);
  if (q && isUuid(q)) rows.where('id', q);
  else if (q) {
    rows.where((either) => {
      either
        .where('name', 'ilike', likePattern(q))
        .orWhere('email_key', 'like', likePattern(emailKey(q)))
        .orWhereRaw('id::text like ?', [likePattern(q.toLowerCase())]);
    });
  }
  return rows;
}

const inOrder = (rows: Rows, sort: adminSchema.AdminUserSort): Rows =>
  rows.orderByRaw(adminSchema.USER_ORDERS[sort]);

// Roles. Changing one locks all admin rows in a fixed order: if two admins demote each other concurrently,
// the second waits, and is then no longer an admin (C7).

/** Sets the role of an account. @throws DomainError not_found, last_admin, bootstrap_admin */
export async function setRole(actor: Actor, id: string, input: unknown) {
  requireAdmin(actor);
  const { role, reason = null } = check(adminSchema.RoleChange, input);
  return changePerson(actor, id, async (trx, { target, admins }) => {
    const before = target.role;
    if (before === role) return;
    if (role !== 'admin') refuseNeededAdmin(target, admins);
    await target.$query(trx).patch({ role, updatedAt: new Date() });
    await recordUser(trx, actor, target, 'user.set-role', {
      before: { role: before },
      after: { role },
      reason,
    });
  });
}

type PersonChange = (
  trx: Transaction,
  people: { readonly target: UserModel; readonly admins: readonly UserModel[] },
) => Promise<void>;

/** Changes an account under the locks of withPeople. @throws DomainError not_found, errors of `change` */
export async function changePerson(actor: Actor, id: string, change: PersonChange) {
  await withPeople(actor, id, change);
  return { user: await readAdminUser(id) };
}

/** Locks all admins, the given account and the actor's, in order of id; then runs `change` with the account and the
 * admins. @throws DomainError not_found, errors of `change` */
export async function withPeople(actor: Actor, id: string, change: PersonChange): Promise<void> {
  const ids = [id, accountId(actor)].filter((one) => one !== null && isUuid(one)) as string[];
  const first = async (trx: Transaction) =>
    UserModel.query(trx)
      .where('role', 'admin')
      .orWhereIn('id', ids)
      .orderBy('id')
      .select('id')
      .forNoKeyUpdate();
  await inTransaction(actor, { first }, async (trx) => {
    const admins = await UserModel.query(trx).where('role', 'admin');
    await change(trx, { target: await oneOf(UserModel.query(trx), id, 'user'), admins });
  });
}

/** Requires another admin who can sign in at least as reliably: not suspended and, if email is configured,
 * verified (unless this admin is unverified too) (C7). @throws DomainError last_admin, bootstrap_admin */
export function refuseNeededAdmin(target: UserModel, admins: readonly UserModel[]): void {
  const isReliable = (admin: UserModel) => admin.id !== target.id && standing(admin) >= standing(target);
  if (target.role === 'admin' && !admins.some(isReliable))
    throw new DomainError('last_admin', say('error.last-admin'));
  refuseBootstrapAdmin(target);
}

/** 0: suspended, 1: unverified, 2: can sign in. */
function standing(admin: UserModel): number {
  if (isSuspended(admin)) return 0;
  return admin.emailVerified || !needsProof() ? 2 : 1;
}

/** @throws DomainError bootstrap_admin */
export function refuseBootstrapAdmin(target: UserModel): void {
  if (isBootstrapAdmin(target))
    throw new DomainError('bootstrap_admin', say('error.bootstrap-admin', { email: target.email }));
}

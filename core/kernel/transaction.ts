// The transaction of every change. It first confirms the actor under a lock: credentials may have been
// revoked since the request arrived (C4). The audit log refuses entries from other transactions.
import type { Transaction } from 'objection';
import { databaseCode } from '../../db/failures.js';
import { BaseModel } from '../../db/models/base.js';
import { prepare } from '../../db/prepared.js';
import { onPrimary } from '../../db/replicas.js';
import { inSpan } from '../../db/work.js';
import { type Actor, type Role, rolesAsGoodAs, type SharedTransaction, type User } from './actor.js';
import type { AuditAction, SubjectType } from './audit-actions.js';
import { accountSuspended, forbidden, inColumns, type Said, say, unauthorized } from './errors.js';
import { areaLog } from './log.js';
import { own } from './own.js';

// The audit log: what was changed, by whom.

export interface AuditedChange {
  action: AuditAction;
  subject: { type: SubjectType; id: string; label: string };
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
  /** Written by a person, or a message of the service. */
  reason?: string | Said | null;
  /** The row before and after, if the changed fields alone cannot undo the change. */
  undo?: { readonly was: object; readonly is: object };
}

function auditedAs(actor: Actor): (string | null)[] {
  const who = actor.kind === 'user' ? actor.account : actor.kind === 'system' ? actor.onBehalfOf : null;
  const { key, app } = actor.kind === 'user' ? actor : { key: null, app: null };
  const values = [
    who?.id,
    who?.email,
    key?.id,
    key?.name ?? app?.name,
    actor.door,
    actor.requestId,
    actor.batch,
  ];
  return values.map((value) => value ?? null);
}

const insertEntries = prepare(
  `insert into audit_entries (actor_id, actor_email, key_id, key_name, door, request_id, batch,
      action, subject_type, subject_id, subject_label, before, after, reason, said, undo)
    select $1::uuid, $2::text, $3::uuid, $4::text, $5::text, $6::text, $7::uuid,
      action, subject_type, subject_id, subject_label, before, after, reason, said, undo
    from jsonb_to_recordset($8::jsonb) as change (action text, subject_type text, subject_id text, subject_label text,
      before jsonb, after jsonb, reason text, said jsonb, undo jsonb)`,
);

export async function recordChange(trx: Transaction, actor: Actor, change: AuditedChange): Promise<void> {
  await recordChanges(trx, actor, [change]);
}

export function recordUser(
  trx: Transaction,
  actor: Actor,
  { id, email }: { id: string; email: string },
  action: AuditAction,
  change: Omit<AuditedChange, 'action' | 'subject'> = {},
): Promise<void> {
  return recordChange(trx, actor, { action, subject: { type: 'user', id, label: email }, ...change });
}

export async function recordChanges(trx: Transaction, actor: Actor, changes: readonly AuditedChange[]) {
  requireConfirmed(trx);
  if (changes.length === 0) return;
  const entries = changes.map(({ action, subject, before, after, reason, undo }) => ({
    action,
    subject_type: subject.type,
    subject_id: subject.id,
    subject_label: subject.label,
    before,
    after,
    reason: inColumns(reason).text,
    said: inColumns(reason).said,
    undo,
  }));
  await insertEntries([...auditedAs(actor), JSON.stringify(entries)], trx);
}

export function differences(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): { before: Record<string, unknown>; after: Record<string, unknown> } | null {
  const changed = Object.keys(after).filter(
    (field) => JSON.stringify(own(before, field) ?? null) !== JSON.stringify(own(after, field) ?? null),
  );
  if (changed.length === 0) return null;
  const pick = (from: Record<string, unknown>) =>
    Object.fromEntries(changed.map((field) => [field, own(from, field) ?? null]));
  return { before: pick(before), after: pick(after) };
}

/** Rolled back by PostgreSQL, so it is safe to retry. */
const DEADLOCK = '40P01';
const TRIES = 3;

interface Locks {
  /** Locks accounts before the actor's own, so that several are locked in a fixed order. */
  readonly first?: (trx: Transaction) => Promise<unknown>;
  /** The actor's own account will be changed: upgrading the lock later could deadlock. */
  readonly changesOwnAccount?: boolean;
}

const confirmed = new WeakSet<Transaction>();

/** One transaction for all of an actor's changes, begun with the first. @returns the actor, and two ways to end it */
function sharing<A extends Actor>(actor: A) {
  let begun: Promise<Transaction> | undefined;
  const shared: SharedTransaction = {
    begin: () => {
      begun ??= BaseModel.startTransaction();
      return begun;
    },
  };
  return {
    actor: { ...actor, shared },
    /** Background work still running begins its own transactions. @returns undefined if none was begun */
    end: () => {
      shared.begin = undefined;
      return begun;
    },
    /** @param reason without one, knex would treat the rollback as a commit */
    rollBack: async (reason: unknown) => {
      shared.begin = undefined;
      const trx = await begun?.catch(() => undefined);
      if (trx && !trx.isCompleted()) await trx.rollback(reason).catch(() => undefined);
    },
  };
}

/** Runs an operation for its validation and result, and rolls its changes back. */
export async function dryRun<A extends Actor, T>(given: A, operation: (actor: A) => Promise<T>): Promise<T> {
  const { actor, rollBack } = sharing(given);
  return operation(actor).finally(() => rollBack(new Error('a dry run is rolled back')));
}

/** Runs an operation in one transaction that also stores its result: both are committed, or neither. What its
 * changes schedule for after their commit runs after this one. @param operation must use the actor it gets
 * @param store gets the transaction; undefined if nothing changed */
export function commitWith<A extends Actor, T>(
  given: A,
  operation: (actor: A) => Promise<T>,
  store: (result: T, trx?: Transaction) => Promise<void>,
): Promise<T> {
  return tryAgain(async () => {
    const { actor, end, rollBack } = sharing(given);
    try {
      const result = await operation(actor);
      const trx = await end();
      await store(result, trx);
      await trx?.commit();
      return result;
    } catch (error) {
      await rollBack(error);
      throw error;
    }
  });
}

type Work<T> = (trx: Transaction) => Promise<T>;

/** Runs a change in a transaction that locks the actor's account and credentials before other rows: revoking
 * the key, ending the session or changing the role waits for it. @param given what else it locks, or
 * `outer`, the transaction of a larger change; and the work @throws DomainError unauthorized (credentials
 * revoked, account deleted), forbidden (demoted) */
export async function inTransaction<T>(
  actor: Actor,
  ...given: [Work<T>] | [Locks & { readonly outer?: Transaction | undefined }, Work<T>]
): Promise<T> {
  const [{ first, changesOwnAccount, outer }, work] =
    given.length === 1 ? [{} as Locks & { outer?: Transaction }, given[0]] : given;
  if (outer) return work(outer);
  const change = async (trx: Transaction) => {
    await first?.(trx);
    if (actor.kind === 'user') await confirmActor(trx, actor, changesOwnAccount ? 'no key update' : 'share');
    confirmed.add(trx);
    return work(trx);
  };
  const begin = actor.shared?.begin;
  return inSpan('transaction', async () =>
    begin ? change(await begin()) : tryAgain(() => BaseModel.transaction(change)),
  );
}

/** @throws Error for a transaction not begun by `inTransaction`, which is a bug */
export function requireConfirmed(trx: Transaction): void {
  if (!confirmed.has(trx))
    throw new Error('A change must be made in inTransaction, which confirms who acts.');
}

/** SQL: an account is suspended now. */
export const IS_SUSPENDED = 'suspended_at is not null and coalesce(suspended_until > now(), true)';

/** By table: whether the credential with the id $2 is valid. */
const VALID = {
  api_keys: 'api_keys.id = $2::uuid and coalesce(api_keys.expires_at > now(), true)',
  apps: 'apps.id = $2::uuid',
  sessions: 'sessions.public_id = $2::uuid and sessions.expire > now()',
} as const;

function credentialOf({ key, app, sessionId }: User): { table: keyof typeof VALID; id: string } | null {
  if (key) return { table: 'api_keys', id: key.id };
  if (app) return { table: 'apps', id: app.id };
  return sessionId ? { table: 'sessions', id: sessionId } : null;
}

/** Confirms the actor against the database, and locks its rows until the transaction ends. */
async function confirmActor(trx: Transaction, actor: User, strength: 'share' | 'no key update') {
  const credential = credentialOf(actor);
  const { table } = credential ?? {};
  const confirm = prepare<{ role: Role; is_suspended: boolean; until: Date | null; reason: string | null }>(
    `select users.role, users.suspended_until as until, users.suspended_reason as reason,
      ${IS_SUSPENDED} as is_suspended
    from users ${table ? `join ${table} on ${table}.user_id = users.id and ${VALID[table]}` : ''}
    where users.id = $1::uuid for ${strength} of users ${table ? `for key share of ${table}` : ''}`,
  );
  const [who] = await confirm(credential ? [actor.account.id, credential.id] : [actor.account.id], trx);
  if (!who) throw unauthorized(say('error.signed-out'));
  if (who.is_suspended) throw accountSuspended(who.until, who.reason);
  if (!rolesAsGoodAs(actor).includes(who.role)) throw forbidden(say('error.no-admin'));
}

async function tryAgain<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      if (databaseCode(error) !== DEADLOCK || tries === TRIES) throw error;
    }
  }
}

const log = areaLog('jobs');

const running = new Set<Promise<void>>();

/** Runs work in the background and logs a failure; `finishBackground` waits for it. */
export function inBackground(work: () => Promise<unknown>, failure: string): void {
  track(onPrimary(work), failure);
}

/** Runs `work` after the commit, not after a rollback. The caller does not wait, and a failure is only
 * logged: a sweep must also find this work. */
export function afterCommit(trx: Transaction, work: () => Promise<unknown>): void {
  // After a rollback nothing runs; the caller of the transaction gets the error.
  const committed = trx.executionPromise.then(
    () => true,
    () => false,
  );
  const run = committed.then(async (isCommitted) => isCommitted && (await work()));
  track(run, 'work after a commit failed');
}

/** Waits for all background work started so far; call it before closing the database. */
export async function finishBackground(): Promise<void> {
  while (running.size > 0) await Promise.all(running);
}

function track(work: Promise<unknown>, failure: string): void {
  const run: Promise<void> = work
    .then(() => undefined)
    .catch((error: unknown) => log.error({ err: error }, failure))
    .finally(() => running.delete(run));
  running.add(run);
}

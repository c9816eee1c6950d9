// The transaction of every change. It begins by confirming who acts, under lock: credentials that were good when
// the request came may have been revoked since (C4). The audit log takes no entry from any other transaction, so no
// operation can leave this out.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Transaction } from 'objection';
import { BaseModel } from '../../db/models/base.js';
import { type Actor, isAdmin, type User } from './actor.js';
import { accountSuspended, forbidden, unauthorized } from './errors.js';

const DEADLOCK = '40P01';
const DEADLOCK_TRIES = 3;

interface Locks {
  /** Accounts that must be locked before the actor's own, for a fixed order among several. */
  readonly first?: (trx: Transaction) => Promise<unknown>;
  /** The actor's own account is going to change: asking for the stronger lock later could end in a deadlock. */
  readonly changesOwnAccount?: boolean;
}

const confirmed = new WeakSet<Transaction>();
const dryRuns = new AsyncLocalStorage<true>();

/** Runs an operation for its checks and its result: every transaction in it is rolled back, and nothing follows it. */
export function dryRun<T>(operation: () => Promise<T>): Promise<T> {
  return dryRuns.run(true, operation);
}

/**
 * Runs a change in a transaction that holds the actor's account and credentials: revoking the key, ending the
 * session or changing the role waits until it has ended, or has already stopped it. People are locked before things.
 * @param outer the transaction of a larger change, where this is a part of one
 * @throws DomainError unauthorized (key revoked, session ended, account deleted), forbidden (no admin any more), and
 *   whatever `work` throws
 */
export async function inTransaction<T>(
  actor: Actor,
  work: (trx: Transaction) => Promise<T>,
  { first, changesOwnAccount = false, outer }: Locks & { readonly outer?: Transaction } = {},
): Promise<T> {
  if (outer) return work(outer);
  return withoutDeadlock(() =>
    transaction(async (trx) => {
      await first?.(trx);
      if (actor.kind === 'user') await confirmUser(trx, actor, changesOwnAccount ? 'no key update' : 'share');
      confirmed.add(trx);
      return work(trx);
    }),
  );
}

async function transaction<T>(work: (trx: Transaction) => Promise<T>): Promise<T> {
  if (!dryRuns.getStore()) return BaseModel.transaction(work);
  const done: { result?: T } = {};
  const rollback = new Error('a dry run is rolled back');
  const run = async (trx: Transaction) => {
    done.result = await work(trx);
    throw rollback;
  };
  await BaseModel.transaction(run).catch((error: unknown) => {
    if (error !== rollback) throw error;
  });
  return done.result as T;
}

/** @throws Error for a transaction that did not begin with `inTransaction`: a mistake in the code */
export function requireConfirmed(trx: Transaction): void {
  if (!confirmed.has(trx))
    throw new Error('A change must be made in inTransaction, which confirms who acts.');
}

interface ConfirmedRow {
  role: string;
  suspended: boolean;
  until: Date | null;
  reason: string | null;
}

async function confirmUser(
  trx: Transaction,
  actor: User,
  strength: 'share' | 'no key update',
): Promise<void> {
  const { account, key, app, sessionId } = actor;
  const [join, lock, values] = key
    ? [
        'join api_keys on api_keys.user_id = users.id and api_keys.id = ? and coalesce(expires_at > now(), true)',
        'for key share of api_keys',
        [key.id],
      ]
    : app
      ? ['join apps on apps.user_id = users.id and apps.id = ?', 'for key share of apps', [app.id]]
      : sessionId
        ? [
            'join sessions on sessions.user_id = users.id and sessions.public_id = ? and sessions.expire > now()',
            'for key share of sessions',
            [sessionId],
          ]
        : ['', '', []];
  const { rows } = await trx.raw<{ rows: ConfirmedRow[] }>(
    `select users.role, users.suspended_until as until, users.suspended_reason as reason,
       users.suspended_at is not null and coalesce(users.suspended_until > now(), true) as suspended
     from users ${join} where users.id = ? for ${strength} of users ${lock}`,
    [...values, account.id],
  );
  const [row] = rows;
  if (!row) throw unauthorized('You are signed out, or this API key has been revoked.');
  if (row.suspended) throw accountSuspended(row.until, row.reason);
  if (isAdmin(actor) && row.role !== 'admin') throw forbidden('You are no admin any more.');
}

/** Runs a transaction again that PostgreSQL ended to resolve a deadlock: the other one is through by then. */
async function withoutDeadlock<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      if (databaseCode(error) !== DEADLOCK || tries === DEADLOCK_TRIES) throw error;
    }
  }
}

/** The SQLSTATE of an error of the database, however deep it is wrapped. */
export function databaseCode(error: unknown): string | undefined {
  const { code, nativeError } = error as { code?: string; nativeError?: { code?: string } };
  return nativeError?.code ?? code;
}

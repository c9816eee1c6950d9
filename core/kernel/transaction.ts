// The transaction of every change. It first confirms the actor under a lock: credentials may have been
// revoked since the request arrived (C4). The audit log refuses entries from other transactions.
import type { Transaction } from 'objection';
import { databaseCode } from '../../db/failures.js';
import { BaseModel } from '../../db/models/base.js';
import { prepare } from '../../db/prepared.js';
import { inSpan } from '../../db/work.js';
import { type Actor, type Role, rolesAsGoodAs, type SharedTransaction, type User } from './actor.js';
import { accountSuspended, forbidden, say, unauthorized } from './errors.js';

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
    /** Ends sharing: background work still running begins its own transactions. @returns undefined if none was begun */
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

/** Runs an operation in one transaction that also stores its result: both are committed, or neither. Work that
 * the operation passes to afterCommit runs after this commit. @param operation must use the actor it gets
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
 * the key, ending the session or changing the role waits for it. @param given the work; before it, optionally, other
 * locks or `outer`, the transaction of a larger change @throws DomainError unauthorized (credentials
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

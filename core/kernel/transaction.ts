// The transaction of every change. It first confirms the actor, under a lock: credentials that were valid when the
// request arrived may have been revoked since (C4). The audit log refuses entries from any other transaction, so no
// operation can leave this out.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Transaction } from 'objection';
import { databaseCode } from '../../db/failures.js';
import { BaseModel } from '../../db/models/base.js';
import { prepare } from '../../db/prepared.js';
import { inSpan } from '../../db/work.js';
import { rolesAsGoodAs } from './access.js';
import type { Actor, Role, User } from './actor.js';
import { accountSuspended, forbidden, say, unauthorized } from './errors.js';

/** A deadlock: rolled back, so it is safe to retry. */
const DEADLOCK = '40P01';
const TRIES = 3;

interface Locks {
  /** Accounts to lock before the actor's own, so that several are locked in a fixed order. */
  readonly first?: (trx: Transaction) => Promise<unknown>;
  /** The actor's own account will be changed: upgrading the lock later could deadlock. */
  readonly changesOwnAccount?: boolean;
}

const confirmed = new WeakSet<Transaction>();
const dryRuns = new AsyncLocalStorage<true>();

/** Runs an operation for its validation and result only: every transaction in it is rolled back. */
export function dryRun<T>(operation: () => Promise<T>): Promise<T> {
  return dryRuns.run(true, operation);
}

/** The one transaction of an operation whose result is stored together with its changes. */
interface Shared {
  /** Begins it with the first change. */
  begin?: () => Promise<Transaction>;
}

const shared = new AsyncLocalStorage<Shared>();

/**
 * Runs an operation in one transaction, begun with its first change, that also stores its result: both are committed,
 * or neither. Its callbacks after a commit run after this one.
 * @param store gets the transaction; none if the operation changed nothing
 * @throws whatever the operation or `store` throws; then nothing is stored
 */
export function commitWith<T>(
  operation: () => Promise<T>,
  store: (result: T, trx?: Transaction) => Promise<void>,
): Promise<T> {
  return tryAgain(async () => {
    let committed: Promise<T> | undefined;
    let begun: Promise<Transaction> | undefined;
    const context: Shared = {
      begin: () => {
        begun ??= new Promise((resolve, reject) => {
          committed = BaseModel.transaction(async (trx) => {
            resolve(trx);
            const result = await running;
            await store(result, trx);
            return result;
          });
          committed.catch(reject);
        });
        return begun;
      },
    };
    const running = shared.run(context, operation);
    await running.catch(() => undefined);
    // Whatever the operation has left running in the background begins its own transactions.
    context.begin = undefined;
    if (committed) return committed;
    const result = await running;
    await store(result);
    return result;
  });
}

/**
 * Runs a change in a transaction that locks the actor's account and credentials: revoking the key, ending the session
 * or changing the role waits for it, or has already prevented it. Accounts are locked before other rows.
 * @param outer the transaction of a larger change of which this is a part
 * @throws DomainError unauthorized (key revoked, session ended, account deleted), forbidden (demoted), and
 *   whatever `work` throws
 */
export async function inTransaction<T>(
  actor: Actor,
  work: (trx: Transaction) => Promise<T>,
  { first, changesOwnAccount = false, outer }: Locks & { readonly outer?: Transaction } = {},
): Promise<T> {
  if (outer) return work(outer);
  const change = async (trx: Transaction) => {
    await first?.(trx);
    if (actor.kind === 'user') await confirmActor(trx, actor, changesOwnAccount ? 'no key update' : 'share');
    confirmed.add(trx);
    return work(trx);
  };
  const begin = shared.getStore()?.begin;
  return inSpan('transaction', async () =>
    begin ? change(await begin()) : tryAgain(() => transaction(change)),
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

/** By table: when the credential with the id $2 is valid. */
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

/** Confirms the actor as the database has it now, and locks its rows until the end of the transaction. */
async function confirmActor(trx: Transaction, actor: User, strength: 'share' | 'no key update') {
  const credential = credentialOf(actor);
  const { table } = credential ?? {};
  const confirm = prepare<{ role: Role; is_suspended: boolean; until: Date | null; reason: string | null }>(
    `select users.role, users.suspended_until as until, users.suspended_reason as reason,
      users.suspended_at is not null and coalesce(users.suspended_until > now(), true) as is_suspended
    from users ${table ? `join ${table} on ${table}.user_id = users.id and ${VALID[table]}` : ''}
    where users.id = $1::uuid for ${strength} of users ${table ? `for key share of ${table}` : ''}`,
  );
  const [who] = await confirm(credential ? [actor.account.id, credential.id] : [actor.account.id], trx);
  if (!who) throw unauthorized(say('error.signed-out'));
  if (who.is_suspended) throw accountSuspended(who.until, who.reason);
  if (!rolesAsGoodAs(actor).includes(who.role)) throw forbidden(say('error.no-admin'));
}

/** Retries if PostgreSQL aborted it because of a deadlock. */
async function tryAgain<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      if (databaseCode(error) !== DEADLOCK || tries === TRIES) throw error;
    }
  }
}

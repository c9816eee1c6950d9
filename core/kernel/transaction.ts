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
import type { Actor, Role } from './actor.js';
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

/** Whether the current work will be rolled back. */
const isDryRun = (): boolean => dryRuns.getStore() === true;

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
  if (!isDryRun()) return BaseModel.transaction(work);
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

/** The actor, as the database has it now. */
interface Who {
  who_role: Role;
  who_suspended: boolean;
  who_until: Date | null;
  who_reason: string | null;
}

type Strength = 'share' | 'no key update';
type Credential = 'key' | 'app' | 'session' | 'account';

type UserActor = Extract<Actor, { kind: 'user' }>;

function credentialOf(actor: UserActor): Credential {
  if (actor.key) return 'key';
  if (actor.app) return 'app';
  return actor.sessionId ? 'session' : 'account';
}

/** $1 is the account, $2 its credential. */
const JOIN: Record<Credential, { join: string; lock: string }> = {
  key: {
    join: `join api_keys on api_keys.user_id = users.id and api_keys.id = $2::uuid
      and coalesce(expires_at > now(), true)`,
    lock: 'for key share of api_keys',
  },
  app: {
    join: 'join apps on apps.user_id = users.id and apps.id = $2::uuid',
    lock: 'for key share of apps',
  },
  session: {
    join: 'join sessions on sessions.user_id = users.id and sessions.public_id = $2::uuid and sessions.expire > now()',
    lock: 'for key share of sessions',
  },
  account: { join: 'join (select $2::uuid) as no_credential on true', lock: '' },
};

/** The statement that confirms the actor, and locks its rows until the end of the transaction. */
function confirmation(credential: Credential, strength: Strength): string {
  const { join, lock } = JOIN[credential];
  return `select users.role as who_role, users.suspended_until as who_until, users.suspended_reason as who_reason,
      users.suspended_at is not null and coalesce(users.suspended_until > now(), true) as who_suspended
    from users ${join} where users.id = $1::uuid for ${strength} of users ${lock}`;
}

async function confirmActor(trx: Transaction, actor: UserActor, strength: Strength): Promise<void> {
  const confirm = prepare<Who>(confirmation(credentialOf(actor), strength));
  const credentialId = actor.key?.id ?? actor.app?.id ?? actor.sessionId;
  const [who] = await confirm([actor.account.id, credentialId], trx);
  if (!who) throw unauthorized(say('error.signed-out'));
  if (who.who_suspended) throw accountSuspended(who.who_until, who.who_reason);
  if (!rolesAsGoodAs(actor).includes(who.who_role)) throw forbidden(say('error.no-admin'));
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

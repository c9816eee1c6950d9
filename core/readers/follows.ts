// Following a search or category by email, with double opt-in. Unsubscribing from the last search deletes the
// address. Nothing is in the audit log, which would outlive the unsubscription.
import { type Static, Type } from '@sinclair/typebox';
import type { Transaction } from 'objection';
import { FollowModel, MailModel } from '../../db/models/outgoing.js';
import { emailKey } from '../accounts/emails.js';
import type { Actor } from '../kernel/actor.js';
import { check, isUuid } from '../kernel/check.js';
import { DomainError, say } from '../kernel/errors.js';
import { oneOf } from '../kernel/lists.js';
import { emailAddress, titled } from '../kernel/schema.js';
import { hasWebAddress } from '../kernel/text/readable.js';
import { inTransaction } from '../kernel/transaction.js';
import { ListingQuery } from '../listings/schema.js';
import { type MailKind, queueMail } from '../mail/outbox.js';

export const DIGEST_DAYS = 7;
const MAX_FOLLOWS = 20;
/** Maximum confirmation emails per address and day: a stranger must not flood an inbox. */
const MAX_ASKED_A_DAY = 3;
export const UNCONFIRMED_DAYS = 2;

export const Followed = Type.Pick(ListingQuery, ['q', 'category', 'pricing']);
export const NewFollow = titled('NewFollow', {
  email: emailAddress({ title: 'Your email' }),
  ...Followed.properties,
  // These words are emailed to an address that may be someone else's: keep them too short for a message.
  q: Type.Optional(Type.String({ maxLength: 80, 'x-text': 'line' })),
});
export type Followed = Static<typeof Followed>;

const KINDS: readonly MailKind[] = ['follow-confirm', 'follow-digest'];

/** The search of a row; its category may be gone. */
export const searchOf = ({ q, category, pricing }: FollowModel): Followed => ({
  ...(q && { q }),
  ...(category && { category }),
  ...(pricing && { pricing: pricing as Followed['pricing'] }),
});

export async function lockAddress(trx: Transaction, key: string): Promise<void> {
  await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`follows ${key}`]);
}

/** Asks an address to confirm that it wants to follow a search, and never reveals what it already follows.
 * @param input `{email, q?, category?, pricing?}` @param language tag for its emails */
export async function askToFollow(actor: Actor, input: unknown, language: string): Promise<void> {
  const { email, q, category = '', pricing = '' } = check(NewFollow, input);
  if (q && hasWebAddress(q)) throw new DomainError('validation_error', say('error.follow-address'));
  const key = emailKey(email);
  const search = { q: q?.trim() ?? '', category, pricing };
  await inTransaction(actor, async (trx) => {
    await lockAddress(trx, key);
    const own = () => FollowModel.query(trx).where({ email_key: key });
    const same = await own().findOne(search);
    if (same?.confirmedAt || (!same && (await own().resultSize()) >= MAX_FOLLOWS)) return;
    const asked = await MailModel.query(trx)
      .where({ kind: 'follow-confirm', address: key })
      .where('created_at', '>', MailModel.raw(`now() - interval '1 day'`))
      .resultSize();
    if (asked >= MAX_ASKED_A_DAY) return;
    const row = same ?? (await FollowModel.query(trx).insertAndFetch({ emailKey: key, ...search, language }));
    await queueMail(trx, actor, { kind: 'follow-confirm', to: { address: key }, data: { id: row.id } });
  });
}

/** A follow, and the others of its address. @throws DomainError not_found */
export async function readFollow(id: string) {
  const follow = await oneOf(FollowModel.query(), id, 'page');
  const others = await FollowModel.query()
    .where({ email_key: follow.emailKey })
    .whereNot({ id })
    .whereNotNull('confirmed_at')
    .orderBy('created_at');
  return { follow, others };
}

/** Confirms a follow; its first digest comes within a week. @throws DomainError not_found */
export async function confirmFollow(actor: Actor, id: string): Promise<void> {
  const { follow } = await readFollow(id);
  await inTransaction(actor, async (trx) => {
    await lockAddress(trx, follow.emailKey);
    await FollowModel.query(trx)
      .findById(id)
      .whereNull('confirmed_at')
      .patch({
        confirmedAt: now(),
        toldUntil: now(),
        nextAt: FollowModel.raw(
          `coalesce((select min(next_at) from follows as own where own.email_key = ? and next_at > now()),
             now() + make_interval(days => ?))`,
          [follow.emailKey, DIGEST_DAYS],
        ) as never,
      });
  });
}

export const now = () => FollowModel.raw('now()') as never;

/** Ends one follow, or all of its address. If none is left, deletes the address and its emails. */
export async function endFollow(actor: Actor, id: string, { all }: { all: boolean }): Promise<void> {
  const follow = isUuid(id) ? await FollowModel.query().findById(id) : undefined;
  if (!follow) return;
  const { emailKey: key } = follow;
  await inTransaction(actor, async (trx) => {
    await lockAddress(trx, key);
    const own = () => FollowModel.query(trx).where({ email_key: key });
    await (all ? own() : own().where({ id })).delete();
    if ((await own().resultSize()) === 0)
      await MailModel.query(trx).delete().where({ address: key }).whereIn('kind', KINDS);
  });
}

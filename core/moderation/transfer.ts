// Moving listings from one account to another, by an operator.
import { type Static, Type } from '@sinclair/typebox';
import type { Transaction } from 'objection';
import { UserModel } from '../../db/models/user.js';
import { findNamedUsers } from '../accounts/users.js';
import { requireRight } from '../kernel/access.js';
import type { Actor } from '../kernel/actor.js';
import { recordChange } from '../kernel/audit.js';
import { type BulkFailure, type BulkWatch, runEach } from '../kernel/bulk.js';
import { check } from '../kernel/check.js';
import { fieldError } from '../kernel/errors.js';
import { Reason } from '../kernel/schema.js';
import { lockListing, subjectOf } from '../listings/row.js';

const Transfer = Type.Object(
  { slugs: Type.Array(Type.String()), to: Type.String(), ...Reason.properties },
  { title: 'Transfer' },
);
type Transfer = Static<typeof Transfer>;

export interface TransferOutcome {
  transferred: string[];
  errors: ({ slug: string } & BulkFailure)[];
}

/**
 * Gives listings to another account, each in a transaction of its own; those it already owns are unchanged.
 * @param input `{slugs, to, reason?}`; `to` is the email or id of an account
 * @throws DomainError unauthorized, forbidden, validation_error (to)
 */
export async function transferListings(
  actor: Actor,
  input: unknown,
  watch: BulkWatch = {},
): Promise<TransferOutcome> {
  requireRight(actor, 'listings');
  const { slugs, to, reason = null }: Transfer = check(Transfer, input);
  const owner = (await findNamedUsers(actor, [to])).get(to);
  if (!owner) throw fieldError('to', `No account has the email or id ${to}.`, 'unknown');
  const { done, failures } = await runEach(
    actor,
    slugs,
    (trx, slug) => transfer(trx, actor, slug, { to: owner, reason }),
    watch,
  );
  return {
    transferred: done.map(({ item }) => item),
    errors: failures.map(({ item, ...failure }) => ({ slug: item, ...failure })),
  };
}

async function transfer(
  trx: Transaction,
  actor: Actor,
  slug: string,
  { to, reason }: { to: { id: string; email: string }; reason: string | null },
): Promise<void> {
  const row = await lockListing(trx, actor, slug);
  if (row.ownerId === to.id) return;
  const from = row.ownerId === null ? undefined : await UserModel.query(trx).findById(row.ownerId);
  await row.$query(trx).patch({ ownerId: to.id });
  await recordChange(trx, actor, {
    action: 'listing.transfer',
    subject: subjectOf(row),
    before: { owner: from?.email ?? null },
    after: { owner: to.email },
    reason,
  });
}

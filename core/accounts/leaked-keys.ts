// Keys found in public: anyone who has the secret can revoke the key, which can only help its owner.
import { ApiKeyModel } from '../../db/models/api-key.js';
import type { Actor } from '../kernel/actor.js';
import { recordChange } from '../kernel/audit.js';
import { check } from '../kernel/check.js';
import { queueMail } from '../kernel/outbox.js';
import { inTransaction } from '../kernel/transaction.js';
import { LeakedKey } from './key-schema.js';
import { isKeySecret, keyDigest } from './key-secrets.js';
import { revocationOf } from './keys.js';

/**
 * Revokes the key whose secret is given, and notifies its owner. The response is the same if there is no such key, so
 * that it confirms nothing.
 * @param input `{key}`
 */
export async function revokeLeakedKey(actor: Actor, input: unknown): Promise<{ received: true }> {
  const { key } = check(LeakedKey, input);
  const secret = key.trim();
  if (isKeySecret(secret)) await revokeSecret(actor, secret);
  return { received: true };
}

/** The report needs no account: credentials sent with it are ignored. */
async function revokeSecret({ door, requestId, client }: Actor, secret: string): Promise<void> {
  const reporter: Actor = { kind: 'guest', door, requestId, client };
  await inTransaction(reporter, async (trx) => {
    const row = await ApiKeyModel.query(trx)
      .findOne({ hash: keyDigest(secret) })
      .withGraphFetched('user');
    if (!row?.user || (await row.$query(trx).delete()) === 0) return;
    await recordChange(trx, reporter, revocationOf(row, row.user.email, 'Reported as leaked'));
    await queueMail(trx, reporter, {
      kind: 'key-leaked',
      to: { userId: row.userId },
      data: { name: row.name, prefix: row.prefix },
    });
  });
}

// What was made for an account before anyone proved its address: the person who signed up may not be its owner.
import type { Transaction } from 'objection';
import { WebhookModel } from '../../db/models/webhook.js';
import type { Actor } from '../kernel/actor.js';
import { recordChanges, recordUser } from '../kernel/audit.js';
import { parseUrl } from '../kernel/text/parse-url.js';
import { removeFactors } from '../second-factor/factors.js';
import { removeApps } from './apps.js';
import { removeKeys } from './keys.js';

/** Deletes all keys, apps, webhooks and second factors of an account, each with its audit entry, in the caller's transaction. */
export async function endUnprovenAccess(
  trx: Transaction,
  actor: Actor,
  owner: { id: string; email: string },
): Promise<void> {
  await removeKeys(trx, actor, owner);
  await removeApps(trx, actor, { user_id: owner.id });
  await removeWebhooks(trx, actor, owner.id);
  await removeForeignFactors(trx, actor, owner);
}

async function removeWebhooks(trx: Transaction, actor: Actor, userId: string): Promise<void> {
  const rows = await WebhookModel.query(trx).delete().where('user_id', userId).returning('*');
  await recordChanges(
    trx,
    actor,
    rows.map(({ id, url, events }) => {
      // The path of its address may contain a secret.
      const host = parseUrl(url)?.host ?? '';
      return {
        action: 'webhook.delete',
        subject: { type: 'webhook', id, label: host },
        before: { host, events },
      };
    }),
  );
}

/** A second factor of someone else would shut the owner out. */
async function removeForeignFactors(
  trx: Transaction,
  actor: Actor,
  { id, email }: { id: string; email: string },
): Promise<void> {
  const had = await removeFactors(trx, id);
  if (!had.app && had.passkeys === 0) return;
  await recordUser(trx, actor, { id, email }, 'user.reset-two-factor', { before: had });
}

// Pausing a webhook whose receiver accepts nothing any more, with an email to its owner. Its events keep waiting.
import type { UserModel } from '../../db/models/user.js';
import { WebhookModel } from '../../db/models/webhook.js';
import { systemActor } from '../kernel/actor.js';
import { config } from '../kernel/config.js';
import { type Mails, queueMail } from '../kernel/outbox.js';
import { inTransaction } from '../kernel/transaction.js';
import { composeMail, type MailText, mailLanguage, sayInMail } from '../site/mail-text.js';
import { DELIVERY_DAYS } from './schema.js';
import { hostOf, recordWebhook } from './webhooks.js';

/** Pauses a webhook, unless it is paused already; its owner gets an email. */
export async function pauseWebhook(webhookId: string, reason: string): Promise<void> {
  const actor = systemActor('job');
  await inTransaction(actor, async (trx) => {
    const [row] = await WebhookModel.query(trx)
      .where('id', webhookId)
      .whereNull('paused_at')
      .patch({ pausedAt: new Date(), pausedReason: reason, claimedUntil: null })
      .returning('*');
    if (!row) return;
    await recordWebhook(trx, actor, 'webhook.pause', row, { reason });
    await queueMail(trx, actor, {
      kind: 'webhook-paused',
      to: { userId: row.userId },
      data: { host: hostOf(row.url), reason },
    });
  });
}

/** The email to the owner of a paused webhook. */
export async function writePauseMail(
  _owner: UserModel,
  [about]: readonly Mails['webhook-paused'][],
): Promise<MailText | null> {
  if (!about) return null;
  const { host } = about;
  return composeMail(null, sayInMail('mail.webhook.subject', { host }), [
    sayInMail('mail.webhook.text', { host, reason: mailLanguage().retell('webhook-found', about.reason) }),
    sayInMail('mail.webhook.next', { days: DELIVERY_DAYS, link: `${config.publicUrl}/account/webhooks` }),
  ]);
}

// The email about a second factor that was added to an account or removed from it: somebody else may have done that.
import type { Transaction } from 'objection';
import type { UserModel } from '../../db/models/user.js';
import type { Actor } from '../kernel/actor.js';
import { config } from '../kernel/config.js';
import { type Mails, queueMail } from '../kernel/outbox.js';
import { toUnlinkedText } from '../kernel/text/person-name.js';
import { composeMail, type MailText, sayInMail } from '../site/mail-text.js';

type Change = Mails['second-factor'];

/** Queues the email in the caller's transaction. */
export function tellOfFactor(
  trx: Transaction,
  actor: Actor,
  userId: string,
  change: Omit<Change, 'name'> & Partial<Change>,
): Promise<void> {
  return queueMail(trx, actor, { kind: 'second-factor', to: { userId }, data: { name: null, ...change } });
}

export async function writeFactorMail(user: UserModel, [about]: readonly Change[]): Promise<MailText | null> {
  if (!about) return null;
  const { change, factor } = about;
  const name = about.name === null ? 'none' : toUnlinkedText(about.name);
  return composeMail(user.name, sayInMail('mail.second-factor.subject', { change }), [
    sayInMail('mail.second-factor.text', { change, factor, name, email: user.email }),
    sayInMail('mail.second-factor.help', { link: `${config.publicUrl}/account/security` }),
  ]);
}

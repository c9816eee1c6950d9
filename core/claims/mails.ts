// Emails about claimed listings, to both sides.
import type { UserModel } from '../../db/models/user.js';
import { config } from '../kernel/config.js';
import type { Mails } from '../kernel/outbox.js';
import { toUnlinkedText } from '../kernel/text/person-name.js';
import { composeMail, type MailText, reasonInMail, sayInMail } from '../site/mail-text.js';

/** To the former owner of the listing. */
export async function writeClaimMail(
  owner: UserModel,
  [about]: readonly Mails['listing-claimed'][],
): Promise<MailText | null> {
  if (!about) return null;
  const name = toUnlinkedText(about.name);
  return composeMail(owner.name, sayInMail('mail.claimed.subject', { name }), [
    sayInMail('mail.claimed.text', { name, address: about.address }),
    sayInMail('mail.claimed.next'),
  ]);
}

/** To both accounts of a claim that an admin has undone. */
export async function writeUndoneMail(
  reader: UserModel,
  [about]: readonly Mails['claim-undone'][],
): Promise<MailText | null> {
  if (!about) return null;
  const name = toUnlinkedText(about.name);
  const { address, isYours, reason } = about;
  return composeMail(reader.name, sayInMail('mail.claim-undone.subject', { name }), [
    sayInMail('mail.claim-undone.text', { name, address, isYours: String(isYours) }),
    reasonInMail(reason),
    sayInMail('mail.your-listings', { link: `${config.publicUrl}/account` }),
  ]);
}

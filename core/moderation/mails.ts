// Emails about decisions of moderators, to reporters and to owners who appealed.

import { config } from '../kernel/config.js';
import type { Mails } from '../kernel/outbox.js';
import { toUnlinkedText } from '../kernel/text/person-name.js';
import { composeMail, type MailText, reasonInMail, sayInMail } from '../site/mail-text.js';

/** To a reporter who left an address. */
export async function writeReportMail(
  _nobody: unknown,
  [about]: readonly Mails['report-closed'][],
): Promise<MailText | null> {
  if (!about) return null;
  const name = toUnlinkedText(about.name);
  return composeMail(null, sayInMail('mail.report.subject', { name }), [
    sayInMail('mail.report.text', { name, outcome: about.outcome }),
    // The owner deleted the listing: the report was not decided.
    about.outcome === 'withdrawn' ? null : sayInMail('mail.report.thanks'),
  ]);
}

/** To the owner of a listing that stays rejected. */
export async function writeAppealMail(
  owner: { name: string },
  [about]: readonly Mails['appeal-denied'][],
): Promise<MailText | null> {
  if (!about) return null;
  const name = toUnlinkedText(about.name);
  return composeMail(owner.name, sayInMail('mail.appeal-denied.subject', { name }), [
    sayInMail('mail.appeal-denied.text', { name, address: about.address }),
    reasonInMail(about.answer),
    sayInMail('mail.what-may-be-listed', { link: `${config.publicUrl}/policy` }),
  ]);
}

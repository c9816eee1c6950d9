// Limits on recipients: anyone can type anyone's address. An unverified inbox gets few emails a day in total, and
// none with text that a sender wrote (C4).
import type { UserModel } from '../../../db/models/accounts.js';
import { MailModel } from '../../../db/models/outgoing.js';
import { emailKey } from '../../accounts/emails.js';
import { config } from '../../kernel/config.js';
import { log } from '../../kernel/log.js';
import type { MailKind, Mails } from '../outbox.js';
import { composeMail, type MailText, sayInMail } from '../text.js';

export interface Recipient {
  readonly email: string;
  readonly user: UserModel | null;
}

/** What is sent: the email, the email without the reader's name, a notice of where to read it, or nothing. */
type Admitted = 'whole' | 'nameless' | 'notice' | 'nothing';

export interface InboxRule<K extends MailKind> {
  readonly isProven: (to: Recipient, about: Mails[K]) => boolean;
  readonly unproven: Exclude<Admitted, 'whole'>;
}

/** The inbox belongs to an account that has verified it. */
const isProven = ({ email, user }: Recipient) =>
  user?.emailVerified === true && user.emailKey === emailKey(email);
export const PLAIN = { isProven, unproven: 'nameless' } as const;
/** Somebody typed the address. */
export const TYPED = { isProven: () => false, unproven: 'nameless' } as const;
/** For emails that quote what somebody wrote. */
const QUOTING = { isProven, unproven: 'notice' } as const;
export const UNLESS_PROVEN = { isProven, unproven: 'nothing' } as const;

/** How much of an email its inbox gets. Without a mail provider, emails become files and reach no inbox. */
export async function admit(
  rows: readonly MailModel[],
  to: Recipient,
  { isProven: isKnown, unproven }: InboxRule<MailKind> = QUOTING,
): Promise<Admitted> {
  const [first] = rows as [MailModel];
  if (config.smtpUrl === null || isKnown(to, first.data as never)) return 'whole';
  if (unproven === 'nothing' || first.inbox !== null || (await takePlace(rows, to.email))) return unproven;
  log.info({ mail: first.id, kind: first.kind }, 'an unproven inbox has had its emails of the day');
  return 'nothing';
}

export const writeNotice = (): MailText =>
  composeMail(null, sayInMail('mail.notice-subject'), [
    sayInMail('mail.notice', { link: `${config.publicUrl}/account` }),
    sayInMail('mail.notice-why', { link: `${config.publicUrl}/account/settings` }),
  ]);

/** Maximum emails a day for an unverified inbox, of all kinds together. */
const MOST_A_DAY = 3;
const DOTLESS = new Set(['gmail.com', 'googlemail.com']);

/** The inbox of an address: lower case, without `+tag`, at Gmail also without dots. */
export function inboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1).toLowerCase();
  const [name = ''] = address.slice(0, at).toLowerCase().split('+', 1);
  return DOTLESS.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}

/** Counts a batch, sent as one email, for an unverified inbox. @returns false: the daily limit is reached */
function takePlace(rows: readonly MailModel[], address: string): Promise<boolean> {
  const inbox = inboxOf(address);
  const ids = rows.map(({ id }) => id);
  return MailModel.transaction(async (trx) => {
    await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`inbox ${inbox}`]);
    const taken = await MailModel.query(trx)
      .where({ inbox })
      .whereNotIn('id', ids)
      .whereRaw(`coalesce(sent_at, now()) > now() - interval '1 day'`)
      .select('id', 'batch');
    if (new Set(taken.map(({ id, batch }) => batch ?? id)).size >= MOST_A_DAY) return false;
    await MailModel.query(trx).whereIn('id', ids).patch({ inbox });
    return true;
  });
}

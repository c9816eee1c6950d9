// The texts of emails, in the language of the site: their readers cannot choose another.
import { toUnlinkedText } from '../kernel/text/person-name.js';
import type { MessageKey } from '../languages/language.js';
import type { Arguments } from '../languages/message.js';
import { currentSite } from './current.js';
import { siteLanguage } from './languages.js';

export interface MailText {
  readonly subject: string;
  readonly text: string;
}

/** A message of the catalogues; `site` is the name of the site in all of them. */
export function sayInMail(key: MessageKey, values: Arguments = {}): string {
  return siteLanguage().t(key, { site: currentSite().name, ...values });
}

/**
 * @param name of the recipient, null if there is no account
 * @param paragraphs without the greeting; null ones are left out
 */
export function composeMail(
  name: string | null,
  subject: string,
  paragraphs: readonly (string | null)[],
): MailText {
  const hello =
    name === null ? sayInMail('mail.hello') : sayInMail('mail.hello-name', { name: toUnlinkedText(name) });
  return {
    subject,
    text: `${[hello, ...paragraphs].filter((paragraph) => paragraph !== null).join('\n\n')}\n`,
  };
}

/** The paragraph with a moderator's reason, quoted as written. */
export const reasonInMail = (reason: string | null): string | null =>
  reason === null || reason === '' ? null : sayInMail('mail.reason', { reason });

// Texts of emails: catalogue messages, or the operator's wording, in the reader's chosen language or the site's.
import { AsyncLocalStorage } from 'node:async_hooks';
import { config } from '../kernel/config.js';
import { type Said, wordSaid } from '../kernel/said.js';
import { toUnlinkedText } from '../kernel/text/readable.js';
import type { Arguments, Language, MessageKey } from '../languages/language.js';
import { currentSettings } from '../settings/current.js';
import { formatTime } from '../settings/dates.js';
import { type MailWords, rewordedMessage } from '../settings/mail-words.js';
import { defaultLanguage } from '../settings/texts.js';
import { type Block, type MailItem, mailHtml } from './html.js';

export interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Reader {
  readonly language: Language;
  /** Words that are not stored yet; by default those of the site. */
  readonly words?: MailWords | null;
}

const reader = new AsyncLocalStorage<Reader>();

/** Writes an email in another language than the site's, or in words that are only tried. */
export const writeFor = <T>(whom: Reader, write: () => T): T => reader.run(whom, write);

/** The language of the email being written. */
export const mailLanguage = (): Language => reader.getStore()?.language ?? defaultLanguage();

/** A message in the operator's words, if there are some; `site` is the name of the site in all of them. */
export function sayInMail(key: MessageKey, values: Arguments = {}): string {
  const site = currentSettings();
  const all = { site: site.name, ...values };
  const language = mailLanguage();
  const words = reader.getStore()?.words ?? site.mail_texts;
  return rewordedMessage(words, language.tag, key, all) ?? language.t(key, all);
}

/** A message that was stored with the email; text is a sentence of an earlier release. */
export const findingInMail = (found: Said | string): string =>
  typeof found === 'string'
    ? found
    : wordSaid(found, sayInMail, (instant) => formatTime(mailLanguage(), instant));

/** @param name of the recipient, null or empty if none is to be named @param blocks without the greeting */
export function composeMail(
  name: string | null,
  subject: string,
  blocks: readonly Block[],
  footer = sayInMail('mail.footer', { address: config.publicUrl }),
): MailText {
  const hello = name ? sayInMail('mail.hello-name', { name: toUnlinkedText(name) }) : sayInMail('mail.hello');
  const all = [hello, ...blocks].filter((block) => block !== null);
  return {
    // A subject is one line, whatever an operator made of it.
    subject: subject.replace(/\s+/g, ' '),
    text: `${[...all.map(plain), `-- \n${footer}`].join('\n\n')}\n`,
    html: mailHtml(subject, all, footer, mailLanguage()),
  };
}

function plain(block: NonNullable<Block>): string {
  if (typeof block === 'string') return block;
  if ('link' in block) return `${block.button}: ${block.link}`;
  return block.items
    .map(({ text, link, note }) => `- ${link ? `${text}: ${link}` : text}${note ? `\n  ${note}` : ''}`)
    .join('\n');
}

/** The paragraph with a reason: a moderator's is quoted as written. */
export const reasonInMail = (reason: Said | string | null): string | null =>
  reason === null || reason === '' ? null : sayInMail('mail.reason', { reason: findingInMail(reason) });

/** A list of at most so many items; the rest is a count. */
export function itemsInMail(items: readonly MailItem[], most: number): Block {
  const more = items.length - most;
  return {
    items: [
      ...items.slice(0, most),
      ...(more > 0 ? [{ text: sayInMail('mail.more', { count: more }) }] : []),
    ],
  };
}

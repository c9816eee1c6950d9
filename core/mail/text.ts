// Texts of emails: messages or the operator's wording, in the reader's language or the directory's.
import { AsyncLocalStorage } from 'node:async_hooks';
import { config } from '../kernel/config.js';
import { type Said, wordSaid } from '../kernel/errors.js';
import { escapeHtml } from '../kernel/text/html.js';
import { toUnlinkedText } from '../kernel/text/readable.js';
import type { Arguments, Language, MessageKey } from '../languages/language.js';
import { toPublicAddress } from '../pictures/media.js';
import { accentShades, DEFAULT_ACCENT } from '../settings/accent.js';
import { currentSettings } from '../settings/current.js';
import { formatTime } from '../settings/dates.js';
import { defaultLanguage, type MailWords, rewordedMessage, wordReason } from '../settings/texts.js';

export interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Reader {
  readonly language: Language;
  /** Wording that is not stored yet; by default the stored one. */
  readonly words?: MailWords | null;
}

const reader = new AsyncLocalStorage<Reader>();

/** Writes an email in another language than the directory's, or with wording that is not stored. */
export const writeFor = <T>(whom: Reader, write: () => T): T => reader.run(whom, write);

export const mailLanguage = (): Language => reader.getStore()?.language ?? defaultLanguage();

/** A message in the operator's wording, if any; every text may use `site`, the directory's name. */
export function sayInMail(key: MessageKey, values: Arguments = {}): string {
  const settings = currentSettings();
  const all = { site: settings.name, ...values };
  const language = mailLanguage();
  const words = reader.getStore()?.words ?? settings.mail_texts;
  return rewordedMessage(words, language.tag, key, all) ?? language.t(key, all);
}

/** A stored message, in the reader's language. */
export const findingInMail = (found: Said): string =>
  wordSaid(found, sayInMail, (instant) => formatTime(mailLanguage(), instant));

/** @param name of the recipient; null or empty: not addressed by name @param blocks without the greeting */
export function composeMail(
  name: string | null,
  subject: string,
  blocks: readonly Block[],
  footer = sayInMail('mail.footer', { address: config.publicUrl }),
): MailText {
  const hello = name ? sayInMail('mail.hello-name', { name: toUnlinkedText(name) }) : sayInMail('mail.hello');
  const all = [hello, ...blocks].filter((block) => block !== null);
  return {
    // A subject is one line, whatever the operator's wording.
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

/** The paragraph with a reason; quotes a moderator's words. */
export const reasonInMail = (reason: Said | string | null): string | null =>
  reason === null || reason === ''
    ? null
    : sayInMail('mail.reason', {
        reason: typeof reason === 'string' ? wordReason(mailLanguage(), reason) : findingInMail(reason),
      });

/** A list of up to `most` items, and the number of the rest. */
export function itemsInMail(items: readonly MailItem[], most: number): Block {
  const more = items.length - most;
  return {
    items: [
      ...items.slice(0, most),
      ...(more > 0 ? [{ text: sayInMail('mail.more', { count: more }) }] : []),
    ],
  };
}

/** The colours of theme-light.css and theme-dark.css, as 8-bit sRGB. */
const LIGHT = { paper: '#fbf9f3', ink: '#231b14', soft: '#5a5147', hair: '#e1dcd2' };
const DARK = { paper: '#15120e', ink: '#eeebe2', soft: '#b6b0a6', hair: '#3a352e' };

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** `text` becomes the link if `link` leads to this directory; other addresses are written out. */
interface MailItem {
  readonly text: string;
  readonly link?: string;
  readonly note?: string | null;
}

export type Block =
  | string
  | null
  | { readonly button: string; readonly link: string }
  | { readonly items: readonly MailItem[] };

function mailHtml(subject: string, blocks: readonly Block[], footer: string, language: Language) {
  const { name, logo_url, accent_color } = currentSettings();
  const { light, dark } = accentShades(accent_color ?? DEFAULT_ACCENT);
  const styles = {
    link: `color:${light.accent}`,
    button: `display:inline-block;padding:12px 20px;border-radius:8px;background:${light.accent};color:${light.on};font-weight:600;text-decoration:none`,
  };
  const logo = logo_url
    ? `<img src="${escapeHtml(toPublicAddress(logo_url))}" alt="" height="32" style="height:32px;width:auto;vertical-align:middle">&nbsp; `
    : '';
  return `<!doctype html>
<html lang="${language.tag}" dir="${language.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .mail { background: ${DARK.paper} !important; color: ${DARK.ink} !important; }
  .brand { color: ${DARK.ink} !important; border-color: ${dark.accent} !important; }
  .foot { color: ${DARK.soft} !important; border-color: ${DARK.hair} !important; }
  .link { color: ${dark.accent} !important; }
  .button { background: ${dark.accent} !important; color: ${dark.on} !important; }
}
</style>
</head>
<body class="mail" style="margin:0;background:${LIGHT.paper};color:${LIGHT.ink};${FONT};font-size:16px;line-height:1.55">
<div style="max-width:560px;margin:0 auto;padding:28px 20px 36px;overflow-wrap:break-word">
<p class="brand" style="margin:0 0 28px;padding-bottom:14px;border-bottom:3px solid ${light.accent};color:${LIGHT.ink};font-size:18px;font-weight:700">${logo}${escapeHtml(name)}</p>
${blocks.map(blockHtml).join('\n')}
<p class="foot" style="margin:32px 0 0;padding-top:14px;border-top:1px solid ${LIGHT.hair};color:${LIGHT.soft};font-size:13px">${textHtml(footer)}</p>
</div>
</body>
</html>
`;

  function blockHtml(block: Block): string {
    if (block === null) return '';
    if (typeof block === 'string') return `<p style="margin:0 0 16px">${textHtml(block)}</p>`;
    if ('items' in block)
      return `<ul style="margin:0 0 16px;padding:0 20px">${block.items.map(itemHtml).join('')}</ul>`;
    return `<p style="margin:0 0 20px"><a class="button" style="${styles.button}" href="${escapeHtml(block.link)}">${escapeHtml(block.button)}</a></p>`;
  }

  function itemHtml({ text, link, note }: MailItem): string {
    const named = link && isOurs(link) ? linkHtml(link, text) : escapeHtml(link ? `${text}: ${link}` : text);
    return `<li style="margin:0 0 8px">${named}${note ? `<br>${textHtml(note)}` : ''}</li>`;
  }

  /** Links only addresses of this directory: untrusted text must not become more inviting. */
  function textHtml(text: string): string {
    const parts = text.split(/(https?:\/\/[^\s<>"]*[^\s<>".,:;!?)”“’])/);
    return parts
      .map((part, index) =>
        index % 2 === 1 && isOurs(part) ? linkHtml(part, part) : escapeHtml(part).replaceAll('\n', '<br>'),
      )
      .join('');
  }

  function linkHtml(href: string, text: string): string {
    return `<a class="link" style="${styles.link}" href="${escapeHtml(href)}">${escapeHtml(text)}</a>`;
  }
}

const isOurs = (address: string) =>
  address === config.publicUrl || address.startsWith(`${config.publicUrl}/`);

// The sent mails: the outbox of this process's data directory, oldest first. Queued mails are sent now.
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { finishBackground } from '../../core/kernel/background.js';
import { config } from '../../core/kernel/config.js';
import { sendQueuedMail } from '../../core/mail/sending/send.js';
import { BaseModel } from '../../db/models/base.js';

/** Does what a worker does with all due mails. */
async function sendWaitingMails(): Promise<void> {
  await finishBackground();
  const due = await BaseModel.knex()('mails')
    .where('due_at', '<=', BaseModel.knex().fn.now())
    .whereNull('sent_at')
    .orderBy('created_at')
    .pluck('id');
  for (const id of due) await sendQueuedMail(id);
}

/** Delayed mails are made due first. */
export async function hurryMails(): Promise<void> {
  // Times in rows are rounded to milliseconds, and may be slightly in the future.
  const due = BaseModel.knex().raw(`now() - interval '1 second'`);
  await BaseModel.knex()('mails').whereNull('sent_at').update({ due_at: due });
}

/** Every mail with its plain text, the quoted-printable lines joined. */
export async function allMails(): Promise<string[]> {
  return (await readMails()).map(({ text }) => text);
}

/** The HTML of every mail. */
export async function allHtmlMails(): Promise<string[]> {
  return (await readMails()).map(({ html }) => html);
}

/** A sent mail does not change. */
const read = new Map<string, ReturnType<typeof partsOf>>();

async function readMails() {
  await sendWaitingMails();
  const outbox = join(config.dataDir, 'outbox');
  const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
  return names.map((name) => {
    const path = join(outbox, name);
    const parts = read.get(path) ?? partsOf(decode(readFileSync(path, 'utf8')));
    read.set(path, parts);
    return parts;
  });
}

export async function mailsTo(email: string): Promise<string[]> {
  return (await allMails()).filter((mail) => mail.includes(`To: ${email}`));
}

/** The two alternatives of a mail, the text below the headers. */
export function partsOf(mail: string): { text: string; html: string } {
  const boundary = /boundary="([^"]+)"/.exec(mail)?.[1];
  if (!boundary) return { text: mail, html: '' };
  const [head = '', text = '', html = ''] = mail.split(`--${boundary}`);
  const bodyOf = (part: string) => part.replace(/^[\s\S]*?\n\n/, '');
  return { text: `${head.trimEnd()}\n\n${bodyOf(text)}`, html: bodyOf(html) };
}

function decode(mail: string): string {
  return mail
    .replace(/\r\n/g, '\n')
    .replace(/=\n/g, '')
    .replace(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString('utf8'));
}

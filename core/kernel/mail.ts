// Mails: over SMTP where a provider is configured, else `.eml` files in DATA_DIR/outbox (C2).
import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { inBackground } from './background.js';
import { config } from './config.js';
import { log } from './log.js';

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/**
 * Sends a mail in the background: the answer to a request neither waits for the provider nor tells, by its
 * time, whether a mail was sent. A failure is logged.
 */
export function sendMail(mail: Mail): void {
  inBackground(() => deliver(mail), 'a mail could not be sent');
}

/** Whether mails can leave: the provider takes our connection, or the outbox can be written. @throws otherwise */
export async function checkMail(): Promise<void> {
  if (config.smtpUrl) {
    await createTransport({ url: config.smtpUrl, connectionTimeout: CHECK_TIMEOUT } as object).verify();
    return;
  }
  await mkdir(outboxPath(), { recursive: true, mode: 0o700 });
  await access(outboxPath(), constants.W_OK);
}

const CHECK_TIMEOUT = 10_000;
const outboxPath = () => join(config.dataDir, 'outbox');

async function deliver(mail: Mail): Promise<void> {
  const message = { from: config.mailFrom, ...mail };
  if (config.smtpUrl) {
    await createTransport(config.smtpUrl).sendMail(message);
    log.info({ subject: mail.subject }, 'mail sent');
    return;
  }
  const rendered = await createTransport({ streamTransport: true, buffer: true }).sendMail(message);
  const outbox = outboxPath();
  await mkdir(outbox, { recursive: true, mode: 0o700 });
  const path = join(
    outbox,
    `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`,
  );
  // Whole or not at all: whoever watches the folder never reads half a mail.
  await writeFile(`${path}.part`, rendered.message as Buffer, { mode: 0o600 });
  await rename(`${path}.part`, path);
  log.info({ subject: mail.subject, path }, 'mail written to the outbox');
}

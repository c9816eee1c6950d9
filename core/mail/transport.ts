// Sends one email: by SMTP if a provider is configured, else as an `.eml` file in DATA_DIR/outbox (C2).
import { access, constants, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { config } from '../kernel/config.js';
import { areaLog } from '../kernel/log.js';

const log = areaLog('mails');

export interface Mail {
  from: string | { name: string; address: string };
  to: string;
  replyTo?: string;
  subject: string;
  text: string;
  html?: string;
  headers?: Readonly<Record<string, string>>;
}

export const SEND_LIMIT = 45_000;
const SILENCE_LIMIT = 15_000;
const CHECK_TIMEOUT = 10_000;

const outboxPath = () => join(config.dataDir, 'outbox');

/** Loaded with the first email: most commands send none. */
const loadMailer = () => import('nodemailer');

const openTransport = async (url: string, silence: number) =>
  (await loadMailer()).createTransport({
    url,
    connectionTimeout: silence,
    greetingTimeout: silence,
    socketTimeout: silence,
    dnsTimeout: silence,
  } as object);

export function noReply(name: string): { name: string; address: string } {
  return { name, address: `no-reply@${new URL(config.publicUrl).hostname}` };
}

/** Checks that the provider accepts a connection, or that the outbox is writable. @throws if not */
export async function checkMail(): Promise<void> {
  if (config.smtpUrl) {
    await (await openTransport(config.smtpUrl, CHECK_TIMEOUT)).verify();
    return;
  }
  await mkdir(outboxPath(), { recursive: true, mode: 0o700 });
  await access(outboxPath(), constants.W_OK);
}

/** Sends one email, once. @param id the same for each attempt, so that a duplicate can be recognised
 * @returns the provider's response, or the file's path @throws the provider's error; see `isRefusedForGood` */
export async function deliverMail(mail: Mail, { id, requestId }: { id: string; requestId?: string | null }) {
  const message = {
    ...mail,
    messageId: `<${id}@${new URL(config.publicUrl).hostname}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(requestId ? { 'X-Request-Id': requestId } : {}),
      ...mail.headers,
    },
  };
  return config.smtpUrl ? sendOverSmtp(config.smtpUrl, message) : writeFileFor(id, message);
}

async function sendOverSmtp(url: string, message: object): Promise<string> {
  const transport = await openTransport(url, SILENCE_LIMIT);
  const within = { ...message, signal: AbortSignal.timeout(SEND_LIMIT) };
  const { response } = (await transport.sendMail(within as object)) as { response: string };
  return response;
}

/** A permanent refusal (SMTP 5xx): retrying is pointless. */
export function isRefusedForGood(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number };
  return responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
}

async function writeFileFor(id: string, message: object): Promise<string> {
  const { createTransport } = await loadMailer();
  const rendered = await createTransport({ streamTransport: true, buffer: true }).sendMail(message);
  const outbox = outboxPath();
  await mkdir(outbox, { recursive: true, mode: 0o700 });
  const path = join(outbox, `${new Date().toISOString().replaceAll(':', '-')}-${id.slice(0, 8)}.eml`);
  // Rename into place, so that no program watching the folder reads half an email.
  const part = `${path}.part`;
  try {
    await writeFile(part, rendered.message as Buffer, { mode: 0o600 });
    await rename(part, path);
  } catch (error) {
    // Remove the part: on a full disk every attempt would leave another file.
    await rm(part, { force: true });
    throw error;
  }
  log.info({ path }, 'email written to the outbox');
  return path;
}

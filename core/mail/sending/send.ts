// Sends queued emails (core/mail/outbox.ts). The row is the source of truth, the job only a trigger: a sweep finds
// rows without a job, and an expired lease releases the email of a dead worker.
import { randomUUID } from 'node:crypto';
import { UserModel } from '../../../db/models/accounts.js';
import { MailModel } from '../../../db/models/outgoing.js';
import { config } from '../../kernel/config.js';
import { isFree, leaseEnd, RELEASED } from '../../kernel/leases.js';
import { areaLog } from '../../kernel/log.js';
import { own } from '../../kernel/own.js';
import { currentSettings, refreshSettings } from '../../settings/current.js';
import { enqueueMail, MAIL_PAUSE_MINUTES, type MailKind } from '../outbox.js';
import { composeMail, type MailText, sayInMail } from '../text.js';
import { deliverMail, isRefusedForGood, type Mail, noReply, SEND_LIMIT } from '../transport.js';
import { admit, type Recipient, writeNotice } from './gate.js';
import { MAILS, type MailEntry } from './kinds.js';

const log = areaLog('mails');

/** Seconds a worker has for one email; then it is presumed dead. */
const LEASE_SECONDS = SEND_LIMIT / 1000 + 15;
const RETRY_HOURS = 48;
/** Seconds before the first retry, doubled for each, up to four hours. */
const FIRST_RETRY_DELAY_S = 30;
const MAX_RETRY_DELAY_S = 4 * 3600;
const LOST_AFTER_SECONDS = 30;
const SWEEP_BATCH = 500;

/** An email is given up: its job fails with this error, and operators can retry the job. */
class MailFailure extends Error {
  override readonly name = 'MailFailure';
}

/** Sends a due email. @returns milliseconds until the next attempt, or null if done
 * @throws MailFailure if given up: refused permanently, or retried for two days */
export async function sendQueuedMail(id: string): Promise<number | null> {
  const rows = await acquireLease(id);
  if (rows.length === 0) return nextTry(id);
  const [first] = rows as [MailModel];
  await refreshSettings();
  const to = await recipientOf(first);
  const mail = to && (await isWithinLimit(first, to.user)) ? await write(first, to, rows) : null;
  if (!to || !mail) {
    await MailModel.query().delete().whereIn('id', idsOf(rows));
    return null;
  }
  try {
    const answer = await deliverMail(
      { to: to.email, ...sender(), ...mail },
      { id: first.id, requestId: first.requestId },
    );
    await whileLeased(rows).patch({ ...RELEASED, sentAt: now(), lastError: null, data: {} });
    log.info({ mail: first.id, kind: first.kind, request_id: first.requestId, answer }, 'email sent');
    return null;
  } catch (error) {
    return recordFailure(rows, error as Error);
  }
}

const entryOf = (kind: string) => own(MAILS, kind) as MailEntry<MailKind> | undefined;
const now = () => MailModel.raw('now()') as never;
const idsOf = (rows: readonly MailModel[]) => rows.map(({ id }) => id);
/** The rows, unless another worker has leased them since. */
const whileLeased = (rows: readonly MailModel[]) =>
  MailModel.query()
    .whereIn('id', idsOf(rows))
    .where('leased_until', rows[0]?.leasedUntil ?? null);

async function acquireLease(id: string): Promise<MailModel[]> {
  return MailModel.query()
    .whereNull('sent_at')
    .where('due_at', '<=', now())
    .whereRaw(isFree())
    .where((wanted) =>
      wanted
        .where({ id })
        .orWhereRaw('(batch, user_id, kind) = (select batch, user_id, kind from mails where id = ?)', [id]),
    )
    .patch({
      attempts: MailModel.raw('attempts + 1') as never,
      leasedUntil: leaseEnd(LEASE_SECONDS),
      failedAt: null,
    })
    .returning('*');
}

async function nextTry(id: string): Promise<number | null> {
  const row = await MailModel.query()
    .findById(id)
    .whereNull('sent_at')
    .whereNull('failed_at')
    .select(MailModel.raw('extract(epoch from greatest(due_at, leased_until) - now())::float as seconds'));
  return row ? Math.max(1, (row as unknown as { seconds: number }).seconds) * 1000 : null;
}

/** The address of an email and its account; null if the account does not exist. */
async function recipientOf({ userId, emailKey, address }: MailModel): Promise<Recipient | null> {
  if (address && !userId) return { email: address, user: null };
  const user = await (userId
    ? UserModel.query().findById(userId)
    : UserModel.query().findOne({ email_key: emailKey }));
  return user ? { email: address ?? user.email, user } : null;
}

/** Whether no other email of its kind was queued for the account shortly before. */
async function isWithinLimit({ id, kind, createdAt }: MailModel, user: UserModel | null): Promise<boolean> {
  if (!user || !entryOf(kind)?.isLimited) return true;
  const earlier = await MailModel.query()
    .where({ kind })
    .where((same) => same.where('user_id', user.id).orWhere('email_key', user.emailKey))
    .where('created_at', '>', new Date(createdAt.getTime() - MAIL_PAUSE_MINUTES * 60_000))
    // Of two emails in the same millisecond, the one with the smaller id is earlier.
    .whereRaw('(created_at, id) < (?, ?)', [createdAt, id])
    .resultSize();
  return earlier === 0;
}

async function write(first: MailModel, to: Recipient, rows: readonly MailModel[]): Promise<MailText | null> {
  const entry = entryOf(first.kind);
  // The email was queued by a newer release, before this one was installed again.
  if (!entry) throw new MailFailure(`This release knows no mail of the kind ${first.kind}.`);
  const admitted = await admit(rows, to, entry.inbox);
  if (admitted === 'nothing') return null;
  if (admitted === 'notice') return writeNotice();
  // The account's name may also have been typed by somebody else.
  const reader = admitted === 'nameless' && to.user ? Object.assign(to.user.$clone(), { name: '' }) : to.user;
  // Kinds that are sent to a bare address have no account, and their templates need none.
  return entry.write(reader as UserModel, rows.map(({ data }) => data) as never);
}

async function recordFailure(rows: readonly MailModel[], error: Error): Promise<number> {
  const [first] = rows as [MailModel];
  const { id, kind, attempts, createdAt, requestId } = first;
  const about = { mail: id, kind, attempts, request_id: requestId, reason: error.message };
  const isOver = isRefusedForGood(error) || Date.now() - createdAt.getTime() > RETRY_HOURS * 3_600_000;
  if (isOver) {
    await whileLeased(rows).patch({ ...RELEASED, failedAt: now(), lastError: error.message });
    log.error(about, 'an email was abandoned');
    throw new MailFailure(error.message, { cause: error });
  }
  const pause = Math.min(MAX_RETRY_DELAY_S, FIRST_RETRY_DELAY_S * 2 ** Math.min(attempts - 1, 20));
  await whileLeased(rows).patch({
    ...RELEASED,
    dueAt: MailModel.raw(`now() + interval '${pause} seconds'`) as never,
    lastError: error.message,
  });
  log.warn({ ...about, retry_in_seconds: pause }, 'an email could not be sent');
  return pause * 1000;
}

/** Sends a test email at once. @returns the provider's response, or the path of the file */
export async function sendTestMail(to: string): Promise<string> {
  const mail = composeMail(null, sayInMail('mail.test.subject'), [
    sayInMail('mail.test.text', { address: config.publicUrl }),
  ]);
  return deliverMail({ to, ...sender(), ...mail }, { id: randomUUID() });
}

function sender(): Pick<Mail, 'from' | 'replyTo'> {
  const { name, contact_email } = currentSettings();
  return { from: config.mailFrom ?? noReply(name), ...(contact_email ? { replyTo: contact_email } : {}) };
}

/** Queues due emails without a worker again. @returns how many */
export async function sweepMails(): Promise<number> {
  const lost = await MailModel.query()
    .whereNull('sent_at')
    .whereNull('failed_at')
    .whereRaw(`due_at < now() - interval '${LOST_AFTER_SECONDS} seconds'`)
    .whereRaw(isFree())
    .orderBy('due_at')
    .limit(SWEEP_BATCH);
  for (const row of lost) await enqueueMail(row);
  return lost.length;
}

interface MailCounts {
  waiting: number;
  retried: number;
  failed: number;
  oldest_seconds: number | null;
  /** The provider's last response about a waiting or failed email. */
  last_error: string | null;
}

export async function countMails(): Promise<MailCounts> {
  const { rows } = await MailModel.knex().raw<{ rows: [MailCounts] }>(
    `select count(*) filter (where failed_at is null) as waiting,
       count(*) filter (where failed_at is null and last_error is not null) as retried,
       count(failed_at) as failed,
       extract(epoch from now() - min(created_at) filter (where failed_at is null))::int as oldest_seconds,
       (array_agg(last_error order by coalesce(failed_at, due_at) desc) filter (where last_error is not null))[1]
         as last_error
     from mails where sent_at is null`,
  );
  return rows[0];
}

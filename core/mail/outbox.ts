// The outbox: an email is a row, written in the transaction that causes it, so that both commit or neither.
// Jobs send them (core/mail/sending/send.ts).
import type { Transaction } from 'objection';
import { MailModel } from '../../db/models/outgoing.js';
import { prepare } from '../../db/prepared.js';
import type { Actor } from '../kernel/actor.js';
import { afterCommit } from '../kernel/background.js';
import type { Said } from '../kernel/errors.js';
import { enqueue } from '../kernel/queue.js';

/** The data of each kind of email. Its text is rendered when it is sent. */
export interface Mails {
  'reset-password': { link: string };
  /** `redirect`: where to go after confirming; null: our page. */
  'verify-email': { redirect: string | null };
  'change-email': { email: string; redirect: string | null };
  'email-changed': { name: string | null; wasProven?: boolean };
  /** `all`: an admin removed every factor. */
  'second-factor': { change: 'added' | 'removed'; factor: 'app' | 'passkey' | 'all'; name: string | null };
  /** One email for all submissions of an owner within five minutes. */
  'listing-received': { id: string };
  /** Moderation of a listing, which may be deleted by now. */
  'listing-moderated': {
    action: 'approve' | 'archive' | 'reject' | 'restore' | 'hold' | 'delete';
    reason: Said | string | null;
    name: string;
    address: string;
    isLive: boolean;
    slug: string;
    /** The listing's id, and the status that its owner knows; absent from examples. */
    id?: string;
    was?: string;
  };
  'account-suspended': { reason: string; until: string | null };
  'suspension-lifted': { reason: string | null };
  'key-leaked': { name: string | null; prefix: string };
  'webhook-paused': { host: string; reason: Said };
  /** Someone proved control of a listing's site and owns it, or staff undid this. `isYours`: the reader is owner. */
  'listing-claimed': { name: string; address: string; isYours?: boolean };
  'claim-undone': { name: string; address: string; isYours: boolean; reason: string | null };
  'site-gone': {
    id?: string;
    name: string;
    website: string;
    edit: string;
    status: 'unreachable' | 'parked';
    detail: Said;
  };
  /** The outcome of a report; withdrawn: the owner deleted the listing. */
  'report-closed': { name: string; outcome: 'upheld' | 'dismissed' | 'fixed' | 'deleted' | 'withdrawn' };
  'follow-confirm': { id: string };
  'follow-digest': { sections: { id: string; slugs: string[] }[] };
  'appeal-denied': { name: string; address: string; answer: string | null };
  /** To moderators: how many items wait at the desk, and for how many days the oldest; or one new appeal. */
  'desk-waiting': { count: number; days: number };
  'desk-appeal': { name: string; slug: string };
  /** To admins: the changes from a followed source. */
  'source-read': {
    id: string;
    source: string;
    counts: Readonly<Record<string, number>>;
    gone: 'archive' | 'review';
    isWhole: boolean;
  };
}
export type MailKind = keyof Mails;

export interface QueuedMail<K extends MailKind> {
  readonly kind: K;
  /** An account, optionally at another address; the account of a typed address, if any; or a bare address. */
  readonly to:
    | { readonly userId: string; readonly address?: string }
    | { readonly emailKey: string }
    | { readonly address: string };
  readonly data: Mails[K];
  /** Emails of one kind and batch id are merged into one per account. If `batch` is given, even null, the email waits:
   * an undo cancels it, a later decision replaces it. */
  readonly batch?: string | null;
  /** When a batch is sent; by default after ten minutes. */
  readonly dueAt?: Date;
}

const HOLD_MINUTES = 10;

const insertMail = prepare<{ id: string; kind: string }>(
  `insert into mails (kind, user_id, email_key, address, data, batch, request_id, due_at)
     values ($1, $2, $3, $4, $5, $6, $7, coalesce($8, now() + make_interval(mins => $9)))
   returning id, kind`,
);

export async function queueMail<K extends MailKind>(
  trx: Transaction,
  actor: Actor,
  { kind, to, data, batch, dueAt }: QueuedMail<K>,
): Promise<void> {
  const isHeld = batch !== undefined;
  const [row] = await insertMail(
    [
      kind,
      'userId' in to ? to.userId : null,
      'emailKey' in to ? to.emailKey : null,
      ('address' in to && to.address) || null,
      JSON.stringify(data),
      batch ?? null,
      actor.requestId,
      isHeld ? (dueAt ?? null) : null,
      isHeld ? HOLD_MINUTES : 0,
    ],
    trx,
  );
  // The sweep sends held emails when they are due.
  if (row && !isHeld) afterCommit(trx, () => enqueueMail(row));
}

export const waitingAbout = (trx: Transaction, kind: MailKind, userId: string, listingId: string) =>
  MailModel.query(trx).where({ kind, user_id: userId, attempts: 0 }).whereRaw("data->>'id' = ?", [listingId]);

export async function recallBatch(trx: Transaction, batch: string): Promise<number> {
  return MailModel.query(trx).delete().where({ batch, attempts: 0 });
}

/** Detaches emails to unverified inboxes from a deleted account: the daily limit (sending/gate.ts) counts them. */
export async function releaseMails(trx: Transaction, userId: string): Promise<void> {
  await MailModel.query(trx)
    .where({ user_id: userId })
    .whereNotNull('inbox')
    .patch({
      userId: null,
      address: MailModel.ref('inbox') as never,
      data: {},
      sentAt: MailModel.raw('coalesce(sent_at, now())') as never,
    });
}

/** Minimum minutes between two requested emails of one kind to an account (C11). */
export const MAIL_PAUSE_MINUTES = 5;

/** Seconds until an account may request another email of the kind; 0: at once. */
export async function mailPause(trx: Transaction, userId: string, kind: MailKind): Promise<number> {
  const last = await MailModel.query(trx)
    .where({ user_id: userId, kind })
    .max('created_at as createdAt')
    .first();
  if (!last?.createdAt) return 0;
  const over = last.createdAt.getTime() + MAIL_PAUSE_MINUTES * 60_000;
  return Math.max(0, Math.ceil((over - Date.now()) / 1000));
}

/** Queues the job for a due email; if the job is lost, the sweep finds the email. */
export async function enqueueMail({ id, kind }: Pick<MailModel, 'id' | 'kind'>): Promise<void> {
  await enqueue('send-mail', { mailId: id, kind });
}

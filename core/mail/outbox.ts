// The outbox: an email is a row, written in the transaction that causes it, so that neither commits without the
// other. Jobs send them (core/mail/sending/send.ts).
import type { Transaction } from 'objection';
import { MailModel } from '../../db/models/outgoing.js';
import { prepare } from '../../db/prepared.js';
import type { Actor } from '../kernel/actor.js';
import type { Said } from '../kernel/errors.js';
import { enqueue } from '../kernel/queue.js';
import { afterCommit } from '../kernel/transaction.js';

/** The data of each kind of email. Its text is rendered when it is sent. */
export interface Mails {
  /** `link`: the page for the new password. */
  'reset-password': { link: string };
  /** `redirect`: where to go after confirming; null for our own page. */
  'verify-email': { redirect: string | null };
  /** To the new inbox of an account. */
  'change-email': { email: string; redirect: string | null };
  /** To the old inbox of an account. */
  'email-changed': { name: string | null; wasProven?: boolean };
  /** A second factor of an account; `all`: an admin removed every one. */
  'second-factor': { change: 'added' | 'removed'; factor: 'app' | 'passkey' | 'all'; name: string | null };
  /** Submitted by its owner, who gets one email for all submissions within five minutes. */
  'listing-received': { id: string };
  /** Moderation of a listing of the account; the listing may be deleted by now. */
  'listing-moderated': {
    action: 'approve' | 'archive' | 'reject' | 'restore' | 'hold' | 'delete';
    reason: Said | string | null;
    name: string;
    address: string;
    isLive: boolean;
    /** Of its pages in the account. */
    slug: string;
    /** The listing, and its status as its owner knows it; an example has neither. */
    id?: string;
    was?: string;
  };
  'account-suspended': { reason: string; until: string | null };
  'suspension-lifted': { reason: string | null };
  /** A key was revoked because its secret was found in public. */
  'key-leaked': { name: string | null; prefix: string };
  /** A webhook accepted nothing for two days, or answered that it is gone. */
  'webhook-paused': { host: string; reason: Said | string };
  /** Someone proved control of a listing's site and now owns the listing, or an admin undid that. */
  'listing-claimed': { name: string; address: string };
  'claim-undone': { name: string; address: string; isYours: boolean; reason: string | null };
  /** Checks of the site of a listing failed for two weeks. */
  'site-gone': {
    /** The id of the listing; an example has none. */
    id?: string;
    name: string;
    website: string;
    edit: string;
    status: 'unreachable' | 'parked';
    detail: Said | string;
  };
  /** The outcome of a report; withdrawn: its owner deleted the listing. */
  'report-closed': { name: string; outcome: 'upheld' | 'dismissed' | 'fixed' | 'deleted' | 'withdrawn' };
  /** Whether an address wants to follow a search. */
  'follow-confirm': { id: string };
  /** New listings of what an address follows: the ids of the follows, each with its listings. */
  'follow-digest': { sections: { id: string; slugs: string[] }[] };
  'appeal-denied': { name: string; address: string; answer: string | null };
  /** To moderators: what waits at the desk, the oldest for so many days; and an appeal. */
  'desk-waiting': { count: number; days: number };
  'desk-appeal': { name: string; slug: string };
  /** To admins: what a followed source has changed. */
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
  /** An account, optionally at another address than its own; the account of a typed address, if there is one;
   * or an address that need not belong to an account. */
  readonly to:
    | { readonly userId: string; readonly address?: string }
    | { readonly emailKey: string }
    | { readonly address: string };
  readonly data: Mails[K];
  /** Emails with the same batch id are merged into one per account. */
  readonly batch?: string | null;
  /** When a batch is sent; by default after ten minutes. */
  readonly dueAt?: Date;
}

/** Minutes that emails of a batch wait, and those about decisions: an undo cancels them, a later decision replaces them. */
const HOLD_MINUTES = 10;
const DECISIONS: readonly string[] = [
  'listing-moderated',
  'report-closed',
  'appeal-denied',
] satisfies MailKind[];

const insertMail = prepare<{ id: string; kind: string }>(
  `insert into mails (kind, user_id, email_key, address, data, batch, request_id, due_at)
     values ($1, $2, $3, $4, $5, $6, $7, coalesce($8, now() + make_interval(mins => $9)))
   returning id, kind`,
);

/** Queues an email in the caller's transaction. */
export async function queueMail<K extends MailKind>(
  trx: Transaction,
  actor: Actor,
  { kind, to, data, batch = null, dueAt }: QueuedMail<K>,
): Promise<void> {
  const isHeld = batch !== null || DECISIONS.includes(kind);
  const [row] = await insertMail(
    [
      kind,
      'userId' in to ? to.userId : null,
      'emailKey' in to ? to.emailKey : null,
      ('address' in to && to.address) || null,
      JSON.stringify(data),
      batch,
      actor.requestId,
      isHeld ? (dueAt ?? null) : null,
      isHeld ? HOLD_MINUTES : 0,
    ],
    trx,
  );
  // The sweep finds those that wait.
  if (row && !isHeld) afterCommit(trx, () => enqueueMail(row));
}

/** The open batch of an account's emails of a kind, which can still be extended, or null. */
export async function openBatch(
  trx: Transaction,
  kind: MailKind,
  userId: string,
): Promise<{ batch: string; dueAt: Date } | null> {
  const row = await MailModel.query(trx)
    .where({ kind, user_id: userId, attempts: 0 })
    .whereNotNull('batch')
    .orderBy('due_at')
    .first();
  return row?.batch ? { batch: row.batch, dueAt: row.dueAt } : null;
}

/** The emails of a kind to an account about a listing that are not being sent yet. */
export const waitingAbout = (trx: Transaction, kind: MailKind, userId: string, listingId: string) =>
  MailModel.query(trx).where({ kind, user_id: userId, attempts: 0 }).whereRaw("data->>'id' = ?", [listingId]);

/** Cancels the emails of a batch that are not being sent yet. @returns how many */
export async function recallBatch(trx: Transaction, batch: string): Promise<number> {
  return MailModel.query(trx).delete().where({ batch, attempts: 0 });
}

/** Keeps what counts for an unproven inbox (core/mail/sending/gate.ts) when the account that caused it is deleted. */
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

/** At most one email of a kind that is sent on request goes to an account in this time (C11). */
export const MAIL_PAUSE_MINUTES = 5;

/** Seconds until an account may ask for another email of the kind; 0 for at once. */
export async function mailPause(trx: Transaction, userId: string, kind: MailKind): Promise<number> {
  const last = await MailModel.query(trx)
    .where({ user_id: userId, kind })
    .max('created_at as createdAt')
    .first();
  if (!last?.createdAt) return 0;
  const over = last.createdAt.getTime() + MAIL_PAUSE_MINUTES * 60_000;
  return Math.max(0, Math.ceil((over - Date.now()) / 1000));
}

/** Queues the job for an email that is due; if the job is lost, the sweep finds the email. */
export async function enqueueMail({ id, kind }: Pick<MailModel, 'id' | 'kind'>): Promise<void> {
  await enqueue('send-mail', { mailId: id, kind });
}

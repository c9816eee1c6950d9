// Mails as rows, written in the transaction of what causes them: no commit without its mail, no mail without its
// commit. They are sent by jobs (core/operations/mails.ts).
import type { Transaction } from 'objection';
import { MailModel } from '../../db/models/mail.js';
import type { Actor } from './actor.js';
import { afterCommit } from './background.js';
import { enqueue } from './queue.js';

/** What each kind of mail is about. What it says is put together when it is sent. */
export interface Mails {
  /** `link`: the page that takes the new password. */
  'reset-password': { link: string };
  /** `redirect`: where the confirmed inbox leads, null to our own page. */
  'verify-email': { redirect: string | null };
  /** What was done to a listing of the account; its address may be gone by now. */
  'listing-moderated': {
    action: 'archive' | 'reject' | 'restore' | 'delete';
    reason: string | null;
    name: string;
    address: string;
    isLive: boolean;
  };
}
export type MailKind = keyof Mails;

export interface QueuedMail<K extends MailKind> {
  readonly kind: K;
  /** An account; or an address somebody typed, which need not have one. */
  readonly to: { readonly userId: string } | { readonly emailKey: string };
  readonly data: Mails[K];
  /** One mail an account for all that is queued with this id; `releaseBatch` sends them. */
  readonly batch?: string | null;
}

/** Minutes after which a batch is sent that nobody released, because its process died. */
const BATCH_PATIENCE = 10;

/** Queues a mail in the caller's transaction. */
export async function queueMail<K extends MailKind>(
  trx: Transaction,
  actor: Actor,
  { kind, to, data, batch = null }: QueuedMail<K>,
): Promise<void> {
  const row = await MailModel.query(trx).insertAndFetch({
    kind,
    userId: 'userId' in to ? to.userId : null,
    emailKey: 'emailKey' in to ? to.emailKey : null,
    data,
    batch,
    requestId: actor.requestId,
    ...(batch ? { dueAt: MailModel.raw(`now() + interval '${BATCH_PATIENCE} minutes'`) as never } : {}),
  });
  if (batch === null) afterCommit(trx, () => enqueueMail(row));
}

/** Sends what a batch has queued: one mail an account. */
export async function releaseBatch(batch: string): Promise<void> {
  const rows = await MailModel.query()
    .where({ batch })
    .patch({ dueAt: MailModel.raw('now()') as never })
    .returning(['id', 'kind', 'user_id']);
  const onePerAccount = new Map(rows.map((row) => [row.userId, row]));
  for (const row of onePerAccount.values()) await enqueueMail(row);
}

/** Tells the workers of a mail that is due; one that is lost on the way is found by the sweep. */
export function enqueueMail({ id, kind }: Pick<MailModel, 'id' | 'kind'>): Promise<void> {
  return enqueue('send-mail', { mailId: id, kind });
}

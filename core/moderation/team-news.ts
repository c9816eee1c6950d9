// Notifies the team of items at the desk: a daily email, appeals at once, a feed, a webhook event. Leaves out
// new listings that are already live: they need no decision.
import { randomUUID } from 'node:crypto';
import type { Static } from '@sinclair/typebox';
import type { Transaction } from 'objection';
import { UserModel } from '../../db/models/accounts.js';
import { ListingModel } from '../../db/models/listings.js';
import { WebhookDeliveryModel, WebhookModel } from '../../db/models/outgoing.js';
import { isSuspended } from '../accounts/credentials.js';
import { type Actor, RIGHTS, requireRight, requireTeam, systemActor } from '../kernel/actor.js';
import { check } from '../kernel/check.js';
import { config } from '../kernel/config.js';
import { notFound } from '../kernel/errors.js';
import { titled, word } from '../kernel/schema.js';
import { seal, unseal } from '../kernel/sealing.js';
import { toUnlinkedText } from '../kernel/text/readable.js';
import { inTransaction } from '../kernel/transaction.js';
import { type Mails, queueMail } from '../mail/outbox.js';
import { composeMail, type MailText, sayInMail } from '../mail/text.js';
import { WAITING_ITEMS, withSources } from './review-queue.js';

export const DESK_EMAILS = ['none', 'daily', 'appeals'] as const;
export const DeskEmails = titled('DeskEmails', {
  emails: word(DESK_EMAILS, {
    description: 'daily: one a day while something waits; appeals: also one at once for each appeal.',
  }),
});
export type DeskEmails = Static<typeof DeskEmails>;

const DAY_MS = 86_400_000;
const MOST = 50;

export async function getDeskEmails(actor: Actor): Promise<DeskEmails> {
  requireTeam(actor);
  const { deskEmails } = await UserModel.query().findById(actor.account.id).throwIfNotFound();
  return { emails: deskEmails };
}

export async function setDeskEmails(actor: Actor, input: unknown): Promise<DeskEmails> {
  requireTeam(actor);
  const { emails } = check(DeskEmails, input);
  await inTransaction(actor, { changesOwnAccount: true }, async (trx) => {
    await UserModel.query(trx).findById(actor.account.id).patch({ deskEmails: emails });
  });
  return { emails };
}

/** The listings that wait for a decision, newest first. @param after excludes reasons that are older */
export async function listWaiting(actor: Actor, after = new Date(0)) {
  requireRight(actor, 'desk');
  const { rows } = await ListingModel.knex().raw<{
    rows: { listingId: string; slug: string; name: string; since: Date; urgencies: number[] }[];
  }>(
    `select listing_id as "listingId", slug, name, max(since) as since,
       array_agg(distinct urgency order by urgency) as urgencies
     from (${WAITING_ITEMS}) as items join listings on listings.id = listing_id
     where since > ? group by listing_id, slug, name order by max(since) desc, listing_id limit ?`,
    [after, MOST],
  );
  return rows.map(withSources);
}

const FEED = 'desk feed';

/** The secret in the address of the caller's feed: feed readers cannot sign in. */
export function deskFeedToken(actor: Actor): string {
  requireTeam(actor);
  return seal(FEED, actor.account.id).toString('base64url');
}

/** The feed of a team member. @throws DomainError not_found for any other address */
export async function readDeskFeed(token: string) {
  const id = unseal(FEED, Buffer.from(token, 'base64url'));
  const reader = id === null ? undefined : await UserModel.query().findById(id);
  if (!reader || !isStaff(reader)) throw notFound('feed');
  return listWaiting(systemActor('job'));
}

/** Queues the daily emails for team members who want one, if anything waits. @returns number of emails */
export async function sendDeskMails(now = new Date()): Promise<number> {
  const due = await staff()
    .whereNot('desk_emails', 'none')
    .where((never) =>
      never.whereNull('desk_mailed_at').orWhere('desk_mailed_at', '<=', new Date(now.getTime() - DAY_MS)),
    );
  if (due.length === 0) return 0;
  const { rows } = await ListingModel.knex().raw<{ rows: [{ count: number; since: Date | null }] }>(
    `select count(distinct listing_id)::int as count, min(since) as since from (${WAITING_ITEMS}) as items`,
  );
  const { count, since } = rows[0];
  if (count === 0 || since === null) return 0;
  const days = Math.floor((now.getTime() - since.getTime()) / DAY_MS);
  const system = systemActor('job');
  let sent = 0;
  for (const { id, deskMailedAt } of due)
    await inTransaction(system, async (trx) => {
      const taken = await UserModel.query(trx)
        .findById(id)
        .where({ desk_mailed_at: deskMailedAt })
        .patch({ deskMailedAt: now });
      if (taken === 0) return;
      await queueMail(trx, system, { kind: 'desk-waiting', to: { userId: id }, data: { count, days } });
      sent += 1;
    });
  return sent;
}

/** Emails an appeal at once to the team members who chose such emails. */
export async function tellOfAppeal(trx: Transaction, actor: Actor, { name, slug }: ListingModel) {
  for (const { id } of await staff(trx).where('desk_emails', 'appeals'))
    await queueMail(trx, actor, { kind: 'desk-appeal', to: { userId: id }, data: { name, slug } });
}

const staff = (trx?: Transaction) => UserModel.query(trx).whereIn('role', [...RIGHTS.desk]);

const isStaff = (user: UserModel) =>
  (RIGHTS.desk as readonly string[]).includes(user.role) && !isSuspended(user);

export function writeDeskMail(reader: UserModel, { count, days }: Mails['desk-waiting']): MailText | null {
  if (!isStaff(reader)) return null;
  return composeMail(reader.name, sayInMail('mail.desk.subject', { count }), [
    sayInMail('mail.desk.text', { count, days }),
    { button: sayInMail('mail.desk.button'), link: `${config.publicUrl}/admin/review` },
    sayInMail('mail.desk.stop', { link: `${config.publicUrl}/admin/review/emails` }),
  ]);
}

export function writeAppealMail(reader: UserModel, { name, slug }: Mails['desk-appeal']): MailText | null {
  if (!isStaff(reader)) return null;
  const about = { name: toUnlinkedText(name) };
  return composeMail(reader.name, sayInMail('mail.desk-appeal.subject', about), [
    sayInMail('mail.desk-appeal.text', about),
    { button: sayInMail('mail.desk-appeal.button'), link: `${config.publicUrl}/admin/review/${slug}` },
    sayInMail('mail.desk.stop', { link: `${config.publicUrl}/admin/review/emails` }),
  ]);
}

/** Sends `review.waiting` to staff webhooks, once for each listing that began to wait. */
export async function queueReviewEvents(): Promise<void> {
  const webhooks = await WebhookModel.query()
    .whereRaw(`'review.waiting' = any(events)`)
    .whereNull('paused_at')
    .whereIn('user_id', staff().select('id'))
    .select('id');
  for (const { id } of webhooks) {
    await inTransaction(systemActor('job'), async (trx) => {
      const webhook = await WebhookModel.query(trx).findById(id).forUpdate().skipLocked();
      if (!webhook) return;
      const waiting = await listWaiting(systemActor('job'), webhook.reviewsSince);
      const [newest] = waiting;
      if (!newest) return;
      const deliveries = waiting.toReversed().map(({ listingId, slug, name, sources, since }) => ({
        id: randomUUID(),
        webhookId: id,
        type: 'review.waiting',
        listingId: null,
        data: { listing_id: listingId, slug, name, sources, since: since.toISOString() },
      }));
      await WebhookDeliveryModel.query(trx).insert(deliveries);
      await webhook.$query(trx).patch({ reviewsSince: newest.since });
    });
  }
}

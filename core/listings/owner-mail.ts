// The emails to the owner of a listing: that it has arrived, and what moderators did and why. Owners who act themselves
// get none of the latter.
import type { Transaction } from 'objection';
import type { UserModel } from '../../db/models/accounts.js';
import { ListingModel } from '../../db/models/listings.js';
import { type Actor, accountId } from '../kernel/actor.js';
import { config } from '../kernel/config.js';
import { type Mails, queueMail } from '../kernel/outbox.js';
import { toUnlinkedText } from '../kernel/text/person-name.js';
import { composeMail, itemsInMail, type MailText, reasonInMail, sayInMail } from '../site/mail-text.js';
import { listingUrl } from './present.js';

interface Moderation {
  action: Mails['listing-moderated']['action'];
  reason: string | null;
  /** As for `queueMail`. */
  batch?: string | null;
}

type Moderated = Mails['listing-moderated'];

/** Maximum listings named in one email; the rest is a count. */
const MAX_NAMED = 50;

/**
 * Queues the email to the owner of a listing that someone else has moderated, in the caller's transaction.
 * @param row after the action; for a deleted listing, before it
 */
export async function notifyOwner(
  trx: Transaction,
  actor: Actor,
  { action, reason, batch }: Moderation,
  row: ListingModel,
): Promise<void> {
  if (row.ownerId === null || row.ownerId === accountId(actor)) return;
  await queueMail(trx, actor, {
    kind: 'listing-moderated',
    to: { userId: row.ownerId },
    // A deleted listing has no page: name it by its site.
    data: {
      action,
      reason,
      name: row.name,
      address: action === 'delete' ? row.websiteUrl : listingUrl(row.slug),
      isLive: row.status === 'live',
      slug: row.slug,
    },
    batch,
  });
}

/** Submissions of an account within these milliseconds share one email. */
const GATHERED_MS = 5 * 60_000;

/** Queues the email to the owner of a new listing that it has arrived, in the caller's transaction. */
export async function notifyOfArrival(
  trx: Transaction,
  actor: Actor,
  { id, ownerId }: ListingModel,
): Promise<void> {
  if (ownerId === null) return;
  await queueMail(trx, actor, {
    kind: 'listing-received',
    to: { userId: ownerId },
    data: { id },
    batch: ownerId,
    dueAt: new Date((Math.floor(Date.now() / GATHERED_MS) + 1) * GATHERED_MS),
  });
}

/** The text of the email about all of an account's listings in one action. */
export async function writeModerationMail(
  owner: UserModel,
  listings: readonly Moderated[],
): Promise<MailText | null> {
  const [first] = listings;
  if (!first) return null;
  const { action, reason } = first;
  const about = { count: listings.length, name: toUnlinkedText(first.name), action };
  const canAppeal = action === 'reject';
  const isOne = listings.length === 1;
  const items = listings.map(({ name, address, slug }) => ({
    text: toUnlinkedText(name),
    link: address,
    note:
      canAppeal && slug && !isOne ? sayInMail('mail.moderated.appeal-at', { link: appealUrl(slug) }) : null,
  }));
  return composeMail(owner.name, sayInMail('mail.moderated.subject', about), [
    sayInMail('mail.moderated.text', about),
    itemsInMail(items, MAX_NAMED),
    reasonInMail(reason) ?? (canAppeal ? sayInMail('mail.moderated.no-reason') : null),
    ...consequenceOf(action, listings),
    canAppeal && first.slug && isOne
      ? { button: sayInMail('mail.moderated.appeal-button'), link: appealUrl(first.slug) }
      : null,
    sayInMail('mail.your-listings', { link: `${config.publicUrl}/account` }),
  ]);
}

const appealUrl = (slug: string) => `${config.publicUrl}/account/listings/${slug}/appeal`;

function consequenceOf(action: Moderated['action'], listings: readonly Moderated[]): string[] {
  if (action === 'reject') {
    const policy = sayInMail('mail.what-may-be-listed', { link: `${config.publicUrl}/policy` });
    return [`${sayInMail('mail.moderated.reject')} ${policy}`, sayInMail('mail.moderated.appeal')];
  }
  const isHidden = action === 'restore' && !listings.every(({ isLive }) => isLive);
  const key = isHidden ? 'mail.moderated.restore-hidden' : (`mail.moderated.${action}` as const);
  return [sayInMail(key, { count: listings.length })];
}

/** The text of the email about what an account has submitted; null if none of it is public or being reviewed by now. */
export async function writeReceivedMail(
  owner: UserModel,
  submitted: readonly Mails['listing-received'][],
): Promise<MailText | null> {
  const rows = await ListingModel.query()
    .findByIds(submitted.map(({ id }) => id))
    .where({ owner_id: owner.id })
    .whereIn('status', ['live', 'pending'])
    .orderBy('created_at')
    .select('name', 'slug', 'status');
  return rows.length === 0 ? null : receivedText(owner, rows);
}

export function receivedText(
  { name }: Pick<UserModel, 'name'>,
  rows: readonly Pick<ListingModel, 'name' | 'slug' | 'status'>[],
): MailText {
  const isLive = rows.every(({ status }) => status === 'live');
  const about = { count: rows.length, name: toUnlinkedText(rows[0]?.name ?? ''), isLive: String(isLive) };
  const items = rows.map(({ name, slug, status }) => ({
    text: toUnlinkedText(name),
    link: listingUrl(slug),
    note: status === 'live' ? null : sayInMail('mail.received.pending'),
  }));
  return composeMail(name, sayInMail('mail.received.subject', about), [
    sayInMail('mail.received.text', about),
    itemsInMail(items, MAX_NAMED),
    sayInMail('mail.received.next'),
    sayInMail('mail.your-listings', { link: `${config.publicUrl}/account` }),
  ]);
}

// The email to the owner of a moderated listing: what was done, and why. Owners who act themselves get none.

import type { Transaction } from 'objection';
import type { ListingModel } from '../../db/models/listing.js';
import type { UserModel } from '../../db/models/user.js';
import { type Actor, accountId } from '../kernel/actor.js';
import { config } from '../kernel/config.js';
import { type Mails, queueMail } from '../kernel/outbox.js';
import { toUnlinkedText } from '../kernel/text/person-name.js';
import { composeMail, type MailText, reasonInMail, sayInMail } from '../site/mail-text.js';
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
    },
    batch,
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
  const named = listings
    .slice(0, MAX_NAMED)
    .map(({ name, address }) => `- ${toUnlinkedText(name)}: ${address}`);
  const unnamed = listings.length - named.length;
  const more = unnamed > 0 ? [`- ${sayInMail('mail.more', { count: unnamed })}`] : [];
  return composeMail(owner.name, sayInMail('mail.moderated.subject', about), [
    sayInMail('mail.moderated.text', about),
    [...named, ...more].join('\n'),
    reasonInMail(reason),
    consequenceOf(action, listings),
    sayInMail('mail.your-listings', { link: `${config.publicUrl}/account` }),
  ]);
}

function consequenceOf(action: Moderated['action'], listings: readonly Moderated[]): string {
  if (action === 'reject') {
    const policy = sayInMail('mail.what-may-be-listed', { link: `${config.publicUrl}/policy` });
    return `${sayInMail('mail.moderated.reject')} ${policy}\n\n${sayInMail('mail.moderated.appeal')}`;
  }
  const isHidden = action === 'restore' && !listings.every(({ isLive }) => isLive);
  return sayInMail(isHidden ? 'mail.moderated.restore-hidden' : `mail.moderated.${action}`, {
    count: listings.length,
  });
}

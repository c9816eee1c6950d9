// The mail to the owner of a moderated listing: what was done, and why. Not sent to owners who act themselves.

import type { Transaction } from 'objection';
import type { ListingModel } from '../../db/models/listing.js';
import type { UserModel } from '../../db/models/user.js';
import { type Actor, accountId } from '../kernel/actor.js';
import { config } from '../kernel/config.js';
import { type Mails, queueMail } from '../kernel/outbox.js';
import { toUnlinkedText } from '../kernel/person-name.js';
import { currentSite } from '../site/current.js';
import { listingUrl } from './present.js';

interface Moderation {
  action: Mails['listing-moderated']['action'];
  reason: string | null;
  /** As in `queueMail`. */
  batch?: string | null;
}

type Moderated = Mails['listing-moderated'];

/** Most listings named in one mail; the rest is a count. */
const MOST_NAMED = 50;

/**
 * Queues the mail to the owner of a listing that somebody else has moderated, in the caller's transaction.
 * @param row as it is after the action; of a deleted one, as it was before
 */
export async function tellOwner(
  trx: Transaction,
  actor: Actor,
  { action, reason, batch }: Moderation,
  row: ListingModel,
): Promise<void> {
  if (row.ownerId === null || row.ownerId === accountId(actor)) return;
  await queueMail(trx, actor, {
    kind: 'listing-moderated',
    to: { userId: row.ownerId },
    // A deleted listing has no page any more: name it by its site.
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

/** The text of the mail about all listings of an account in one action. */
export async function writeModerationMail(
  owner: UserModel,
  listings: readonly Moderated[],
): Promise<{ subject: string; text: string } | null> {
  const [first] = listings;
  if (!first) return null;
  const { action, reason } = first;
  const isOne = listings.length === 1;
  const what = isOne ? `“${toUnlinkedText(first.name)}”` : `${listings.length} of your listings`;
  const verb = `${isOne ? 'was' : 'were'} ${DONE[action]}`;
  const named = listings
    .slice(0, MOST_NAMED)
    .map(({ name, address }) => `- ${toUnlinkedText(name)}: ${address}`);
  const more = listings.length > MOST_NAMED ? [`- and ${listings.length - MOST_NAMED} more`] : [];
  const paragraphs = [
    `Hello ${toUnlinkedText(owner.name)},`,
    `${what} ${verb} by the team of ${currentSite().name}:`,
    [...named, ...more].join('\n'),
    ...(reason ? [`Reason: ${reason}`] : []),
    consequenceOf(action, listings),
    `Your listings: ${config.publicUrl}/account`,
  ];
  return { subject: `${what} ${verb}`, text: `${paragraphs.join('\n\n')}\n` };
}

const DONE = {
  approve: 'approved',
  archive: 'archived',
  reject: 'rejected',
  restore: 'restored',
  hold: 'put on hold',
  delete: 'deleted',
} as const;

function consequenceOf(action: Moderated['action'], listings: readonly Moderated[]): string {
  switch (action) {
    case 'approve':
      return `Everyone can see ${listings.length === 1 ? 'it' : 'them'} now.`;
    case 'archive':
      return 'An archived listing is not public. You can restore it from your account.';
    case 'reject':
      return `A rejected listing is not public. What may be listed: ${config.publicUrl}/policy\n\nYou may correct it, and ask once for another look.`;
    case 'restore':
      if (listings.every(({ isLive }) => isLive)) {
        return `Everyone can see ${listings.length === 1 ? 'it' : 'them'} again.`;
      }
      return 'Its page shows its current status.';
    case 'hold':
      return 'What is on hold is not public until the team has looked at it again.';
    case 'delete':
      return 'A deleted listing is gone for good. Its website can be submitted anew, unless it had been rejected.';
  }
}

// The owner of a moderated listing is told what was done, and why. Owners who act themselves know already.
import type { ListingModel } from '../../db/models/listing.js';
import { UserModel } from '../../db/models/user.js';
import { type Actor, accountId } from '../kernel/actor.js';
import { inBackground } from '../kernel/background.js';
import { config } from '../kernel/config.js';
import { sendMail } from '../kernel/mail.js';
import { listingUrl } from './present.js';
import type { StatusAction } from './schema.js';

/** What was done to all of them. */
interface Moderation {
  action: StatusAction | 'delete';
  reason: string | null;
}

/** Names in one mail; the rest is counted. */
const MOST_NAMED = 50;

/**
 * Mails the owners of listings that were just moderated: one mail an owner, however many listings it is about.
 * Call it after the commit; it returns at once.
 * @param rows as they are after the action; of deleted ones, as they were before
 */
export function tellOwners(actor: Actor, moderation: Moderation, rows: readonly ListingModel[]): void {
  const own = accountId(actor);
  const byOwner = new Map<string, ListingModel[]>();
  for (const row of rows) {
    if (row.ownerId === null || row.ownerId === own) continue;
    byOwner.set(row.ownerId, [...(byOwner.get(row.ownerId) ?? []), row]);
  }
  if (byOwner.size === 0) return;
  inBackground(async () => {
    const owners = await UserModel.query().findByIds([...byOwner.keys()]);
    for (const owner of owners) sendMail(writeMail(owner, moderation, byOwner.get(owner.id) ?? []));
  }, 'the owners of moderated listings could not be told');
}

function writeMail(owner: UserModel, { action, reason }: Moderation, rows: readonly ListingModel[]) {
  const [first] = rows;
  const isOne = rows.length === 1;
  const what = isOne ? `“${first?.name}”` : `${rows.length} of your listings`;
  const isPublished = action === 'restore' && rows.every((row) => row.status === 'live');
  const verb = `${isOne ? 'was' : 'were'} ${isPublished ? 'published' : DONE[action]}`;
  const named = rows.slice(0, MOST_NAMED).map((row) => `- ${row.name}: ${addressOf(action, row)}`);
  const more = rows.length > MOST_NAMED ? [`- and ${rows.length - MOST_NAMED} more`] : [];
  const paragraphs = [
    `Hello ${owner.name},`,
    `${what} ${verb} by the team of ${config.serviceName}:`,
    [...named, ...more].join('\n'),
    ...(reason ? [`Reason: ${reason}`] : []),
    isPublished ? 'Everyone can see it now.' : consequenceOf(action),
    `Your listings: ${config.publicUrl}/account`,
  ];
  return { to: owner.email, subject: `${what} ${verb}`, text: `${paragraphs.join('\n\n')}\n` };
}

const DONE = { archive: 'archived', reject: 'rejected', restore: 'restored', delete: 'deleted' } as const;

/** A deleted listing has no page any more: its site tells which one it was. */
function addressOf(action: Moderation['action'], row: ListingModel): string {
  return action === 'delete' ? row.websiteUrl : listingUrl(row.slug);
}

function consequenceOf(action: Moderation['action']): string {
  switch (action) {
    case 'archive':
      return 'An archived listing is not public. You can restore it from your account.';
    case 'reject':
      return `A rejected listing is not public, and only an administrator can restore it. If you think that is a mistake, see ${config.publicUrl}/policy.`;
    case 'restore':
      return 'Its page tells what it is now.';
    case 'delete':
      return 'A deleted listing is gone for good, and its website can be submitted anew.';
  }
}

// The mail to the owner of a listing whose site is gone: what was found, and what they can do.
import type { Transaction } from 'objection';
import type { ListingModel } from '../../db/models/listing.js';
import type { Actor } from '../kernel/actor.js';
import { config } from '../kernel/config.js';
import { type Mails, queueMail } from '../kernel/outbox.js';
import { toUnlinkedText } from '../kernel/person-name.js';
import { currentSite } from '../site/current.js';

type SiteGone = Mails['site-gone'];

/** Queues the mail in the caller's transaction; a listing without an owner has nobody to tell. */
export async function tellOwnerOfSite(
  trx: Transaction,
  actor: Actor,
  { ownerId, name, slug, websiteUrl }: ListingModel,
  found: Pick<SiteGone, 'status' | 'detail'>,
): Promise<void> {
  if (ownerId === null) return;
  const edit = `${config.publicUrl}/account/listings/${slug}/edit`;
  const data = { name, website: websiteUrl, edit, ...found };
  await queueMail(trx, actor, { kind: 'site-gone', to: { userId: ownerId }, data });
}

const FOUND = {
  unreachable: [
    'cannot be reached',
    'We have looked several times in at least two weeks, and could not reach it.',
  ],
  parked: ['is parked', 'We have looked several times in at least two weeks. The domain is parked now.'],
} as const;

/** The text of the mail. */
export async function writeSiteGoneMail(
  owner: { name: string },
  [about]: readonly SiteGone[],
): Promise<{ subject: string; text: string } | null> {
  if (!about) return null;
  const name = toUnlinkedText(about.name);
  const [predicate, found] = FOUND[about.status];
  const paragraphs = [
    `Hello ${toUnlinkedText(owner.name)},`,
    `the website of “${name}” ${predicate}: ${about.website}`,
    `${found} ${about.detail}`.trim(),
    `If it has moved, correct its address; if the product is gone, archive the listing: ${about.edit}`,
    'If you mend the site, you need not do anything else: we look again by ourselves.',
    `Nothing has been taken down. The team of ${currentSite().name} decides what becomes of the listing.`,
  ];
  return { subject: `The website of “${name}” ${predicate}`, text: `${paragraphs.join('\n\n')}\n` };
}

// The email to the owner of listings whose sites are gone, with the findings and what the owner can do. One dead host
// may affect dozens of an owner's listings, found one after another: the findings are collected into one email.
import { randomUUID } from 'node:crypto';
import type { Transaction } from 'objection';
import { ListingModel } from '../../db/models/listings.js';
import type { Actor } from '../kernel/actor.js';
import { config } from '../kernel/config.js';
import { type Mails, openBatch, queueMail } from '../kernel/outbox.js';
import { toUnlinkedText } from '../kernel/text/person-name.js';
import type { MailItem } from '../site/mail-html.js';
import { composeMail, itemsInMail, type MailText, mailLanguage, sayInMail } from '../site/mail-text.js';

type SiteGone = Mails['site-gone'];

const HOUR = 60 * 60 * 1000;
/** Milliseconds for which an email waits for further findings, and between two emails to one owner. */
const GATHERING_MS = HOUR;
const MIN_INTERVAL_MS = 7 * 24 * HOUR;
/** Maximum listings named in one email; the rest is a count. */
const MAX_NAMED = 50;

/** Queues the email in the caller's transaction; none for a listing without an owner. */
export async function notifyOwnerOfSite(
  trx: Transaction,
  actor: Actor,
  { id, ownerId, name, slug, websiteUrl }: ListingModel,
  { now, ...found }: Pick<SiteGone, 'status' | 'detail'> & { now: Date },
): Promise<void> {
  if (ownerId === null) return;
  // Two concurrent findings share one batch.
  await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`site-gone ${ownerId}`]);
  const gathered = await openBatch(trx, 'site-gone', ownerId);
  const edit = `${config.publicUrl}/account/listings/${slug}/edit`;
  await queueMail(trx, actor, {
    kind: 'site-gone',
    to: { userId: ownerId },
    data: { id, name, website: websiteUrl, edit, ...found },
    ...(gathered ?? {
      batch: randomUUID(),
      dueAt: new Date(Date.now() + (await waitFor(trx, ownerId, id, now))),
    }),
  });
}

/** Milliseconds until the owner is notified: longer if other sites of theirs were found gone just now, or recently. */
async function waitFor(trx: Transaction, ownerId: string, id: string, now: Date): Promise<number> {
  const last = await ListingModel.query(trx)
    .where({ owner_id: ownerId })
    .whereNot({ id })
    .whereNotNull('link_status')
    .max('link_status_at as linkStatusAt')
    .first();
  const sinceLast = last?.linkStatusAt ? now.getTime() - last.linkStatusAt.getTime() : MIN_INTERVAL_MS;
  return Math.max(GATHERING_MS, MIN_INTERVAL_MS - sinceLast);
}

/** The text of the email; null if all sites have come back by then. */
export async function writeSiteGoneMail(
  owner: { id: string; name: string },
  found: readonly SiteGone[],
): Promise<MailText | null> {
  const gone = await stillGone(owner.id, found);
  const [first] = gone;
  if (!first) return null;
  const { status, website } = first;
  const about = { count: gone.length, name: toUnlinkedText(first.name), status, website };
  const isOne = gone.length === 1;
  return composeMail(owner.name, sayInMail('mail.site-gone.subject', about), [
    sayInMail(isOne ? 'mail.site-gone.text' : 'mail.site-gone.many', about),
    ...(isOne
      ? [`${sayInMail('mail.site-gone.looked', about)} ${findingOf(first)}`]
      : [
          itemsInMail(gone.map(toItem), MAX_NAMED),
          sayInMail('mail.your-listings', { link: `${config.publicUrl}/account` }),
        ]),
    sayInMail(isOne ? 'mail.site-gone.next' : 'mail.site-gone.next-many', { link: first.edit }),
    sayInMail('mail.site-gone.mend'),
    sayInMail('mail.site-gone.nothing-yet', about),
  ]);
}

/** Without listings that came back, moved, were taken down or transferred while the email waited. */
async function stillGone(ownerId: string, found: readonly SiteGone[]): Promise<SiteGone[]> {
  const ids = found.flatMap(({ id }) => id ?? []);
  const rows = await ListingModel.query()
    .findByIds(ids)
    .where({ owner_id: ownerId, status: 'live' })
    .whereNotNull('link_status')
    .select('id');
  const gone = new Set(rows.map(({ id }) => id));
  return found.filter(({ id }) => id === undefined || gone.has(id));
}

const findingOf = ({ detail }: SiteGone) => mailLanguage().retell('link-found', detail);

function toItem(gone: SiteGone): MailItem {
  const correct = sayInMail('mail.site-gone.correct', { link: gone.edit });
  return {
    text: toUnlinkedText(gone.name),
    link: gone.website,
    note: `${findingOf(gone)} ${correct}`,
  };
}

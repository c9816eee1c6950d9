// Emails to the owner of a listing: received; moderated by someone else, and why; site gone. One dead host
// can affect dozens of listings, found one after another: one email is about all of them.
import type { Transaction } from 'objection';
import type { UserModel } from '../../db/models/accounts.js';
import { ListingModel } from '../../db/models/listings.js';
import { type Actor, accountId } from '../kernel/actor.js';
import { config } from '../kernel/config.js';
import { toUnlinkedText } from '../kernel/text/readable.js';
import { type Mails, queueMail, waitingAbout } from '../mail/outbox.js';
import { composeMail, findingInMail, itemsInMail, reasonInMail, sayInMail } from '../mail/text.js';
import { listingUrl } from './present.js';
import type { ListingStatus, UsualWait } from './schema.js';
import { usualWait, wordsOfWait } from './submission-rules.js';

type Moderated = Mails['listing-moderated'];

const MAX_NAMED = 50;

/** The email about an undone decision, by the status that the decision had set. */
const TAKEN_BACK = {
  draft: 'hold',
  pending: 'hold',
  rejected: 'reject',
  archived: 'archive',
  live: 'restore',
} as const;

interface Decided {
  /** Absent if a decision was undone: the email then gives the restored status. */
  readonly action?: Moderated['action'];
  readonly reason: Moderated['reason'];
  readonly was: ListingStatus;
  readonly batch?: string | null | undefined;
}

/** Emails the owner of a listing that someone else moderated. The email waits a while and replaces waiting
 * ones about earlier decisions, so that the owner does not read about undone ones. */
export async function notifyOwner(
  trx: Transaction,
  actor: Actor,
  { action: taken, reason, was: before, batch = null }: Decided,
  row: ListingModel,
): Promise<void> {
  if (row.ownerId === null || row.ownerId === accountId(actor)) return;
  const [replaced] = await waitingAbout(trx, 'listing-moderated', row.ownerId, row.id)
    .delete()
    .returning('*');
  const was = (replaced?.data as Moderated | undefined)?.was ?? before;
  if (taken !== 'delete') {
    if (was === row.status && taken !== 'reject') return;
    // The "received" email is still unsent and will state the new status.
    const hasArrived = await waitingAbout(trx, 'listing-received', row.ownerId, row.id).resultSize();
    if (hasArrived > 0 && ['live', 'pending'].includes(row.status)) return;
  }
  const isFirst = taken !== 'delete' && was === 'pending' && row.status === 'live';
  const action = isFirst ? 'approve' : (taken ?? TAKEN_BACK[row.status]);
  await queueMail(trx, actor, {
    kind: 'listing-moderated',
    to: { userId: row.ownerId },
    // A deleted listing has no page: name it by its address.
    data: {
      action,
      reason,
      name: row.name,
      address: action === 'delete' ? row.websiteUrl : listingUrl(row.slug),
      isLive: row.status === 'live',
      slug: row.slug,
      id: row.id,
      was,
    },
    batch,
  });
}

const MINUTES_A_DAY = 24 * 60;

/** The end of the interval in which emails of one kind to an account are gathered. @param from a time in it */
const endOfMinutes = (minutes: number, from = Date.now()) => {
  const interval = minutes * 60_000;
  return new Date((Math.floor(from / interval) + 1) * interval);
};

/** Emails the owner that a new listing was received, in the caller's transaction. */
export async function notifyOfArrival(trx: Transaction, actor: Actor, { id, ownerId }: ListingModel) {
  if (ownerId === null) return;
  await queueMail(trx, actor, {
    kind: 'listing-received',
    to: { userId: ownerId },
    data: { id },
    batch: ownerId,
    dueAt: endOfMinutes(5),
  });
}

/** The email about one action on several listings of an account. */
export async function writeModerationMail(owner: UserModel, listings: readonly Moderated[]) {
  const [first] = listings;
  if (!first) return null;
  const { action, reason } = first;
  const about = { count: listings.length, name: toUnlinkedText(first.name), action };
  const canAppeal = action === 'reject';
  const isOne = listings.length === 1;
  const items = listings.map(({ name, address, slug }) => ({
    text: toUnlinkedText(name),
    link: address,
    note: canAppeal && !isOne ? sayInMail('mail.moderated.appeal-at', { link: appealUrl(slug) }) : null,
  }));
  return composeMail(owner.name, sayInMail('mail.moderated.subject', about), [
    sayInMail('mail.moderated.text', about),
    itemsInMail(items, MAX_NAMED),
    reasonInMail(reason) ?? (canAppeal ? sayInMail('mail.moderated.no-reason') : null),
    ...consequenceOf(action, listings),
    canAppeal && isOne
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

/** The email about an account's submissions; null if none is still public or in review. */
export async function writeReceivedMail(owner: UserModel, submitted: readonly Mails['listing-received'][]) {
  const rows = await ListingModel.query()
    .findByIds(submitted.map(({ id }) => id))
    .where({ owner_id: owner.id })
    .whereIn('status', ['live', 'pending'])
    .orderBy('created_at')
    .select('name', 'slug', 'status');
  return rows.length === 0 ? null : receivedText(owner, rows, await usualWait());
}

export function receivedText(
  { name }: Pick<UserModel, 'name'>,
  rows: readonly Pick<ListingModel, 'name' | 'slug' | 'status'>[],
  wait: UsualWait | null = null,
) {
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
    wait && !isLive ? sayInMail('listing.usual-wait', wordsOfWait(wait)) : null,
    sayInMail('mail.received.next'),
    sayInMail('mail.your-listings', { link: `${config.publicUrl}/account` }),
  ]);
}

type SiteGone = Mails['site-gone'];

/** Emails the owner, if any, that the site is gone, in the caller's transaction; at most once a day. */
export async function notifyOwnerOfSite(
  trx: Transaction,
  actor: Actor,
  { id, ownerId, name, slug, websiteUrl }: ListingModel,
  found: Pick<SiteGone, 'status' | 'detail'>,
): Promise<void> {
  if (ownerId === null) return;
  const edit = `${config.publicUrl}/account/listings/${slug}/edit`;
  await queueMail(trx, actor, {
    kind: 'site-gone',
    to: { userId: ownerId },
    data: { id, name, website: websiteUrl, edit, ...found },
    batch: ownerId,
    // The end of tomorrow: many sites come back within a day.
    dueAt: endOfMinutes(MINUTES_A_DAY, Date.now() + MINUTES_A_DAY * 60_000),
  });
}

export async function writeSiteGoneMail(owner: { id: string; name: string }, found: readonly SiteGone[]) {
  // Leaves out listings that came back, moved, were taken down or transferred while the email waited.
  const rows = await ListingModel.query()
    .findByIds(found.flatMap(({ id }) => id ?? []))
    .where({ owner_id: owner.id, status: 'live' })
    .whereNotNull('link_status')
    .select('id');
  const gone = found.filter((one) => one.id === undefined || rows.some(({ id }) => id === one.id));
  const [first] = gone;
  if (!first) return null;
  const about = { count: gone.length, name: toUnlinkedText(first.name), status: first.status };
  const items = gone.map(({ name, website, detail, edit }) => ({
    text: toUnlinkedText(name),
    link: website,
    note: `${findingInMail(detail)} ${sayInMail('mail.site-gone.correct', { link: edit })}`,
  }));
  return composeMail(owner.name, sayInMail('mail.site-gone.subject', about), [
    sayInMail('mail.site-gone.text', about),
    itemsInMail(items, MAX_NAMED),
    sayInMail('mail.your-listings', { link: `${config.publicUrl}/account` }),
    sayInMail('mail.site-gone.mend'),
    sayInMail('mail.site-gone.nothing-yet', about),
  ]);
}

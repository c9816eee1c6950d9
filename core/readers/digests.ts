// The weekly digest of followed searches. Its row in the outbox and the time of the next one are written in
// one transaction under the address's lock: neither another process nor a crash sends it twice.
import { ListingModel } from '../../db/models/listings.js';
import { FollowModel } from '../../db/models/outgoing.js';
import { systemActor } from '../kernel/actor.js';
import { config } from '../kernel/config.js';
import { DomainError } from '../kernel/errors.js';
import { areaLog } from '../kernel/log.js';
import { toUnlinkedText } from '../kernel/text/readable.js';
import { inTransaction } from '../kernel/transaction.js';
import type { Language } from '../languages/language.js';
import { listingUrl } from '../listings/present.js';
import { type Mails, queueMail } from '../mail/outbox.js';
import { type Block, composeMail, itemsInMail, type MailText, sayInMail, writeFor } from '../mail/text.js';
import { findListings } from '../search/search.js';
import { catalogues, categoryLabel, defaultLanguage } from '../settings/texts.js';
import { DIGEST_DAYS, type Followed, lockAddress, now, searchOf } from './follows.js';

const log = areaLog('mails');

/** Maximum new listings read per search, and maximum listings named. */
const MAX_FOUND = 50;
const MAX_NAMED = 10;
/** Minutes a listing may stay invisible after its publication time, until its transaction commits. */
const SETTLING_MINUTES = 5;

type Section = Mails['follow-digest']['sections'][number];

export async function sendDigests(signal?: AbortSignal): Promise<number> {
  let sent = 0;
  while (!signal?.aborted) {
    const due = await FollowModel.query().where('next_at', '<=', now()).orderBy('next_at').first();
    if (!due) break;
    if (await sendDigest(due.emailKey)) sent += 1;
  }
  return sent;
}

async function sendDigest(emailKey: string): Promise<boolean> {
  const actor = systemActor('job');
  return inTransaction(actor, async (trx) => {
    await lockAddress(trx, emailKey);
    const own = () => FollowModel.query(trx).where({ email_key: emailKey }).whereNotNull('confirmed_at');
    // Another process was faster.
    if ((await own().where('next_at', '<=', now()).resultSize()) === 0) return false;
    const rows = await own().orderBy('created_at');
    const until = new Date(Date.now() - SETTLING_MINUTES * 60_000);
    const sections: Section[] = [];
    for (const row of rows) {
      const slugs = await newListings(row, until);
      if (slugs === null) continue;
      if (slugs.length > 0) sections.push({ id: row.id, slugs });
      await row
        .$query(trx)
        .patch({ toldUntil: new Date(Math.max(until.getTime(), row.toldUntil?.getTime() ?? 0)) });
    }
    await own().patch({
      nextAt: FollowModel.raw('now() + make_interval(days => ?)', [DIGEST_DAYS]) as never,
    });
    if (sections.length === 0) return false;
    await queueMail(trx, actor, { kind: 'follow-digest', to: { address: emailKey }, data: { sections } });
    return true;
  });
}

/** Slugs published since the last digest, newest first; null if the search fails: retried next time. */
async function newListings(row: FollowModel, until: Date): Promise<string[] | null> {
  try {
    const query = { ...searchOf(row), sort: 'newest', limit: MAX_FOUND };
    const { listings, full_matches } = await findListings(systemActor('job'), query);
    // A partial match is not worth an email.
    return listings
      .slice(0, row.q === '' ? MAX_FOUND : (full_matches ?? MAX_FOUND))
      .filter(({ published_at: at }) => at && Date.parse(at) < until.getTime())
      .filter(({ published_at: at }) => at && Date.parse(at) >= (row.toldUntil?.getTime() ?? 0))
      .map(({ slug }) => slug);
  } catch (error) {
    // The category is gone, or the search takes too long.
    if (!(error instanceof DomainError)) throw error;
    log.warn({ follow: row.category || row.pricing, reason: error.message }, 'a followed search failed');
    return null;
  }
}

/** The followed search in words: `“invoices”, Finance`. */
export function followedText(language: Language, { q, category, pricing }: Followed): string {
  const parts = [
    q ? language.t('browse.quoted', { query: toUnlinkedText(q) }) : [],
    category ? categoryLabel(language, category) : [],
    pricing ? language.t(`pricing.${pricing}`) : [],
  ].flat();
  return parts.length > 0 ? language.list(parts) : language.t('follow.everything');
}

const followAddress = (id: string, page = '') => `${config.publicUrl}/follow/${id}${page}`;

const languageOf = ({ language }: FollowModel) => catalogues().languages.get(language) ?? defaultLanguage();

/** The email that asks for confirmation; null if already answered. */
export async function writeConfirmMail(_nobody: unknown, [about]: readonly Mails['follow-confirm'][]) {
  const row = about && (await FollowModel.query().findById(about.id));
  if (!row || row.confirmedAt) return null;
  const language = languageOf(row);
  // Leave out the search words: anyone may have typed the address.
  const what = row.q ? language.t('follow.some-search') : followedText(language, searchOf(row));
  return writeFor({ language }, () => confirmText(what, row.id));
}

export function confirmText(what: string, id: string): MailText {
  return composeMail(null, sayInMail('mail.follow-confirm.subject', { what }), [
    sayInMail('mail.follow-confirm.text', { what }),
    { button: sayInMail('mail.follow-confirm.button'), link: followAddress(id) },
    sayInMail('mail.follow-confirm.ignore'),
  ]);
}

/** The digest, without follows and listings removed since; null if nothing is left. */
export async function writeDigestMail(_nobody: unknown, [about]: readonly Mails['follow-digest'][]) {
  const sections = about?.sections ?? [];
  const rows = await FollowModel.query()
    .findByIds(sections.map(({ id }) => id))
    .orderBy('created_at');
  const all = sections.flatMap(({ slugs }) => slugs);
  const listings = await ListingModel.query()
    .whereIn('slug', all)
    .where({ status: 'live' })
    .select('slug', 'name', 'tagline');
  const found = rows.flatMap((row) => {
    const slugs = sections.find(({ id }) => id === row.id)?.slugs ?? [];
    const items = slugs.flatMap((slug) => listings.find((listing) => listing.slug === slug) ?? []);
    return items.length > 0 ? [{ row, items }] : [];
  });
  const [first] = found;
  if (!first) return null;
  const language = languageOf(first.row);
  return writeFor({ language }, () =>
    digestText(
      found.map(({ row, items }) => ({ id: row.id, what: followedText(language, searchOf(row)), items })),
    ),
  );
}

interface Told {
  readonly id: string;
  readonly what: string;
  readonly items: readonly Pick<ListingModel, 'name' | 'slug' | 'tagline'>[];
}

export function digestText(found: readonly Told[]): MailText {
  const [{ id, what }] = found as [Told];
  const count = new Set(found.flatMap(({ items }) => items.map(({ slug }) => slug))).size;
  const blocks = found.flatMap((one): Block[] => [
    sayInMail('mail.follow-digest.text', { what: one.what, count: one.items.length }),
    itemsInMail(
      one.items.map(({ name, slug, tagline }) => ({
        text: toUnlinkedText(name),
        link: listingUrl(slug),
        note: toUnlinkedText(tagline),
      })),
      MAX_NAMED,
    ),
  ]);
  const footer = sayInMail('mail.follow-digest.footer', { link: followAddress(id) });
  const subject = sayInMail('mail.follow-digest.subject', { count, what, searches: found.length });
  return {
    ...composeMail(null, subject, blocks, footer),
    // RFC 8058: one click in the mail program unsubscribes from all, without opening a page.
    headers: {
      'List-Unsubscribe': `<${followAddress(id, '/unsubscribe')}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}

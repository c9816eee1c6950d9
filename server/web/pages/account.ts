// My listings: their status, editing, archiving, deleting.
import { getOwnHistory } from '../../../core/console/own-history.js';
import { config } from '../../../core/kernel/config.js';
import { notFound, removed } from '../../../core/kernel/errors.js';
import { own } from '../../../core/kernel/own.js';
import type { Language } from '../../../core/languages/language.js';
import { factColumn } from '../../../core/listings/facts.js';
import { LISTING_STATUSES, type Listing, ListingQuery } from '../../../core/listings/schema.js';
import { heldBy } from '../../../core/listings/screen.js';
import { deleteListing, setListingStatus } from '../../../core/listings/status.js';
import { updateListing } from '../../../core/listings/submit.js';
import { countVisitsOf } from '../../../core/listings/visits.js';
import { appealedAmong } from '../../../core/moderation/reports.js';
import { findListings, getListing } from '../../../core/search/search.js';
import type { Exchange } from '../../http/exchange.js';
import { readQueryString } from '../../http/query-string.js';
import { consoleWords, toHistory } from '../admin/labels.js';
import { FORM_FIELDS, readListingForm, sendListingForm } from '../form/listing-form.js';
import { EMPTY_FORM, type PageRoute, sendForm, textOf } from '../route.js';
import { chosenValues } from '../view/facts.js';
import { filterParameters, memberOf, slugOf } from '../view/links.js';
import { sendPage } from '../view/page.js';

export const accountPages: PageRoute[] = [
  { path: '/account', show: showListings },
  { path: '/account/listings/:slug/history', show: showHistory },
  {
    path: '/account/listings/:slug/edit',
    limits: ['listing-write'],
    read: readListingForm,
    show: async (visit, form) => showEdit(visit, await ownListing(visit), form),
    does: edit,
  },
  {
    path: '/account/listings/:slug/delete',
    limits: ['listing-write'],
    does: (visit) => removed(deleteListing(memberOf(visit), slugOf(visit))),
    to: '/account?done=deleted',
  },
  {
    path: '/account/listings/:slug/archive',
    limits: ['listing-write'],
    does: (visit) => setListingStatus(memberOf(visit), slugOf(visit), { action: 'archive' }),
    to: '/account?done=archived',
  },
  {
    path: '/account/listings/:slug/restore',
    limits: ['listing-write'],
    does: async (visit) => {
      const { listing } = await setListingStatus(memberOf(visit), slugOf(visit), { action: 'restore' });
      // A rejected or unapproved listing is still not public after it was restored from the archive.
      return `/account?done=${listing.status === 'live' ? 'restored' : 'unarchived'}`;
    },
  },
];

async function showListings(visit: Exchange): Promise<void> {
  const member = memberOf(visit);
  const { page, q, status, facts } = readQueryString(ListingQuery, visit.req) as Partial<ListingQuery>;
  const asked = { q, status: LISTING_STATUSES.find((one) => one === status) };
  const chosen = chosenValues(visit.language, [], { facts });
  const found = await findListings(member, { ...asked, facts, mine: 1, page });
  const needsVerification = config.requireEmailVerification && !member.account.emailVerified;
  await sendForm(visit, 'account/index', {
    head: { title: visit.language.t('account.my-listings') },
    ...found,
    asked: { ...filterParameters({ facts }), ...asked },
    chosen: chosen.map(({ key, label, text }) => ({ name: factColumn(key), text: `${label}: ${text}` })),
    statuses: LISTING_STATUSES,
    visits: await countVisitsOf(found.listings),
    appealed: await appealedAmong(found.listings),
    held: await heldTexts(visit.language, found.listings),
    needsVerification,
  });
}

/** Why held listings wait, in words for their owner. */
async function heldTexts({ t }: Language, listings: readonly Listing[]) {
  const held = [...(await heldBy(listings))].map(([slug, { reason, namesake }]) => {
    const { key, values } = reason;
    const text = /unsure/.test(key)
      ? t('account.held', { words: '', ...values, hasWords: String('words' in values) })
      : t(key, values);
    return [slug, { text, namesake }] as const;
  });
  return new Map(held);
}

async function showHistory(visit: Exchange): Promise<void> {
  const { language, req } = visit;
  const member = memberOf(visit);
  const slug = String(req.params.slug);
  const { name, entries } = await getOwnHistory(member, slug);
  const actors = {
    you: member.account.name,
    team: language.t('account.history-team'),
    other: language.t('account.history-other'),
    service: language.t('console.nobody.service'),
  };
  const names = new Map(entries.map(({ subject }) => [subject.id ?? '', name]));
  const history = (await toHistory(language, entries, names)).map((entry) => ({
    ...entry,
    href: null,
    who: actors[entry.by],
  }));
  const head = { title: language.t('account.history-of', { name }), robots: 'noindex' };
  const words = consoleWords(language, visit.actor);
  await sendPage(visit, 'account/history', { head, slug, name, history, words }, { isPrivate: true });
}

/** A listing that the visitor may edit. Other listings are not found here, even if they are visible. */
async function ownListing(visit: Exchange): Promise<Listing> {
  const { listing } = await getListing(memberOf(visit), slugOf(visit));
  if (!('status_reason' in listing)) throw notFound('listing of yours');
  return listing;
}

async function edit(visit: Exchange, input: Record<string, unknown>): Promise<unknown> {
  const current = await ownListing(visit);
  const changed = changedMeanwhile(visit, current, input);
  if (changed.length > 0)
    return showEdit(visit, current, { ...EMPTY_FORM, values: input, status: 409 }, changed);
  const slug = slugOf(visit);
  const { listing } = await updateListing(memberOf(visit), slug, input, visit.files.logo ?? null);
  return `/listings/${listing.slug}?done=updated`;
}

/** Fields that were changed elsewhere after the form was opened: saving would replace them. */
function changedMeanwhile({ values }: Exchange, current: Listing, input: Readonly<Record<string, unknown>>) {
  const opened = textOf(values, 'updated_at');
  if (opened === '' || opened === current.updated_at) return [];
  return Object.values(FORM_FIELDS).flatMap(({ name, label }) => {
    if (!Object.hasOwn(input, name)) return [];
    const [now, typed] = [own(current, name), own(input, name)].map((value) => [value ?? ''].flat());
    // A browser sends line breaks as CR LF.
    return String(now) === String(typed).replaceAll('\r\n', '\n')
      ? []
      : [{ label, value: (now ?? []).join(', ') }];
  });
}

/** @param changed fields that saving would replace, shown above the form */
async function showEdit(
  visit: Exchange,
  listing: Listing,
  form = { ...EMPTY_FORM, values: listing as Record<string, unknown> },
  changed: ReturnType<typeof changedMeanwhile> = [],
): Promise<void> {
  const head = { title: visit.language.t('account.edit', { name: listing.name }) };
  const appealed = await appealedAmong([listing]);
  const held = await heldTexts(visit.language, [listing]);
  return sendListingForm(visit, 'account/edit', { head, listing, appealed, changed, held }, form);
}

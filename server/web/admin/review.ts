// The review desk: one listing at a time, decided by a button or a key.
import { accountId } from '../../../core/kernel/actor.js';
import { orNull } from '../../../core/kernel/errors.js';
import { escapeXml, xmlElement } from '../../../core/kernel/text/html.js';
import { isSlug } from '../../../core/listings/slugs.js';
import { updateListing } from '../../../core/listings/submit.js';
import { scopesOf } from '../../../core/listings/takedowns.js';
import { decidedToday, decideReview, lastDecision } from '../../../core/moderation/review-decisions.js';
import { type NextReview, type ReviewFilter, ReviewQuery } from '../../../core/moderation/review-schema.js';
import * as reviews from '../../../core/moderation/reviews.js';
import { REVIEW_SOURCES } from '../../../core/moderation/schema.js';
import * as teamNews from '../../../core/moderation/team-news.js';
import { currentSettings } from '../../../core/settings/current.js';
import type { Exchange } from '../../http/exchange.js';
import { fieldsFor } from '../form/listing-form.js';
import { EMPTY_FORM, type FormState, type PageRoute, textOf, textsOf } from '../route.js';
import { absolute, slugOf, withQuery } from '../view/links.js';
import { isFromHere } from '../view/page.js';
import { readListState, sendConsole } from './page.js';

const PATH = '/admin/review';
/** Not below /admin: feed readers cannot sign in. */
const FEED = '/feed/desk';
/** The fields that reports mostly dispute, which can be corrected without leaving the case. */
const CORRECTED = ['name', 'website_url', 'tagline', 'description'] as const;
/** The ready reasons, by the digits of the keyboard. */
const READY = ['not-genuine', 'policy', 'unreachable', 'other-text', 'duplicate', 'advertising'] as const;
const SHOWN = 30;

export const reviewPages: PageRoute[] = [
  { path: PATH, access: 'desk', show: showDesk },
  {
    path: `${PATH}/emails`,
    access: 'desk',
    does: ({ actor, values }) => teamNews.setDeskEmails(actor, { emails: textOf(values, 'emails') }),
    to: `${PATH}/emails?done=updated`,
    show: showEmails,
  },
  { path: `${FEED}/:token`, isFile: true, hasLanguage: true, show: sendFeed },
  {
    path: `${PATH}/:slug/correct`,
    access: 'listings',
    read: (values) => textsOf(values, CORRECTED),
    does: async (visit, typed) => {
      await updateListing(visit.actor, slugOf(visit), typed);
      return `${PATH}?item=${slugOf(visit)}&done=updated`;
    },
    again: showDesk,
  },
  { path: `${PATH}/:slug`, access: 'desk', does: decide, again: showDesk },
];

async function showDesk(visit: Exchange, form = EMPTY_FORM): Promise<void> {
  const { slug } = visit.req.params as { slug?: string };
  const state = readListState(ReviewQuery, visit.req);
  const { source, category, owner } = state as Record<string, string | undefined>;
  const filter = { source: REVIEW_SOURCES.find((known) => known === source), category, owner };
  const { item } = visit.req.query;
  const wanted = slug ?? (typeof item === 'string' ? item : undefined);
  const { actor, language } = visit;
  const { review, waiting } = await itemOf(visit, wanted, filter);
  const [fields, queue, counts, last, today] = await Promise.all([
    review ? fieldsFor(visit, review.listing) : null,
    reviews.findReviews(actor, { ...state, limit: SHOWN }, true),
    reviews.countWaitingBySource(actor, { category, owner }),
    lastDecision(actor),
    decidedToday(actor),
  ]);
  // Input for one item must not be applied to another.
  const message = form.message ?? Object.values(form.errors)[0] ?? null;
  const shown = review?.listing.slug === slug ? form : { ...form, values: {}, errors: {}, message };
  const listings = queue.reviews.map(({ listing }) => listing);
  // The item after the decision: the one below, unless another moderator has it.
  const place = listings.findIndex(({ id }) => id === review?.listing.id);
  const below = queue.reviews.slice(place < 0 ? queue.total : place + 1);
  const next = below.find(({ claimed_by: holder }) => holder === null || holder.id === accountId(actor));
  await sendConsole(
    visit,
    'review',
    {
      head: {
        title: language.t(review ? 'console.review.title-of' : 'console.review.title', review?.listing),
      },
      review,
      corrected: CORRECTED.flatMap((name) => fields?.[name] ?? []),
      gone: review ? undefined : wanted,
      scopes: review ? scopesOf(review.listing.website_url) : [],
      waiting,
      reasons: READY.map((name) => language.t(`console.review.ready.${name}`)),
      queue,
      counts,
      filter,
      today: today.map((one) => language.t('console.review.decided-by', one)).join(', '),
      next: next?.listing.slug,
      said: saidOf(visit, last, [review?.listing, ...listings]),
    },
    shown,
  );
}

/** Decisions, or `gone`, as in the address of the next page: `?approve=slug`. */
const OUTCOMES = ['approve', 'reject', 'merge', 'fixed', 'dead_link', 'skip', 'undo', 'gone'] as const;
type Known = { readonly slug: string; readonly name: string } | null | undefined;

/** The decision in the address, unless the address was shared: another moderator must not get its undo button.
 * Otherwise the last decision, as long as it can be undone. */
function saidOf(visit: Exchange, last: Awaited<ReturnType<typeof lastDecision>>, others: readonly Known[]) {
  const { query } = visit.req;
  const outcome = OUTCOMES.find((one) => typeof query[one] === 'string' && isSlug(query[one]));
  if (!outcome || !isFromHere(visit))
    return last && { ...last, outcome: last.decision, wayBack: 'undo', isOld: true };
  const slug = String(query[outcome]);
  const name = [last, ...others].find((one) => one?.slug === slug)?.name ?? slug;
  return { outcome, slug, name, wayBack: outcome === 'skip' ? 'item' : last?.slug === slug ? 'undo' : null };
}

/** Returns exactly the named item; without a name the next one. Reading an item does not hold it. */
async function itemOf(visit: Exchange, slug: string | undefined, filter: ReviewFilter): Promise<NextReview> {
  if (slug === undefined) return reviews.peekReview(visit.actor, filter);
  const named = await orNull('not_found', reviews.getReview(visit.actor, slug));
  return named ?? { review: null, waiting: (await reviews.countWaiting(visit.actor)).total };
}

async function decide(visit: Exchange): Promise<string | undefined> {
  const { actor, req, values } = visit;
  const slug = String(req.params.slug);
  // Each ready reason has its own button. Typed text takes precedence.
  const ready = textOf(values, 'ready');
  const asked = {
    decision: textOf(values, 'decision') || (ready ? 'reject' : ''),
    reason: textOf(values, 'reason').trim() || ready,
    scope: textOf(values, 'scope') || undefined,
    version: textOf(values, 'version') || undefined,
  };
  const decided = await orNull('not_found', decideReview(actor, slug, asked));
  // Shows the case at once, with the typed text.
  if (decided?.decision === 'take') {
    await showDesk(visit, { ...EMPTY_FORM, values });
    return;
  }
  const { source, category, owner, page, next: item } = req.query as Record<string, string>;
  const isUndone = decided?.decision === 'undo';
  return withQuery(PATH, {
    source,
    category,
    owner,
    page,
    item: isUndone ? slug : item,
    [decided?.decision ?? 'gone']: slug,
  });
}

// News of the desk for a moderator: the choice of emails, and the feed.

async function showEmails(visit: Exchange, form?: FormState): Promise<void> {
  const values = await teamNews.getDeskEmails(visit.actor);
  const head = { title: visit.language.t('console.review.emails') };
  const feed = absolute(`${FEED}/${teamNews.deskFeedToken(visit.actor)}`);
  await sendConsole(visit, 'review-emails', { head, feed }, form ?? { ...EMPTY_FORM, values });
}

/** The waiting items as Atom; the address is the secret. */
async function sendFeed({ req, res, language }: Exchange): Promise<void> {
  const waiting = await teamNews.readDeskFeed(String(req.params.token));
  const { t } = language;
  const title = `${currentSettings().name}: ${t('console.review.title')}`;
  const entries = waiting.map(({ listingId, slug, name, sources, since }) => {
    const why = sources.map((source) => t(`console.source.${source}`));
    return `<entry>${xmlElement('id', `urn:uuid:${listingId}`)}${xmlElement('title', `${name}: ${language.list(why)}`)}
<link href="${escapeXml(absolute(`${PATH}/${slug}`))}"/>${xmlElement('updated', since.toISOString())}</entry>`;
  });
  res
    .set('Cache-Control', 'private, no-store')
    .type('application/atom+xml')
    .send(`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language.tag}">
${xmlElement('id', absolute(PATH))}${xmlElement('title', title)}
${xmlElement('updated', (waiting[0]?.since ?? new Date(0)).toISOString())}
<author>${xmlElement('name', currentSettings().name)}</author>
${entries.join('\n')}
</feed>
`);
}

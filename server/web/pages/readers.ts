// Pages of readers: the shortlist, which they may share (/shortlist?of=one,two), what they follow by email, the
// theme and language they choose.
import { check } from '../../../core/kernel/check.js';
import { config } from '../../../core/kernel/config.js';
import { followedText } from '../../../core/readers/digests.js';
import * as follows from '../../../core/readers/follows.js';
import { listingsOf, MAX_NOTE, MAX_SHORTLIST, noteOnShortlist } from '../../../core/readers/shortlists.js';
import type { Exchange } from '../../http/exchange.js';
import { readQueryString } from '../../http/query-string.js';
import { chooseLanguage, chooseTheme } from '../../who/cookies.js';
import { changeOwnShortlist, keptBy, shortlistOf } from '../../who/shortlist.js';
import { formFields, OWN_EMAIL } from '../form/form-fields.js';
import { EMPTY_FORM, type FormState, listOf, type PageRoute, sendForm, textOf } from '../route.js';
import { absolute, accountOf, browseLink, feedLink, idOf, safeNext, withQuery } from '../view/links.js';
import { sendPage } from '../view/page.js';

const SEARCH = ['q', 'category', 'pricing'] as const;
const FIELDS = formFields(follows.NewFollow, { email: OWN_EMAIL });

const SHORTLIST = '/shortlist';

export const readerPages: PageRoute[] = [
  { path: SHORTLIST, show: showShortlist },
  // Pages that all guests share cannot contain a token; what another site could add or choose is harmless.
  { path: SHORTLIST, hasNoToken: true, does: changeList },
  { path: '/theme', hasNoToken: true, does: choose },
  {
    path: '/follow',
    limits: ['report'],
    fields: FIELDS,
    does: async (visit, typed) => {
      const search = typedOf(visit);
      await follows.askToFollow(visit.actor, { ...typed, ...search }, visit.language.tag);
      const list = browseLink(search);
      return `${list}${list.includes('?') ? '&' : '?'}done=follow-asked`;
    },
    show: showFollow,
  },
  { path: '/follow/:id', show: showOne },
  { path: '/follow/:id', does: decide },
  // The address in List-Unsubscribe: a person who opens it decides on the page, a mail program posts (RFC 8058).
  { path: '/follow/:id/unsubscribe', show: (visit) => visit.res.redirect(303, pathOf(visit)) },
  { path: '/follow/:id/unsubscribe', hasNoToken: true, does: unsubscribe },
];

const pathOf = (visit: Exchange) => `/follow/${encodeURIComponent(idOf(visit))}`;

const typedOf = ({ values }: Exchange) =>
  Object.fromEntries(
    SEARCH.map((name) => [name, textOf(values, name)]).filter(([, value]) => value !== ''),
  ) as follows.Followed;

async function showFollow(visit: Exchange, form?: FormState): Promise<void> {
  const search = form
    ? typedOf(visit)
    : check(follows.Followed, readQueryString(follows.Followed, visit.req));
  const { language } = visit;
  await sendForm(
    visit,
    'follow/ask',
    {
      head: { title: language.t('follow.title') },
      what: followedText(language, search),
      list: browseLink(search),
      feed: feedLink(search),
      search,
      fields: FIELDS,
    },
    form ?? { ...EMPTY_FORM, values: { email: accountOf(visit)?.email } },
  );
}

async function showOne(visit: Exchange): Promise<void> {
  const { follow: own, others } = await follows.readFollow(idOf(visit));
  const { language } = visit;
  await sendForm(visit, 'follow/one', {
    head: { title: language.t('follow.title') },
    what: followedText(language, follows.searchOf(own)),
    others: others.map((other) => followedText(language, follows.searchOf(other))),
    address: own.emailKey,
    isConfirmed: own.confirmedAt !== null,
    list: browseLink(follows.searchOf(own)),
    action: pathOf(visit),
  });
}

async function decide(visit: Exchange): Promise<string> {
  const wanted = textOf(visit.values, 'do');
  if (wanted === 'confirm') {
    await follows.confirmFollow(visit.actor, idOf(visit));
    return `${pathOf(visit)}?done=followed`;
  }
  await follows.endFollow(visit.actor, idOf(visit), { all: wanted === 'stop-all' });
  return '/listings?done=unfollowed';
}

async function unsubscribe(visit: Exchange): Promise<void> {
  await follows.endFollow(visit.actor, idOf(visit), { all: true });
  // Answers without a redirect, which mail programs do not follow.
  visit.res
    .set('Cache-Control', 'private, no-store')
    .type('text')
    .send(visit.language.t('notice.unfollowed'));
}

async function showShortlist(visit: Exchange): Promise<void> {
  const { req, actor, language } = visit;
  const { of } = req.query;
  const shared = typeof of === 'string' ? of.split(',') : null;
  const entries = shared ? [] : await shortlistOf(visit);
  const listings = await listingsOf(actor, shared ?? entries.map(({ slug }) => slug));
  const title = language.t(shared ? 'shortlist.shared' : 'shortlist.title');
  const slugs = listings.map(({ slug }) => slug);
  await sendPage(
    visit,
    'shortlist/index',
    {
      head: { title, robots: 'noindex, nofollow' },
      listings,
      kept: shared ? keptBy(visit) : slugs,
      notes: new Map(entries.map(({ slug, note }) => [slug, note])),
      maxNote: MAX_NOTE,
      isShared: shared !== null,
      address: absolute(withQuery(SHORTLIST, { of: slugs.join(',') })).replaceAll('%2C', ','),
    },
    { isPrivate: true },
  );
}

async function changeList(visit: Exchange): Promise<string> {
  const { actor, values } = visit;
  const slugs = listOf(values, 'slug').slice(0, MAX_SHORTLIST);
  const [first = ''] = slugs;
  const wanted = textOf(values, 'do');
  if (wanted === 'note') {
    if (actor.kind === 'user') await noteOnShortlist(actor, first, textOf(values, 'note'));
    return `${SHORTLIST}?done=noted#${first}`;
  }
  const isKept = wanted === 'toggle' && (await shortlistOf(visit)).some(({ slug }) => slug === first);
  const isRemoval = wanted === 'remove' || isKept;
  await changeOwnShortlist(visit, isRemoval ? { remove: slugs } : { add: slugs });
  const next = new URL(safeNext(textOf(values, 'next'), SHORTLIST), config.publicUrl);
  next.searchParams.set('done', isRemoval ? 'unkept' : 'kept');
  return next.pathname + next.search;
}

function choose({ values, res }: Exchange): string {
  if (values.theme !== undefined) chooseTheme(res, textOf(values, 'theme'));
  if (values.language !== undefined) chooseLanguage(res, textOf(values, 'language'));
  return safeNext(textOf(values, 'next'), '/');
}

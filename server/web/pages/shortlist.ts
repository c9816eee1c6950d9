// The shortlist: what a visitor keeps for later, and what somebody shares by its address: /shortlist?of=one,two.
import { listingsOf, MAX_SHORTLIST } from '../../../core/readers/shortlists.js';
import { changeOwnShortlist, shortlistOf } from '../../who/shortlist.js';
import { listOf, textOf } from '../form/form.js';
import type { PageRoute } from '../route.js';
import { absolute, withQuery } from '../view/links.js';
import { sendPage } from '../view/page.js';
import { safeNext, type Visit } from '../view/visit.js';

const PATH = '/shortlist';

export const shortlistPages: PageRoute[] = [
  { method: 'get', path: PATH, run: showShortlist },
  // Pages that all guests share cannot contain a token, and what another site could add is taken off again: C12 is enough.
  { method: 'post', path: PATH, hasNoToken: true, run: changeList },
];

async function showShortlist(visit: Visit): Promise<void> {
  const { req, actor, language } = visit;
  const { of } = req.query;
  const own = await shortlistOf(req, actor);
  const shared = typeof of === 'string' ? of.split(',') : null;
  const listings = await listingsOf(actor, shared ?? own);
  const title = language.t(shared ? 'shortlist.shared' : 'shortlist.title');
  const slugs = listings.map(({ slug }) => slug);
  await sendPage(
    visit,
    'shortlist/index',
    {
      head: { title, robots: 'noindex, nofollow' },
      listings,
      isShared: shared !== null,
      kept: own,
      most: MAX_SHORTLIST,
      address: absolute(withQuery(PATH, { of: slugs.join(',') })).replaceAll('%2C', ','),
    },
    { isPrivate: true },
  );
}

async function changeList(visit: Visit): Promise<void> {
  const { req, res, actor, values } = visit;
  const slugs = listOf(values, 'slug').slice(0, MAX_SHORTLIST);
  const isRemoval = textOf(values, 'do') === 'remove';
  await changeOwnShortlist(req, res, actor, isRemoval ? { remove: slugs } : { add: slugs });
  const next = safeNext(textOf(values, 'next'), PATH);
  res.redirect(303, withQuery(next, { done: isRemoval ? 'unkept' : 'kept' }));
}

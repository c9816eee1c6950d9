// Following a search or a category by email: asking, confirming, stopping.
import { check } from '../../../core/kernel/check.js';
import { followedText } from '../../../core/readers/digests.js';
import {
  askToFollow,
  confirmFollow,
  endFollow,
  Followed,
  NewFollow,
  readFollow,
  searchOf,
} from '../../../core/readers/follows.js';
import { readQueryString } from '../../http/query-string.js';
import { EMPTY_FORM, type FormState, sendForm, textOf } from '../form/form.js';
import { formFields, OWN_EMAIL } from '../form/form-fields.js';
import { posted } from '../form/posted.js';
import type { PageRoute } from '../route.js';
import { browseLink, feedLink } from '../view/links.js';
import { accountOf, type Visit } from '../view/visit.js';

const SEARCH = ['q', 'category', 'pricing'] as const;
const FIELDS = formFields(NewFollow, { email: OWN_EMAIL });

export const followPages: PageRoute[] = [
  { method: 'get', path: '/follow', run: (visit) => showFollow(visit, askedOf(visit)) },
  posted({
    path: '/follow',
    limits: ['report'],
    fields: FIELDS,
    run: async (visit, typed) => {
      const search = typedOf(visit);
      await askToFollow(visit.actor, { ...typed, ...search }, visit.language.tag);
      const list = browseLink(search);
      visit.res.redirect(303, `${list}${list.includes('?') ? '&' : '?'}done=follow-asked`);
    },
    again: (visit, form) => showFollow(visit, typedOf(visit), form),
  }),
  { method: 'get', path: '/follow/:id', run: showOne },
  { method: 'post', path: '/follow/:id', run: decide },
  // The address in List-Unsubscribe: a person who opens it decides on the page, a mail program posts (RFC 8058).
  { method: 'get', path: '/follow/:id/unsubscribe', run: (visit) => visit.res.redirect(303, pathOf(visit)) },
  { method: 'post', path: '/follow/:id/unsubscribe', hasNoToken: true, run: unsubscribe },
];

const idOf = ({ req }: Visit) => String(req.params.id);
const pathOf = (visit: Visit) => `/follow/${encodeURIComponent(idOf(visit))}`;

/** @throws DomainError validation_error */
function askedOf({ req }: Visit): Followed {
  const { query, repeated } = readQueryString(Followed, req);
  if (repeated) throw repeated;
  return check(Followed, query);
}

const typedOf = ({ values }: Visit) =>
  Object.fromEntries(
    SEARCH.map((name) => [name, textOf(values, name)]).filter(([, value]) => value !== ''),
  ) as Followed;

async function showFollow(visit: Visit, search: Followed, form?: FormState): Promise<void> {
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

async function showOne(visit: Visit): Promise<void> {
  const { follow: own, others } = await readFollow(idOf(visit));
  const { language } = visit;
  await sendForm(visit, 'follow/one', {
    head: { title: language.t('follow.title') },
    what: followedText(language, searchOf(own)),
    others: others.map((other) => followedText(language, searchOf(other))),
    address: own.emailKey,
    isConfirmed: own.confirmedAt !== null,
    list: browseLink(searchOf(own)),
    action: pathOf(visit),
  });
}

async function decide(visit: Visit): Promise<void> {
  const wanted = textOf(visit.values, 'do');
  if (wanted === 'confirm') {
    await confirmFollow(visit.actor, idOf(visit));
    visit.res.redirect(303, `${pathOf(visit)}?done=followed`);
    return;
  }
  await endFollow(visit.actor, idOf(visit), { all: wanted === 'stop-all' });
  visit.res.redirect(303, '/listings?done=unfollowed');
}

async function unsubscribe(visit: Visit): Promise<void> {
  await endFollow(visit.actor, idOf(visit), { all: true });
  // No redirect: mail programs follow none.
  visit.res
    .set('Cache-Control', 'private, no-store')
    .type('text')
    .send(visit.language.t('notice.unfollowed'));
}

// The columns of the console's lists, which a moderator chooses in a cookie, and the saved views of lists.
import * as views from '../../../core/console/saved-views.js';
import { notFound } from '../../../core/kernel/errors.js';
import type { MessageKey } from '../../../core/languages/language.js';
import type { FactDefinition } from '../../../core/settings/fact-schema.js';
import { allFacts, factLabel } from '../../../core/settings/facts.js';
import type { Exchange } from '../../http/exchange.js';
import { chosenLasts, cookieName, readCookie } from '../../who/cookies.js';
import { listOf, type PageRoute, textOf } from '../route.js';
import { idOf, withQuery } from '../view/links.js';
import { type ListLink, type ListState, listLink } from './page.js';

interface ColumnRules {
  readonly label: MessageKey | FactDefinition;
  /** The orders of a column: a click selects the first, another click the second. */
  readonly sorts: readonly [string?, string?];
  readonly isUsual?: true;
}

const LISTS = {
  listings: {
    website: { label: 'console.listing.website', sorts: ['website'], isUsual: true },
    status: { label: 'console.listings.status', sorts: ['status'], isUsual: true },
    categories: { label: 'console.listings.category', sorts: ['category'], isUsual: true },
    pricing: { label: 'console.listing.price', sorts: ['pricing'] },
    owner: { label: 'console.listing.owner', sorts: ['owner'], isUsual: true },
    screenshot: { label: 'console.listing.picture', sorts: ['screenshot'] },
    created: { label: 'console.listing.submitted', sorts: ['newest', 'oldest'], isUsual: true },
    updated: { label: 'console.listing.changed', sorts: ['updated'] },
    published: { label: 'console.listing.published', sorts: ['published'] },
  },
  users: {
    email: { label: 'field.email', sorts: ['email'], isUsual: true },
    role: { label: 'console.users.role', sorts: ['role'], isUsual: true },
    listings: { label: 'console.users.listings', sorts: ['listings'], isUsual: true },
    keys: { label: 'console.users.keys', sorts: ['keys'] },
    joined: { label: 'console.users.joined', sorts: ['newest', 'oldest'], isUsual: true },
    'sign-in': { label: 'console.users.last-sign-in', sorts: ['sign-in'], isUsual: true },
  },
} as const satisfies Record<string, Record<string, ColumnRules>>;

type ListName = keyof typeof LISTS;

function rulesOf(list: ListName): [name: string, ColumnRules][] {
  const facts = list === 'listings' ? allFacts() : [];
  return [
    ...Object.entries<ColumnRules>(LISTS[list]),
    ...facts.map((fact): [string, ColumnRules] => [`fact-${fact.key}`, { label: fact, sorts: [] }]),
  ];
}

const DESCENDING = ['newest', 'updated', 'published', 'sign-in', 'listings', 'keys'];

export function columnsOf({ req, language }: Exchange, list: ListName, state: ListState, href: ListLink) {
  const sort = String(state.sort ?? 'newest');
  const direction = DESCENDING.includes(sort) ? 'descending' : 'ascending';
  const stored = readCookie(req, cookieName(`columns_${list}`))?.split('.');
  const column = (name: string, { label, sorts: [first, second], isUsual }: ColumnRules) => ({
    name,
    label: typeof label === 'string' ? language.t(label) : factLabel(language, label),
    isChosen: stored?.includes(name) ?? isUsual === true,
    direction: [first, second].includes(sort) ? direction : null,
    href: first
      ? href({ sort: sort === first && second ? second : first === 'newest' ? null : first })
      : null,
  });
  const all = rulesOf(list).map(([name, rules]) => column(name, rules));
  const first = column('name', {
    label: list === 'users' ? 'console.users.user' : 'console.listings.listing',
    sorts: ['name'],
  });
  return { list, first, all, shown: all.filter(({ isChosen }) => isChosen) };
}

export const columnPages: PageRoute[] = [
  {
    path: '/admin/columns/:list',
    access: 'desk',
    does: async ({ req, res, values }) => {
      const list = (Object.keys(LISTS) as ListName[]).find((known) => known === req.params.list);
      if (list === undefined) throw notFound('list');
      const known = rulesOf(list).map(([name]) => name);
      const chosen = listOf(values, 'column').filter((name) => known.includes(name));
      res.cookie(cookieName(`columns_${list}`), chosen.join('.'), chosenLasts());
      return `/admin/${list}?${new URLSearchParams(textOf(values, 'query'))}`;
    },
  },
  // Saves the list as shown under a name, or removes a view, and returns to the list.
  {
    path: '/admin/views/:list',
    access: 'desk',
    does: async (visit) => {
      const { list, query } = shownIn(visit);
      await views.saveView(visit.actor, { list, name: textOf(visit.values, 'name').trim(), query });
      return backTo(list, query, 'view-saved');
    },
  },
  {
    path: '/admin/views/:list/:id/remove',
    access: 'desk',
    does: async (visit) => {
      const { list, query } = shownIn(visit);
      await views.removeView(visit.actor, idOf(visit));
      return backTo(list, query, 'view-removed');
    },
  },
];

function shownIn({ req, values }: Exchange) {
  const list = views.VIEWED_LISTS.find((known) => known === req.params.list);
  if (list === undefined) throw notFound('list');
  return { list, query: textOf(values, 'query') };
}

const backTo = (list: views.ViewedList, query: string, done: string) =>
  withQuery(`/admin/${list}`, { ...Object.fromEntries(new URLSearchParams(query)), done });

export async function viewsOf({ actor }: Exchange, list: views.ViewedList, state: ListState) {
  const query = listLink('', state)().slice(1);
  const saved = await views.listViews(actor, list);
  return { list, query, views: saved.map((view) => ({ ...view, isCurrent: view.query === query })) };
}

// Saved views of lists: saving the current one, and removing one.
import {
  listViews,
  removeView,
  saveView,
  VIEWED_LISTS,
  type ViewedList,
} from '../../../core/console/saved-views.js';
import type { Actor } from '../../../core/kernel/actor.js';
import { DomainError, notFound } from '../../../core/kernel/errors.js';
import type { Exchange } from '../../http/exchange.js';
import { type PageRoute, textOf } from '../route.js';
import { idOf } from '../view/visit.js';
import type { ListState } from './page.js';

/** The list as it is shown is saved under a name, or a view is removed; each leads back to the list. */
export const viewPages: PageRoute[] = [
  {
    path: '/admin/views/:list',
    access: 'desk',
    does: async (visit) => {
      const { list, query } = shownIn(visit);
      const name = textOf(visit.values, 'name').trim();
      return backTo(list, query, await save(visit.actor, { list, name, query }));
    },
  },
  {
    path: '/admin/views/:list/:id/remove',
    access: 'desk',
    does: async (visit) => {
      const { list, query } = shownIn(visit);
      await removeView(visit.actor, idOf(visit));
      return backTo(list, query, 'view-removed');
    },
  },
];

function shownIn({ req, values }: Exchange) {
  const list = VIEWED_LISTS.find((known) => known === req.params.list);
  if (list === undefined) throw notFound('list');
  return { list, query: textOf(values, 'query') };
}

function backTo(list: ViewedList, query: string, done: string): string {
  const parameters = new URLSearchParams(query);
  parameters.set('done', done);
  return `/admin/${list}?${parameters}`;
}

async function save(actor: Actor, view: { list: ViewedList; name: string; query: string }): Promise<string> {
  if (view.name === '') return 'view-unnamed';
  try {
    return (await saveView(actor, view)).isReplaced ? 'view-replaced' : 'view-saved';
  } catch (error) {
    if (!(error instanceof DomainError) || error.details.errors?.[0]?.code !== 'full') throw error;
    return 'views-full';
  }
}

export async function viewsOf({ actor }: Exchange, list: ViewedList, { page: _page, ...state }: ListState) {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(state))
    if (value !== null && value !== undefined) parameters.set(name, String(value));
  const query = parameters.toString();
  const views = await listViews(actor, list);
  return { list, query, views: views.map((view) => ({ ...view, isCurrent: view.query === query })) };
}

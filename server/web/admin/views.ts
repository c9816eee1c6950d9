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
import { textOf } from '../form/form.js';
import { posted } from '../form/posted.js';
import type { ListState } from './lists.js';

/** Saves the list as it is shown under a name, or removes a view; each leads back to the list. */
export const viewPages = ['', '/:id/remove'].map((path) =>
  posted({
    path: `/admin/views/:list${path}`,
    access: 'desk',
    run: async ({ actor, values, req }) => {
      const list = VIEWED_LISTS.find((known) => known === req.params.list);
      if (list === undefined) throw notFound('list');
      const [query, name] = [textOf(values, 'query'), textOf(values, 'name').trim()];
      const parameters = new URLSearchParams(query);
      if (path !== '') await removeView(actor, String(req.params.id));
      parameters.set('done', path === '' ? await save(actor, { list, name, query }) : 'view-removed');
      return `/admin/${list}?${parameters}`;
    },
  }),
);

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

// Saved views of lists: saving the current one, and deleting one.
import { notFound } from '../../../core/kernel/errors.js';
import {
  listViews,
  removeView,
  saveView,
  VIEWED_LISTS,
  type ViewedList,
} from '../../../core/operations/saved-views.js';
import { textOf } from '../form/form.js';
import type { PageRoute } from '../route.js';
import type { Visit } from '../view/visit.js';
import type { ListState } from './page.js';

export const viewPages: PageRoute[] = [
  {
    method: 'post',
    path: '/admin/views/:list',
    access: 'admin',
    run: async ({ actor, req, res, values }) => {
      const list = readList(String(req.params.list));
      const query = textOf(values, 'query');
      const name = textOf(values, 'name').trim();
      if (name !== '') await saveView(actor, { list, name, query });
      const parameters = new URLSearchParams(query);
      parameters.set('done', name === '' ? 'view-unnamed' : 'view-saved');
      res.redirect(303, `/admin/${list}?${parameters}`);
    },
  },
  {
    method: 'post',
    path: '/admin/views/:list/:id/remove',
    access: 'admin',
    run: async ({ actor, req, res }) => {
      const list = readList(String(req.params.list));
      await removeView(actor, String(req.params.id));
      res.redirect(303, `/admin/${list}?done=view-removed`);
    },
  },
];

function readList(name: string): ViewedList {
  const list = VIEWED_LISTS.find((known) => known === name);
  if (list === undefined) throw notFound('list');
  return list;
}

/** The saved views of a list, for the template admin/saved-views. */
export async function viewsOf({ actor }: Visit, list: ViewedList, { page: _page, ...state }: ListState) {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(state))
    if (value !== null && value !== undefined) parameters.set(name, String(value));
  const query = parameters.toString();
  const views = await listViews(actor, list);
  return { list, query, views: views.map((view) => ({ ...view, isCurrent: view.query === query })) };
}

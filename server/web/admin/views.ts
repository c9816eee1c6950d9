// Saved views of lists: saving the current one, and removing one.
import { DomainError, notFound } from '../../../core/kernel/errors.js';
import {
  listViews,
  removeView,
  saveView,
  VIEWED_LISTS,
  type ViewedList,
} from '../../../core/operations/saved-views.js';
import { textOf } from '../form/form.js';
import { posted } from '../form/posted.js';
import type { Visit } from '../view/visit.js';
import type { ListState } from './lists.js';

interface Asked {
  readonly list: ViewedList;
  readonly id: string;
  readonly name: string;
  readonly query: string;
}

/** What can be done with views, by the end of its path; each returns its notice. */
const CHANGES: Readonly<Record<string, (visit: Visit, asked: Asked) => Promise<string>>> = {
  '': async ({ actor }, { list, name, query }) => {
    if (name === '') return 'view-unnamed';
    const { isReplaced } = await saveView(actor, { list, name, query });
    return isReplaced ? 'view-replaced' : 'view-saved';
  },
  '/:id/remove': async ({ actor }, { id }) => {
    await removeView(actor, id);
    return 'view-removed';
  },
};

/** Each change leads back to the list as it was shown. */
export const viewPages = Object.entries(CHANGES).map(([path, change]) =>
  posted({
    path: `/admin/views/:list${path}`,
    access: 'desk',
    run: async (visit) => {
      const { values, req } = visit;
      const list = VIEWED_LISTS.find((known) => known === req.params.list);
      if (list === undefined) throw notFound('list');
      const query = textOf(values, 'query');
      const asked = { list, id: String(req.params.id), name: textOf(values, 'name').trim(), query };
      const done = await change(visit, asked).catch((error: unknown) => {
        if (!(error instanceof DomainError) || error.details.errors?.[0]?.code !== 'full') throw error;
        return 'views-full';
      });
      const parameters = new URLSearchParams(query);
      parameters.set('done', done);
      return `/admin/${list}?${parameters}`;
    },
  }),
);

/** The saved views of a list, for the template admin/saved-views. */
export async function viewsOf({ actor }: Visit, list: ViewedList, { page: _page, ...state }: ListState) {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(state))
    if (value !== null && value !== undefined) parameters.set(name, String(value));
  const query = parameters.toString();
  const views = await listViews(actor, list);
  return { list, query, views: views.map((view) => ({ ...view, isCurrent: view.query === query })) };
}

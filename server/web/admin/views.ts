// Saved views of lists: saving the current one, and deleting one.
import { DomainError, notFound } from '../../../core/kernel/errors.js';
import {
  changeView,
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

const PATH = '/admin/views/:list';

export const viewPages: PageRoute[] = [
  {
    method: 'post',
    path: PATH,
    access: 'desk',
    run: (visit) =>
      change(visit, async ({ list, name, query }) => {
        if (name === '') return 'view-unnamed';
        const { isReplaced } = await saveView(visit.actor, { list, name, query });
        return isReplaced ? 'view-replaced' : 'view-saved';
      }),
  },
  {
    method: 'post',
    path: `${PATH}/replace`,
    access: 'desk',
    run: (visit) =>
      change(visit, async ({ query }) => {
        await changeView(visit.actor, textOf(visit.values, 'view'), { query });
        return 'view-replaced';
      }),
  },
  {
    method: 'post',
    path: `${PATH}/:id/rename`,
    access: 'desk',
    run: (visit) =>
      change(visit, async ({ name }) => {
        if (name === '') return 'view-unnamed';
        await changeView(visit.actor, String(visit.req.params.id), { name });
        return 'view-renamed';
      }),
  },
  {
    method: 'post',
    path: `${PATH}/:id/remove`,
    access: 'desk',
    run: async ({ actor, req, res }) => {
      const list = readList(String(req.params.list));
      await removeView(actor, String(req.params.id));
      res.redirect(303, `/admin/${list}?done=view-removed`);
    },
  },
];

/** The notices of rules that a name may break. */
const REFUSALS: Readonly<Record<string, string>> = { taken: 'view-taken', full: 'views-full' };

/** Changes a view and goes back to the list as it was shown, with the notice that `act` names. */
async function change(
  { req, res, values }: Visit,
  act: (asked: { list: ViewedList; name: string; query: string }) => Promise<string>,
): Promise<void> {
  const list = readList(String(req.params.list));
  const query = textOf(values, 'query');
  const asked = { list, name: textOf(values, 'name').trim(), query };
  const done = await act(asked).catch((error: unknown) => {
    const refusal = error instanceof DomainError && REFUSALS[error.details.errors?.[0]?.code ?? ''];
    if (!refusal) throw error;
    return refusal;
  });
  const parameters = new URLSearchParams(query);
  parameters.set('done', done);
  res.redirect(303, `/admin/${list}?${parameters}`);
}

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

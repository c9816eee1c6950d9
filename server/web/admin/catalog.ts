// The catalog of directories to submit to: verify, correct, add, remove, import.
import {
  addEntry,
  editEntry,
  findEntries,
  getEntry,
  importEntries,
  removeEntry,
  verifyEntries,
  verifyEntry,
} from '../../../core/catalog/manage.js';
import {
  CATALOG_STATUSES,
  CatalogProposal,
  CatalogQuery,
  EntryPatch,
  MAX_IMPORTED_ENTRIES,
} from '../../../core/catalog/schema.js';
import { parseCsv } from '../../../core/kernel/text/csv.js';
import { EMPTY_FORM, type FormState, listOf, runForm, textOf } from '../form/form.js';
import { formAttributes } from '../form/form-fields.js';
import type { PageRoute } from '../route.js';
import type { Visit } from '../view/visit.js';
import { listLink, pagerOf, readListState, sendConsole } from './page.js';

const PATH = '/admin/catalog';

const FIELDS = [
  formAttributes(CatalogProposal, 'name', { label: 'field.name' }),
  formAttributes(CatalogProposal, 'url', { label: 'field.address' }),
  formAttributes(CatalogProposal, 'submit_url', { label: 'field.submission-page' }),
  formAttributes(CatalogProposal, 'kind', { label: 'field.kind' }),
  formAttributes(CatalogProposal, 'notes', { label: 'field.notes' }),
];
const STATUS_FIELD = formAttributes(EntryPatch, 'status', { label: 'field.status' });

export const catalogPages: PageRoute[] = [
  { method: 'get', path: PATH, access: 'admin', run: showCatalog },
  { method: 'get', path: `${PATH}/new`, access: 'admin', run: (visit) => showNew(visit) },
  { method: 'post', path: `${PATH}/new`, access: 'admin', isShownAgain: true, run: add },
  { method: 'post', path: `${PATH}/import`, access: 'admin', isShownAgain: true, run: importCsv },
  {
    method: 'post',
    path: `${PATH}/verify`,
    access: 'admin',
    run: async (visit) => {
      const ids = listOf(visit.values, 'item');
      const back = listLink(PATH, readListState(CatalogQuery, visit.req));
      if (ids.length === 0) return visit.res.redirect(303, back({ done: 'none-ticked' }));
      const { failed } = await verifyEntries(visit.actor, { ids });
      visit.res.redirect(
        303,
        back({ done: failed.length === 0 ? 'entries-verified' : 'entries-unverified' }),
      );
    },
  },
  { method: 'get', path: `${PATH}/:id`, access: 'admin', run: (visit) => showEntry(visit) },
  { method: 'post', path: `${PATH}/:id`, access: 'admin', isShownAgain: true, run: edit },
  {
    method: 'post',
    path: `${PATH}/:id/verify`,
    access: 'admin',
    run: async (visit) => {
      await verifyEntry(visit.actor, String(visit.req.params.id));
      visit.res.redirect(
        303,
        listLink(PATH, readListState(CatalogQuery, visit.req))({ done: 'entry-verified' }),
      );
    },
  },
  {
    method: 'post',
    path: `${PATH}/:id/remove`,
    access: 'admin',
    run: async (visit) => {
      await removeEntry(visit.actor, String(visit.req.params.id), { reason: textOf(visit.values, 'reason') });
      visit.res.redirect(303, `${PATH}?done=entry-removed`);
    },
  },
];

async function showCatalog(visit: Visit): Promise<void> {
  const state = readListState(CatalogQuery, visit.req);
  const found = await findEntries(visit.actor, state);
  const href = listLink(PATH, state);
  await sendConsole(visit, 'catalog', {
    section: 'catalog',
    head: { title: visit.language.t('console.section.catalog') },
    entries: found.entries,
    state,
    href,
    here: (id: string) => listLink(`${PATH}/${id}/verify`, state)({ page: state.page ?? null }),
    verifyTicked: listLink(`${PATH}/verify`, state)({ page: state.page ?? null }),
    pager: pagerOf(found, href),
    statuses: CATALOG_STATUSES,
  });
}

const inputOf = ({ values }: Visit) => {
  const names = [...FIELDS.map((field) => field.name), 'status'];
  const typed = names.map((name) => [name, textOf(values, name)] as const);
  return Object.fromEntries(typed.filter(([name, value]) => name !== 'status' || value !== ''));
};

function showNew(visit: Visit, form: FormState = EMPTY_FORM): Promise<void> {
  const data = {
    section: 'catalog' as const,
    head: { title: visit.language.t('console.catalog.add-title') },
    fields: FIELDS,
  };
  return sendConsole(visit, 'catalog-new', data, form);
}

async function add(visit: Visit): Promise<void> {
  const input = inputOf(visit);
  await runForm(
    visit,
    input,
    async () => {
      const { entry, created } = await addEntry(visit.actor, input);
      visit.res.redirect(303, `${PATH}/${entry.id}?done=${created ? 'entry-added' : 'entry-known'}`);
    },
    (form) => showNew(visit, form),
  );
}

/** An empty cell is a missing field, not one of the wrong type. */
const withoutEmpty = (row: object) =>
  Object.fromEntries(Object.entries(row).filter(([, cell]) => cell !== null));

async function importCsv(visit: Visit): Promise<void> {
  const values = visit.values;
  await runForm(
    visit,
    values,
    async () => {
      const rows = await parseCsv(textOf(values, 'csv'), 'csv', MAX_IMPORTED_ENTRIES);
      const result = await importEntries(visit.actor, { entries: rows.map(withoutEmpty) });
      const data = {
        section: 'catalog' as const,
        head: { title: visit.language.t('console.catalog.import') },
        result,
        rows,
      };
      await sendConsole(visit, 'catalog-import', data);
    },
    (form) => showNew(visit, form),
  );
}

async function showEntry(visit: Visit, form?: FormState): Promise<void> {
  const { entry } = await getEntry(visit.actor, String(visit.req.params.id));
  const data = {
    section: 'catalog' as const,
    head: { title: entry.name },
    entry,
    fields: [...FIELDS, STATUS_FIELD],
  };
  await sendConsole(visit, 'catalog-entry', data, form ?? { ...EMPTY_FORM, values: entry });
}

async function edit(visit: Visit): Promise<void> {
  const input = inputOf(visit);
  await runForm(
    visit,
    input,
    async () => {
      await editEntry(visit.actor, String(visit.req.params.id), input);
      visit.res.redirect(303, `${PATH}/${visit.req.params.id}?done=updated`);
    },
    (form) => showEntry(visit, form),
  );
}

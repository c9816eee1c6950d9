// The catalog of places to submit to: verify, correct, add, remove, import.
import { type Request, type Response, Router } from 'express';
import {
  addEntry,
  editEntry,
  findEntries,
  getEntry,
  importEntries,
  removeEntry,
  verifyEntry,
} from '../../../core/catalog/manage.js';
import { CATALOG_STATUSES, CatalogProposal, CatalogQuery, EntryPatch } from '../../../core/catalog/schema.js';
import { parseCsv } from '../../../core/kernel/csv.js';
import { EMPTY_FORM, type FormState, formSteps, runForm, textOf, valuesOf } from '../form/form.js';
import { formAttributes } from '../form/form-fields.js';
import { visitorOf } from '../view/visitor.js';
import { listLink, pagerOf, readListState, sendConsole } from './page.js';

const PATH = '/admin/catalog';

const FIELDS = ['name', 'url', 'submit_url', 'kind', 'notes'].map((name) =>
  formAttributes(CatalogProposal, name, { hint: null }),
);
const STATUS_FIELD = formAttributes(EntryPatch, 'status', { label: 'Status', hint: null });

export function catalogPages(): Router {
  const router = Router();
  router.get(PATH, showCatalog);
  router.get(`${PATH}/new`, (req, res) => showNew(req, res));
  router.post(`${PATH}/new`, ...formSteps(), add);
  router.post(`${PATH}/import`, ...formSteps(), importCsv);
  router.get(`${PATH}/:id`, (req, res) => showEntry(req, res));
  router.post(`${PATH}/:id`, ...formSteps(), edit);
  router.post(`${PATH}/:id/verify`, ...formSteps(), async (req, res) => {
    await verifyEntry(visitorOf(res), String(req.params.id));
    res.redirect(303, listLink(PATH, readListState(CatalogQuery, req))({ done: 'entry-verified' }));
  });
  router.post(`${PATH}/:id/remove`, ...formSteps(), async (req, res) => {
    await removeEntry(visitorOf(res), String(req.params.id), { reason: textOf(valuesOf(req), 'reason') });
    res.redirect(303, `${PATH}?done=entry-removed`);
  });
  return router;
}

async function showCatalog(req: Request, res: Response): Promise<void> {
  const state = readListState(CatalogQuery, req);
  const found = await findEntries(visitorOf(res), state);
  const href = listLink(PATH, state);
  await sendConsole(req, res, 'catalog', {
    section: 'catalog',
    head: { title: 'Catalog' },
    entries: found.entries,
    state,
    href,
    here: (id: string) => listLink(`${PATH}/${id}/verify`, state)({ page: state.page ?? null }),
    pager: pagerOf(found, href),
    statuses: CATALOG_STATUSES,
  });
}

const inputOf = (req: Request) => {
  const values = valuesOf(req);
  const names = [...FIELDS.map((field) => field.name), 'status'];
  const typed = names.map((name) => [name, textOf(values, name)] as const);
  return Object.fromEntries(typed.filter(([name, value]) => name !== 'status' || value !== ''));
};

function showNew(req: Request, res: Response, form: FormState = EMPTY_FORM, status = 200): Promise<void> {
  const data = { section: 'catalog' as const, head: { title: 'New entry' }, fields: FIELDS };
  return sendConsole(req, res, 'catalog-new', data, form, status);
}

async function add(req: Request, res: Response): Promise<void> {
  const input = inputOf(req);
  await runForm(
    res,
    input,
    async () => {
      const { entry, created } = await addEntry(visitorOf(res), input);
      res.redirect(303, `${PATH}/${entry.id}?done=${created ? 'entry-added' : 'entry-known'}`);
    },
    (form, status) => showNew(req, res, form, status),
  );
}

async function importCsv(req: Request, res: Response): Promise<void> {
  const values = valuesOf(req);
  await runForm(
    res,
    values,
    async () => {
      const rows = parseCsv(textOf(values, 'csv'), 'csv');
      const result = await importEntries(visitorOf(res), { entries: rows });
      const data = { section: 'catalog' as const, head: { title: 'Import' }, result, rows };
      await sendConsole(req, res, 'catalog-import', data);
    },
    (form, status) => showNew(req, res, form, status),
  );
}

async function showEntry(req: Request, res: Response, form?: FormState, status = 200): Promise<void> {
  const { entry } = await getEntry(visitorOf(res), String(req.params.id));
  const data = {
    section: 'catalog' as const,
    head: { title: entry.name },
    entry,
    fields: [...FIELDS, STATUS_FIELD],
  };
  await sendConsole(req, res, 'catalog-entry', data, form ?? { ...EMPTY_FORM, values: entry }, status);
}

async function edit(req: Request, res: Response): Promise<void> {
  const input = inputOf(req);
  await runForm(
    res,
    input,
    async () => {
      await editEntry(visitorOf(res), String(req.params.id), input);
      res.redirect(303, `${PATH}/${req.params.id}?done=updated`);
    },
    (form, status) => showEntry(req, res, form, status),
  );
}

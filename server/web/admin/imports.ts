// Imports: from a file or an address, previewed before the start, followed while they run, and undone.
import { changeDraft, draftImport, makeColumnFacts, previewImport } from '../../../core/import/draft.js';
import { listFaults, listRefused, refusedTable } from '../../../core/import/faults.js';
import { importFields } from '../../../core/import/map-columns.js';
import * as imports from '../../../core/import/records.js';
import { CATEGORY_MODES, IMPORT_KINDS } from '../../../core/import/rows.js';
import * as sources from '../../../core/import/sources.js';
import { DomainError, fieldError, say } from '../../../core/kernel/errors.js';
import { own } from '../../../core/kernel/own.js';
import { allCategories } from '../../../core/settings/current.js';
import type { Exchange } from '../../http/exchange.js';
import { EMPTY_FORM, type FormState, listOf, type PageRoute, textOf } from '../route.js';
import { errorText } from '../view/labels.js';
import { idOf } from '../view/links.js';
import { sendConsole, sendCsv } from './page.js';

const PATH = '/admin/imports';
const SOURCES = '/admin/sources';
const SHOWN = 20;
const FAULT_COLUMNS = ['line', 'name', 'field', 'code', 'error'];
const OUTCOMES = ['created', 'changed', 'unchanged', 'kept', 'removed', 'undone', 'left', 'refused'];
/** The form's value for a new category under its own name, and for a new fact of a column. */
const NEW = '+';
const COLUMN = 'column:';
const CATEGORY = 'category:';

export const importPages: PageRoute[] = [
  {
    path: PATH,
    files: ['import'],
    read: (values) => ({
      source: textOf(values, 'source').trim(),
      owner: textOf(values, 'owner').trim(),
      kind: textOf(values, 'kind'),
    }),
    does: async ({ actor, files, values }, { source: address = '', owner, kind }) => {
      const file = files.import ?? null;
      if (!file && address === '') throw fieldError('source', say('error.import-nothing'), 'required');
      const source = file ? textOf(values, 'import-name') || 'import' : address;
      const id = await draftImport(actor, { source, owner, options: kind ? { kind } : {} }, file);
      return `${PATH}/${id}`;
    },
    show: showImports,
  },
  {
    path: `${PATH}/discard`,
    does: async ({ actor, values }) => {
      for (const id of listOf(values, 'item')) await imports.discardImport(actor, id);
    },
    to: PATH,
  },
  { path: `${PATH}/:id`, does: act, show: showImport },
  { path: `${PATH}/:id/faults.csv`, show: sendFaults },
  { path: `${PATH}/:id/refused.csv`, show: sendRefused },
  {
    path: SOURCES,
    read: (values) =>
      Object.fromEntries(
        ['source', 'every', 'gone', 'owner'].map((name) => [name, textOf(values, name).trim()]),
      ),
    does: ({ actor }, { owner = '', ...source }) =>
      sources.followSource(actor, { ...source, ...(owner === '' ? {} : { owner }) }),
    to: SOURCES,
    show: showSources,
  },
  { path: `${SOURCES}/:id`, does: changeSource, to: SOURCES, again: showSources },
];

const nameOf = ({ source }: imports.ImportRecord) =>
  /^https?:/.test(source) ? source : source.split('/').filter(Boolean).at(-1);

const outcomes = (counts: imports.ImportRecord['counts']) =>
  OUTCOMES.flatMap((name) => {
    const count = own(counts, name);
    return count ? [[name, count] as const] : [];
  });

async function showImports(visit: Exchange, form: FormState = EMPTY_FORM): Promise<void> {
  const data = {
    section: 'listings' as const,
    head: { title: visit.language.t('console.imports.title') },
    imports: await imports.listImports(visit.actor),
    kinds: IMPORT_KINDS,
    nameOf,
    outcomes,
  };
  await sendConsole(visit, 'imports', data, form);
}

async function showSources(visit: Exchange, form: FormState = EMPTY_FORM): Promise<void> {
  const data = {
    section: 'listings' as const,
    head: { title: visit.language.t('console.sources.title') },
    sources: (await sources.listSources(visit.actor)).sources,
    intervals: sources.INTERVALS,
    fates: sources.GONE,
    outcomes,
  };
  await sendConsole(visit, 'sources', data, form);
}

async function changeSource(visit: Exchange): Promise<void> {
  const { actor, values } = visit;
  const id = idOf(visit);
  const action = textOf(values, 'do');
  if (action === 'read') await sources.readSource(actor, id);
  else if (action === 'unfollow') await sources.unfollowSource(actor, id);
  else
    await sources.changeSource(actor, id, { every: textOf(values, 'every'), gone: textOf(values, 'gone') });
}

async function showImport(visit: Exchange, form: FormState = EMPTY_FORM): Promise<void> {
  const { actor, language } = visit;
  const id = idOf(visit);
  const run = await imports.getImport(actor, id);
  const isDraft = run.state === 'draft';
  // If the source can no longer be read, the page still shows what is known.
  const preview = isDraft ? await previewImport(actor, id).catch(asMessage) : null;
  const faults = isDraft ? [] : await listFaults(actor, id, SHOWN);
  const listed = isDraft ? [] : await imports.listImported(actor, id, SHOWN);
  const data = {
    section: 'listings' as const,
    head: { title: nameOf(run) ?? run.source },
    run,
    nameOf,
    isBusy: ['waiting', 'running', 'undoing'].includes(run.state),
    keptDays: imports.KEPT_DAYS,
    preview: preview instanceof DomainError ? null : preview,
    problem: preview instanceof DomainError ? errorText(language, preview) : null,
    faults,
    listed,
    outcomes,
    fields: importFields(),
    modes: CATEGORY_MODES,
    categories: allCategories().map(({ value }) => value),
    NEW,
    COLUMN,
    CATEGORY,
  };
  await sendConsole(visit, 'import', data, form);
}

function asMessage(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  throw error;
}

async function act(visit: Exchange): Promise<string> {
  const { actor } = visit;
  const id = idOf(visit);
  const action = textOf(visit.values, 'do');
  const run = await imports.getImport(actor, id);
  if (run.state === 'draft' && action !== 'discard') {
    const options = optionsOf(visit, run);
    const fresh = Object.entries(options.columns).flatMap(([name, field]) => (field === NEW ? name : []));
    const facts = fresh.length > 0 ? await makeColumnFacts(actor, id, fresh) : {};
    await changeDraft(actor, id, { ...options, columns: { ...options.columns, ...facts } });
  }
  if (action === 'discard') {
    await imports.discardImport(actor, id);
    return PATH;
  }
  if (action === 'check') await imports.startImport(actor, id, { isDryRun: true });
  if (action === 'start' || action === 'go-on') await imports.startImport(actor, id);
  if (action === 'back') await imports.reopenDraft(actor, id);
  if (action === 'stop') await imports.stopImport(actor, id);
  if (action === 'undo') await imports.undoImport(actor, id);
  return `${PATH}/${id}`;
}

function optionsOf({ values }: Exchange, { options }: imports.ImportRecord) {
  const named = (prefix: string) =>
    Object.keys(values).flatMap((name) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), textOf(values, name)] as const] : [],
    );
  const meant = named(CATEGORY);
  const before = Object.entries(options.category_map ?? {}).filter(
    ([name]) => !meant.some(([said]) => said === name),
  );
  return {
    ...options,
    columns: { ...options.columns, ...Object.fromEntries(named(COLUMN)) } as Record<string, string>,
    categories: textOf(values, 'categories') || options.categories,
    category_map: Object.fromEntries([...before, ...meant.filter(([, value]) => value !== NEW)]),
    category: textOf(values, 'category') || undefined,
    depth: Number(textOf(values, 'depth')) || undefined,
  };
}

async function sendFaults(visit: Exchange): Promise<void> {
  await sendCsv(visit.res, 'faults', FAULT_COLUMNS, await listFaults(visit.actor, idOf(visit)));
}

async function sendRefused(visit: Exchange): Promise<void> {
  const refused = await listRefused(visit.actor, idOf(visit));
  visit.res
    .set('Cache-Control', 'private, no-store')
    .attachment('refused.csv')
    .type('text/csv')
    .send(refusedTable(refused));
}

// The catalog of directories to submit to: verify, correct, add, remove.
import { findNamedUsers } from '../../../core/accounts/users.js';
import * as entries from '../../../core/catalog/entries.js';
import * as catalog from '../../../core/catalog/manage.js';
import type { Actor } from '../../../core/kernel/actor.js';
import { runInTurn } from '../../../core/kernel/bulk.js';
import type { Exchange, FormValues } from '../../http/exchange.js';
import { formFields } from '../form/form-fields.js';
import { PROPOSAL_FIELDS } from '../pages/agent-directories.js';
import { EMPTY_FORM, type FormState, listOf, type PageRoute, textOf, textsOf } from '../route.js';
import { idOf } from '../view/links.js';
import { listLink, listPages, readListState, sendConsole } from './page.js';

const PATH = '/admin/catalog';

const [STATUS_FIELD] = formFields(entries.EntryPatch, { status: {} });

const backTo = ({ req }: Exchange, done: string) =>
  listLink(PATH, readListState(entries.CatalogQuery, req))({ done });

export const catalogPages: PageRoute[] = [
  ...listPages({
    section: 'catalog',
    query: entries.CatalogQuery,
    find: catalog.findEntries,
    show: async ({ actor }, found, state) => {
      const { live, submitted } = await entries.getCatalog();
      return {
        entries: found.entries,
        proposers: await proposersOf(actor, found.entries),
        verify: listLink(`${PATH}/verify`, state)({ page: state.page ?? null }),
        statuses: entries.CATALOG_STATUSES,
        counts: { live: live.length, submitted: submitted.length },
      };
    },
  }),
  {
    path: `${PATH}/new`,
    read: readEntry,
    does: async ({ actor }, typed) => {
      const { entry, created } = await catalog.addEntry(actor, typed);
      return `${PATH}/${entry.id}?done=${created ? 'entry-added' : 'entry-known'}`;
    },
    show: showNew,
  },
  {
    path: `${PATH}/verify`,
    does: async (visit) => {
      const ids = ['item', 'one'].flatMap((name) => listOf(visit.values, name));
      if (ids.length === 0) return backTo(visit, 'none-ticked');
      const { failures } = await runInTurn([...new Set(ids)], (id) => catalog.verifyEntry(visit.actor, id));
      return backTo(visit, failures.length === 0 ? 'entries-verified' : 'entries-unverified');
    },
  },
  {
    path: `${PATH}/:id`,
    read: readEntry,
    does: (visit, typed) => catalog.editEntry(visit.actor, idOf(visit), typed),
    to: (visit) => `${PATH}/${idOf(visit)}?done=updated`,
    show: showEntry,
  },
  {
    path: `${PATH}/:id/remove`,
    does: (visit, { reason }) => catalog.removeEntry(visit.actor, idOf(visit), { reason }),
    to: `${PATH}?done=entry-removed`,
  },
];

const proposersOf = (actor: Actor, found: readonly { proposed_by: string | null }[]) => {
  const ids = found.flatMap((entry) => entry.proposed_by ?? []);
  return findNamedUsers(actor, ids);
};

function readEntry(values: FormValues): Record<string, string> {
  const status = textOf(values, 'status');
  const names = PROPOSAL_FIELDS.map(({ name }) => name);
  return { ...textsOf(values, names), ...(status && { status }) };
}

function showNew(visit: Exchange, form: FormState = EMPTY_FORM): Promise<void> {
  const head = { title: visit.language.t('console.catalog.add-title') };
  return sendConsole(visit, 'catalog-new', { head, fields: PROPOSAL_FIELDS }, form);
}

async function showEntry(visit: Exchange, form?: FormState): Promise<void> {
  const { entry } = await catalog.getEntry(visit.actor, idOf(visit));
  const data = {
    head: { title: entry.name },
    entry,
    proposers: await proposersOf(visit.actor, [entry]),
    fields: [...PROPOSAL_FIELDS, STATUS_FIELD],
  };
  await sendConsole(visit, 'catalog-entry', data, form ?? { ...EMPTY_FORM, values: entry });
}

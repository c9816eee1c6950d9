// The catalog of submission targets as a page; /agent-directories.json and .csv are for programs.
import { getCatalog, proposeEntry } from '../../../core/catalog/entries.js';
import { CatalogProposal } from '../../../core/catalog/schema.js';
import { FROM_CATALOG } from '../../cache/dependencies.js';
import { EMPTY_FORM, type FormState, runForm, sendForm, textOf } from '../form/form.js';
import { formAttributes } from '../form/form-fields.js';
import type { PageRoute } from '../route.js';
import { sendPage } from '../view/page.js';
import { accountOf, memberOf, type Visit } from '../view/visit.js';

const FIELDS = [
  formAttributes(CatalogProposal, 'name', { label: 'Name', hint: null }),
  formAttributes(CatalogProposal, 'url', { label: 'Address', hint: null, attributes: { inputmode: 'url' } }),
  formAttributes(CatalogProposal, 'submit_url', {
    label: 'Address of its submission page',
    hint: null,
    attributes: { inputmode: 'url' },
  }),
  formAttributes(CatalogProposal, 'kind', {
    label: 'Kind',
    hint: '“startup directory”, “newsletter”, “curated list”.',
  }),
  formAttributes(CatalogProposal, 'notes', { label: 'Notes', hint: null }),
];

export const agentDirectoryPages: PageRoute[] = [
  { method: 'get', path: '/agent-directories', isCached: true, run: (visit) => showCatalog(visit) },
  {
    method: 'post',
    path: '/agent-directories',
    isShownAgain: true,
    access: 'member',
    limits: ['listing-write'],
    run: async (visit) => {
      const values = visit.values;
      const input = Object.fromEntries(FIELDS.map(({ name }) => [name, textOf(values, name)]));
      await runForm(
        visit,
        input,
        async () => {
          const { created } = await proposeEntry(memberOf(visit), input);
          visit.res.redirect(303, `/agent-directories?done=${created ? 'proposed' : 'proposed-known'}`);
        },
        (form) => showCatalog(visit, form),
      );
    },
  },
];

async function showCatalog(visit: Visit, form: FormState = EMPTY_FORM): Promise<void> {
  const catalog = await getCatalog();
  const head = {
    title: 'Where to submit a product',
    description: 'A catalog of places that take product submissions free of charge, also as JSON and CSV.',
    canonical: '/agent-directories',
  };
  const data = { head, ...catalog, fields: FIELDS };
  // The form is for members; guests all get the same page.
  if (accountOf(visit)) await sendForm(visit, 'agent-directories/index', data, form);
  else await sendPage(visit, 'agent-directories/index', { ...data, form }, { from: FROM_CATALOG });
}

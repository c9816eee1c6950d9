// The catalog of submission targets as a page; /agent-directories.json and .csv are for programs.

import { CatalogProposal, getCatalog, proposeEntry } from '../../../core/catalog/entries.js';
import { notFound } from '../../../core/kernel/errors.js';
import { isShown } from '../../../core/settings/current.js';
import type { Reply } from '../../cache/cached-responses.js';
import { FROM_CATALOG } from '../../cache/dependencies.js';
import type { Exchange } from '../../http/exchange.js';
import { formFields } from '../form/form-fields.js';
import { EMPTY_FORM, type FormState, type PageRoute, sendForm } from '../route.js';
import { catalogKind } from '../view/labels.js';
import { accountOf, memberOf } from '../view/links.js';
import { renderPage } from '../view/page.js';

export const PROPOSAL_FIELDS = formFields(CatalogProposal, {
  name: {},
  url: { label: 'field.address', attributes: { inputmode: 'url' } },
  submit_url: { label: 'field.submission-page', attributes: { inputmode: 'url' } },
  kind: { hint: 'field.kind-hint' },
  notes: {},
});

export const agentDirectoryPages: PageRoute[] = [
  { path: '/agent-directories', isCached: true, show: showCatalog },
  {
    path: '/agent-directories',
    access: 'member',
    limits: ['listing-write'],
    fields: PROPOSAL_FIELDS,
    does: async (visit, typed) => {
      const { created } = await proposeEntry(memberOf(visit), typed);
      return `/agent-directories?done=${created ? 'proposed' : 'proposed-known'}`;
    },
    again: showCatalog,
  },
];

async function showCatalog(visit: Exchange, form: FormState = EMPTY_FORM): Promise<Reply> {
  if (!isShown('catalog')) throw notFound('page');
  const catalog = await getCatalog();
  const { t } = visit.language;
  const head = {
    title: t('catalog.title'),
    description: t('catalog.description'),
    canonical: '/agent-directories',
  };
  const kinds = (kind: string | null) => catalogKind(visit.language, kind);
  const data = { head, ...catalog, kinds, fields: PROPOSAL_FIELDS };
  // The form is for members; guests all get the same page.
  if (accountOf(visit)) await sendForm(visit, 'agent-directories/index', data, form);
  else return renderPage(visit, 'agent-directories/index', { ...data, form }, { from: FROM_CATALOG });
}

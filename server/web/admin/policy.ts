// The content policy for admins: a listing to try, and the verdicts on hosts.
import { ListingPatch } from '../../../core/listings/schema.js';
import { explainListing } from '../../../core/listings/screen.js';
import { countVerdicts } from '../../../core/policy/figures.js';
import * as hosts from '../../../core/policy/hosts.js';
import type { PolicyExplanation } from '../../../core/policy/screening.js';
import type { Exchange } from '../../http/exchange.js';
import { formFields } from '../form/form-fields.js';
import { EMPTY_FORM, type FormState, type PageRoute } from '../route.js';
import { idOf } from '../view/links.js';
import { listLink, pagerOf, readListState, sendConsole } from './page.js';

const PATH = '/admin/policy';
const TRIED = formFields(ListingPatch, {
  name: {},
  website_url: { label: 'field.website' },
  tagline: {},
  description: {},
});
const FIELDS = formFields(hosts.HostVerdictInput, {
  address: { label: 'field.host', hint: 'field.host-hint' },
  verdict: { label: 'field.host-verdict' },
  categories: { label: 'field.may-pass', hint: 'field.may-pass-hint' },
  reason: { label: 'field.why', hint: 'field.why-hint' },
});

export const policyPages: PageRoute[] = [
  {
    path: PATH,
    fields: TRIED,
    does: async (visit, typed) => {
      const given = Object.fromEntries(Object.entries(typed).filter(([, text]) => text !== ''));
      const tried = await explainListing(visit.actor, given);
      return showPolicy(visit, { trial: { ...EMPTY_FORM, values: typed }, tried });
    },
    show: (visit, trial) => showPolicy(visit, { trial }),
  },
  {
    path: `${PATH}/hosts`,
    fields: FIELDS,
    does: ({ actor }, typed) => hosts.setHostVerdict(actor, typed),
    to: `${PATH}?done=host-set#hosts`,
    again: (visit, form) => showPolicy(visit, { form }),
  },
  {
    path: `${PATH}/hosts/:id/remove`,
    does: (visit) => hosts.removeHostVerdict(visit.actor, idOf(visit)),
    to: `${PATH}?done=host-removed#hosts`,
  },
];

type Shown = { form?: FormState; trial?: FormState; tried?: PolicyExplanation };

async function showPolicy(visit: Exchange, { form = EMPTY_FORM, trial = EMPTY_FORM, tried }: Shown = {}) {
  const state = readListState(hosts.HostVerdictQuery, visit.req);
  const found = await hosts.findHostVerdicts(visit.actor, state);
  const data = {
    head: { title: visit.language.t('console.policy.title') },
    ...(await countVerdicts(visit.actor)),
    hosts: found.hosts,
    pager: pagerOf(found, listLink(PATH, state)),
    state,
    hostForm: form,
    fields: FIELDS,
    trial,
    trialFields: TRIED,
    tried,
  };
  await sendConsole(visit, 'policy', data, trial.status === 200 ? form : trial);
}

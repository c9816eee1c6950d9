// The content policy for admins: a text to try, and the verdicts on hosts.
import { countVerdicts } from '../../../core/policy/figures.js';
import * as hosts from '../../../core/policy/hosts.js';
import { policyInForce } from '../../../core/policy/instance.js';
import { explainContent } from '../../../core/policy/screening.js';
import type { Exchange } from '../../http/exchange.js';
import { formFields } from '../form/form-fields.js';
import { EMPTY_FORM, type FormState, type PageRoute, textOf } from '../route.js';
import { idOf } from '../view/visit.js';
import { listLink, pagerOf, readListState } from './lists.js';
import { sendConsole } from './page.js';

const PATH = '/admin/policy';
/** Characters of a text that is tried. */
const MAX_TRIED = 5_000;

const FIELDS = formFields(hosts.HostVerdictInput, {
  address: { label: 'field.host', hint: 'field.host-hint' },
  verdict: { label: 'field.host-verdict' },
  categories: { label: 'field.may-pass', hint: 'field.may-pass-hint' },
  reason: { label: 'field.why', hint: 'field.why-hint' },
});

export const policyPages: PageRoute[] = [
  { path: PATH, show: showPolicy },
  { path: PATH, does: (visit) => showPolicy(visit) },
  {
    path: `${PATH}/hosts`,
    fields: FIELDS,
    does: ({ actor }, typed) => hosts.setHostVerdict(actor, typed),
    to: `${PATH}?done=host-set#hosts`,
    again: showPolicy,
  },
  {
    path: `${PATH}/hosts/:id/remove`,
    does: (visit) => hosts.removeHostVerdict(visit.actor, idOf(visit)),
    to: `${PATH}?done=host-removed#hosts`,
  },
];

async function showPolicy(visit: Exchange, form: FormState = EMPTY_FORM): Promise<void> {
  const state = readListState(hosts.HostVerdictQuery, visit.req);
  const found = await hosts.findHostVerdicts(visit.actor, state);
  const typed = textOf(visit.values, 'tried').slice(0, MAX_TRIED);
  const data = {
    head: { title: visit.language.t('console.policy.title') },
    ...(await countVerdicts(visit.actor)),
    hosts: found.hosts,
    pager: pagerOf(found, listLink(PATH, state)),
    state,
    typed,
    mostTried: MAX_TRIED,
    tried: typed && explainContent({ text: typed }, policyInForce()),
    fields: FIELDS,
  };
  await sendConsole(visit, 'policy', data, form);
}

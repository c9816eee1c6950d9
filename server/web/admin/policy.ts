// The content policy for admins: sites with a pass, and the imported list of hosts.
import { findAuditEntries } from '../../../core/console/audit-log.js';
import { uploadTooLarge } from '../../../core/pictures/encode.js';
import { MAX_LOGO_BYTES } from '../../../core/pictures/logo-limits.js';
import * as hostList from '../../../core/policy/host-list.js';
import { policyInForce } from '../../../core/policy/instance.js';
import { findPasses, grantPass, PassGrant, PassQuery, withdrawPass } from '../../../core/policy/passes.js';
import { explainContent } from '../../../core/policy/screening.js';
import { EMPTY_FORM, type FormState, textOf } from '../form/form.js';
import { formFields } from '../form/form-fields.js';
import { posted } from '../form/posted.js';
import type { PageRoute } from '../route.js';
import { idOf, type Visit } from '../view/visit.js';
import { toHistory } from './history.js';
import { listLink, pagerOf, readListState } from './lists.js';
import { sendConsole } from './page.js';

const PATH = '/admin/policy';
/** How many withdrawn passes are shown; the audit log has all. */
const SHOWN_WITHDRAWN = 10;
/** Characters of a text that is tried. */
const MAX_TRIED = 5_000;

const PASS_FIELDS = formFields(PassGrant, {
  website_url: { label: 'field.site' },
  category: { label: 'field.may-pass' },
  reason: { label: 'field.why', hint: 'field.why-hint' },
});
const [SOURCE_FIELD] = formFields(hostList.HostListImport, { source: {} });

export const policyPages: PageRoute[] = [
  { method: 'get', path: PATH, run: (visit) => showPolicy(visit) },
  { method: 'post', path: PATH, run: (visit) => showPolicy(visit) },
  posted({
    path: `${PATH}/passes`,
    fields: PASS_FIELDS,
    run: async ({ actor }, typed) => {
      const { created } = await grantPass(actor, typed);
      return `${PATH}?done=${created ? 'pass-granted' : 'pass-known'}`;
    },
    again: (visit, pass) => showPolicy(visit, { pass }),
  }),
  posted({
    path: `${PATH}/passes/:id/withdraw`,
    run: (visit) => withdrawPass(visit.actor, idOf(visit)),
    to: `${PATH}?done=pass-withdrawn`,
  }),
  posted({
    path: `${PATH}/hosts`,
    files: ['hosts'],
    read: (values) => ({ text: textOf(values, 'text'), source: textOf(values, 'source') }),
    run: async ({ actor, files: { hosts: file } }, typed) => {
      if (file && file.length > MAX_LOGO_BYTES) throw uploadTooLarge('hosts');
      await hostList.importHosts(actor, { ...typed, text: file?.toString('utf8') ?? typed.text });
    },
    to: `${PATH}?done=hosts-imported#hosts`,
    again: (visit, hosts) => showPolicy(visit, { hosts }),
  }),
  posted({
    path: `${PATH}/hosts/remove`,
    run: ({ actor, values }) => hostList.removeHosts(actor, textOf(values, 'host') || null),
    to: `${PATH}?done=hosts-removed#hosts`,
  }),
];

async function showPolicy(visit: Visit, forms: { pass?: FormState; hosts?: FormState } = {}): Promise<void> {
  const { pass = EMPTY_FORM, hosts = EMPTY_FORM } = forms;
  const { actor, req } = visit;
  const state = readListState(PassQuery, req);
  const { q } = readListState(hostList.HostListQuery, req);
  const [found, list, withdrawn] = await Promise.all([
    findPasses(actor, state),
    hostList.readHostList(actor, { q }),
    findAuditEntries(actor, { action: 'policy.withdraw', limit: SHOWN_WITHDRAWN }),
  ]);
  const typed = textOf(visit.values, 'tried').slice(0, MAX_TRIED);
  const data = {
    head: { title: visit.language.t('console.policy.title') },
    passes: found.passes,
    pager: pagerOf(found, listLink(PATH, state)),
    withdrawn: await toHistory(visit.language, withdrawn.entries),
    list,
    typed,
    mostTried: MAX_TRIED,
    tried: typed && explainContent({ text: typed }, policyInForce()),
    q,
    passFields: PASS_FIELDS,
    sourceField: SOURCE_FIELD,
    pass,
    hosts,
  };
  const status = Math.max(pass.status, hosts.status);
  await sendConsole(visit, 'policy', data, { ...EMPTY_FORM, status });
}

// The content policy for admins: sites with a pass, and the imported list of hosts.
import { findAuditEntries } from '../../../core/operations/audit-log.js';
import { uploadTooLarge } from '../../../core/pictures/encode.js';
import { MAX_LOGO_BYTES } from '../../../core/pictures/logo-limits.js';
import { importHosts, readHostList, removeHosts } from '../../../core/policy/host-list.js';
import { findPasses, grantPass, withdrawPass } from '../../../core/policy/passes.js';
import { HostListImport, HostListQuery, PassGrant, PassQuery } from '../../../core/policy/schema.js';
import { EMPTY_FORM, type FormState, runForm, textOf } from '../form/form.js';
import { formAttributes } from '../form/form-fields.js';
import type { PageRoute } from '../route.js';
import type { Visit } from '../view/visit.js';
import { toHistory } from './history.js';
import { listLink, pagerOf, readListState, sendConsole } from './page.js';

const PATH = '/admin/policy';
/** How many withdrawn passes are shown; the audit log has all. */
const SHOWN_WITHDRAWN = 10;

const PASS_FIELDS = [
  formAttributes(PassGrant, 'website_url', { label: 'field.site' }),
  formAttributes(PassGrant, 'category', { label: 'field.may-pass' }),
  formAttributes(PassGrant, 'reason', { label: 'field.why', hint: 'field.why-hint' }),
];
const SOURCE_FIELD = formAttributes(HostListImport, 'source', { label: 'field.source' });

export const policyPages: PageRoute[] = [
  { method: 'get', path: PATH, access: 'admin', run: (visit) => showPolicy(visit) },
  { method: 'post', path: `${PATH}/passes`, access: 'admin', isShownAgain: true, run: grant },
  {
    method: 'post',
    path: `${PATH}/passes/:id/withdraw`,
    access: 'admin',
    run: async ({ actor, req, res }) => {
      await withdrawPass(actor, String(req.params.id));
      res.redirect(303, `${PATH}?done=pass-withdrawn`);
    },
  },
  {
    method: 'post',
    path: `${PATH}/hosts`,
    access: 'admin',
    files: ['hosts'],
    isShownAgain: true,
    run: takeHosts,
  },
  {
    method: 'post',
    path: `${PATH}/hosts/remove`,
    access: 'admin',
    run: async ({ actor, res, values }) => {
      await removeHosts(actor, textOf(values, 'host') || null);
      res.redirect(303, `${PATH}?done=hosts-removed#hosts`);
    },
  },
];

interface Forms {
  pass?: FormState;
  hosts?: FormState;
}

async function showPolicy(
  visit: Visit,
  { pass = EMPTY_FORM, hosts = EMPTY_FORM }: Forms = {},
): Promise<void> {
  const { actor, req } = visit;
  const state = readListState(PassQuery, req);
  const { q } = readListState(HostListQuery, req);
  const [found, list, withdrawn] = await Promise.all([
    findPasses(actor, state),
    readHostList(actor, { q }),
    findAuditEntries(actor, { action: 'policy.withdraw', limit: SHOWN_WITHDRAWN }),
  ]);
  const data = {
    section: 'policy' as const,
    head: { title: visit.language.t('console.policy.title') },
    passes: found.passes,
    pager: pagerOf(found, listLink(PATH, state)),
    withdrawn: toHistory(visit.language, withdrawn.entries),
    list,
    q,
    passFields: PASS_FIELDS,
    sourceField: SOURCE_FIELD,
    pass,
    hosts,
  };
  const status = Math.max(pass.status, hosts.status);
  await sendConsole(visit, 'policy', data, { ...EMPTY_FORM, status });
}

async function grant(visit: Visit): Promise<void> {
  const { values } = visit;
  const input = Object.fromEntries(PASS_FIELDS.map(({ name }) => [name, textOf(values, name)]));
  await runForm(
    visit,
    input,
    async () => {
      const { created } = await grantPass(visit.actor, input);
      visit.res.redirect(303, `${PATH}?done=${created ? 'pass-granted' : 'pass-known'}`);
    },
    (pass) => showPolicy(visit, { pass }),
  );
}

async function takeHosts(visit: Visit): Promise<void> {
  const {
    values,
    files: { hosts: file },
  } = visit;
  const typed = { text: textOf(values, 'text'), source: textOf(values, 'source') };
  await runForm(
    visit,
    typed,
    async () => {
      if (file && file.length > MAX_LOGO_BYTES) throw uploadTooLarge('hosts');
      await importHosts(visit.actor, { ...typed, text: file?.toString('utf8') ?? typed.text });
      visit.res.redirect(303, `${PATH}?done=hosts-imported#hosts`);
    },
    (hosts) => showPolicy(visit, { hosts }),
  );
}

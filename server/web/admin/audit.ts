// The audit log, with filters, and the same as CSV.
import { DOORS } from '../../../core/kernel/actor.js';
import { ACTIONS_BY_KIND } from '../../../core/kernel/audit-actions.js';
import { eachAuditEntry, findAuditEntries } from '../../../core/operations/audit-log.js';
import { type AuditEntry, AuditQuery } from '../../../core/operations/schema.js';
import type { PageRoute } from '../route.js';
import type { Visit } from '../view/visit.js';
import { sendCsv } from './csv.js';
import { toHistory } from './history.js';
import { listLink, pagerOf, readListState, sendConsole } from './page.js';
import { viewsOf } from './views.js';

const PATH = '/admin/audit';

export const auditPages: PageRoute[] = [
  { method: 'get', path: PATH, access: 'admin', run: showAudit },
  { method: 'get', path: `${PATH}.csv`, access: 'admin', run: exportAudit },
];

async function showAudit(visit: Visit): Promise<void> {
  const state = readListState(AuditQuery, visit.req);
  const found = await findAuditEntries(visit.actor, state);
  const href = listLink(PATH, state);
  await sendConsole(visit, 'audit', {
    section: 'audit',
    saved: await viewsOf(visit, 'audit', state),
    head: { title: visit.language.t('console.section.audit') },
    history: toHistory(visit.language, found.entries),
    state,
    href,
    pager: pagerOf(found, href),
    export: listLink(`${PATH}.csv`, state)({ limit: null }),
    doors: DOORS,
    kinds: ACTIONS_BY_KIND,
  });
}

const COLUMNS = [
  'id',
  'at',
  'actor_email',
  'key_name',
  'door',
  'action',
  'subject_type',
  'subject_id',
  'subject_label',
  'before',
  'after',
  'reason',
  'request_id',
];

async function exportAudit(visit: Visit): Promise<void> {
  await sendCsv(
    visit.res,
    'audit',
    COLUMNS,
    flat(eachAuditEntry(visit.actor, readListState(AuditQuery, visit.req))),
  );
}

async function* flat(entries: AsyncIterable<AuditEntry>) {
  for await (const { actor, key, subject, ...entry } of entries) {
    yield {
      ...entry,
      actor_email: actor?.email,
      key_name: key?.name,
      subject_type: subject.type,
      subject_id: subject.id,
      subject_label: subject.label,
    };
  }
}

// The audit log, with filters, and the same as CSV.
import { DOORS } from '../../../core/kernel/actor.js';
import { ACTIONS_BY_KIND } from '../../../core/kernel/audit-actions.js';
import { eachAuditEntry, findAuditEntries } from '../../../core/operations/audit-log.js';
import { type AuditEntry, AuditQuery } from '../../../core/operations/schema.js';
import { toHistory } from './history.js';
import { listPages } from './lists.js';
import { viewsOf } from './views.js';

export const auditPages = listPages({
  section: 'audit',
  query: AuditQuery,
  find: findAuditEntries,
  show: async (visit, { entries }, state) => ({
    saved: await viewsOf(visit, 'audit', state),
    history: toHistory(visit.language, entries),
    doors: DOORS,
    kinds: ACTIONS_BY_KIND,
  }),
  csv: {
    columns: [
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
    ],
    rows: (actor, state) => flat(eachAuditEntry(actor, state)),
  },
});

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

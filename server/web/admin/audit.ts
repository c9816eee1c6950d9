// The audit log, with filters, and the same as CSV.
import { type Request, type Response, Router } from 'express';
import { DOORS } from '../../../core/kernel/actor.js';
import { eachAuditEntry, findAuditEntries } from '../../../core/operations/audit-log.js';
import { type AuditEntry, AuditQuery } from '../../../core/operations/schema.js';
import { visitorOf } from '../view/visitor.js';
import { sendCsv } from './csv.js';
import { toHistory } from './history.js';
import { listLink, pagerOf, readListState, sendConsole } from './page.js';

const PATH = '/admin/audit';

export function auditPages(): Router {
  const router = Router();
  router.get(PATH, showAudit);
  router.get(`${PATH}.csv`, exportAudit);
  return router;
}

async function showAudit(req: Request, res: Response): Promise<void> {
  const state = readListState(AuditQuery, req);
  const found = await findAuditEntries(visitorOf(res), state);
  const href = listLink(PATH, state);
  await sendConsole(req, res, 'audit', {
    section: 'audit',
    head: { title: 'Audit log' },
    history: toHistory(found.entries),
    state,
    href,
    pager: pagerOf(found, href),
    export: listLink(`${PATH}.csv`, state)({ limit: null }),
    doors: DOORS,
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

async function exportAudit(req: Request, res: Response): Promise<void> {
  await sendCsv(res, 'audit', COLUMNS, flat(eachAuditEntry(visitorOf(res), readListState(AuditQuery, req))));
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

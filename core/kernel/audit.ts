// The audit log: what was changed, by whom. It refuses entries outside inTransaction.
import type { Transaction } from 'objection';
import { prepare } from '../../db/prepared.js';
import type { Actor } from './actor.js';
import type { AuditAction, SubjectType } from './audit-actions.js';
import { inColumns, type Said } from './errors.js';
import { own } from './own.js';
import { requireConfirmed } from './transaction.js';

export interface AuditedChange {
  action: AuditAction;
  subject: { type: SubjectType; id: string; label: string };
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
  /** Written by a person, or a message of the service. */
  reason?: string | Said | null;
  /** The row before and after, if the changed fields alone cannot undo the change. */
  undo?: { readonly was: object; readonly is: object };
}

function auditedAs(actor: Actor): (string | null)[] {
  const who = actor.kind === 'user' ? actor.account : actor.kind === 'system' ? actor.onBehalfOf : null;
  const { key, app } = actor.kind === 'user' ? actor : { key: null, app: null };
  const values = [
    who?.id,
    who?.email,
    key?.id,
    key?.name ?? app?.name,
    actor.door,
    actor.requestId,
    actor.batch,
  ];
  return values.map((value) => value ?? null);
}

const insertEntries = prepare(
  `insert into audit_entries (actor_id, actor_email, key_id, key_name, door, request_id, batch,
      action, subject_type, subject_id, subject_label, before, after, reason, said, undo)
    select $1::uuid, $2::text, $3::uuid, $4::text, $5::text, $6::text, $7::uuid,
      action, subject_type, subject_id, subject_label, before, after, reason, said, undo
    from jsonb_to_recordset($8::jsonb) as change (action text, subject_type text, subject_id text, subject_label text,
      before jsonb, after jsonb, reason text, said jsonb, undo jsonb)`,
);

export async function recordChange(trx: Transaction, actor: Actor, change: AuditedChange): Promise<void> {
  await recordChanges(trx, actor, [change]);
}

export function recordUser(
  trx: Transaction,
  actor: Actor,
  { id, email }: { id: string; email: string },
  action: AuditAction,
  change: Omit<AuditedChange, 'action' | 'subject'> = {},
): Promise<void> {
  return recordChange(trx, actor, { action, subject: { type: 'user', id, label: email }, ...change });
}

export async function recordChanges(trx: Transaction, actor: Actor, changes: readonly AuditedChange[]) {
  requireConfirmed(trx);
  if (changes.length === 0) return;
  const entries = changes.map(({ action, subject, before, after, reason, undo }) => ({
    action,
    subject_type: subject.type,
    subject_id: subject.id,
    subject_label: subject.label,
    before,
    after,
    reason: inColumns(reason).text,
    said: inColumns(reason).said,
    undo,
  }));
  await insertEntries([...auditedAs(actor), JSON.stringify(entries)], trx);
}

export function differences(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): { before: Record<string, unknown>; after: Record<string, unknown> } | null {
  const changed = Object.keys(after).filter(
    (field) => JSON.stringify(own(before, field) ?? null) !== JSON.stringify(own(after, field) ?? null),
  );
  if (changed.length === 0) return null;
  const pick = (from: Record<string, unknown>) =>
    Object.fromEntries(changed.map((field) => [field, own(from, field) ?? null]));
  return { before: pick(before), after: pick(after) };
}

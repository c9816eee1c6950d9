// Every change by anyone through any door is one append-only row, in the transaction of the change (C7).
import type { Transaction } from 'objection';
import { AuditEntryModel } from '../../db/models/audit-entry.js';
import type { Actor } from './actor.js';
import type { AuditAction, SubjectType } from './audit-actions.js';
import { requireConfirmed } from './transaction.js';

export interface AuditedChange {
  action: AuditAction;
  subject: { type: SubjectType; id: string; label: string };
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
  reason?: string | null;
}

/** Rows per statement: PostgreSQL allows 65,535 parameters, and an entry has thirteen. */
const ENTRIES_PER_INSERT = 1_000;

export async function recordChange(trx: Transaction, actor: Actor, change: AuditedChange): Promise<void> {
  await recordChanges(trx, actor, [change]);
}

/** Writes one entry per change, in order. */
export async function recordChanges(
  trx: Transaction,
  actor: Actor,
  changes: readonly AuditedChange[],
): Promise<void> {
  requireConfirmed(trx);
  const who = actor.kind === 'user' ? actor.account : actor.kind === 'system' ? actor.onBehalfOf : null;
  const { key, app } = actor.kind === 'user' ? actor : { key: null, app: null };
  const entries = changes.map((change) => ({
    actorId: who?.id ?? null,
    actorEmail: who?.email ?? null,
    keyId: key?.id ?? null,
    keyName: key?.name ?? app?.name ?? null,
    door: actor.door,
    action: change.action,
    subjectType: change.subject.type,
    subjectId: change.subject.id,
    subjectLabel: change.subject.label,
    before: change.before ?? null,
    after: change.after ?? null,
    reason: change.reason ?? null,
    requestId: actor.requestId,
  }));
  for (let start = 0; start < entries.length; start += ENTRIES_PER_INSERT) {
    await AuditEntryModel.query(trx).insert(entries.slice(start, start + ENTRIES_PER_INSERT));
  }
}

/** The fields that differ between two states of a row, as `before` and `after` of the log. */
export function differences(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): { before: Record<string, unknown>; after: Record<string, unknown> } | null {
  const changed = Object.keys(after).filter(
    (field) => JSON.stringify(before[field] ?? null) !== JSON.stringify(after[field] ?? null),
  );
  if (changed.length === 0) return null;
  const pick = (from: Record<string, unknown>) =>
    Object.fromEntries(changed.map((field) => [field, from[field] ?? null]));
  return { before: pick(before), after: pick(after) };
}

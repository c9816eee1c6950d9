// Reads the audit log and deletes old entries; nothing else may delete entries.
import type { QueryBuilder } from 'objection';
import { AuditEntryModel } from '../../db/models/desk.js';
import { emailKey } from '../accounts/emails.js';
import { type Actor, may, requireAdmin, requireRight, systemActor } from '../kernel/actor.js';
import { recordChange } from '../kernel/audit.js';
import { type AuditAction, SUBJECT_TYPES, type SubjectType } from '../kernel/audit-actions.js';
import { check, isUuid } from '../kernel/check.js';
import { fromColumns, type Reader } from '../kernel/errors.js';
import { likePattern, presentEach, readPage } from '../kernel/lists.js';
import { presentRow } from '../kernel/schema.js';
import { toSnakeCase } from '../kernel/text/names.js';
import { inTransaction } from '../kernel/transaction.js';
import { whereDays } from '../settings/dates.js';
import { AuditEntry, AuditQuery } from './schema.js';

const OF_MODERATORS: SubjectType[] = ['listing', 'user'];
const SIGN_IN = 'session.create' satisfies AuditAction;

type Rows = QueryBuilder<AuditEntryModel, AuditEntryModel[]>;
type Filter = Omit<typeof AuditQuery.static, 'page' | 'limit'>;

/** A page of the audit log, newest first. @param input AuditQuery */
export async function findAuditEntries(actor: Actor, input: unknown) {
  requireRight(actor, 'listings');
  const { page, limit, ...filter } = check(AuditQuery, input);
  // Moderators may only read the history of one listing or account.
  if (!filter.subject || !isUuid(filter.subject)) requireAdmin(actor);
  const isAdmin = may(actor, 'admin');
  const matching = () =>
    isAdmin ? whereFilter(filter) : whereFilter(filter).whereIn('subject_type', OF_MODERATORS);
  const { rows, members } = await readPage({ page, limit }, matching, (found) => found.orderBy('id', 'desc'));
  return { entries: presentEach(rows, (row) => presentEntry(row, actor)), ...members };
}

const RECENT = 300;

/** The newest changes by people, except sign-ins. */
export async function latestChanges(actor: Actor): Promise<AuditEntry[]> {
  requireAdmin(actor);
  const changes = whereFilter({ sign_ins: 'no' }).whereNot('door', 'job');
  const rows = await changes.orderBy('id', 'desc').limit(RECENT);
  return presentEach(rows, (row) => presentEntry(row, actor));
}

const FOLDED_FROM = 3;

/** Folds acts that one person repeated three times or more in a row on one day: the newest has the others in `more`. */
export function foldRepeats<Entry extends AuditEntry>(
  entries: readonly Entry[],
  dayOf: (instant: string) => string,
): (Entry & { more: readonly Entry[] })[] {
  const runs: Entry[][] = [];
  let last = '';
  for (const entry of entries) {
    const kind = [dayOf(entry.at), entry.actor?.id, entry.door, entry.action].join();
    if (kind === last) runs.at(-1)?.push(entry);
    else runs.push([entry]);
    last = kind;
  }
  return runs.flatMap(([first, ...more]) =>
    first && more.length + 1 >= FOLDED_FROM
      ? { ...first, more }
      : [first, ...more].map((one) => ({ ...(one as Entry), more: [] })),
  );
}

/** Every entry that matches a filter, newest first, without paging: for exports. */
export async function* eachAuditEntry(actor: Actor, input: unknown): AsyncGenerator<AuditEntry> {
  requireAdmin(actor);
  const { page: _page, limit: _limit, ...filter } = check(AuditQuery, input);
  for (let last: number | undefined = Number.MAX_SAFE_INTEGER; last !== undefined; ) {
    const part: Rows = whereFilter(filter).where('id', '<', last).orderBy('id', 'desc').limit(EXPORT_BATCH);
    const rows = await part;
    for (const row of rows) yield presentEntry(row, actor);
    last = rows.at(-1)?.id;
  }
}

const EXPORT_BATCH = 1_000;

function whereFilter({ q, actor, action, subject, door, sign_ins, ...days }: Filter): Rows {
  const rows = AuditEntryModel.query();
  whereDays(rows, 'at', days);
  if (door) rows.where('door', door);
  if (sign_ins === 'no') rows.whereNot('action', SIGN_IN);
  if (actor && isUuid(actor)) rows.where('actor_id', actor);
  else if (actor) rows.whereRaw('lower(actor_email) = ?', [emailKey(actor)]);
  if (action?.includes('.')) rows.where('action', action);
  else if (action) rows.where('action', 'like', `${action}.%`);
  if (subject) whereSubject(rows, subject);
  if (q) {
    const pattern = likePattern(q);
    rows.where((either) => {
      either
        .where('actor_email', 'ilike', pattern)
        .orWhere('subject_label', 'ilike', pattern)
        .orWhere('subject_id', 'ilike', pattern)
        .orWhere('reason', 'ilike', pattern)
        .orWhereRaw('said::text ilike ?', [pattern]);
    });
  }
  return rows;
}

function whereSubject(rows: Rows, subject: string): void {
  if ((SUBJECT_TYPES as readonly string[]).includes(subject)) rows.where('subject_type', subject);
  else if (isUuid(subject)) {
    // Name all types, so that the index on type and id is used.
    rows.whereIn('subject_type', [...SUBJECT_TYPES]).where('subject_id', subject.toLowerCase());
  } else rows.whereRaw('lower(subject_label) = ?', [subject.toLowerCase()]);
}

export function presentEntry(row: AuditEntryModel, reader: Reader): AuditEntry {
  return {
    ...presentRow(AuditEntry, row),
    reason: fromColumns(row.said, row.reason, reader),
    actor: row.actorId === null ? null : { id: row.actorId, email: row.actorEmail ?? '' },
    key: row.keyId === null ? null : { id: row.keyId, name: row.keyName },
    subject: {
      type: row.subjectType as AuditEntry['subject']['type'],
      id: row.subjectId,
      label: row.subjectLabel,
    },
    before: inSnakeCase(row.before),
    after: inSnakeCase(row.after),
  };
}

function inSnakeCase(values: Record<string, unknown> | null): Record<string, unknown> | null {
  if (values === null) return null;
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [toSnakeCase(name), value]));
}

/** Entries deleted in one transaction, so that writers of new ones do not wait. */
const BATCH_SIZE = 5_000;

/** Deletes entries older than `days` days, with an entry about it; 0 keeps all. @returns how many */
export async function deleteOldAuditEntries(days: number): Promise<number> {
  if (days === 0) return 0;
  for (let removed = 0; ; ) {
    const actor = systemActor('job');
    const part: number = await inTransaction(actor, async (trx) => {
      await trx.raw(`set local directory.audit_retention = 'on'`);
      const old = trx('audit_entries')
        .where('at', '<', trx.raw('now() - make_interval(days => ?)', [days]))
        .orderBy('id')
        .limit(BATCH_SIZE)
        .select('id');
      const count: number = await trx('audit_entries').whereIn('id', old).delete();
      if (count > 0) {
        await recordChange(trx, actor, {
          action: 'audit.forget',
          subject: { type: 'audit', id: 'audit', label: 'Audit log' },
          after: { removed: count, older_than_days: days },
        });
      }
      return count;
    });
    removed += part;
    if (part < BATCH_SIZE) return removed;
  }
}

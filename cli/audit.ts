import { findAuditEntries } from '../core/console/audit-log.js';
import { type AuditEntry, AuditQuery } from '../core/console/schema.js';
import { takeBack } from '../core/console/take-back.js';
import { own } from '../core/kernel/own.js';
import type { Verbs } from './kit/command.js';
import { type Column, count, exitCodeOf, printTable, say } from './kit/output.js';
import { eachVerb, listVerb } from './kit/verbs.js';

/** How many audit entries and listings are shown with an account or a listing. */
export const SHOWN = 20;

const COLUMNS: readonly Column<AuditEntry>[] = [
  'when: at!',
  { title: 'who', value: (entry) => entry.actor?.email ?? (entry.door === 'cli' ? 'operator' : '–') },
  'source: door',
  'action!',
  { title: 'subject', value: (entry) => entry.subject.label ?? entry.subject.id },
  { title: 'what', value: whatChanged },
];

function whatChanged({ reason, before, after }: AuditEntry): string {
  if (reason) return reason;
  if (before === null || after === null) return '';
  return Object.keys(after)
    .map((field) => `${field}: ${short(own(before, field))} → ${short(own(after, field))}`)
    .join(', ');
}

const short = (value: unknown) =>
  value === null || value === undefined ? '–' : typeof value === 'string' ? value : JSON.stringify(value);

export function printHistory(entries: readonly AuditEntry[]): void {
  if (entries.length === 0) return;
  say('\nHistory');
  printTable(entries, COLUMNS);
}

export const verbs: Verbs = {
  list: listVerb({
    summary: 'List the audit log, newest first.',
    query: AuditQuery,
    examples: [
      'audit list --subject example-notes',
      'audit list --actor ada@example.com --action listing.reject',
      'audit list --since 2026-11-01 --up-to 2026-11-30 --ndjson',
    ],
    find: (actor, query) => findAuditEntries(actor, query),
    rows: ({ entries }) => entries,
    columns: COLUMNS,
    empty: 'No entry matches.',
  }),
  'revert <entries...>': eachVerb({
    summary:
      'Take changes back, by the id of an entry, or a whole bulk action by its batch, unless something has changed since.',
    options: ['as'],
    examples: ['audit revert 1337'],
    change: async (actor, id) => {
      const { errors, ...outcome } = await takeBack(actor, id);
      const failures = errors.map(({ said: _, ...error }) => error);
      const kept =
        failures.length > 0 ? `; ${count(failures.length, 'change')} stays: ${failures[0]?.error}` : '';
      const text = `Took back ${count(outcome.taken_back, 'change')}${kept}`;
      const code = exitCodeOf({ done: outcome.taken_back, failed: failures.length });
      return [text, { ...outcome, errors: failures }, code];
    },
  }),
};

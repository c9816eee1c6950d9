// directory-admin audit …
import { type Command, Option } from 'commander';
import { DOORS } from '../core/kernel/actor.js';
import { eachAuditEntry, findAuditEntries } from '../core/operations/audit-log.js';
import type { AuditEntry } from '../core/operations/schema.js';
import { addVerb, dayOptions, type Finish, jsonOptions, type PageOptions, pageOptions } from './command.js';
import { type FormatOptions, printJsonLine, printPage } from './output.js';
import { withSession } from './session.js';
import type { Column } from './table.js';
import { shortTime } from './text.js';

export function addAuditVerbs(audit: Command, finish: Finish): void {
  addVerb(audit, finish, {
    usage: 'list',
    summary: 'List the audit log, newest first.',
    options: [
      new Option('--query <text>', 'part of an actor email, a subject or a reason'),
      new Option('--actor <email>', 'email or id of who did it'),
      new Option('--action <action>', 'such as listing.reject, or a kind, such as listing'),
      new Option('--subject <subject>', 'the subject: a slug, an email, an id, or a kind, such as catalog'),
      new Option('--door <door>', 'interface they came through').choices([...DOORS]),
      ...dayOptions('done'),
      new Option('--all', 'all entries as NDJSON').conflicts(['json', 'page', 'limit']),
      ...pageOptions(),
      ...jsonOptions(),
    ],
    examples: [
      'audit list --subject example-notes',
      'audit list --actor ada@example.com --action listing.reject',
      'audit list --since 2026-11-01 --up-to 2026-11-30 --all > november.ndjson',
    ],
    run: listAudit,
  });
}

interface AuditOptions extends FormatOptions, PageOptions {
  query?: string;
  actor?: string;
  action?: string;
  subject?: string;
  door?: string;
  since?: string;
  upTo?: string;
  all?: boolean;
}

function listAudit(options: AuditOptions): Promise<void> {
  const { query: q, actor: who, action, subject, door, since, upTo, page, limit } = options;
  const filter = { q, actor: who, action, subject, door, from: since, to: upTo };
  return withSession({}, async ({ actor, signal }) => {
    if (options.all) {
      for await (const entry of eachAuditEntry(actor, filter)) {
        if (signal.aborted) break;
        printJsonLine(entry);
      }
      return;
    }
    const list = await findAuditEntries(actor, { ...filter, page, limit });
    printPage(options, list, {
      rows: list.entries,
      columns: AUDIT_COLUMNS,
      empty: 'Nothing of the kind was done.',
    });
  });
}

export const AUDIT_COLUMNS: readonly Column<AuditEntry>[] = [
  { title: 'when', value: (entry) => shortTime(entry.at), isWhole: true },
  { title: 'who', value: (entry) => entry.actor?.email ?? (entry.door === 'cli' ? 'operator' : '–') },
  { title: 'source', value: (entry) => entry.door },
  { title: 'action', value: (entry) => entry.action, isWhole: true },
  { title: 'subject', value: (entry) => entry.subject.label ?? entry.subject.id },
  { title: 'what', value: whatChanged },
];

/** The reason if there is one, else the changes, in short. */
function whatChanged({ reason, before, after }: AuditEntry): string {
  if (reason) return reason;
  if (before === null || after === null) return '';
  return Object.keys(after)
    .map((field) => `${field}: ${short(before[field])} → ${short(after[field])}`)
    .join(', ');
}

const short = (value: unknown) =>
  value === null || value === undefined ? '–' : typeof value === 'string' ? value : JSON.stringify(value);

// directory-admin listings show
import { findAuditEntries } from '../core/operations/audit-log.js';
import type { AuditEntry } from '../core/operations/schema.js';
import { AUDIT_COLUMNS } from './audit.js';
import { oneListing } from './listing-selection.js';
import {
  type FormatOptions,
  formatOf,
  printFields,
  printJson,
  printJsonLine,
  printTable,
  say,
} from './output.js';
import { withSession } from './session.js';
import { shortTime } from './text.js';

/** Audit entries shown with a listing. */
const SHOWN_HISTORY = 20;

export function showListing(slugOrId: string, options: FormatOptions): Promise<void> {
  return withSession({}, async ({ actor }) => {
    const { owner, ...listing } = await oneListing(actor, slugOrId);
    const { entries } = await findAuditEntries(actor, { subject: listing.id, limit: SHOWN_HISTORY });
    if (formatOf(options) === 'json') return printJson({ listing, owner, history: entries });
    if (formatOf(options) === 'ndjson') return printJsonLine({ ...listing, owner });
    printFields([
      ...Object.entries(listing).map(([field, value]) => [field, showValue(field, value)] as const),
      ['owner', owner ? `${owner.name} <${owner.email}>` : 'nobody'],
    ]);
    if (entries.length === 0) return;
    say('\nHistory');
    printTable<AuditEntry>(entries, AUDIT_COLUMNS);
  });
}

function showValue(field: string, value: unknown): string {
  if (Array.isArray(value)) return value.join('\n');
  if (field.endsWith('_at') || field.endsWith('_until')) return shortTime(value as string | null) || '–';
  return String(value ?? '–');
}

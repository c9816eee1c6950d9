// What was done to a listing, for its owner: without who of the team did it, and without what is not theirs to know.
import { AuditEntryModel } from '../../db/models/audit-entry.js';
import { requireAccount } from '../kernel/access.js';
import type { Actor } from '../kernel/actor.js';
import type { AuditAction } from '../kernel/audit-actions.js';
import { notFound } from '../kernel/errors.js';
import { getListing } from '../search/find.js';
import { presentEntry } from './audit-log.js';
import type { AuditEntry } from './schema.js';

/** An entry without its actor, key and request. */
export interface OwnEntry extends AuditEntry {
  readonly by: 'you' | 'team' | 'other' | 'service';
}

/** Entries that are shown; older ones are in the export of the account. */
const MOST = 100;
/** What owners and others do. */
const OPEN: readonly AuditAction[] = [
  'listing.create',
  'listing.update',
  'listing.archive',
  'listing.restore',
  'listing.appeal',
  'listing.claim',
  'listing.verify',
  'listing.link-status',
];
/** What only the team does. */
const TEAM: readonly AuditAction[] = [
  'listing.approve',
  'listing.reject',
  'listing.feature',
  'listing.unfeature',
  'listing.transfer',
  'listing.undo-claim',
];
/** Those whose changes are fields of the listing; the others name accounts. */
const SHOWN_CHANGES = /^listing\.(?:update|archive|restore|approve|reject|link-status)$/;
const SHOWN_REASONS = /^listing\.(?:create|update|archive|restore|reject|link-status)$/;

/** The history of one's own listing, newest first. @throws DomainError not_found (also for others' listings) */
export async function getOwnHistory(
  actor: Actor,
  slug: string,
): Promise<{ name: string; entries: OwnEntry[] }> {
  requireAccount(actor, 'listings:read');
  const { listing } = await getListing(actor, slug);
  if (!('status_reason' in listing)) throw notFound('listing of yours');
  const rows = await AuditEntryModel.query()
    .where({ subject_type: 'listing', subject_id: listing.id })
    .whereIn('action', [...OPEN, ...TEAM])
    .orderBy('id', 'desc')
    .limit(MOST);
  const entries = rows.map(presentEntry).map((entry) => ({
    ...entry,
    by: byWhom(entry, actor.account.id),
    subject: { ...entry.subject, label: listing.name },
    actor: null,
    key: null,
    request_id: null,
    ...(SHOWN_CHANGES.test(entry.action) ? {} : { before: null, after: null }),
    ...(SHOWN_REASONS.test(entry.action) ? {} : { reason: null }),
  }));
  return { name: listing.name, entries };
}

function byWhom({ actor, action, door }: AuditEntry, own: string): OwnEntry['by'] {
  if (actor?.id === own) return 'you';
  if ((TEAM as readonly string[]).includes(action) || door === 'cli') return 'team';
  return actor === null ? 'service' : 'other';
}

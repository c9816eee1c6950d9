// A listing's history for its owner: it does not name team members.
import { AuditEntryModel } from '../../db/models/desk.js';
import { type Actor, requireAccount } from '../kernel/actor.js';
import type { AuditAction } from '../kernel/audit-actions.js';
import { notFound } from '../kernel/errors.js';
import { type Facts, presentFacts } from '../listings/facts.js';
import { getListing } from '../search/search.js';
import { presentEntry } from './audit-log.js';
import type { AuditEntry } from './schema.js';

const MOST = 100;
const OPEN = ['create', 'update', 'archive', 'restore', 'appeal', 'claim', 'verify', 'link-status'] as const;
const TEAM = ['approve', 'reject', 'feature', 'unfeature', 'transfer', 'undo-claim'] as const;
const actionsOf = (verbs: readonly ((typeof OPEN)[number] | (typeof TEAM)[number])[]): AuditAction[] =>
  verbs.map((verb) => `listing.${verb}` as const);
/** Actions whose changes are fields of the listing; others name accounts. */
const SHOWN_CHANGES = /^listing\.(?:update|archive|restore|approve|reject|link-status)$/;
const SHOWN_REASONS = /^listing\.(?:create|update|archive|restore|reject|link-status)$/;

/** The history of the caller's listing, newest first. @throws DomainError not_found (also for others') */
export async function getOwnHistory(actor: Actor, slug: string) {
  requireAccount(actor, 'listings:read');
  const { listing } = await getListing(actor, slug);
  if (!('status_reason' in listing)) throw notFound('listing of yours');
  const rows = await AuditEntryModel.query()
    .where({ subject_type: 'listing', subject_id: listing.id })
    .whereIn('action', actionsOf([...OPEN, ...TEAM]))
    .orderBy('id', 'desc')
    .limit(MOST);
  const entries = rows
    .map((row) => presentEntry(row, actor))
    .map((entry) => ({
      ...entry,
      by: byWhom(entry, actor.account.id),
      subject: { ...entry.subject, label: listing.name },
      actor: null,
      key: null,
      request_id: null,
      ...(SHOWN_CHANGES.test(entry.action)
        ? { before: withPublicFacts(entry.before), after: withPublicFacts(entry.after) }
        : { before: null, after: null }),
      ...(SHOWN_REASONS.test(entry.action) ? {} : { reason: null }),
    }));
  return { name: listing.name, entries };
}

const withPublicFacts = (values: AuditEntry['before']) =>
  values && { ...values, facts: presentFacts((values.facts ?? null) as Facts | null) };

function byWhom({ actor, action, door }: AuditEntry, own: string): 'you' | 'team' | 'other' | 'service' {
  if (actor?.id === own) return 'you';
  if ((actionsOf(TEAM) as string[]).includes(action) || door === 'cli') return 'team';
  return actor === null ? 'service' : 'other';
}

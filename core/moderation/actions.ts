// Actions of admins on listings: on one, or on many.
import { randomUUID } from 'node:crypto';
import type { Transaction } from 'objection';
import type { ListingModel } from '../../db/models/listing.js';
import { requireRight } from '../kernel/access.js';
import type { Actor } from '../kernel/actor.js';
import { inBackground } from '../kernel/background.js';
import { type BulkFailure, type BulkWatch, filterWarnings, runEach, selectItems } from '../kernel/bulk.js';
import { check, type Warning } from '../kernel/check.js';
import { releaseBatch } from '../kernel/outbox.js';
import { MAX_MATCHING_ITEMS } from '../kernel/schema.js';
import { inTransaction } from '../kernel/transaction.js';
import { requestCapture } from '../listings/captures.js';
import { requestLinkCheck } from '../listings/link-checks.js';
import { presentListing } from '../listings/present.js';
import { removeListing } from '../listings/remove.js';
import { authorize } from '../listings/rights.js';
import { lockListing } from '../listings/row.js';
import type { Listing } from '../listings/schema.js';
import { moveListing, requireReason } from '../listings/status.js';
import { changeListings } from './bulk-change.js';
import { matchingSlugs } from './listings.js';
import {
  AdminListingFilter,
  ListingBulk,
  ListingModeration,
  type Moderation,
  type QueuedCapture,
} from './schema.js';

/** The result of an action, before the commit. */
interface Effect {
  row: ListingModel;
  /** false: nothing changed, or a capture is not possible. */
  isChanged: boolean;
}

interface Why {
  reason: string | null;
  /** The id under which emails to owners are merged, for many listings. */
  batch?: string;
}

type Act = (trx: Transaction, actor: Actor, slug: string, why: Why) => Promise<Effect>;

const ACTS: Record<Moderation, Act> = {
  approve: (trx, actor, slug, why) => moveListing(trx, actor, slug, { action: 'approve', ...why }),
  archive: (trx, actor, slug, why) => moveListing(trx, actor, slug, { action: 'archive', ...why }),
  reject: (trx, actor, slug, why) => moveListing(trx, actor, slug, { action: 'reject', ...why }),
  restore: (trx, actor, slug, why) => moveListing(trx, actor, slug, { action: 'restore', ...why }),
  delete: async (trx, actor, slug, why) => ({
    row: await removeListing(trx, actor, slug, why),
    isChanged: true,
  }),
  'check-link': async (trx, actor, slug, { reason }) => {
    const row = await lockListing(trx, actor, slug);
    await requestLinkCheck(trx, actor, row, reason);
    return { row, isChanged: true };
  },
  'refresh-screenshot': async (trx, actor, slug, { reason }) => {
    const row = await lockListing(trx, actor, slug);
    authorize(actor, 'edit', row);
    return { row, isChanged: await requestCapture(trx, actor, row, reason) };
  },
};

/** Actions that a worker carries out later. */
const QUEUED: readonly Moderation[] = ['refresh-screenshot', 'check-link'];

export type ModerationOutcome = { listing: Listing } | QueuedCapture | { deleted: true; slug: string };

const CAPTURE_OFF: Warning = {
  field: 'action',
  code: 'capture_disabled',
  error: 'Screenshots are switched off here, so none was queued.',
};

/**
 * One action of an admin on one listing.
 * @param input `{action: approve | archive | reject | restore | refresh-screenshot | check-link | delete, reason?}`
 * @throws DomainError unauthorized, forbidden, validation_error, not_found, content_policy (on restore)
 */
export async function moderateListing(
  actor: Actor,
  slug: string,
  input: unknown,
): Promise<ModerationOutcome> {
  requireRight(actor, 'listings');
  const { action, reason = null } = check(ListingModeration, input);
  requireReason(actor, action, reason);
  const effect = await inTransaction(actor, (trx) => ACTS[action](trx, actor, slug, { reason }));
  if (action === 'delete') return { deleted: true, slug: effect.row.slug };
  const listing = presentListing(effect.row, actor);
  if (!QUEUED.includes(action)) return { listing };
  return { listing, queued: effect.isChanged, ...(effect.isChanged ? {} : { warnings: [CAPTURE_OFF] }) };
}

export interface ListingBulkOutcome {
  deleted?: string[];
  queued?: string[];
  updated?: string[];
  failed: string[];
  errors: ({ slug: string } & BulkFailure)[];
  warnings?: Warning[];
}

/**
 * One action on many listings, each in its own transaction.
 * @param input `{action, reason?, slugs}`, or `{action, reason?, query: {q, status, …}, expected_total}`
 * @throws DomainError unauthorized, forbidden, validation_error, selection_changed
 */
export async function moderateListings(
  actor: Actor,
  input: unknown,
  watch: BulkWatch = {},
): Promise<ListingBulkOutcome> {
  requireRight(actor, 'listings');
  const { action, reason = null, slugs: given, set: _, ...selection } = check(ListingBulk, input);
  if (action === 'change') {
    const { undo: _undo, ...outcome } = await changeListings(actor, input, watch);
    return outcome;
  }
  requireReason(actor, action, reason);
  const slugs = await selectItems({ field: 'slugs', given }, selection, {
    most: MAX_MATCHING_ITEMS,
    idsOf: matchingSlugs,
  });
  const batch = randomUUID();
  const { done, failures } = await runEach(
    actor,
    slugs,
    (trx, slug) => ACTS[action](trx, actor, slug, { reason, batch }),
    watch,
  );
  // If this fails, the emails are sent a little later, when their hold expires.
  inBackground(() => releaseBatch(batch), 'the mails of a bulk action are late');
  const outcome = {
    failed: failures.map(({ item }) => item),
    errors: failures.map(({ item, ...failure }) => ({ slug: item, ...failure })),
    ...filterWarnings(AdminListingFilter, input),
  };
  const settled = done.map(({ item }) => item);
  if (action === 'delete') return { deleted: settled, ...outcome };
  if (!QUEUED.includes(action)) return { updated: settled, ...outcome };
  const queued = done.filter(({ result }) => result.isChanged).map(({ item }) => item);
  const undone = settled.filter((slug) => !queued.includes(slug));
  if (undone.length === 0) return { queued, ...outcome };
  const { error } = CAPTURE_OFF;
  return {
    queued,
    ...outcome,
    failed: [...outcome.failed, ...undone],
    errors: [...outcome.errors, ...undone.map((slug) => ({ slug, code: 'stale_capture' as const, error }))],
    warnings: [...(outcome.warnings ?? []), CAPTURE_OFF],
  };
}

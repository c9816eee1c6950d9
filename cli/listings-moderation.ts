// directory-admin listings approve, archive, reject, restore, delete, retake: the console's actions, through the same
// operation.
import { moderateListings } from '../core/moderation/actions.js';
import type { AdminListing, Moderation } from '../core/moderation/schema.js';
import { type BatchOptions, type Outcome, runBatch } from './batch.js';
import type { ExitCode } from './exit.js';
import { LISTING_COLUMNS, type ListingFilterOptions, selectListings } from './listing-selection.js';
import { withSession } from './session.js';

export interface ModerationOptions extends BatchOptions, ListingFilterOptions {
  file?: string;
  reason?: string;
  as?: string;
}

interface Way {
  readonly action: Moderation;
  readonly verb: readonly [will: string, done: string];
  readonly caution?: string;
}

const APPROVE: Way = { action: 'approve', verb: ['approve', 'approved'] };
const ARCHIVE: Way = { action: 'archive', verb: ['archive', 'archived'] };
const REJECT: Way = { action: 'reject', verb: ['reject', 'rejected'] };
const RESTORE: Way = { action: 'restore', verb: ['restore', 'restored'] };
const DELETE: Way = {
  action: 'delete',
  verb: ['delete', 'deleted'],
  caution: 'Deleted listings are gone for good, and their websites are free to be submitted again.',
};
const RETAKE: Way = { action: 'refresh-screenshot', verb: ['retake the picture of', 'queued'] };

const CHECK: Way = { action: 'check-link', verb: ['check the website of', 'queued'] };

export const approveListings = (slugs: string[], options: ModerationOptions) =>
  moderate(APPROVE, slugs, options);
export const archiveListings = (slugs: string[], options: ModerationOptions) =>
  moderate(ARCHIVE, slugs, options);
export const rejectListings = (slugs: string[], options: ModerationOptions) =>
  moderate(REJECT, slugs, options);
export const restoreListings = (slugs: string[], options: ModerationOptions) =>
  moderate(RESTORE, slugs, options);
export const deleteListings = (slugs: string[], options: ModerationOptions) =>
  moderate(DELETE, slugs, options);
export const retakeListings = (slugs: string[], options: ModerationOptions) =>
  moderate(RETAKE, slugs, options);

export const checkListingLinks = (slugs: string[], options: ModerationOptions) =>
  moderate(CHECK, slugs, options);

function moderate(way: Way, slugs: string[], options: ModerationOptions): Promise<ExitCode> {
  return withSession({ ...options, queue: true }, async ({ actor, signal }) => {
    const { items, missing } = await selectListings(actor, slugs, options);
    return runBatch<AdminListing>(options, signal, {
      verb: way.verb,
      noun: ['listing', 'listings'],
      key: 'slug',
      items,
      missing,
      nameOf: (listing) => listing.slug,
      columns: LISTING_COLUMNS,
      caution: way.caution,
      run: async (part, watch): Promise<Outcome> => {
        const input = { action: way.action, slugs: part.map(({ slug }) => slug), reason: options.reason };
        const result = await moderateListings(actor, input, watch);
        return {
          done: result.deleted ?? result.queued ?? result.updated ?? [],
          failures: result.errors.map(({ slug, code, error }) => ({ item: slug, code, error })),
        };
      },
    });
  });
}

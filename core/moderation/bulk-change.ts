// Changing the same fields of many listings: categories, price, whether they are featured, the owner.
import { findNamedUsers } from '../accounts/users.js';
import { requireRight } from '../kernel/access.js';
import type { Actor } from '../kernel/actor.js';
import { type BulkFailure, type BulkWatch, filterWarnings, runInTurn, selectItems } from '../kernel/bulk.js';
import { check, type Warning } from '../kernel/check.js';
import { DomainError, fieldError, say } from '../kernel/errors.js';
import { MAX_MATCHING_ITEMS } from '../kernel/schema.js';
import { editListing } from './editing.js';
import { getListingAndOwner, matchingSlugs } from './listings.js';
import { AdminListingFilter, ListingBulk, type ListingChanges } from './schema.js';
import { transferListings } from './transfer.js';

export interface ListingChangeOutcome {
  updated: string[];
  failed: string[];
  errors: ({ slug: string } & BulkFailure)[];
  warnings?: Warning[];
  /** What takes the changes back: the changed fields as they were, with the listings that had those values. */
  undo: { slugs: string[]; set: ListingChanges }[];
}

/**
 * Sets the given fields of many listings, each alone.
 * @param input `{set: {categories?, pricing_model?, featured?, owner?}, slugs, reason?}`, or with `query` and
 *   `expected_total` for slugs; `owner` is the email or id of an account
 * @throws DomainError unauthorized, forbidden, validation_error, selection_changed
 */
export async function changeListings(
  actor: Actor,
  input: unknown,
  watch: BulkWatch = {},
): Promise<ListingChangeOutcome> {
  requireRight(actor, 'listings');
  const { action: _, set = {}, slugs: given, reason = null, ...selection } = check(ListingBulk, input);
  if (Object.keys(set).length === 0) throw fieldError('set', say('invalid.required'), 'required');
  const { owner, ...fields } = set;
  if (owner !== undefined && !(await findNamedUsers(actor, [owner])).has(owner))
    throw fieldError('owner', say('error.no-account', { owner }), 'unknown');
  const slugs = await selectItems({ field: 'slugs', given }, selection, {
    most: MAX_MATCHING_ITEMS,
    idsOf: matchingSlugs,
  });
  const undo = new Map<string, ListingChangeOutcome['undo'][number]>();
  const { done, failures } = await runInTurn(
    slugs,
    async (slug) => {
      const before = await getListingAndOwner(actor, slug);
      if (Object.keys(fields).length > 0) await editListing(actor, slug, fields);
      if (owner !== undefined) {
        const { errors } = await transferListings(actor, { slugs: [slug], to: owner, reason });
        if (errors[0]) throw new DomainError(errors[0].code, errors[0].said ?? errors[0].error);
      }
      const was: ListingChanges = Object.fromEntries(
        Object.keys(set)
          .map((name) =>
            name === 'owner' ? [name, before.owner?.id] : [name, before.listing[name as keyof typeof fields]],
          )
          .filter(([, value]) => value !== undefined),
      );
      const key = JSON.stringify(was);
      undo.set(key, { set: was, slugs: [...(undo.get(key)?.slugs ?? []), slug] });
    },
    watch,
  );
  return {
    updated: done.map(({ item }) => item),
    failed: failures.map(({ item }) => item),
    errors: failures.map(({ item, ...failure }) => ({ slug: item, ...failure })),
    ...filterWarnings(AdminListingFilter, input),
    undo: [...undo.values()].filter(({ set }) => Object.keys(set).length > 0),
  };
}

// One action on many accounts: each alone, so that one that fails never undoes the others.
import { requireRight } from '../kernel/access.js';
import type { Actor } from '../kernel/actor.js';
import { type BulkFailure, type BulkWatch, filterWarnings, runInTurn, selectItems } from '../kernel/bulk.js';
import { check, type Warning } from '../kernel/check.js';
import { fieldError, say } from '../kernel/errors.js';
import { MAX_MATCHING_ITEMS } from '../kernel/schema.js';
import { AdminUserFilter, UserBulk } from './admin-schema.js';
import { deleteUsers } from './deletion.js';
import { liftSuspension, suspendUser } from './suspension.js';
import { matchingUserIds } from './users.js';

export interface UserBulkOutcome {
  deleted?: string[];
  updated?: string[];
  failed: string[];
  errors: ({ id: string } & BulkFailure)[];
  warnings?: Warning[];
}

/**
 * Deletes or suspends many accounts, or lifts their suspensions.
 * @param input `{action, ids, reason?, …}`, or with `query` and `expected_total` for ids; suspending takes a reason
 * @throws DomainError unauthorized, forbidden, validation_error, selection_changed
 */
export async function actOnUsers(
  actor: Actor,
  input: unknown,
  watch: BulkWatch = {},
): Promise<UserBulkOutcome> {
  requireRight(actor, 'people');
  const {
    action,
    ids: given,
    reason,
    archive_listings,
    keep_listings: _,
    ...selection
  } = check(UserBulk, input);
  if (action === 'delete') return deleteUsers(actor, input, watch);
  if (action === 'suspend' && !reason) throw fieldError('reason', say('invalid.required'), 'required');
  const ids = await selectItems({ field: 'ids', given: given?.map((id) => id.toLowerCase()) }, selection, {
    most: MAX_MATCHING_ITEMS,
    idsOf: matchingUserIds,
  });
  const { done, failures } = await runInTurn(
    ids,
    (id) =>
      action === 'suspend'
        ? suspendUser(actor, id, { reason, archive_listings })
        : liftSuspension(actor, id, { reason }),
    watch,
  );
  return {
    updated: done.map(({ item }) => item),
    failed: failures.map(({ item }) => item),
    errors: failures.map(({ item, ...failure }) => ({ id: item, ...failure })),
    ...filterWarnings(AdminUserFilter, input),
  };
}

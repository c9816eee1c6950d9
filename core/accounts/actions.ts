// Staff actions on one account or many. Each account is handled alone: one failure never undoes the others.
import { randomUUID } from 'node:crypto';
import { requireAdmin, requireRight } from '../kernel/access.js';
import { type Actor, inBatch } from '../kernel/actor.js';
import { recordUser } from '../kernel/audit.js';
import { type BulkFailure, type BulkWatch, filterWarnings, runInTurn, selectItems } from '../kernel/bulk.js';
import { check, type Warning } from '../kernel/check.js';
import { fieldError, say } from '../kernel/errors.js';
import { MAX_MATCHING_ITEMS } from '../kernel/schema.js';
import { AdminUserFilter, StaffNote, UserAction, UserBulk } from './admin-schema.js';
import { deleteUser } from './deletion.js';
import { changePerson, setRole } from './roles.js';
import { liftSuspension, refuseColleague, suspendUser } from './suspension.js';
import { resetTwoFactor } from './two-factor.js';
import { matchingUserIds } from './users.js';

/** One action on an account. @param input UserAction @throws DomainError as the function of that action */
export async function actOnUser(actor: Actor, id: string, input: unknown) {
  requireRight(actor, 'people');
  const { action, role, note, ...rest } = check(UserAction, input);
  if (action === 'note') return noteUser(actor, id, { note: note ?? null });
  if (action === 'delete') return deleteUser(actor, id, rest);
  if (action === 'suspend') return suspendUser(actor, id, rest);
  if (action === 'lift-suspension') return liftSuspension(actor, id, rest);
  if (action === 'reset-two-factor') return resetTwoFactor(actor, id, rest);
  if (role === undefined) throw fieldError('role', '"role" is required together with set-role.', 'required');
  return setRole(actor, id, { role, ...rest });
}

/** Sets the note of the staff about an account, which its owner never sees. @throws DomainError not_found */
export async function noteUser(actor: Actor, id: string, input: unknown) {
  requireRight(actor, 'people');
  const { note: typed } = check(StaffNote, input);
  const note = typed?.trim() || null;
  return changePerson(actor, id, async (trx, { target }) => {
    refuseColleague(actor, target);
    if (target.staffNote === note) return;
    const before = target.staffNote;
    await target.$query(trx).patch({ staffNote: note });
    await recordUser(trx, actor, target, 'user.note', { before: { note: before }, after: { note } });
  });
}

interface UserBulkOutcome {
  deleted?: string[];
  updated?: string[];
  failed: string[];
  errors: ({ id: string } & BulkFailure)[];
  /** The id that the entries of the audit log share. */
  batch: string;
  warnings?: Warning[];
}

/** Deletes or suspends many accounts, or lifts that. @param input UserBulk @throws DomainError selection_changed */
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
    keep_listings,
    ...selection
  } = check(UserBulk, input);
  if (action === 'delete') requireAdmin(actor);
  if (action === 'suspend' && !reason) throw fieldError('reason', say('invalid.required'), 'required');
  const ids = await selectItems({ field: 'ids', given: given?.map((id) => id.toLowerCase()) }, selection, {
    most: MAX_MATCHING_ITEMS,
    idsOf: matchingUserIds,
  });
  const batch = randomUUID();
  const acting = inBatch(actor, batch);
  const act = {
    suspend: (id: string) => suspendUser(acting, id, { reason, archive_listings }),
    'lift-suspension': (id: string) => liftSuspension(acting, id, { reason }),
    delete: (id: string) => deleteUser(acting, id, { keep_listings, reason }),
  }[action];
  const { done, failures } = await runInTurn<unknown>(ids, act, watch);
  return {
    batch,
    [action === 'delete' ? 'deleted' : 'updated']: done.map(({ item }) => item),
    failed: failures.map(({ item }) => item),
    errors: failures.map(({ item, ...failure }) => ({ id: item, ...failure })),
    ...filterWarnings(AdminUserFilter, input),
  };
}

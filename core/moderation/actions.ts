// Actions of moderators on one or many listings.
import { randomUUID } from 'node:crypto';
import type { Transaction } from 'objection';
import { UserModel } from '../../db/models/accounts.js';
import type { ListingModel } from '../../db/models/listings.js';
import { findNamedUsers } from '../accounts/users.js';
import { type Actor, inBatch, requireRight } from '../kernel/actor.js';
import { type BulkWatch, memberWarnings, runEach, selectItems } from '../kernel/bulk.js';
import { check, type Warning } from '../kernel/check.js';
import { DomainError, fieldError, say } from '../kernel/errors.js';
import { own } from '../kernel/own.js';
import { inTransaction } from '../kernel/transaction.js';
import { readPatch } from '../listings/content.js';
import { factWarnings } from '../listings/facts.js';
import { isCaptureOn } from '../listings/pictures.js';
import { presentListing } from '../listings/present.js';
import { authorize, lockListing, recordListing, refuseColleagues } from '../listings/rights.js';
import { AdminListingPatch } from '../listings/schema.js';
import { moveListing, removeListing, requireReason } from '../listings/status.js';
import { changeListing, updateListing } from '../listings/submit.js';
import type { TakedownScope } from '../listings/takedowns.js';
import { findFact } from '../settings/facts.js';
import { requestCapture } from '../upkeep/captures.js';
import { requestLinkCheck } from '../upkeep/link-checks.js';
import { matchingSlugs } from './listings.js';
import { ListingBulk, ListingChanges, ListingModeration, type Moderation } from './schema.js';

interface Effect {
  row: ListingModel;
  /** false: nothing changed, or a capture was impossible. */
  isChanged: boolean;
}

interface Why {
  reason: string | null;
  scope?: TakedownScope | undefined;
  /** Merges the emails to an owner about many listings. */
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

const QUEUED: readonly string[] = ['refresh-screenshot', 'check-link'] satisfies Moderation[];

const CAPTURE_OFF: Warning = {
  field: 'action',
  code: 'capture_disabled',
  error: 'Screenshots are switched off here, so none was queued.',
};

export async function moderateListing(actor: Actor, slug: string, input: unknown) {
  requireRight(actor, 'listings');
  const { action, reason = null, scope } = check(ListingModeration, input);
  requireReason(actor, action, reason);
  const effect = await inTransaction(actor, (trx) => ACTS[action](trx, actor, slug, { reason, scope }));
  if (action === 'delete') return { deleted: true as const, slug: effect.row.slug };
  const listing = presentListing(effect.row, actor);
  if (!QUEUED.includes(action)) return { listing };
  return { listing, queued: effect.isChanged, ...(effect.isChanged ? {} : { warnings: [CAPTURE_OFF] }) };
}

export async function editListing(actor: Actor, slug: string, input: unknown) {
  requireRight(actor, 'listings');
  return updateListing(actor, slug, input, null, AdminListingPatch);
}

/** One action on many listings, each in its own transaction. `change` sets the fields of `set`, whose `owner`
 * is an email or id. @throws DomainError selection_changed */
export async function moderateListings(actor: Actor, input: unknown, watch: BulkWatch = {}) {
  requireRight(actor, 'listings');
  const { action, reason = null, scope, slugs: given, set = {}, ...selection } = check(ListingBulk, input);
  requireReason(actor, action, reason);
  const act = action === 'change' ? await changeOf(actor, check(ListingChanges, set)) : ACTS[action];
  const slugs = await selectItems('slugs', given, selection, matchingSlugs);
  const batch = randomUUID();
  const acting = inBatch(actor, batch);
  const isOff = action === 'refresh-screenshot' && !isCaptureOn();
  const actOn = async (trx: Transaction, slug: string) => {
    const effect = await act(trx, acting, slug, { reason, scope, batch });
    if (isOff) throw new DomainError('stale_capture', CAPTURE_OFF.error);
    return effect;
  };
  const { done, failures, failed } = await runEach(acting, slugs, actOn, watch);
  const { warnings = [] } = memberWarnings(ListingBulk, input);
  warnings.push(...factWarnings({ ...set.facts, ...set.add_facts }, true));
  if (isOff) warnings.push(CAPTURE_OFF);
  const settled = QUEUED.includes(action) ? 'queued' : 'updated';
  const items: { deleted?: string[]; queued?: string[]; updated?: string[] } = {
    [action === 'delete' ? 'deleted' : settled]: done,
  };
  return {
    ...items,
    batch,
    failed,
    errors: failures.map(({ item, ...failure }) => ({ slug: item, ...failure })),
    ...(warnings.length > 0 ? { warnings } : {}),
  };
}

/** @throws DomainError validation_error for nothing to set, and on `owner` for an unknown account */
async function changeOf(actor: Actor, set: ListingChanges): Promise<Act> {
  if (Object.keys(set).length === 0) throw fieldError('set', say('error.nothing-to-set'), 'required');
  const { owner, add_facts: added, ...fields } = set;
  const heir = owner === undefined ? undefined : (await findNamedUsers(actor, [owner])).get(owner);
  if (owner !== undefined && !heir) throw fieldError('owner', say('error.no-account', { owner }), 'unknown');
  return async (trx, acting, slug, { reason }) => {
    const existing = await lockListing(trx, acting, slug);
    authorize(acting, 'edit', existing);
    const joined = Object.entries(added ?? {}).map(([key, value]) => {
      const has = findFact(key)?.type === 'choices' ? [own(existing.facts, key) ?? []].flat() : null;
      return [key, has ? [...has, ...[value ?? []].flat()] : value];
    });
    const facts = added && { facts: { ...fields.facts, ...Object.fromEntries(joined) } };
    const change = readPatch({ ...fields, ...facts }, AdminListingPatch);
    const row = (await changeListing(trx, acting, existing, change)) ?? existing;
    if (heir) await transferListing(trx, acting, row, { to: heir, reason });
    return { row, isChanged: true };
  };
}

/** Transfers a listing to another account, unless it already owns it. */
export async function transferListing(
  trx: Transaction,
  actor: Actor,
  row: ListingModel,
  { to, reason }: { to: { id: string; email: string }; reason: string | null },
): Promise<void> {
  if (row.ownerId === to.id) return;
  await refuseColleagues(trx, actor, row);
  const from = row.ownerId === null ? undefined : await UserModel.query(trx).findById(row.ownerId);
  await row.$query(trx).patch({ ownerId: to.id });
  await recordListing(trx, actor, row, 'listing.transfer', {
    before: { owner: from?.email ?? null },
    after: { owner: to.email },
    reason,
  });
}

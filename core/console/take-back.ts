// Takes changes back by their audit entries, if the subject has not changed since. Taking back is logged as well.
import { isDeepStrictEqual } from 'node:util';
import { Type } from '@sinclair/typebox';
import type { Transaction } from 'objection';
import { UserModel } from '../../db/models/accounts.js';
import { AuditEntryModel, ReviewDecisionModel } from '../../db/models/desk.js';
import { ImportModel } from '../../db/models/import.js';
import { ListingModel } from '../../db/models/listings.js';
import { ValueChangeModel } from '../../db/models/settings.js';
import { liftSuspension } from '../accounts/actions.js';
import { isSuspended } from '../accounts/credentials.js';
import { findNamedUsers } from '../accounts/users.js';
import { undoImport } from '../import/records.js';
import { UNDOABLE } from '../import/undo.js';
import { type Actor, inBatch, requireRight } from '../kernel/actor.js';
import type { AuditAction } from '../kernel/audit-actions.js';
import { runInTurn } from '../kernel/bulk.js';
import { isUuid } from '../kernel/check.js';
import { ERROR_CODES, fieldError, forbidden, notFound, say } from '../kernel/errors.js';
import { newHolder } from '../kernel/leases.js';
import { own } from '../kernel/own.js';
import * as s from '../kernel/schema.js';
import { inTransaction } from '../kernel/transaction.js';
import { contentOf, readPatch } from '../listings/content.js';
import { featureOf } from '../listings/present.js';
import { authorize, lockListing } from '../listings/rights.js';
import { AdminListingPatch } from '../listings/schema.js';
import { screenListing } from '../listings/screen.js';
import { restoreState, stateOf } from '../listings/status.js';
import { changeListing } from '../listings/submit.js';
import { transferListing } from '../moderation/actions.js';
import { takeBackDecision } from '../moderation/review-decisions.js';
import { undoValueChange } from '../moderation/value-changes.js';

export const TakeBackResult = s.response('TakeBackResult', {
  taken_back: Type.Integer({ description: 'Entries whose change is taken back.' }),
  failed: Type.Array(Type.String(), { description: 'Ids of the entries that could not be taken back.' }),
  errors: Type.Array(
    s.titled('TakeBackFailure', {
      id: Type.String({ description: 'Of the entry.' }),
      slug: Type.Optional(Type.String({ description: 'Of the listing.' })),
      code: Type.String({ enum: [...ERROR_CODES] }),
      error: Type.String(),
    }),
    { description: 'Why each of them failed.' },
  ),
});

const MOST = s.MAX_MATCHING_ITEMS;

interface Kind {
  /** Whether the subject is unchanged since the entry. */
  readonly isAsLeft: (entry: AuditEntryModel, trx?: Transaction) => Promise<boolean>;
  /** Takes the change back; checks under a lock that this is still possible. */
  readonly revert: (actor: Actor, entry: AuditEntryModel) => Promise<unknown>;
}

const FIELDS: Kind = {
  isAsLeft: async ({ subjectId, after }, trx) => {
    const row = await ListingModel.query(trx).findById(subjectId ?? '');
    return row !== undefined && after !== null && isSame({ ...contentOf(row), ...featureOf(row) }, after);
  },
  revert: (actor, entry) =>
    onListing(actor, entry, async (trx, row) => {
      authorize(actor, 'edit', row);
      const { before, after } = entry;
      const known = Object.entries(before ?? {}).filter(([name]) =>
        Object.hasOwn(AdminListingPatch.properties, name),
      );
      const fields = Object.fromEntries(known);
      // Facts missing in a patch would stay, so clear the facts that the change added.
      if ('facts' in fields) fields.facts = { ...cleared(after?.facts), ...(fields.facts as object | null) };
      await changeListing(trx, actor, row, readPatch(fields, AdminListingPatch));
    }),
};

const cleared = (facts: unknown) =>
  Object.fromEntries(Object.keys((facts as object | null) ?? {}).map((key) => [key, null]));

const OWNER: Kind = {
  isAsLeft: async ({ subjectId, before, after }, trx) => {
    const row = await ListingModel.query(trx)
      .findById(subjectId ?? '')
      .withGraphFetched('owner');
    // A listing that had no owner cannot be left without one again.
    return typeof before?.owner === 'string' && row?.owner?.email === after?.owner;
  },
  revert: async (actor, entry) => {
    const email = String(entry.before?.owner);
    const to = (await findNamedUsers(actor, [email])).get(email);
    if (!to) throw fieldError('owner', say('error.no-account', { owner: email }), 'unknown');
    await onListing(actor, entry, (trx, row) => {
      authorize(actor, 'edit', row);
      return transferListing(trx, actor, row, { to, reason: null });
    });
  },
};

const STATUS: Kind = {
  isAsLeft: async ({ subjectId, undo, batch }, trx) => {
    const row = await ListingModel.query(trx).findById(subjectId ?? '');
    if (!row || !undo || !isSame({ state: stateOf(row) }, { state: undo.is })) return false;
    const decision = batch && (await ReviewDecisionModel.query(trx).findById(batch));
    return !decision || decision.undoneAt === null;
  },
  revert: async (actor, entry) => {
    const decision = entry.batch && (await ReviewDecisionModel.query().findById(entry.batch));
    // A decision of the review desk also closed reports and an appeal: reopen them, too.
    if (decision) return takeBackDecision(actor, entry.subjectLabel ?? '', decision.id);
    return onListing(actor, entry, async (trx, row) => {
      authorize(actor, 'restore', row);
      const restored = await restoreState(trx, actor, row, {
        was: entry.undo?.was ?? {},
        action: 'listing.take-back',
      });
      if (restored.status === 'live') await screenListing({ content: contentOf(restored) }, trx);
    });
  },
};

const VALUE: Kind = {
  isAsLeft: async ({ batch }, trx) =>
    batch !== null && (await ValueChangeModel.query(trx).findById(batch)) !== undefined,
  revert: (actor, { batch }) => undoValueChange(actor, batch ?? ''),
};

const KINDS: Partial<Record<AuditAction, Kind>> = {
  'listing.update': FIELDS,
  'listing.feature': FIELDS,
  'listing.unfeature': FIELDS,
  'listing.transfer': OWNER,
  'listing.archive': STATUS,
  'listing.reject': STATUS,
  'listing.restore': STATUS,
  'listing.approve': STATUS,
  'listing.take-back': STATUS,
  'user.suspend': {
    isAsLeft: async ({ id, subjectId }, trx) => {
      const user = await UserModel.query(trx).findById(subjectId ?? '');
      // A colleague may have lifted the suspension and suspended the account again, with the same end.
      const last = await AuditEntryModel.query(trx)
        .where({ subject_type: 'user', subject_id: subjectId })
        .whereIn('action', ['user.suspend', 'user.change-suspension', 'user.lift-suspension'])
        .orderBy('id', 'desc')
        .first();
      return user !== undefined && isSuspended(user) && last?.id === id;
    },
    revert: (actor, entry) =>
      liftSuspension(actor, entry.subjectId ?? '', {}, (trx) => isStillAsLeft(entry, trx)),
  },
  'category.merge': VALUE,
  'category.rename': VALUE,
  'fact.merge': VALUE,
  'fact.rename': VALUE,
  // The rows of an import have separate entries; the worker deletes what it created.
  'import.start': {
    isAsLeft: async ({ subjectId }, trx) => {
      const run = await ImportModel.query(trx)
        .findById(subjectId ?? '')
        .select('state');
      return run !== undefined && UNDOABLE.includes(run.state);
    },
    revert: (actor, { subjectId }) => undoImport(actor, subjectId ?? ''),
  },
};

const kindOf = ({ action }: { action: string }): Kind | undefined => own(KINDS, action);
export const isTakeable = (action: string) => kindOf({ action }) !== undefined;

const isStillAsLeft = async (entry: AuditEntryModel, trx?: Transaction): Promise<boolean> =>
  (await kindOf(entry)?.isAsLeft(entry, trx)) ?? false;

/** Whether `current` still has the members and values of `left`; the order of members does not count. */
const isSame = (current: object, left: object): boolean => {
  const now = JSON.parse(JSON.stringify(current)) as Record<string, unknown>;
  return Object.entries(left).every(([name, value]) =>
    isDeepStrictEqual(own(now, name) ?? null, value ?? null),
  );
};

function onListing(
  actor: Actor,
  entry: AuditEntryModel,
  change: (trx: Transaction, row: ListingModel) => Promise<unknown>,
): Promise<unknown> {
  return inTransaction(actor, async (trx) => {
    const row = await lockListing(trx, actor, entry.subjectLabel ?? '');
    if (row.id !== entry.subjectId || !(await isStillAsLeft(entry, trx)))
      throw forbidden(say('error.edited-since'));
    return change(trx, row);
  });
}

/** Takes back the change of an entry, or the changes of a batch, newest first. @param named id of an entry or a batch
 * @throws DomainError not_found; for a single entry also the error that prevents the change */
export async function takeBack(actor: Actor, named: string) {
  requireRight(actor, 'listings');
  const entries = await entriesOf(named);
  if (entries.length === 0) throw notFound('audit entry');
  const [only, ...others] = entries as [AuditEntryModel, ...AuditEntryModel[]];
  const acting = inBatch(actor, newHolder());
  const revert = async (entry: AuditEntryModel) => {
    const kind = kindOf(entry);
    if (!kind) throw forbidden(say('error.no-take-back'));
    await kind.revert(acting, entry);
  };
  if (others.length === 0) {
    await revert(only);
    return { taken_back: 1, failed: [], errors: [] };
  }
  const byId = new Map(entries.map((entry) => [String(entry.id), entry]));
  const revertOne = (id: string) => revert(byId.get(id) as AuditEntryModel);
  const { done, failures, failed } = await runInTurn([...byId.keys()], revertOne);
  return {
    taken_back: done.length,
    failed,
    errors: failures.map(({ item, ...failure }) => {
      const { subjectType, subjectLabel } = byId.get(item) as AuditEntryModel;
      return { id: item, ...(subjectType === 'listing' ? { slug: subjectLabel ?? '' } : {}), ...failure };
    }),
  };
}

function entriesOf(named: string): Promise<AuditEntryModel[]> {
  const entries = AuditEntryModel.query().orderBy('id', 'desc').limit(MOST);
  if (isUuid(named)) return entries.where({ batch: named }).whereIn('action', Object.keys(KINDS)).execute();
  return /^\d{1,15}$/.test(named) ? entries.where({ id: named }).execute() : Promise.resolve([]);
}

/** Ids of the entries that can still be taken back. */
export async function takeableAmong(entries: readonly { id: number; action: string }[]) {
  const ids = entries.filter(kindOf).map(({ id }) => id);
  const rows = await AuditEntryModel.query().findByIds(ids);
  const checked = await Promise.all(rows.map(async (row) => ((await isStillAsLeft(row)) ? [row.id] : [])));
  return new Set(checked.flat());
}

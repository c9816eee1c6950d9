// Named views of the console's lists, each admin's own.
import { type Static, Type } from '@sinclair/typebox';
import type { Transaction } from 'objection';
import { SavedViewModel } from '../../db/models/saved-view.js';
import { requireAccount, requireRight } from '../kernel/access.js';
import type { Actor, User } from '../kernel/actor.js';
import { differences, recordChange } from '../kernel/audit.js';
import { check, isUuid } from '../kernel/check.js';
import { fieldError, notFound, say } from '../kernel/errors.js';
import { line, titled, word } from '../kernel/schema.js';
import { inTransaction } from '../kernel/transaction.js';

export const VIEWED_LISTS = ['listings', 'users', 'audit'] as const;
export type ViewedList = (typeof VIEWED_LISTS)[number];

/** Maximum per admin and list. */
const MAX_VIEWS = 20;

export const SavedView = titled('SavedView', {
  list: word(VIEWED_LISTS),
  name: line(40, { title: 'Name of the view' }),
  query: Type.String({ maxLength: 2000, 'x-text': 'line', description: 'As in the address of the list.' }),
});
const SavedViewChange = titled('SavedViewChange', {
  name: Type.Optional(SavedView.properties.name),
  query: Type.Optional(SavedView.properties.query),
});
export type SavedView = Static<typeof SavedView> & { id: string };

function requireModerator(actor: Actor): asserts actor is User {
  requireRight(actor, 'desk');
  requireAccount(actor, 'admin:*');
}

/** The caller's views of a list, by name. */
export async function listViews(actor: Actor, list: ViewedList): Promise<SavedView[]> {
  requireModerator(actor);
  const rows = await SavedViewModel.query().where({ user_id: actor.account.id, list }).orderBy('name');
  return rows.map(({ id, name, query }) => ({ id, list, name, query }));
}

/**
 * Saves a view under a name, replacing one of the same name.
 * @param input `{list, name, query}`
 * @returns whether one was replaced
 */
export async function saveView(actor: Actor, input: unknown): Promise<{ isReplaced: boolean }> {
  requireModerator(actor);
  const { list, name, query } = check(SavedView, input);
  const userId = actor.account.id;
  return inTransaction(
    actor,
    async (trx) => {
      const own = await SavedViewModel.query(trx).where({ user_id: userId, list });
      const before = own.find((view) => view.name === name);
      if (before) {
        await change(trx, actor, before, { query });
        return { isReplaced: true };
      }
      if (own.length >= MAX_VIEWS) throw fieldError('name', say('error.views-full'), 'full');
      const { id } = await SavedViewModel.query(trx).insertAndFetch({ userId, list, name, query });
      const subject = { type: 'view' as const, id, label: name };
      await recordChange(trx, actor, { action: 'view.save', subject, after: { query } });
      return { isReplaced: false };
    },
    { changesOwnAccount: true },
  );
}

/**
 * Renames one of the caller's views, or replaces its filters.
 * @param input `{name?, query?}`
 * @throws DomainError validation_error (also for the name of another view), not_found
 */
export async function changeView(actor: Actor, id: string, input: unknown): Promise<void> {
  requireModerator(actor);
  const changes = check(SavedViewChange, input);
  const userId = actor.account.id;
  await inTransaction(
    actor,
    async (trx) => {
      const own = await SavedViewModel.query(trx).where({ user_id: userId });
      const view = own.find((one) => one.id === id);
      if (!view) throw notFound('view');
      const others = own.filter((one) => one.id !== id && one.list === view.list);
      if (others.some(({ name }) => name === changes.name))
        throw fieldError('name', say('error.view-taken'), 'taken');
      await change(trx, actor, view, changes);
    },
    { changesOwnAccount: true },
  );
}

async function change(
  trx: Transaction,
  actor: Actor,
  view: SavedViewModel,
  changes: Static<typeof SavedViewChange>,
): Promise<void> {
  const before = { name: view.name, query: view.query };
  const after = { ...before, ...changes };
  const changed = differences(before, after);
  if (changed === null) return;
  await view.$query(trx).patch(after);
  await recordChange(trx, actor, {
    action: after.name === before.name ? 'view.save' : 'view.rename',
    subject: { type: 'view', id: view.id, label: after.name },
    ...changed,
  });
}

/** Removes one of the caller's views. @throws DomainError not_found */
export async function removeView(actor: Actor, id: string): Promise<void> {
  requireModerator(actor);
  const userId = actor.account.id;
  await inTransaction(actor, async (trx) => {
    const where = isUuid(id) ? { id, user_id: userId } : null;
    const [row] = where ? await SavedViewModel.query(trx).delete().where(where).returning('*') : [];
    if (!row) throw notFound('view');
    await recordChange(trx, actor, {
      action: 'view.remove',
      subject: { type: 'view', id: row.id, label: row.name },
      before: { query: row.query },
    });
  });
}

// Named views of the console's lists, each admin's own.
import { type Static, Type } from '@sinclair/typebox';
import { SavedViewModel } from '../../db/models/saved-view.js';
import { requireAccount, requireAdmin } from '../kernel/access.js';
import type { Actor } from '../kernel/actor.js';
import { recordChange } from '../kernel/audit.js';
import { check, isUuid } from '../kernel/check.js';
import { fieldError, notFound } from '../kernel/errors.js';
import { line, word } from '../kernel/schema.js';
import { inTransaction } from '../kernel/transaction.js';

export const VIEWED_LISTS = ['listings', 'users', 'audit'] as const;
export type ViewedList = (typeof VIEWED_LISTS)[number];

/** Maximum per admin and list. */
const MAX_VIEWS = 20;

export const SavedView = Type.Object(
  {
    list: word(VIEWED_LISTS),
    name: line(40, { title: 'Name of the view' }),
    query: Type.String({ maxLength: 2000, 'x-text': 'line', description: 'As in the address of the list.' }),
  },
  { title: 'SavedView' },
);
export type SavedView = Static<typeof SavedView> & { id: string };

/** The caller's views of a list, by name. @throws DomainError unauthorized, forbidden */
export async function listViews(actor: Actor, list: ViewedList): Promise<SavedView[]> {
  requireAdmin(actor);
  requireAccount(actor, 'admin:*');
  const rows = await SavedViewModel.query().where({ user_id: actor.account.id, list }).orderBy('name');
  return rows.map(({ id, name, query }) => ({ id, list, name, query }));
}

/**
 * Saves a view under a name, replacing one of the same name.
 * @param input `{list, name, query}`
 * @throws DomainError unauthorized, forbidden, validation_error
 */
export async function saveView(actor: Actor, input: unknown): Promise<void> {
  requireAdmin(actor);
  requireAccount(actor, 'admin:*');
  const { list, name, query } = check(SavedView, input);
  const userId = actor.account.id;
  await inTransaction(
    actor,
    async (trx) => {
      const own = await SavedViewModel.query(trx).where({ user_id: userId, list });
      const before = own.find((view) => view.name === name);
      if (!before && own.length >= MAX_VIEWS) {
        throw fieldError('name', `You have ${MAX_VIEWS} views of this list. Remove one first.`);
      }
      const row = await SavedViewModel.query(trx)
        .insertAndFetch({ userId, list, name, query })
        .onConflict(['user_id', 'list', 'name'])
        .merge(['query']);
      await recordChange(trx, actor, {
        action: 'view.save',
        subject: { type: 'view', id: before?.id ?? row.id, label: name },
        before: before ? { query: before.query } : null,
        after: { query },
      });
    },
    { changesOwnAccount: true },
  );
}

/** Removes one of the caller's views. @throws DomainError unauthorized, forbidden, not_found */
export async function removeView(actor: Actor, id: string): Promise<void> {
  requireAdmin(actor);
  requireAccount(actor, 'admin:*');
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

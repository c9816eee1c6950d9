// Named views of the console's lists, separate for each member of the team.
import { type Static, Type } from '@sinclair/typebox';
import { SavedViewModel } from '../../db/models/desk.js';
import { type Actor, requireTeam } from '../kernel/actor.js';
import { recordChange } from '../kernel/audit.js';
import { check } from '../kernel/check.js';
import { fieldError, say } from '../kernel/errors.js';
import { oneOf } from '../kernel/lists.js';
import { line, titled, word } from '../kernel/schema.js';
import { inTransaction } from '../kernel/transaction.js';

export const VIEWED_LISTS = ['listings', 'users', 'audit'] as const;
export type ViewedList = (typeof VIEWED_LISTS)[number];

const MAX_VIEWS = 20;

const SavedView = titled('SavedView', {
  list: word(VIEWED_LISTS),
  name: line(40, { title: 'Name of the view' }),
  query: Type.String({ maxLength: 2000, 'x-text': 'line', description: 'As in the address of the list.' }),
});
type SavedView = Static<typeof SavedView> & { id: string };

export async function listViews(actor: Actor, list: ViewedList): Promise<SavedView[]> {
  requireTeam(actor);
  const rows = await SavedViewModel.query().where({ user_id: actor.account.id, list }).orderBy('name');
  return rows.map(({ id, name, query }) => ({ id, list, name, query }));
}

/** Saves a view, replacing one of the same name. @param input `{list, name, query}` */
export async function saveView(actor: Actor, input: unknown): Promise<void> {
  requireTeam(actor);
  const { list, name, query } = check(SavedView, input);
  const userId = actor.account.id;
  await inTransaction(actor, { changesOwnAccount: true }, async (trx) => {
    const own = await SavedViewModel.query(trx).where({ user_id: userId, list });
    const same = own.find((view) => view.name === name);
    if (!same && own.length >= MAX_VIEWS) throw fieldError('name', say('error.views-full'), 'full');
    const before = same ? { query: same.query } : null;
    const { id } = same
      ? await same.$query(trx).patchAndFetch({ query })
      : await SavedViewModel.query(trx).insertAndFetch({ userId, list, name, query });
    await recordChange(trx, actor, {
      action: 'view.save',
      subject: { type: 'view', id, label: name },
      before,
      after: { query },
    });
  });
}

/** Removes one of the caller's views. @throws DomainError not_found */
export async function removeView(actor: Actor, id: string): Promise<void> {
  requireTeam(actor);
  const own = { user_id: actor.account.id };
  await inTransaction(actor, async (trx) => {
    const row = await oneOf(SavedViewModel.query(trx).where(own).forUpdate(), id, 'view');
    await row.$query(trx).delete();
    await recordChange(trx, actor, {
      action: 'view.remove',
      subject: { type: 'view', id: row.id, label: row.name },
      before: { query: row.query },
    });
  });
}

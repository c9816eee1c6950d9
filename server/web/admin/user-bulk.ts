// Deleting users: a page to confirm what will be deleted, then one with the outcome.
import { AdminUserFilter } from '../../../core/accounts/admin-schema.js';
import { deleteUsers } from '../../../core/accounts/deletion.js';
import { previewUsers } from '../../../core/accounts/users.js';
import { needsTypedTotal } from '../../../core/kernel/bulk.js';
import { EMPTY_FORM, type FormState, runForm, textOf } from '../form/form.js';
import type { PageRoute } from '../route.js';
import type { Visit } from '../view/visit.js';
import { listLink, sendConsole } from './page.js';
import { readSelection, requireTypedTotal, selectionFields } from './selection.js';

const PATH = '/admin/users';

export const userBulkPages: PageRoute[] = [
  { method: 'post', path: '/admin/bulk/users', access: 'people', run: (visit) => confirm(visit) },
  { method: 'post', path: '/admin/bulk/users/run', access: 'people', isShownAgain: true, run: run },
];

async function confirm(visit: Visit, form: FormState = EMPTY_FORM): Promise<void> {
  const selection = readSelection(visit.values, AdminUserFilter);
  const asked = selection.items ? { ids: selection.items } : { query: selection.query };
  const preview = await previewUsers(visit.actor, asked);
  const { t } = visit.language;
  const count = preview.total;
  const title = count === 0 ? t('console.user-delete.nobody') : t('console.user-delete.title', { count });
  await sendConsole(
    visit,
    'user-confirm',
    {
      section: 'users',
      head: { title },
      title,
      preview,
      fields: selectionFields(selection, preview.total),
      back: listLink(PATH, selection.query)(),
      mustType: needsTypedTotal(preview.total),
    },
    form,
  );
}

async function run(visit: Visit): Promise<void> {
  const values = visit.values;
  const selection = readSelection(values, AdminUserFilter);
  const total = selection.items?.length ?? selection.expected;
  await runForm(
    visit,
    values,
    async () => {
      requireTypedTotal(total, values);
      const { deleted, errors } = await deleteUsers(visit.actor, {
        action: 'delete',
        reason: textOf(values, 'reason'),
        keep_listings: textOf(values, 'keep_listings') === 'yes',
        ...(selection.items
          ? { ids: selection.items }
          : { query: selection.query, expected_total: selection.expected }),
      });
      const title = visit.language.t('console.user-delete.done', { count: deleted.length });
      const data = { section: 'users' as const, head: { title }, title, done: deleted, errors };
      await sendConsole(visit, 'user-outcome', { ...data, back: listLink(PATH, selection.query)() });
    },
    (form) => confirm(visit, form),
  );
}

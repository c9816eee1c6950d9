// One action on many users: a page to confirm, then one with the outcome.
import { AdminUserFilter, USER_BULK_ACTIONS } from '../../../core/accounts/admin-schema.js';
import { actOnUsers } from '../../../core/accounts/bulk.js';
import { previewUsers } from '../../../core/accounts/users.js';
import { needsTypedTotal } from '../../../core/kernel/bulk.js';
import { MAX_NAMED_ITEMS } from '../../../core/kernel/schema.js';
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

type UserBulkAction = (typeof USER_BULK_ACTIONS)[number];

function readAction({ values }: Visit): UserBulkAction | null {
  const action = textOf(values, 'action');
  return USER_BULK_ACTIONS.find((known) => known === action) ?? null;
}

async function confirm(visit: Visit, form: FormState = EMPTY_FORM): Promise<void> {
  const selection = readSelection(visit.values, AdminUserFilter);
  const asked = selection.items ? { ids: selection.items } : { query: selection.query };
  const preview = await previewUsers(visit.actor, asked);
  const { t } = visit.language;
  const count = preview.total;
  const action = readAction(visit);
  const asks = t(action === null ? 'console.ask.which' : `console.user-ask.${action}`, { count });
  const title = count === 0 ? t('console.user-delete.nobody') : asks;
  await sendConsole(
    visit,
    'user-confirm',
    {
      section: 'users',
      head: { title },
      title,
      action,
      preview,
      fields: selectionFields(selection, preview.total),
      back: listLink(PATH, selection.query)(),
      mustType: needsTypedTotal(preview.total),
    },
    form,
  );
}

async function run(visit: Visit): Promise<void> {
  const action = readAction(visit);
  if (action === null) return confirm(visit);
  const values = visit.values;
  const selection = readSelection(values, AdminUserFilter);
  const total = selection.items?.length ?? selection.expected;
  await runForm(
    visit,
    values,
    async () => {
      requireTypedTotal(total, values);
      const { deleted, updated, errors } = await actOnUsers(visit.actor, {
        action,
        reason: textOf(values, 'reason'),
        keep_listings: textOf(values, 'keep_listings') === 'yes',
        archive_listings: textOf(values, 'archive_listings') === 'yes',
        ...(selection.items
          ? { ids: selection.items }
          : { query: selection.query, expected_total: selection.expected }),
      });
      const done = deleted ?? updated ?? [];
      const title = visit.language.t(`console.user-done.${action}`, { count: done.length });
      const undo = action === 'suspend' && done.length <= MAX_NAMED_ITEMS ? done.join('\n') : null;
      const data = { section: 'users' as const, head: { title }, title, action, done, errors, undo };
      await sendConsole(visit, 'user-outcome', { ...data, back: listLink(PATH, selection.query)() });
    },
    (form) => confirm(visit, form),
  );
}

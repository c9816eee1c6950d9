// Deleting users: a page that says what will be lost, then one that says what was.
import { type Request, type Response, Router } from 'express';
import { AdminUserFilter } from '../../../core/accounts/admin-schema.js';
import { deleteUsers } from '../../../core/accounts/deletion.js';
import { previewUsers } from '../../../core/accounts/users.js';
import { EMPTY_FORM, type FormState, formSteps, runForm, textOf, valuesOf } from '../form/form.js';
import { visitorOf } from '../view/visitor.js';
import { listLink, sendConsole } from './page.js';
import { needsTyping, readSelection, requireTyping, selectionFields } from './selection.js';

const PATH = '/admin/users';

export function userBulkPages(): Router {
  const router = Router();
  router.post('/admin/bulk/users', ...formSteps(), (req, res) => confirm(req, res));
  router.post('/admin/bulk/users/run', ...formSteps(), run);
  return router;
}

async function confirm(
  req: Request,
  res: Response,
  form: FormState = EMPTY_FORM,
  status = 200,
): Promise<void> {
  const selection = readSelection(valuesOf(req), AdminUserFilter);
  const asked = selection.items ? { ids: selection.items } : { query: selection.query };
  const preview = await previewUsers(visitorOf(res), asked);
  const title = preview.total === 1 ? 'Delete this user?' : `Delete ${preview.total} users?`;
  await sendConsole(
    req,
    res,
    'user-confirm',
    {
      section: 'users',
      head: { title },
      title,
      preview,
      fields: selectionFields(selection, preview.total),
      back: listLink(PATH, selection.query)(),
      mustType: needsTyping('delete', preview.total),
    },
    form,
    status,
  );
}

async function run(req: Request, res: Response): Promise<void> {
  const values = valuesOf(req);
  const selection = readSelection(values, AdminUserFilter);
  const total = selection.items?.length ?? selection.expected;
  await runForm(
    res,
    values,
    async () => {
      requireTyping('delete', total, values);
      const { deleted, errors } = await deleteUsers(visitorOf(res), {
        action: 'delete',
        reason: textOf(values, 'reason'),
        keep_listings: textOf(values, 'keep_listings') === 'yes',
        ...(selection.items
          ? { ids: selection.items }
          : { query: selection.query, expected_total: selection.expected }),
      });
      const title = `Deleted ${deleted.length === 1 ? '1 user' : `${deleted.length} users`}`;
      const data = { section: 'users' as const, head: { title }, title, done: deleted, errors };
      await sendConsole(req, res, 'user-outcome', { ...data, back: listLink(PATH, selection.query)() });
    },
    (form, status) => confirm(req, res, form, status),
  );
}

// Change the password, take the data along, leave.
import { type Request, type Response, Router } from 'express';
import { AccountDeletion, deleteOwnAccount, exportAccount } from '../../../core/accounts/own-account.js';
import { changePassword } from '../../../core/accounts/password-changes.js';
import { PasswordChange } from '../../../core/accounts/schema.js';
import { config } from '../../../core/kernel/config.js';
import { dropSession } from '../../who/session.js';
import { EMPTY_FORM, type FormState, formSteps, runForm, sendForm, textOf, valuesOf } from '../form/form.js';
import { formAttributes } from '../form/form-fields.js';
import { memberOf, requireSignIn } from '../view/visitor.js';

const PASSWORD_FIELDS = [
  formAttributes(PasswordChange, 'currentPassword', {
    label: 'Current password',
    attributes: { autocomplete: 'current-password' },
  }),
  formAttributes(PasswordChange, 'newPassword', {
    label: 'New password',
    hint: 'At least 8 characters.',
    attributes: { autocomplete: 'new-password' },
  }),
];
const DELETION_FIELDS = [
  formAttributes(AccountDeletion, 'password', {
    label: 'Your password',
    attributes: { autocomplete: 'current-password' },
  }),
];

export function settingsPages(): Router {
  const router = Router();
  router.get('/account/settings', requireSignIn, (req, res) => showSettings(req, res, {}));
  router.post('/account/password', requireSignIn, ...formSteps(), async (req, res) => {
    const values = valuesOf(req);
    const input = {
      currentPassword: textOf(values, 'currentPassword'),
      newPassword: textOf(values, 'newPassword'),
      revokeOtherSessions: textOf(values, 'revokeOtherSessions') === '1',
    };
    await runForm(
      res,
      {},
      async () => {
        await changePassword(memberOf(res), input);
        res.redirect(303, '/account/settings?done=password-changed');
      },
      (form, status) => showSettings(req, res, { form }, status),
    );
  });
  router.get('/account/export.json', requireSignIn, async (_req, res) => {
    res.set('Cache-Control', 'private, no-store');
    res.attachment(`${config.serviceSlug}-account.json`).json(await exportAccount(memberOf(res)));
  });
  router.post('/account/delete', requireSignIn, ...formSteps(), async (req, res) => {
    const password = textOf(valuesOf(req), 'password');
    await runForm(
      res,
      {},
      async () => {
        await deleteOwnAccount(memberOf(res), { password });
        await dropSession(req, res);
        res.redirect(303, '/?done=account-deleted');
      },
      (deletion, status) => showSettings(req, res, { deletion }, status),
    );
  });
  return router;
}

function showSettings(
  req: Request,
  res: Response,
  { form = EMPTY_FORM, deletion = EMPTY_FORM }: { form?: FormState; deletion?: FormState },
  status = 200,
): Promise<void> {
  const fields = { passwordFields: PASSWORD_FIELDS, deletionFields: DELETION_FIELDS };
  const data = { head: { title: 'Settings' }, ...fields, deletion, path: '/account/settings' };
  return sendForm(req, res, 'account/settings', data, form, status);
}

// Change the password, take the data along, leave.

import { AccountDeletion, deleteOwnAccount, exportAccount } from '../../../core/accounts/own-account.js';
import { changePassword } from '../../../core/accounts/password-changes.js';
import { PasswordChange } from '../../../core/accounts/schema.js';
import { config } from '../../../core/kernel/config.js';
import { PASSWORD_LENGTH } from '../../../core/kernel/schema.js';
import { dropSession } from '../../who/session.js';
import { EMPTY_FORM, type FormState, runForm, sendForm, textOf } from '../form/form.js';
import { formAttributes } from '../form/form-fields.js';
import type { PageRoute } from '../route.js';
import { memberOf, type Visit } from '../view/visit.js';

const PASSWORD_FIELDS = [
  formAttributes(PasswordChange, 'currentPassword', {
    label: 'Current password',
    attributes: { autocomplete: 'current-password' },
  }),
  formAttributes(PasswordChange, 'newPassword', {
    label: 'New password',
    hint: `At least ${PASSWORD_LENGTH.min} characters.`,
    attributes: { autocomplete: 'new-password' },
  }),
];
const DELETION_FIELDS = [
  formAttributes(AccountDeletion, 'password', {
    label: 'Your password',
    attributes: { autocomplete: 'current-password' },
  }),
];

export const settingsPages: PageRoute[] = [
  { method: 'get', path: '/account/settings', access: 'member', run: (visit) => showSettings(visit, {}) },
  {
    method: 'post',
    path: '/account/password',
    isShownAgain: true,
    access: 'member',
    run: async (visit) => {
      const values = visit.values;
      const input = {
        currentPassword: textOf(values, 'currentPassword'),
        newPassword: textOf(values, 'newPassword'),
        revokeOtherSessions: textOf(values, 'revokeOtherSessions') === '1',
      };
      await runForm(
        visit,
        {},
        async () => {
          await changePassword(memberOf(visit), input);
          visit.res.redirect(303, '/account/settings?done=password-changed');
        },
        (form) => showSettings(visit, { form }),
      );
    },
  },
  {
    method: 'get',
    path: '/account/export.json',
    access: 'member',
    run: async (visit) => {
      visit.res.set('Cache-Control', 'private, no-store');
      visit.res.attachment(`${config.serviceSlug}-account.json`).json(await exportAccount(memberOf(visit)));
    },
  },
  {
    method: 'post',
    path: '/account/delete',
    isShownAgain: true,
    access: 'member',
    run: async (visit) => {
      const password = textOf(visit.values, 'password');
      await runForm(
        visit,
        {},
        async () => {
          await deleteOwnAccount(memberOf(visit), { password });
          await dropSession(visit.req, visit.res);
          visit.res.redirect(303, '/?done=account-deleted');
        },
        (deletion) => showSettings(visit, { deletion }),
      );
    },
  },
];

function showSettings(
  visit: Visit,
  { form = EMPTY_FORM, deletion = EMPTY_FORM }: { form?: FormState; deletion?: FormState },
): Promise<void> {
  const fields = { passwordFields: PASSWORD_FIELDS, deletionFields: DELETION_FIELDS };
  const data = { head: { title: 'Settings' }, ...fields, deletion, path: '/account/settings' };
  const status = Math.max(form.status, deletion.status);
  return sendForm(visit, 'account/settings', data, { ...form, status });
}

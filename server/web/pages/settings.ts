// Settings of the account: name and email, the password, data export, deletion.
import { deleteOwnAccount, readPendingEmail, updateOwnAccount } from '../../../core/accounts/own-account.js';
import { changePassword } from '../../../core/accounts/password-changes.js';
import { PasswordChange, UserUpdate } from '../../../core/accounts/schema.js';
import { config } from '../../../core/kernel/config.js';
import { PASSWORD_LENGTH } from '../../../core/kernel/schema.js';
import { exportAccount } from '../../../core/operations/account-export.js';
import { dropSession } from '../../who/session.js';
import { EMPTY_FORM, type FormState, runForm, sendForm, textOf } from '../form/form.js';
import { formAttributes } from '../form/form-fields.js';
import type { PageRoute } from '../route.js';
import { memberOf, type Visit } from '../view/visit.js';

const NAME_FIELDS = [
  formAttributes(UserUpdate, 'name', { label: 'field.name', attributes: { autocomplete: 'name' } }),
];
const PASSWORD_FIELDS = [
  formAttributes(PasswordChange, 'currentPassword', {
    label: 'field.current-password',
    attributes: { autocomplete: 'current-password' },
  }),
  formAttributes(PasswordChange, 'newPassword', {
    label: 'field.new-password',
    hint: 'field.password-hint',
    hintValues: { min: PASSWORD_LENGTH.min },
    attributes: { autocomplete: 'new-password' },
  }),
];
export const settingsPages: PageRoute[] = [
  { method: 'get', path: '/account/settings', access: 'member', run: (visit) => showSettings(visit, {}) },
  {
    method: 'post',
    path: '/account/name',
    isShownAgain: true,
    access: 'member',
    run: async (visit) => {
      const name = textOf(visit.values, 'name');
      await runForm(
        visit,
        { name },
        async () => {
          await updateOwnAccount(memberOf(visit), { name });
          visit.res.redirect(303, '/account/settings?done=updated');
        },
        (naming) => showSettings(visit, { naming }),
      );
    },
  },
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
      await runForm(
        visit,
        {},
        async () => {
          await deleteOwnAccount(memberOf(visit), {});
          await dropSession(visit.req, visit.res);
          visit.res.redirect(303, '/?done=account-deleted');
        },
        (deletion) => showSettings(visit, { deletion }),
      );
    },
  },
];

interface Forms {
  naming?: FormState;
  form?: FormState;
  deletion?: FormState;
}

async function showSettings(
  visit: Visit,
  { naming, form = EMPTY_FORM, deletion = EMPTY_FORM }: Forms,
): Promise<void> {
  const { email, name } = memberOf(visit).account;
  const shownName = naming ?? { ...EMPTY_FORM, values: { name } };
  const data = {
    head: { title: visit.language.t('account.settings') },
    nameFields: NAME_FIELDS,
    passwordFields: PASSWORD_FIELDS,
    naming: shownName,
    deletion,
    email,
    pendingEmail: await readPendingEmail(memberOf(visit)),
    path: '/account/settings',
  };
  const status = Math.max(form.status, deletion.status, shownName.status);
  await sendForm(visit, 'account/settings', data, { ...form, status });
}

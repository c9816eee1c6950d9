// Inviting somebody: an account whose owner sets the password by email.
import { inviteUser, OperatorAccount } from '../../../core/accounts/operator-accounts.js';
import { EMPTY_FORM, type FormState, runForm, textOf } from '../form/form.js';
import { formAttributes } from '../form/form-fields.js';
import type { PageRoute } from '../route.js';
import { labelOf } from '../view/labels.js';
import type { Visit } from '../view/visit.js';
import { sendConsole } from './page.js';

const PATH = '/admin/users/new';
const FIELDS = [
  formAttributes(OperatorAccount, 'name', { label: 'field.name' }),
  formAttributes(OperatorAccount, 'email', { label: 'field.email' }),
  formAttributes(OperatorAccount, 'role', { label: 'console.users.role' }),
];

export const userInvitation: PageRoute[] = [
  { method: 'get', path: PATH, access: 'admin', run: (visit) => showForm(visit) },
  { method: 'post', path: PATH, access: 'admin', isShownAgain: true, run: invite },
];

async function invite(visit: Visit): Promise<void> {
  const typed = Object.fromEntries(FIELDS.map(({ name }) => [name, textOf(visit.values, name)]));
  await runForm(
    visit,
    typed,
    async () => {
      const { user } = await inviteUser(visit.actor, typed);
      visit.res.redirect(303, `/admin/users/${user.id}?done=invited`);
    },
    (form) => showForm(visit, form),
  );
}

function showForm(
  visit: Visit,
  form: FormState = { ...EMPTY_FORM, values: { role: 'admin' } },
): Promise<void> {
  const { t } = visit.language;
  const data = {
    section: 'users' as const,
    head: { title: t('console.invite.title') },
    fields: FIELDS,
    labels: (role: string) => labelOf(visit.language, `console.role.${role}`, role),
  };
  return sendConsole(visit, 'user-new', data, form);
}

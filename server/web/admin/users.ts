// The list of users, and the same as CSV; inviting somebody.
import { ADMIN_USER_SORTS, AdminUserQuery, USER_BULK_ACTIONS } from '../../../core/accounts/admin-schema.js';
import { createUser, OperatorAccount } from '../../../core/accounts/operator-accounts.js';
import { eachUser, findUsers } from '../../../core/accounts/users.js';
import { countUsers } from '../../../core/console/overview.js';
import { may, ROLES } from '../../../core/kernel/actor.js';
import { runInTurn } from '../../../core/kernel/bulk.js';
import type { Exchange } from '../../http/exchange.js';
import { asLines, asOptional, type FormField, formFields } from '../form/form-fields.js';
import { EMPTY_FORM, type FormState, type PageRoute } from '../route.js';
import { labelOf } from '../view/labels.js';
import { actedFrom } from './bulk.js';
import { columnsOf, viewsOf } from './columns.js';
import { consoleWords } from './labels.js';
import { listPages, sendConsole } from './page.js';

const LABELS = { all: 'everyone', user: 'members', moderator: 'moderators', admin: 'admins' } as const;
const NEW = '/admin/users/new';
const [EMAIL, NAME, ROLE] = formFields(OperatorAccount, {
  email: { hint: 'console.invite.several' },
  name: {},
  role: { label: 'console.users.role' },
}) as [FormField, FormField, FormField];
const FIELDS = [asLines(EMAIL), asOptional(NAME), ROLE];

export const userLists: PageRoute[] = [
  ...listPages({
    section: 'users',
    query: AdminUserQuery,
    find: findUsers,
    show: async (visit, { users }, state, href) => {
      const { t } = visit.language;
      const [counts, { total }] = await Promise.all([
        countUsers(visit.actor),
        findUsers(visit.actor, { suspended: 'yes', limit: 1 }),
      ]);
      const roles = [null, ...ROLES].map((role) => ({
        label: t(`console.users.${LABELS[role ?? 'all']}`),
        count: counts[role ?? 'total'] ?? 0,
        href: href({ role, suspended: null }),
        isCurrent: (state.role ?? null) === role && !state.suspended,
      }));
      const suspended = {
        label: t('console.users.suspended'),
        count: total,
        href: href({ role: null, suspended: 'yes' }),
        isCurrent: state.suspended === 'yes',
      };
      return {
        acted: actedFrom(visit, 'users'),
        saved: await viewsOf(visit, 'users', state),
        columns: columnsOf(visit, 'users', state, href),
        sorts: ADMIN_USER_SORTS,
        users,
        actions: USER_BULK_ACTIONS.filter((action) => action !== 'delete' || may(visit.actor, 'admin')),
        views: [...roles, suspended],
      };
    },
    csv: {
      access: 'admin',
      columns: () =>
        'id name email email_verified role listing_count api_key_count created_at last_sign_in_at'.split(' '),
      rows: eachUser,
    },
  }),
  { path: NEW, fields: FIELDS, does: invite, show: showInvitation },
];

/** Invites one, or several by their addresses; those that could not be invited are shown again. */
async function invite(visit: Exchange, { email = '', name, role }: Record<string, string>): Promise<unknown> {
  // Words without an @ are one mistyped address, not many.
  const emails = email.split(/[,;\n]/).flatMap((line) => {
    const words = line.split(/\s+/).filter(Boolean);
    return words.every((word) => word.includes('@')) ? words : line.trim();
  });
  const inviteOne = (one: string, called = '') =>
    createUser(visit.actor, { email: one, name: called || one.replace(/@.*/, ''), role }, true);
  if (emails.length < 2) {
    const { user } = await inviteOne(email.trim(), name);
    return `/admin/users/${user.id}?done=invited`;
  }
  const { failures } = await runInTurn(emails, (one) => inviteOne(one));
  if (failures.length === 0) return '/admin/users?done=all-invited';
  const values = { role, email: failures.map(({ item }) => item).join('\n') };
  const { failure } = consoleWords(visit.language);
  const errors = { email: failures.map((one) => `${one.item}: ${failure(one)}`).join('\n') };
  return showInvitation(visit, { ...EMPTY_FORM, values, errors, status: 422 });
}

function showInvitation(visit: Exchange, form: FormState = { ...EMPTY_FORM, values: { role: 'user' } }) {
  const data = {
    head: { title: visit.language.t('console.invite.title') },
    fields: FIELDS,
    labels: (role: string) => labelOf(visit.language, `console.role.${role}`, role),
  };
  return sendConsole(visit, 'user-new', data, form);
}

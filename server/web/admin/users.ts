// The list of users, and the same as CSV.
import { ADMIN_USER_SORTS, AdminUserQuery, USER_BULK_ACTIONS } from '../../../core/accounts/admin-schema.js';
import { eachUser, findUsers } from '../../../core/accounts/users.js';
import { may } from '../../../core/kernel/access.js';
import { ROLES } from '../../../core/kernel/actor.js';
import type { PageRoute } from '../route.js';
import type { Visit } from '../view/visit.js';
import { columnsOf } from './columns.js';
import { sendCsv } from './csv.js';
import { listLink, pagerOf, readListState, sendConsole } from './page.js';
import { viewsOf } from './views.js';

const PATH = '/admin/users';
const LABELS = { all: 'everyone', user: 'members', moderator: 'moderators', admin: 'admins' } as const;

export const userLists: PageRoute[] = [
  { method: 'get', path: PATH, access: 'people', run: showUsers },
  { method: 'get', path: `${PATH}.csv`, access: 'admin', run: exportUsers },
];

async function showUsers(visit: Visit): Promise<void> {
  const state = readListState(AdminUserQuery, visit.req);
  const found = await findUsers(visit.actor, state);
  const href = listLink(PATH, state);
  const { t } = visit.language;
  await sendConsole(visit, 'users', {
    section: 'users',
    saved: await viewsOf(visit, 'users', state),
    columns: columnsOf(visit, 'users', state, href),
    sorts: ADMIN_USER_SORTS,
    head: { title: t('console.section.users') },
    users: found.users,
    actions: USER_BULK_ACTIONS.filter((action) => action !== 'delete' || may(visit.actor, 'admin')),
    state,
    href,
    pager: pagerOf(found, href),
    export: listLink(`${PATH}.csv`, state)({ limit: null }),
    views: [null, ...ROLES]
      .map((role) => ({
        label: t(`console.users.${LABELS[role ?? 'all']}`),
        href: href({ role, suspended: null }),
        isCurrent: (state.role ?? null) === role && !state.suspended,
      }))
      .concat({
        label: t('console.users.suspended'),
        href: href({ role: null, suspended: 'yes' }),
        isCurrent: state.suspended === 'yes',
      }),
  });
}

const COLUMNS = [
  'id',
  'name',
  'email',
  'email_verified',
  'role',
  'listing_count',
  'api_key_count',
  'created_at',
  'last_sign_in_at',
];

async function exportUsers(visit: Visit): Promise<void> {
  await sendCsv(visit.res, 'users', COLUMNS, eachUser(visit.actor, readListState(AdminUserQuery, visit.req)));
}

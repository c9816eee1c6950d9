// The list of users, and the same as CSV.
import { type Request, type Response, Router } from 'express';
import { AdminUserQuery } from '../../../core/accounts/admin-schema.js';
import { ROLES } from '../../../core/accounts/schema.js';
import { eachUser, findUsers } from '../../../core/accounts/users.js';
import { visitorOf } from '../view/visitor.js';
import { sendCsv } from './csv.js';
import { listLink, pagerOf, readListState, sendConsole } from './page.js';

const PATH = '/admin/users';

export function userLists(): Router {
  const router = Router();
  router.get(PATH, showUsers);
  router.get(`${PATH}.csv`, exportUsers);
  return router;
}

async function showUsers(req: Request, res: Response): Promise<void> {
  const state = readListState(AdminUserQuery, req);
  const found = await findUsers(visitorOf(res), state);
  const href = listLink(PATH, state);
  await sendConsole(req, res, 'users', {
    section: 'users',
    head: { title: 'Users' },
    users: found.users,
    state,
    href,
    pager: pagerOf(found, href),
    export: listLink(`${PATH}.csv`, state)({ limit: null }),
    views: [null, ...ROLES].map((role) => ({
      role,
      href: href({ role }),
      isCurrent: (state.role ?? null) === role,
    })),
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

async function exportUsers(req: Request, res: Response): Promise<void> {
  await sendCsv(res, 'users', COLUMNS, eachUser(visitorOf(res), readListState(AdminUserQuery, req)));
}

// The list of users, and the same as CSV; inviting somebody; one user.

import { liftSuspension, suspendUser } from '../../../core/accounts/actions.js';
import { ADMIN_USER_SORTS, AdminUserQuery, USER_BULK_ACTIONS } from '../../../core/accounts/admin-schema.js';
import { revokeAnyKey } from '../../../core/accounts/keys.js';
import * as accounts from '../../../core/accounts/operator-accounts.js';
import { listUserSessions } from '../../../core/accounts/sessions.js';
import { resetTwoFactor } from '../../../core/accounts/two-factor.js';
import { eachUser, findUsers, getUser, setRole } from '../../../core/accounts/users.js';
import { findAuditEntries } from '../../../core/console/audit-log.js';
import { countUsers } from '../../../core/console/overview.js';
import { may, type Right, ROLES } from '../../../core/kernel/actor.js';
import { isSlug } from '../../../core/listings/slugs.js';
import { endAsked } from '../../../core/settings/dates.js';
import type { Exchange } from '../../http/exchange.js';
import { asOptional, type FormField, formFields } from '../form/form-fields.js';
import { EMPTY_FORM, type FormState, type PageRoute, textsOf } from '../route.js';
import { describeDevice } from '../view/devices.js';
import { labelOf } from '../view/labels.js';
import { idOf } from '../view/links.js';
import { actedFrom } from './bulk.js';
import { columnsOf, viewsOf } from './columns.js';
import { toFoldedHistory } from './labels.js';
import { listPages, sendConsole } from './page.js';

const LABELS = { all: 'everyone', user: 'members', moderator: 'moderators', admin: 'admins' } as const;
const PATH = '/admin/users/:id';
const SHOWN_ENTRIES = 15;
const [EMAIL, NAME, ROLE] = formFields(accounts.OperatorAccount, {
  email: {},
  name: {},
  role: { label: 'console.users.role' },
}) as [FormField, FormField, FormField];
const FIELDS = [EMAIL, asOptional(NAME), ROLE];

export const userPages: PageRoute[] = [
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
  { path: '/admin/users/new', fields: FIELDS, does: invite, show: showInvitation },
  { path: PATH, access: 'people', show: showUser },
  action('role', 'role-set', ({ actor }, id, input) => setRole(actor, id, input)),
  action('suspend', 'user-suspended', suspend, 'people'),
  action('suspend/change', 'suspension-changed', suspend, 'people'),
  action('lift', 'suspension-lifted', ({ actor }, id, input) => liftSuspension(actor, id, input), 'people'),
  action('reset', 'reset-mailed', ({ actor }, id) => accounts.sendUserReset(actor, id)),
  action('two-factor/reset', 'two-factor-reset', ({ actor }, id, input) => resetTwoFactor(actor, id, input)),
  action('sessions/end', 'sessions-ended', ({ actor }, id, input) =>
    accounts.endUserSessions(actor, id, input),
  ),
  action('keys/:key/revoke', 'key-revoked', ({ actor, req }) => revokeAnyKey(actor, String(req.params.key))),
];

/** Without a name, the account gets the beginning of the address. */
async function invite({ actor }: Exchange, { email = '', name, role }: Record<string, string>) {
  const input = { email, name: name || email.replace(/@.*/, ''), role };
  const { user } = await accounts.createUser(actor, input, true);
  return `/admin/users/${user.id}?done=invited`;
}

function showInvitation(visit: Exchange, form: FormState = { ...EMPTY_FORM, values: { role: 'user' } }) {
  const head = { title: visit.language.t('console.invite.title') };
  const labels = (role: string) => labelOf(visit.language, `console.role.${role}`, role);
  return sendConsole(visit, 'user-new', { head, fields: FIELDS, labels }, form);
}

type Input = Record<string, unknown>;

async function suspend({ actor }: Exchange, id: string, { until, archive_listings, ...input }: Input) {
  const { user } = await getUser(actor, id);
  return suspendUser(actor, id, {
    ...input,
    until: endAsked(String(until ?? ''), user.suspended?.until),
    archive_listings: archive_listings === 'yes',
  });
}

function action(
  path: string,
  done: string,
  act: (visit: Exchange, id: string, input: Input) => Promise<unknown>,
  access: Right = 'admin',
): PageRoute {
  return {
    path: `${PATH}/${path}`,
    access,
    read: ({ _csrf, ...values }) => textsOf(values, Object.keys(values)),
    does: async (visit, input) => {
      await act(visit, idOf(visit), input);
      const { back } = visit.req.query;
      const isFromDesk = typeof back === 'string' && isSlug(back);
      const page = isFromDesk ? `/admin/review?item=${back}&` : `/admin/users/${idOf(visit)}?`;
      return `${page}done=${done}`;
    },
    again: showUser,
  };
}

async function showUser(visit: Exchange, form = EMPTY_FORM): Promise<void> {
  const actor = visit.actor;
  const id = idOf(visit);
  const { user, listings, listings_total: listingsTotal } = await getUser(actor, id);
  const history = (of: { subject?: string; actor?: string }) =>
    findAuditEntries(actor, { ...of, sign_ins: 'no', limit: SHOWN_ENTRIES });
  const isForAdmins = may(actor, 'admin');
  const [about, by, listed, sessions] = await Promise.all([
    history({ subject: user.id }),
    isForAdmins ? history({ actor: id }) : null,
    isForAdmins ? accounts.findKeys(actor, { owner: id, limit: 100 }) : null,
    isForAdmins ? listUserSessions(actor, id) : null,
  ]);
  const known = [...about.entries, ...(by?.entries ?? [])];
  const entries = [...new Map(known.map((entry) => [entry.id, entry])).values()];
  const data = {
    head: { title: user.name },
    user,
    listings,
    listingsTotal,
    keys: listed?.api_keys,
    sessions: sessions?.map((session) => ({
      ...session,
      device: describeDevice(visit.language, session.userAgent),
    })),
    history: await toFoldedHistory(
      visit.language,
      entries.sort((a, b) => b.id - a.id).slice(0, SHOWN_ENTRIES),
    ),
    roles: ROLES,
    isSelf: actor.kind === 'user' && actor.account.id === user.id,
  };
  await sendConsole(visit, 'user', data, form);
}

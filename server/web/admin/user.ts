// One user: role, listings, keys, sessions, history, and the actions of an admin.
import { liftSuspension, noteUser, suspendUser } from '../../../core/accounts/actions.js';
import * as operatorAccounts from '../../../core/accounts/operator-accounts.js';
import { resetTwoFactor } from '../../../core/accounts/two-factor.js';
import { getUser, setRole } from '../../../core/accounts/users.js';
import { findAuditEntries } from '../../../core/console/audit-log.js';
import { type Actor, may, type Right, ROLES } from '../../../core/kernel/actor.js';
import type { Tell } from '../../../core/kernel/errors.js';
import { isSlug } from '../../../core/listings/slugs.js';
import { endAsked } from '../../../core/settings/dates.js';
import type { Exchange } from '../../http/exchange.js';
import { EMPTY_FORM, type PageRoute, textOf } from '../route.js';
import { describeDevice } from '../view/devices.js';
import { idOf } from '../view/links.js';
import { tellIn, toHistory } from './labels.js';
import { sendConsole } from './page.js';

const PATH = '/admin/users/:id';
const SHOWN_ENTRIES = 15;

export const userDetails: PageRoute[] = [
  { path: PATH, access: 'people', show: showUser },
  action('role', 'role-set', ({ actor }, id, input) => setRole(actor, id, input)),
  action('suspend', 'user-suspended', suspend, 'people'),
  action('suspend/change', 'suspension-changed', suspend, 'people'),
  action('lift', 'suspension-lifted', ({ actor }, id, input) => liftSuspension(actor, id, input), 'people'),
  action('note', 'note-saved', ({ actor }, id, input) => noteUser(actor, id, input), 'people'),
  action('reset', 'reset-mailed', ({ actor }, id) => operatorAccounts.sendUserReset(actor, id)),
  action('two-factor/reset', 'two-factor-reset', ({ actor }, id, input) => resetTwoFactor(actor, id, input)),
  action('sessions/end', 'sessions-ended', ({ actor }, id, input) =>
    operatorAccounts.endUserSessions(actor, id, input),
  ),
  action('keys/:key/revoke', 'key-revoked', ({ actor, req }) =>
    operatorAccounts.revokeAnyKey(actor, String(req.params.key)),
  ),
];

type Input = Record<string, unknown>;

async function suspend({ actor }: Exchange, id: string, { until, archive_listings, ...input }: Input) {
  const { user } = await getUser(actor, id);
  return suspendUser(actor, id, {
    ...input,
    until: endAsked(String(until ?? ''), user.suspended?.until),
    archive_listings: archive_listings === 'yes',
  });
}

/** Runs a form of the page and redirects back to it with a notice, or shows it again with the error. */
function action(
  path: string,
  done: string,
  act: (visit: Exchange, id: string, input: Input) => Promise<unknown>,
  access: Right = 'admin',
): PageRoute {
  return {
    path: `${PATH}/${path}`,
    access,
    read: (values) => {
      const { _csrf, ...input } = values;
      return Object.fromEntries(Object.keys(input).map((name) => [name, textOf(values, name)]));
    },
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

async function readForAdmins(actor: Actor, id: string, tell: Tell) {
  const [{ api_keys }, sessions, { entries }] = await Promise.all([
    operatorAccounts.listUserKeys(actor, id),
    operatorAccounts.listUserSessions(actor, id),
    findAuditEntries(actor, { actor: id, sign_ins: 'no', limit: SHOWN_ENTRIES }, tell),
  ]);
  return { api_keys, sessions, entries };
}

async function showUser(visit: Exchange, form = EMPTY_FORM): Promise<void> {
  const actor = visit.actor;
  const id = idOf(visit);
  const tell = tellIn(visit.language);
  const { user, listings, listings_total: listingsTotal, staff_note: note } = await getUser(actor, id);
  const [about, credentials] = await Promise.all([
    findAuditEntries(actor, { subject: user.id, sign_ins: 'no', limit: SHOWN_ENTRIES }, tell),
    may(actor, 'admin') ? readForAdmins(actor, id, tell) : null,
  ]);
  const known = [...about.entries, ...(credentials?.entries ?? [])];
  const entries = [...new Map(known.map((entry) => [entry.id, entry])).values()];
  const data = {
    head: { title: user.name },
    user,
    listings,
    listingsTotal,
    note,
    keys: credentials?.api_keys,
    sessions: credentials?.sessions.map((session) => ({
      ...session,
      device: describeDevice(visit.language, session.userAgent),
    })),
    history: await toHistory(visit.language, entries.sort((a, b) => b.id - a.id).slice(0, SHOWN_ENTRIES)),
    roles: ROLES,
    isSelf: actor.kind === 'user' && actor.account.id === user.id,
  };
  await sendConsole(visit, 'user', data, form);
}

// One user: role, listings, keys, sessions, history, and what an admin does about them.
import { type Request, type Response, Router } from 'express';
import {
  endUserSessions,
  listUserKeys,
  listUserSessions,
  revokeAnyKey,
  sendUserReset,
} from '../../../core/accounts/credentials.js';
import { setRole } from '../../../core/accounts/roles.js';
import { getUser } from '../../../core/accounts/users.js';
import type { Actor } from '../../../core/kernel/actor.js';
import { findAuditEntries } from '../../../core/operations/audit-log.js';
import { EMPTY_FORM, formSteps, runForm, textOf, valuesOf } from '../form/form.js';
import { describeDevice } from '../pages/sessions.js';
import { visitorOf } from '../view/visitor.js';
import { toHistory } from './history.js';
import { sendConsole } from './page.js';

const PATH = '/admin/users/:id';
const SHOWN_ENTRIES = 30;

export function userDetails(): Router {
  const router = Router();
  router.get(PATH, (req, res) => showUser(req, res));
  on(router, 'role', 'role-set', (actor, req, values) => setRole(actor, idOf(req), values));
  on(router, 'reset', 'reset-mailed', (actor, req) => sendUserReset(actor, idOf(req)));
  on(router, 'sessions/end', 'sessions-ended', (actor, req, values) =>
    endUserSessions(actor, idOf(req), values),
  );
  on(router, 'keys/:key/revoke', 'key-revoked', (actor, req) => revokeAnyKey(actor, String(req.params.key)));
  return router;
}

const idOf = (req: Request) => String(req.params.id);

/** A form of the page: it acts, and comes back to the page saying so, or saying why not. */
function on(
  router: Router,
  action: string,
  done: string,
  act: (actor: Actor, req: Request, values: Record<string, unknown>) => Promise<unknown>,
): void {
  router.post(`${PATH}/${action}`, ...formSteps(), async (req: Request, res: Response) => {
    const values = valuesOf(req);
    const { _csrf, ...input } = Object.fromEntries(
      Object.keys(values).map((name) => [name, textOf(values, name)]),
    );
    await runForm(
      res,
      input,
      async () => {
        await act(visitorOf(res), req, input);
        res.redirect(303, `/admin/users/${idOf(req)}?done=${done}`);
      },
      (form, status) => showUser(req, res, form, status),
    );
  });
}

async function showUser(req: Request, res: Response, form = EMPTY_FORM, status = 200): Promise<void> {
  const actor = visitorOf(res);
  const id = idOf(req);
  const { user, listings, listings_total: listingsTotal } = await getUser(actor, id);
  const [{ api_keys: keys }, sessions, about, by] = await Promise.all([
    listUserKeys(actor, id),
    listUserSessions(actor, id),
    findAuditEntries(actor, { subject: user.id, limit: SHOWN_ENTRIES }),
    findAuditEntries(actor, { actor: user.id, limit: SHOWN_ENTRIES }),
  ]);
  const entries = [...new Map([...about.entries, ...by.entries].map((entry) => [entry.id, entry])).values()];
  const data = {
    section: 'users' as const,
    head: { title: user.name },
    user,
    listings,
    listingsTotal,
    keys,
    sessions: sessions.map((session) => ({ ...session, device: describeDevice(session.userAgent) })),
    history: toHistory(entries.sort((a, b) => b.id - a.id).slice(0, SHOWN_ENTRIES)),
    isSelf: actor.kind === 'user' && actor.account.id === user.id,
  };
  await sendConsole(req, res, 'user', data, form, status);
}

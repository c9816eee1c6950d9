// The actor after a sign-up or sign-in.
import type { UserModel } from '../../db/models/user.js';
import type { Actor } from '../kernel/actor.js';

/** After a sign-up or sign-in, a guest is recorded in the audit log as that account. */
export function actingAs(actor: Actor, row: UserModel): Actor {
  if (actor.kind !== 'guest') return actor;
  const { id, name, email, emailVerified, role } = row;
  return {
    ...actor,
    kind: 'user',
    account: { id, name, email, emailVerified, role },
    key: null,
    app: null,
    scopes: null,
    sessionId: null,
  };
}

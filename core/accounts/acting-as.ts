// The actor after a sign-up or sign-in.
import type { UserModel } from '../../db/models/user.js';
import type { Actor } from '../kernel/actor.js';

/** After signing up or in, a guest acts as that account in the audit log. */
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

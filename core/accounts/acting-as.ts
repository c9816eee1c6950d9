// Who acts when an account has just been made or opened.
import type { UserModel } from '../../db/models/user.js';
import type { Actor } from '../kernel/actor.js';

/** A guest who has just made or opened an account acts as it, in the audit log. */
export function actingAs(actor: Actor, row: UserModel): Actor {
  if (actor.kind !== 'guest') return actor;
  const { id, name, email, emailVerified, role } = row;
  return {
    ...actor,
    kind: 'user',
    account: { id, name, email, emailVerified, role },
    key: null,
    sessionId: null,
  };
}

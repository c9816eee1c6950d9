// The actor after a sign-up or sign-in.
import type { UserModel } from '../../db/models/user.js';
import type { Actor } from '../kernel/actor.js';
import { toAccount } from './key-use.js';

/** After a sign-up or sign-in, a guest is recorded in the audit log as that account. */
export function actingAs(actor: Actor, row: UserModel): Actor {
  if (actor.kind !== 'guest') return actor;
  const account = toAccount(row);
  return { ...actor, kind: 'user', account, key: null, app: null, scopes: null, sessionId: null };
}

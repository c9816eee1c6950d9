import { toAccount } from '../../core/accounts/credentials.js';
import type { User } from '../../core/kernel/actor.js';
import { UserModel } from '../../db/models/accounts.js';

/** The account as an actor of the REST door. */
export async function userActor(id: string): Promise<User> {
  const row = await UserModel.query().findById(id).throwIfNotFound();
  return {
    kind: 'user',
    door: 'rest',
    requestId: null,
    client: null,
    account: toAccount(row),
    key: null,
    app: null,
    scopes: null,
    sessionId: null,
  };
}

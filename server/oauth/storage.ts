// The storage adapter of the protocol library, over our tables. Its grants are our apps.
import type { Adapter, AdapterPayload } from 'oidc-provider';
import { errors } from 'oidc-provider';
import { appResource, endApp, findApp } from '../../core/accounts/apps.js';
import {
  consumeOAuthRecord,
  deleteOAuthRecord,
  findOAuthRecord,
  saveOAuthRecord,
} from '../../core/accounts/oauth-records.js';
import { guest } from '../../core/kernel/actor.js';

/** Apps are created by consent (core/accounts/apps.ts), so that they are audited: the library only reads them. */
const grants: Adapter = {
  async find(id) {
    const app = await findApp(id);
    if (!app) return undefined;
    const scope = app.scopes.join(' ');
    return {
      kind: 'Grant',
      jti: app.id,
      iat: Math.floor(app.createdAt.getTime() / 1000),
      accountId: app.userId,
      clientId: app.clientId,
      openid: { scope },
      resources: { [appResource()]: scope },
    } as AdapterPayload;
  },
  // A token that was revoked or used a second time.
  destroy: (id) => endApp(guest('mcp'), id),
  revokeByGrantId: (id) => endApp(guest('mcp'), id),
  upsert: notUsed,
  consume: notUsed,
  findByUid: notUsed,
  findByUserCode: notUsed,
};

/** The records of one kind, such as AccessToken, Client or Interaction. */
export function storageOf(model: string): Adapter {
  if (model === 'Grant') return grants;
  return {
    // The library generates a secret for clients that do not say they need none; no client here has one.
    upsert: (id, { client_secret: _none, ...payload }, expiresIn) =>
      saveOAuthRecord(model, id, payload, expiresIn),
    find: (id) => findOAuthRecord(model, id),
    async consume(id) {
      // If two requests use one code or refresh token at once, one wins.
      if (!(await consumeOAuthRecord(model, id))) throw new errors.InvalidGrant('already used');
    },
    destroy: (id) => deleteOAuthRecord(model, id),
    // Tokens are deleted with their app.
    revokeByGrantId: () => Promise.resolve(),
    findByUid: notUsed,
    findByUserCode: notUsed,
  };
}

function notUsed(): never {
  throw new Error('This flow of the library is not configured.');
}

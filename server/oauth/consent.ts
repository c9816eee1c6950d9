// A pending consent request of an app: which app, for which scopes, and where the answer is sent.
import { allowApp, allowedScopes, appName } from '../../core/accounts/apps.js';
import type { User } from '../../core/kernel/actor.js';
import { DomainError } from '../../core/kernel/errors.js';
import type { Exchange } from '../http/exchange.js';
import { providerOf } from './mount.js';

/** @throws DomainError invalid_token for a request that was answered, has expired or belongs to another browser */
export async function readConsent(exchange: Exchange) {
  const { req, res } = exchange;
  const provider = await providerOf(exchange);
  const details = await provider.interactionDetails(req, res).catch(expired);
  const clientId = String(details.params.client_id);
  const client = await provider.Client.find(clientId);
  const redirectUri = new URL(String(details.params.redirect_uri ?? client?.redirectUris?.[0]));
  const name = appName({ clientId, name: client?.clientName ?? null });
  // A client identified by its metadata document shows its host; a client that registered itself has none.
  const host = clientId.startsWith('https://') ? new URL(clientId).host : null;
  const scopes = allowedScopes(String(details.params.scope ?? '').split(' '));
  return { id: details.uid, clientId, name, host, scopes, redirectUri };
}

export async function allow(exchange: Exchange, member: User): Promise<void> {
  const { req, res } = exchange;
  const { id, clientId, name, scopes } = await readConsent(exchange);
  const { app } = await allowApp(member, { requestId: id, clientId, name, scopes });
  const provider = await providerOf(exchange);
  const login = { accountId: member.account.id, remember: false };
  await provider.interactionFinished(req, res, { login, consent: { grantId: app.id } }).catch(expired);
}

export async function deny(exchange: Exchange): Promise<void> {
  const provider = await providerOf(exchange);
  const refusal = { error: 'access_denied', error_description: 'The member did not allow it.' };
  await provider.interactionFinished(exchange.req, exchange.res, refusal).catch(expired);
}

function expired(error: unknown): never {
  // Recognised by its name, because the library is not imported here.
  if (!(error instanceof Error) || error.name !== 'SessionNotFound') throw error;
  const sentence = 'This question has been answered or has expired. Go back to the app and connect it again.';
  throw new DomainError('invalid_token', sentence);
}

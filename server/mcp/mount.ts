// POST /mcp: identify, limits, body, message, respond. HTTP errors are Error objects, protocol errors are JSON-RPC
// errors, and errors of an operation are results of its tool (C9).
import { type NextFunction, type Request, type Response, Router } from 'express';
import { APP_SCOPES } from '../../core/accounts/apps.js';
import { hasScope, type Scope } from '../../core/kernel/actor.js';
import { DomainError, insufficientScope, unauthorized } from '../../core/kernel/errors.js';
import { refreshSettings } from '../../core/settings/current.js';
import { parseMessage, readJsonBody } from '../http/bodies.js';
import { toDomainError } from '../http/errors.js';
import type { Exchange } from '../http/exchange.js';
import { APP_LIBRARY } from '../http/gates.js';
import { answerOtherMethod, sendError } from '../http/refusals.js';
import { resourceMetadataUrl } from '../oauth/addresses.js';
import { findActorAgain, identifyCaller } from '../who/actor.js';
import { allTools, calledTool } from './tools.js';
import { isShown, MCP_PATHS, type McpCall, readView, type View } from './toolsets.js';

export function mountMcp(): Router {
  const router = Router({ caseSensitive: true });
  const paths = `/mcp${MCP_PATHS}`;
  router.get(APP_LIBRARY, async ({ exchange }) => (await import('./resources.js')).sendAppLibrary(exchange));
  router.post(paths, ({ exchange }) => answerPost(exchange));
  router.all(paths, ({ exchange }) => answerOtherMethod(['POST', 'OPTIONS'], exchange));
  router.use('/mcp', (thrown: unknown, { exchange }: Request, _res: Response, _next: NextFunction) =>
    sendError(exchange, thrown),
  );
  return router;
}

/** At the address for apps a token is required. Each refusal says where to get a token, or a token with more scopes. */
async function answerPost(exchange: Exchange): Promise<void> {
  const refusal = await identifyCaller(exchange, ['general']);
  const view = readView(exchange.req);
  if (view.isForApps && !refusal && exchange.actor.kind === 'guest')
    throw challenging(unauthorized('This address needs the access token of an app.'), view);
  const isChallenged = view.isForApps && refusal instanceof DomainError;
  const told = admit(isChallenged ? challenging(refusal, view, 'invalid_token') : refusal);
  await refreshSettings();
  const { message, failure } = await readMessage(exchange);
  if (failure) return send(exchange, failure);
  const call: McpCall = await findActorAgain(exchange).then(
    () => ({ refusal: told, view, exchange }),
    (later: unknown) => ({ refusal: admit(later), view, exchange }),
  );
  requireScope(call, message);
  send(exchange, await (await import('./protocol.js')).answerMessage(call, message));
}

/** A suspension is the answer to every tool call, so that an agent reads it; any other refusal is an HTTP error (C9). */
function admit(refusal: unknown): DomainError | null {
  if (!refusal) return null;
  if (refusal instanceof DomainError && refusal.code === 'account_suspended') return refusal;
  throw refusal;
}

/** The response that tells a host where to sign in, and for which scopes (RFC 9728, RFC 6750). */
function challenging(
  refusal: DomainError,
  view: View,
  error?: 'invalid_token' | 'insufficient_scope',
  scope = scopesOf(view).join(' '),
): DomainError {
  if (refusal.code !== 'unauthorized' && refusal.code !== 'insufficient_scope') return refusal;
  const parameters = { ...(error ? { error } : {}), scope, resource_metadata: resourceMetadataUrl() };
  const challenge = Object.entries(parameters).map(([name, value]) => `${name}="${value}"`);
  const details = { ...refusal.details, challenge: challenge.join(', ') };
  return new DomainError(refusal.code, refusal.message, details);
}

/** The scopes that an app can have and the tools of a view need. */
function scopesOf(view: View): Scope[] {
  const used = new Set(allTools().flatMap((tool) => (isShown(tool, view) ? (tool.scope ?? []) : [])));
  return APP_SCOPES.filter((scope) => used.has(scope));
}

/** Refuses a call without the tool's scope: the host asks its user for it, and retries. @throws insufficient_scope */
function requireScope({ view, exchange: { actor } }: McpCall, message: unknown): void {
  const scope = calledTool(message)?.scope;
  if (!view.isForApps || actor.kind !== 'user' || scope === undefined || hasScope(actor, scope)) return;
  // Names the present scopes, too: a host replaces the scopes it requested before.
  const all = [...new Set([...(actor.scopes ?? []), scope])].join(' ');
  throw challenging(insufficientScope(scope), view, 'insufficient_scope', all);
}

/** The parsed body, or the response to invalid JSON or to a batch: only the revision 2025-03-26 has batches. */
async function readMessage(exchange: Exchange) {
  try {
    const message = await readJsonBody(exchange, parseMessage);
    if (message === undefined)
      return { failure: jsonRpcError(PARSE_ERROR, 'Parse error: The body is empty.') };
    if (!Array.isArray(message)) return { message };
    return { failure: jsonRpcError(INVALID_REQUEST, 'Invalid Request: send one message at a time.') };
  } catch (thrown) {
    const error = toDomainError(thrown, exchange.id);
    if (error.code !== 'invalid_json') throw error;
    return { failure: jsonRpcError(PARSE_ERROR, `Parse error: ${error.message}`) };
  }
}

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

const jsonRpcError = (code: number, message: string) => ({
  status: 400,
  text: JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } }),
});

function send({ res }: Exchange, { status, text }: { status: number; text: string }): void {
  res.status(status).setHeader('Cache-Control', 'private, no-store');
  if (text !== '') res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(text));
  res.end(text);
}

// POST /mcp: identify, limits, body, message, respond. HTTP errors are Error objects, protocol errors are JSON-RPC
// errors, and errors of an operation are results of its tool (C9).
import { type NextFunction, type Request, type Response, Router } from 'express';
import { APP_SCOPES, APPS_PATH } from '../../core/accounts/apps.js';
import type { Actor } from '../../core/kernel/actor.js';
import { DomainError, unauthorized } from '../../core/kernel/errors.js';
import { refreshSite } from '../../core/site/current.js';
import { toDomainError } from '../http/errors.js';
import { readJsonBody } from '../http/json-body.js';
import { answerOtherMethod, sendError } from '../http/refusals.js';
import { resourceMetadataUrl } from '../oauth/addresses.js';
import { findActorAgain, requestIdOf } from '../who/actor.js';
import { identifyCaller } from '../who/caller.js';
import { answerBatch } from './batch.js';
import { answerCached } from './cached-results.js';
import type { McpCall } from './call.js';
import { type Answer, jsonRpcError, PARSE_ERROR } from './json-rpc.js';

export function mountMcp(): Router {
  const router = Router({ caseSensitive: true });
  router.post('/mcp', answerPost);
  router.post(APPS_PATH, answerApp);
  router.all(['/mcp', APPS_PATH], (req, res) => answerOtherMethod(['POST', 'OPTIONS'], req, res));
  router.use('/mcp', (thrown: unknown, req: Request, res: Response, _next: NextFunction) =>
    sendError(req, res, thrown),
  );
  return router;
}

async function answerPost(req: Request, res: Response): Promise<void> {
  const hadArrived = req.complete;
  const { actor: first, refusal } = await identifyCaller(req, res, 'mcp', ['general']);
  if (refusal) throw refusal;
  await answerAs(first, hadArrived, req, res);
}

/** The same tools for hosts that sign in by OAuth: a token is required here, and the 401 says where to get one. */
async function answerApp(req: Request, res: Response): Promise<void> {
  const hadArrived = req.complete;
  const { actor: first, refusal } = await identifyCaller(req, res, 'mcp', ['general']);
  if (refusal) throw refusal instanceof DomainError ? challenging(refusal, 'invalid_token') : refusal;
  if (first.kind === 'guest')
    throw challenging(unauthorized('This address needs the access token of an app.'));
  await answerAs(first, hadArrived, req, res);
}

/** The 401 from which a host learns where to sign in (RFC 9728, RFC 6750). */
function challenging(refusal: DomainError, error?: 'invalid_token'): DomainError {
  if (refusal.code !== 'unauthorized') return refusal;
  const parameters = {
    ...(error ? { error } : {}),
    scope: APP_SCOPES.join(' '),
    resource_metadata: resourceMetadataUrl(),
  };
  const challenge = Object.entries(parameters).map(([name, value]) => `${name}="${value}"`);
  return new DomainError('unauthorized', refusal.message, { challenge: challenge.join(', ') });
}

async function answerAs(first: Actor, hadArrived: boolean, req: Request, res: Response): Promise<void> {
  await refreshSite();
  const { message, failure } = await readMessage(req, res);
  if (failure) {
    send(res, failure);
    return;
  }
  const actor = await findActorAgain(req, res, first, hadArrived);
  const call: McpCall = { actor, res };
  const isBatch = Array.isArray(message);
  const answer = isBatch ? await answerBatch(call, req, message) : await answerCached(call, req, message);
  send(res, answer);
}

/** The parsed body, or the response to invalid JSON. */
async function readMessage(
  req: Request,
  res: Response,
): Promise<{ message: unknown; failure?: undefined } | { message?: undefined; failure: Answer }> {
  try {
    const message = await readJsonBody(req, res);
    return message === undefined ? { failure: parseError('The body is empty.') } : { message };
  } catch (thrown) {
    const error = toDomainError(thrown, requestIdOf(res));
    if (error.code === 'invalid_json') return { failure: parseError(error.message) };
    throw error;
  }
}

function parseError(message: string): Answer {
  return jsonRpcError(400, PARSE_ERROR, `Parse error: ${message}`);
}

function send(res: Response, { status, text }: Answer): void {
  res.status(status).setHeader('Cache-Control', 'private, no-store');
  if (text !== '') res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(text));
  res.end(text);
}

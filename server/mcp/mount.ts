// POST /mcp: who, limits, body, message, answer. What HTTP refuses is told in an Error object, what JSON-RPC
// refuses in JSON-RPC, and what an operation refuses in the result of its tool (C9).
import { ProtocolErrorCode } from '@modelcontextprotocol/server';
import {
  type Request as HttpRequest,
  type Response as HttpResponse,
  type NextFunction,
  Router,
} from 'express';
import { requestIdOf } from '../actor.js';
import { identifyCaller } from '../caller.js';
import { toDomainError } from '../errors.js';
import { readJsonBody } from '../json-body.js';
import { answerOtherMethod, sendError } from '../refusals.js';
import { answerBatch } from './batch.js';
import type { McpCall } from './call.js';
import { answerMessage, jsonRpcError } from './protocol.js';
import { nextStepOf } from './results.js';

export function mountMcp(): Router {
  const router = Router({ caseSensitive: true });
  router.post('/mcp', answerPost);
  router.all('/mcp', (req, res) => answerOtherMethod(['POST', 'OPTIONS'], req, res));
  router.use('/mcp', (thrown: unknown, req: HttpRequest, res: HttpResponse, _next: NextFunction) => {
    const error = toDomainError(thrown, requestIdOf(res));
    sendError(req, res, error, { next_step: nextStepOf(error) });
  });
  return router;
}

async function answerPost(req: HttpRequest, res: HttpResponse): Promise<void> {
  const { actor, refusal } = await identifyCaller(req, res, 'mcp', ['general']);
  if (refusal) throw refusal;
  const body = await readMessage(req, res);
  if (body instanceof Response) {
    await send(res, body);
    return;
  }
  const call: McpCall = { actor, res, refusal: null };
  const isBatch = Array.isArray(body);
  const answer = isBatch ? await answerBatch(call, req, body) : await answerMessage(call, req, body);
  if (call.refusal && !isBatch) throw call.refusal;
  await send(res, answer);
}

/** The parsed body, or the answer to one that is no JSON. */
async function readMessage(req: HttpRequest, res: HttpResponse): Promise<unknown> {
  try {
    const body = await readJsonBody(req, res);
    return body === undefined ? parseError('The body is empty.') : body;
  } catch (thrown) {
    const error = toDomainError(thrown, requestIdOf(res));
    if (error.code === 'invalid_json') return parseError(error.message);
    throw error;
  }
}

function parseError(message: string): Response {
  return jsonRpcError(400, ProtocolErrorCode.ParseError, `Parse error: ${message}`);
}

async function send(res: HttpResponse, answer: Response): Promise<void> {
  const text = await answer.text();
  res.status(answer.status).setHeader('Cache-Control', 'private, no-store');
  if (text !== '') res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(text));
  res.end(text);
}

// Results of tools that read public content, kept for guests until that changes: the message need not go through the
// SDK again, nor the query to the database.
import type { Request } from 'express';
import { publicContentVersion } from '../../db/public-content.js';
import { Kept } from '../cache/versioned-cache.js';
import { findTool, type McpCall } from './call.js';
import { type Answer, answerMessage, protocolHeaders, toAnswer } from './protocol.js';

interface Result {
  readonly json: string;
}

/** A place for the results of one application. */
export function keepResults(): Kept<Result> {
  return new Kept(({ json }) => 2 * json.length);
}

/** As `answerMessage`; the same call of a guest is answered from what was kept. */
export async function answerFromKept(call: McpCall, req: Request, message: unknown): Promise<Answer> {
  const asked = call.actor.kind === 'guest' ? readCall(message) : null;
  if (!asked) return answerMessage(call, req, message);
  const results: Kept<Result> = req.app.locals.keptResults;
  const key = JSON.stringify([protocolHeaders(req), asked.rest]);
  const kept = results.find(key);
  if (kept) return toAnswer(asked.id, kept.json);
  const version = publicContentVersion();
  const answer = await answerMessage(call, req, message);
  // Errors carry the id of their request.
  if (answer.result && !answer.isError) results.keep(key, version, { json: answer.result });
  return answer;
}

/** A call of a tool whose results are kept, apart from its id; null for all else. */
function readCall(message: unknown): { id: string | number; rest: object } | null {
  if (typeof message !== 'object' || message === null) return null;
  const { id, ...rest } = message as { id?: unknown; method?: unknown; params?: { name?: unknown } };
  if (typeof id !== 'string' && typeof id !== 'number') return null;
  const name = rest.method === 'tools/call' ? rest.params?.name : undefined;
  return typeof name === 'string' && findTool(name)?.isKeptForGuests ? { id, rest } : null;
}

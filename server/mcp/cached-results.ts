// Cached results of tools that read public content, for guests: a repeated call needs neither the SDK nor a query.
import { publicContentVersion } from '../../db/public-content.js';
import type { McpCall } from './call.js';
import { type Answer, protocolHeaders, toAnswer } from './json-rpc.js';
import { calledTool } from './tools.js';
import { isInView } from './toolsets.js';

const loadProtocol = () => import('./protocol.js');

/** Like `answerMessage`, with the results of guests' calls cached. */
export async function answerCached(call: McpCall, message: unknown): Promise<Answer> {
  const cacheable = call.actor.kind === 'guest' && !call.refusal ? readCall(call, message) : null;
  if (!cacheable) return (await loadProtocol()).answerMessage(call, message);
  const { results } = call.exchange.service;
  const key = JSON.stringify([protocolHeaders(call.exchange.req), cacheable.rest]);
  const cached = results.get(key);
  if (cached) return toAnswer(cacheable.id, cached.json);
  const version = publicContentVersion();
  const answer = await (await loadProtocol()).answerMessage(call, message);
  // Errors contain the id of their request.
  if (answer.result && !answer.isError && call.madeFrom) {
    results.set(key, version, call.madeFrom, { json: answer.result });
  }
  return answer;
}

/** A call of a tool whose results are cached, apart from its id; null for any other message. */
function readCall({ view }: McpCall, message: unknown): { id: string | number; rest: object } | null {
  const { id, ...rest } = (message ?? {}) as { id?: unknown };
  if (typeof id !== 'string' && typeof id !== 'number') return null;
  const tool = calledTool(message);
  return tool?.route.cachedFrom && isInView(tool, view) ? { id, rest } : null;
}

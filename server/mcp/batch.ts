// JSON-RPC batches: part of the protocol up to 2025-03-26, removed after it.
import type { Request as HttpRequest } from 'express';
import { applyLimits } from '../who/rate-limits.js';
import type { McpCall } from './call.js';
import { type Answer, INVALID_REQUEST, jsonRpcError } from './json-rpc.js';

const LAST_WITH_BATCHES = '2025-03-26';
const LARGEST = 20;

/** Each message counts as a request. @throws DomainError rate_limited, before anything is done */
export async function answerBatch(
  call: McpCall,
  req: HttpRequest,
  messages: readonly unknown[],
): Promise<Answer> {
  const version = req.headers['mcp-protocol-version'];
  if (version !== undefined && String(version) > LAST_WITH_BATCHES) {
    return invalidRequest(`Protocol ${LAST_WITH_BATCHES} was the last with batches.`);
  }
  if (messages.length === 0) return invalidRequest('The batch is empty.');
  if (messages.length > LARGEST) return invalidRequest(`A batch has at most ${LARGEST} messages.`);
  for (const _ of messages.slice(1)) await applyLimits(call.actor, ['general'], call.res);

  const { answerMessage } = await import('./protocol.js');
  const answers: string[] = [];
  for (const message of messages) {
    const { text } = Array.isArray(message)
      ? invalidRequest('A batch holds messages, not batches.')
      : await answerMessage(call, req, message);
    if (text !== '') answers.push(text);
  }
  return answers.length === 0 ? { status: 202, text: '' } : { status: 200, text: `[${answers.join(',')}]` };
}

function invalidRequest(message: string): Answer {
  return jsonRpcError(400, INVALID_REQUEST, `Invalid Request: ${message}`);
}

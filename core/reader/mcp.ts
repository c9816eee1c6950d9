// Checks whether an address is an MCP server: any JSON-RPC response to a client's first message counts.
import { isObject, parseJson } from '../kernel/text/json.js';
import { type Egress, guardedRequest, textOf } from './request.js';

const TIME = 10_000;
const BYTES = 64 * 1024;

export type McpAnswer = 'answers' | 'asks for sign-in' | 'no MCP server' | 'gone';

const INITIALIZE = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'listing-directory', version: '1' },
  },
});

/** @returns null: temporary trouble, so no result */
export async function probeMcp(
  { url }: { readonly url: string },
  egress: Egress = {},
): Promise<McpAnswer | null> {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(egress.agent ? { 'user-agent': egress.agent } : {}),
  };
  try {
    const request = {
      ...egress,
      method: 'POST',
      headers,
      body: INITIALIZE,
      time: TIME,
      bytes: BYTES,
    } as const;
    const answer = await guardedRequest(new URL(url), request);
    if (answer.status === 401 || answer.status === 403) return 'asks for sign-in';
    if (answer.status === 404 || answer.status === 410) return 'gone';
    if (answer.status === 429 || answer.status >= 500) return null;
    return isMessage(textOf(answer)) ? 'answers' : 'no MCP server';
  } catch {
    return 'gone';
  }
}

/** JSON, or the data of the first event with data. */
function isMessage(text: string): boolean {
  const data = /^data:(.*)$/m.exec(text.slice(0, BYTES))?.[1];
  const message = parseJson(text.trimStart().startsWith('{') ? text : (data ?? ''));
  return isObject(message) && message.jsonrpc === '2.0';
}

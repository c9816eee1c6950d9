// JSON-RPC of the MCP server: responses, error codes, headers of the protocol.
import type { Request } from 'express';

export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;

/** The HTTP response to a message: JSON, or empty for a notification (202). */
export interface Answer {
  readonly status: number;
  readonly text: string;
  /** The result as JSON, if there is one; the rest of the text depends only on the id. */
  readonly result?: string;
  readonly isError?: boolean;
}

/** @param result as JSON */
export function toAnswer(id: string | number, result: string): Answer {
  return { status: 200, text: `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`, result };
}

export function jsonRpcError(
  status: number,
  code: number,
  message: string,
  id: string | number | null = null,
): Answer {
  return { status, text: JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }) };
}

const PROTOCOL_HEADERS = /^mcp-(protocol-version|method|name|param-.+)$/;

export function protocolHeaders(req: Request): [name: string, value: string][] {
  return Object.entries(req.headers).flatMap(([name, value]): [string, string][] =>
    PROTOCOL_HEADERS.test(name) ? [[name, String(value)]] : [],
  );
}

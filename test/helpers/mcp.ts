// A client of POST /mcp in both eras of the protocol. It validates every structured result against the output schema
// that tools/list advertises.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'chai';
import type { Json } from './api.js';
import type { TestServer } from './server.js';

export const ERAS = ['2025-11-25', '2026-07-28'] as const;
export type Era = (typeof ERAS)[number];

export interface McpAnswer {
  status: number;
  body: Json;
  headers: Headers;
}

export interface McpOptions {
  era?: Era;
  key?: string;
  headers?: Record<string, string>;
}

export interface ToolAnswer {
  /** The result on success. */
  value: Json;
  /** The Error object with next_step, as a tool error or as an HTTP response. */
  error: Json;
  http: McpAnswer;
}

export interface Mcp {
  /** Posts a raw body. */
  post(body: string | Buffer, options?: McpOptions): Promise<McpAnswer>;
  /** One JSON-RPC request. */
  request(method: string, params?: object, options?: McpOptions): Promise<McpAnswer>;
  callTool(name: string, input?: object, options?: McpOptions): Promise<ToolAnswer>;
}

let id = 0;

/** The message and the headers of a request, in the format of the era. */
export function toMessage(method: string, params: Json, era: Era, messageId: number = ++id) {
  if (era !== '2026-07-28') {
    return {
      message: { jsonrpc: '2.0', id: messageId, method, params },
      headers: { 'mcp-protocol-version': era },
    };
  }
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': era,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
  };
  const headers: Record<string, string> = { 'mcp-protocol-version': era, 'mcp-method': method };
  if (typeof params?.name === 'string') headers['mcp-name'] = toHeader(params.name);
  return { message: { jsonrpc: '2.0', id: messageId, method, params: { ...params, _meta } }, headers };
}

/** The protocol's encoding of what a header cannot contain as it is. */
function toHeader(text: string): string {
  if (/^[\x21-\x7e]+$/.test(text)) return text;
  return `=?base64?${Buffer.from(text).toString('base64')}?=`;
}

export function mcpOf(server: TestServer): Mcp {
  let validators: Promise<Map<string, ValidateFunction>> | undefined;

  const mcp: Mcp = {
    async post(body, { key, headers = {} } = {}) {
      const response = await server.fetch('/mcp', {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...(key ? { authorization: `Bearer ${key}` } : {}),
          ...headers,
        },
      });
      const text = await response.text();
      expect(response.headers.get('x-request-id')).to.match(/^[0-9a-f-]{36}$/);
      if (text !== '')
        expect(response.headers.get('content-type')).to.equal('application/json; charset=utf-8');
      return {
        status: response.status,
        body: text === '' ? null : JSON.parse(text),
        headers: response.headers,
      };
    },
    request(method, params, options = {}) {
      const { message, headers } = toMessage(method, params, options.era ?? ERAS[0]);
      return mcp.post(JSON.stringify(message), { ...options, headers: { ...headers, ...options.headers } });
    },
    async callTool(name, input = {}, options = {}) {
      const http = await mcp.request('tools/call', { name, arguments: input }, options);
      const { result } = http.body;
      if (http.status !== 200 || !result) return { value: null, error: http.body, http };
      const json = JSON.parse(result.content[0].text);
      if (result.isError) {
        expect(result, 'an error has no structuredContent').not.to.have.property('structuredContent');
        return { value: null, error: json, http };
      }
      expect(json, 'the text is the structured content').to.deep.equal(result.structuredContent);
      validators ??= readValidators(mcp);
      const validate = (await validators).get(name);
      expect(validate?.(json), `${name}: ${JSON.stringify(validate?.errors)}`).to.equal(true);
      return { value: json, error: null, http };
    },
  };
  return mcp;
}

/** By the tools' text: most servers of a run have the same ones. */
const known = new Map<string, Map<string, ValidateFunction>>();

async function readValidators(mcp: Mcp): Promise<Map<string, ValidateFunction>> {
  const { body } = await mcp.request('tools/list', {}, { headers: { 'x-mcp-toolsets': 'all' } });
  const text = JSON.stringify(body.result.tools);
  let validators = known.get(text);
  if (!validators) {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    validators = new Map(body.result.tools.map((tool: Json) => [tool.name, ajv.compile(tool.outputSchema)]));
    known.set(text, validators);
  }
  return validators;
}

// Single requests without redirects: a message to a webhook's receiver, an app's metadata document.
import { EgressError } from '../addresses/egress-rules.js';
import { resolveTexts } from '../addresses/names.js';
import { type Said, say } from '../kernel/errors.js';
import { isObject, parseJson } from '../kernel/text/json.js';
import { attributeOf, readHead } from './markup.js';
import { type Egress, guardedRequest, LateError, redirectOf, textOf } from './request.js';

const RECEIVER_TIME = 10_000;

/** Sends a message; does not read the response's body.
 * @returns `failure` in words for the webhook's owner; null: the message was accepted */
export async function sendMessage(
  { url, ...message }: { url: string; body: string; headers: Readonly<Record<string, string>> },
  egress: Egress = {},
) {
  try {
    const request = { ...egress, ...message, time: RECEIVER_TIME, bytes: 0 };
    const { status } = await guardedRequest(new URL(url), request);
    const isTaken = status >= 200 && status < 300;
    return { status, failure: isTaken ? null : say('webhook-found.status', { status }) };
  } catch (error) {
    return { status: null, failure: failureOf(error as Error) };
  }
}

/** All egress refusals have the same text, which reveals nothing about internal names. */
function failureOf(error: Error & { code?: string }): Said {
  if (error instanceof EgressError) return say('webhook-found.private');
  if (error instanceof LateError) return say('webhook-found.late', { seconds: error.seconds });
  return say('webhook-found.connection', { code: error.code ?? 'unknown' });
}

const DOCUMENT_TIME = 2_500;

export async function readDocument(
  { url, accept, bytes }: { url: string; accept: string; bytes: number },
  egress: Egress = {},
): Promise<{ status: number | null; text: string; caching: Readonly<Record<string, string>> }> {
  try {
    const request = { ...egress, headers: { accept }, time: DOCUMENT_TIME, bytes };
    const answer = await guardedRequest(new URL(url), request);
    const { 'cache-control': cacheControl, expires } = answer.headers;
    const caching = { ...(cacheControl && { 'cache-control': cacheControl }), ...(expires && { expires }) };
    return { status: answer.status, text: textOf(answer), caching };
  } catch {
    return { status: null, text: '', caching: {} };
  }
}

// Checks whether an address is an MCP server: any JSON-RPC response to a client's first message counts.

const PROBE_TIME = 10_000;
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
  };
  try {
    const request = { ...egress, headers, body: INITIALIZE, time: PROBE_TIME, bytes: BYTES };
    const answer = await guardedRequest(new URL(url), request);
    if (answer.status === 401 || answer.status === 403) return 'asks for sign-in';
    if (answer.status === 404 || answer.status === 410) return 'gone';
    if (answer.status === 429 || answer.status >= 500) return null;
    return isMessage(textOf(answer)) ? 'answers' : 'no MCP server';
  } catch {
    return 'gone';
  }
}

/** Whether a text is a JSON-RPC message: JSON, or the data of the first event that has data. */
function isMessage(text: string): boolean {
  const data = /^data:(.*)$/m.exec(text.slice(0, BYTES))?.[1];
  const message = parseJson(text.trimStart().startsWith('{') ? text : (data ?? ''));
  return isObject(message) && message.jsonrpc === '2.0';
}

// Reads the published proof of a claim.

const PROOF_TIME = 8_000;
const NAME_TIME = 5_000;
const FILE_BYTES = 4_096;
/** The head is near the beginning; the rest of a page is not read. */
const PAGE_BYTES = 262_144;
/** Maximum texts read of a proof, and maximum characters of each. */
const MOST_TEXTS = 200;
const MOST_LENGTH = 400;

interface ProofPlace {
  readonly where: string;
  /** TXT records, the lines of a file, or the contents of the meta tags with this name. */
  readonly as: 'records' | 'lines' | { readonly tags: string };
}

export type ProofReading =
  | { readonly texts: readonly string[] }
  /** null: the redirect target is no valid address. */
  | { readonly redirect: string | null }
  | { readonly missing: Said };

/** One request. The caller decides about redirects; any failure is a result, not an error. */
export async function readProof({ where, as }: ProofPlace, egress: Egress = {}): Promise<ProofReading> {
  try {
    if (as === 'records') return tidied(await resolveTexts(where, NAME_TIME));
    const url = new URL(where);
    const headers = { accept: 'text/html, text/plain;q=0.9' };
    const bytes = as === 'lines' ? FILE_BYTES : PAGE_BYTES;
    const answer = await guardedRequest(url, { ...egress, headers, time: PROOF_TIME, bytes });
    if (answer.status === 200) {
      const text = textOf(answer);
      return tidied(as === 'lines' ? text.split('\n') : await tagsIn(text, as.tags));
    }
    const next = redirectOf(answer, url);
    if (next !== undefined) return { redirect: next?.href ?? null };
    return { missing: say('claim-found.status', { status: answer.status }) };
  } catch (error) {
    // Do not reveal why a site is unreachable: the reason may concern the internal network.
    const { code = '' } = error as { code?: string };
    const isNoRecord = as === 'records' && ['ENODATA', 'ENOTFOUND'].includes(code);
    return { missing: say(isNoRecord ? 'claim-found.no-record' : 'claim-found.unreachable') };
  }
}

const tidied = (texts: readonly string[]) => ({
  texts: texts
    .slice(0, MOST_TEXTS)
    .map((text) => text.trim().slice(0, MOST_LENGTH))
    .filter(Boolean),
});

async function tagsIn(html: string, name: string): Promise<string[]> {
  const found: string[] = [];
  await readHead(html, (piece) => {
    if (piece.kind === 'start' && piece.name === 'meta' && attributeOf(piece.attributes, 'name') === name)
      found.push(attributeOf(piece.attributes, 'content') ?? '');
  });
  return found;
}

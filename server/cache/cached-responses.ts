// Responses that are the same for every guest: public, compressed, with a strong ETag and 304. Their bytes are cached
// until their content changes, so that a repeated request neither queries nor renders; concurrent requests wait for the
// first to be rendered. Most repeated requests do not even reach the application (`answerFromCache`).
import { createHash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeader, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import accepts from 'accepts';
import type { Request } from 'express';
import { publicContentVersion } from '../../db/public-content.js';
import type { Admit, CachedResponse, Exchange } from '../http/exchange.js';
import { isAmong } from '../http/query-string.js';
import { routeOf } from '../http/request.js';
import { themeOf } from '../who/cookies.js';
import { cacheUse, type Dependencies } from './dependencies.js';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
/** Below this size compression costs more than it saves. */
const MIN_COMPRESSED_BYTES = 1400;

/** A response before it is compressed. */
export interface Rendered {
  readonly text: string;
  readonly type: string;
  /** What it depends on; null: it is for this visitor only. */
  readonly from: Dependencies | null;
  /** The status of one that is for this visitor only. */
  readonly status?: number;
}

/** What is rendered; nothing if another response was sent. */
// biome-ignore lint/suspicious/noConfusingVoidType: handlers that redirect return nothing
export type Reply = Rendered | void;

/**
 * Sends the cached response of this address, or waits for one in progress, or renders and caches it until what it
 * depends on changes.
 * @param parameters all query parameters it depends on; others are dropped from the address
 * @param admit counts later requests: with it, they may be answered without the application
 * @returns whether nothing had to be rendered
 */
export async function cached(
  exchange: Exchange,
  { parameters = [], admit }: { readonly parameters?: readonly string[]; readonly admit?: Admit },
  render: () => Promise<Reply>,
): Promise<boolean> {
  exchange.req.originalUrl = withOnly(parameters, exchange.req.originalUrl);
  const { responses, beingMade } = exchange.service;
  const key = keyOf(exchange);
  const version = publicContentVersion();
  const other = beingMade.get(key);
  const known = responses.get(key) ?? (other && other.version === version ? await other.response : null);
  if (known) {
    exchange.admission?.refund();
    send(exchange, known, admit);
    return true;
  }
  const making = render().then(async (rendered) => {
    const response = rendered?.from ? await toResponse(exchange, rendered) : null;
    if (response && rendered?.from) responses.set(key, version, rendered.from, response);
    return { rendered, response };
  });
  if (version !== null && !other) {
    // Errors, and responses for this visitor only, are not shared.
    const shared = making.then(
      ({ response }) => response,
      () => null,
    );
    beingMade.set(key, { version, response: shared });
    void shared.then(() => beingMade.delete(key));
  }
  const { rendered, response } = await making;
  if (response) send(exchange, response, admit);
  else if (rendered) await sendRendered(exchange, rendered);
  return false;
}

/** Sends what was rendered: to every guest, to be revalidated by its ETag, or to this visitor only. Not cached here. */
export async function sendRendered(exchange: Exchange, rendered: Rendered): Promise<void> {
  if (rendered.from) return send(exchange, await toResponse(exchange, rendered));
  const { text, type, status = 200 } = rendered;
  // Not compressed: with reflected text beside it, the length would leak the form token (BREACH).
  exchange.res.status(status).set({ 'Cache-Control': 'private, no-store', 'Content-Type': type }).send(text);
}

function withOnly(parameters: readonly string[], address: string): string {
  const mark = address.indexOf('?');
  if (mark < 0) return address;
  const pairs = address.slice(mark + 1).split('&');
  const kept = pairs.filter((pair) => {
    const [name] = new URLSearchParams(pair).keys();
    return name !== undefined && isAmong(parameters, name);
  });
  return address.slice(0, mark) + (kept.length > 0 ? `?${kept.join('&')}` : '');
}

/** The address, and all that a response to a guest varies by. */
export function keyOf({ req, language }: Exchange): string {
  return `${bestEncoding(req)} ${themeOf(req)} ${language.tag} ${addressIn(req)}`;
}

/** As it was sent: a router shortens `url`. */
function addressIn(req: IncomingMessage): string | undefined {
  return (req as Partial<Request>).originalUrl ?? req.url;
}

/** The ETag names the encoding too, as a strong one must. */
async function toResponse({ req }: Exchange, { text, type }: Rendered): Promise<CachedResponse> {
  const encoding = text.length < MIN_COMPRESSED_BYTES ? null : bestEncoding(req);
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 27);
  const etag = `"${hash}${encoding ? `-${encoding}` : ''}"`;
  return { type, encoding, etag, bytes: await compress(text, encoding) };
}

function send({ req, res }: Exchange, response: CachedResponse, admit?: Admit): void {
  // A guest's session may hold a form token; a shared response must not set a cookie.
  (req as { session?: unknown }).session = undefined;
  res.setHeader('Cache-Control', 'public, no-cache');
  res.setHeader('ETag', response.etag);
  const vary = res.getHeader('Vary');
  res.setHeader('Vary', `${vary ? `${vary}, ` : ''}Cookie, Authorization, Accept-Encoding`);
  if (admit && isPlain(req)) response.front ??= { route: routeOf(req), headers: sharedHeaders(res), admit };
  sendBody(res, response, req.fresh);
}

/** Headers that are set for each response. */
const OWN = new Set(['x-request-id', 'ratelimit', 'ratelimit-policy', 'connection', 'set-cookie']);

function sharedHeaders(res: ServerResponse): [string, OutgoingHttpHeader][] {
  return Object.entries(res.getHeaders()).filter(
    (header): header is [string, OutgoingHttpHeader] => header[1] !== undefined && !OWN.has(header[0]),
  );
}

/** @param isKnown the client has it already: 304, without the headers of the body */
function sendBody(res: ServerResponse, response: CachedResponse, isKnown: boolean): void {
  const { type, encoding, bytes } = response;
  if (isKnown) {
    res.statusCode = 304;
    res.end();
    return;
  }
  res.setHeader('Content-Type', type);
  res.setHeader('Content-Length', bytes.length);
  if (encoding) res.setHeader('Content-Encoding', encoding);
  res.end(bytes);
}

const DISTINGUISHING = [
  'authorization',
  'cookie',
  'origin',
  'if-modified-since',
  'content-length',
  'transfer-encoding',
] as const;

/** Whether the response depends only on address, language and encoding; `If-None-Match` is easy to compare. */
export function isPlain({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  return (
    (method === 'GET' || method === 'HEAD') &&
    DISTINGUISHING.every((name) => headers[name] === undefined) &&
    (headers['if-none-match'] === undefined || headers['cache-control'] === undefined)
  );
}

async function compress(text: string, encoding: CachedResponse['encoding']): Promise<Buffer> {
  if (encoding === null) return Buffer.from(text);
  if (encoding === 'gzip') return gzipped(text, { level: 5 });
  return brotli(text, {
    params: {
      // 4: as small as gzip's best, in a fraction of the time.
      [constants.BROTLI_PARAM_QUALITY]: 4,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  });
}

// The cache in front of the application knows addresses, variants and validity, and nothing of accounts.

/** @returns false if the application must answer */
export async function answerFromCache(exchange: Exchange): Promise<boolean> {
  const { req, res, service } = exchange;
  const response = isPlain(req) ? service.responses.find(keyOf(exchange)) : null;
  const front = response?.front;
  const known = req.headers['if-none-match'];
  if (!front || (known !== undefined && known !== response.etag)) return false;
  if (!(await front.admit(exchange))) return false;
  cacheUse.hit += 1;
  (req as { route?: object }).route = { path: front.route };
  for (const [name, value] of front.headers) res.setHeader(name, value);
  sendBody(res, response, known !== undefined);
  return true;
}

/** The best encoding a client accepts: brotli, else gzip, else null. Browsers list gzip first. */
export function bestEncoding(req: IncomingMessage): 'br' | 'gzip' | null {
  if (req.headers['accept-encoding'] === undefined) return null;
  const accepted = accepts(req);
  if (accepted.encodings('br')) return 'br';
  return accepted.encodings('gzip') ? 'gzip' : null;
}

// Responses that are the same for every guest, compressed and cached until their content changes; and files. Most
// repeated requests do not even reach the application (`answerFromCache`).
import { createHash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeader, ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import accepts from 'accepts';
import type { Request, Response } from 'express';
import { publicContentVersion } from '../../db/public-content.js';
import type { Admit, CachedResponse, Exchange } from '../http/exchange.js';
import { isAmong } from '../http/query-string.js';
import { routeOf } from '../http/request.js';
import { themeOf } from '../who/cookies.js';
import { cacheUse, type Dependencies } from './dependencies.js';

/** A brotli quality of 4 is as small as gzip's best, in a fraction of the time. */
const PAGE_LEVEL = { br: 4, gzip: 5 };
const FILE_LEVEL = { br: constants.BROTLI_MAX_QUALITY, gzip: 9 };
const toBrotli = promisify<Buffer, object, Buffer>(brotliCompress);
const toGzip = promisify<Buffer, object, Buffer>(gzip);
const compress = (bytes: Buffer, encoding: Encoding, level: typeof PAGE_LEVEL) =>
  encoding === 'br'
    ? toBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: level.br } })
    : toGzip(bytes, { level: level.gzip });
/** Below this size compression costs more than it saves. */
const MIN_COMPRESSED_BYTES = 1400;

export interface Rendered {
  readonly text: string;
  readonly type: string;
  /** null: it is for this visitor only. */
  readonly from: Dependencies | null;
  readonly status?: number;
}

/** undefined if another response was sent. */
// biome-ignore lint/suspicious/noConfusingVoidType: handlers that redirect return nothing
export type Reply = Rendered | void;

/**
 * Sends the cached response of this address, or waits for one in progress, or renders and caches it.
 * @param parameters all query parameters it depends on; others are dropped from the address
 * @param admit counts later requests, which may then be answered without the application
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
  cacheUse[known ? 'hit' : 'miss'] += 1;
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

/** The cache key: the address as sent (routers shorten `url`), and all that a guest's response varies by. */
export function keyOf({ req, language }: Exchange): string {
  const address = (req as Partial<Request>).originalUrl ?? req.url;
  return `${bestEncoding(req)} ${themeOf(req)} ${language.tag} ${address}`;
}

/** A strong ETag differs by encoding. */
const etagOf = (hash: string, encoding: Encoding | null) => `"${hash}${encoding ? `-${encoding}` : ''}"`;

async function toResponse({ req }: Exchange, { text, type }: Rendered): Promise<CachedResponse> {
  const encoding = text.length < MIN_COMPRESSED_BYTES ? null : bestEncoding(req);
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 27);
  const plain = Buffer.from(text);
  const bytes = encoding ? await compress(plain, encoding, PAGE_LEVEL) : plain;
  return { type, encoding, etag: etagOf(hash, encoding), bytes };
}

function send({ req, res }: Exchange, response: CachedResponse, admit?: Admit): void {
  // A guest's session may hold a form token; a shared response must not set a cookie.
  (req as { session?: unknown }).session = undefined;
  res.setHeader('Cache-Control', 'public, no-cache');
  res.setHeader('ETag', response.etag);
  const vary = res.getHeader('Vary');
  res.setHeader('Vary', `${vary ? `${vary}, ` : ''}Cookie, Authorization, Accept-Encoding`);
  if (admit && isPlain(req)) {
    const headers = Object.entries(res.getHeaders()).filter(([name]) => !OF_EACH_RESPONSE.has(name));
    response.front ??= { route: routeOf(req), headers: headers as [string, OutgoingHttpHeader][], admit };
  }
  sendBody(res, response, req.fresh);
}

const OF_EACH_RESPONSE = new Set([
  'x-request-id',
  'ratelimit',
  'ratelimit-policy',
  'connection',
  'set-cookie',
]);

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

/** Whether the response depends only on the key of the cache. */
export function isPlain({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  return (
    (method === 'GET' || method === 'HEAD') &&
    DISTINGUISHING.every((name) => headers[name] === undefined) &&
    (headers['if-none-match'] === undefined || headers['cache-control'] === undefined)
  );
}

/** Answers a guest from the cache, without the application. @returns false if the application must answer */
export async function answerFromCache(exchange: Exchange): Promise<boolean> {
  const { req, res, service } = exchange;
  const response = isPlain(req) ? service.responses.get(keyOf(exchange)) : null;
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

type Encoding = 'br' | 'gzip';

/** Brotli if the client accepts it, although browsers list gzip first. */
function bestEncoding(req: IncomingMessage): Encoding | null {
  if (req.headers['accept-encoding'] === undefined) return null;
  const accepted = accepts(req);
  if (accepted.encodings('br')) return 'br';
  return accepted.encodings('gzip') ? 'gzip' : null;
}

export type Asset = ReturnType<typeof toAsset>;

export function toAsset(name: string, bytes: Buffer) {
  const extension = extname(name);
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  return {
    hash,
    url: `/assets/${name.slice(0, -extension.length)}.${hash}${extension}`,
    extension,
    bytes,
    isText: ['.css', '.js', '.svg'].includes(extension),
    /** Compressed on first request: at the start it would delay everything. */
    compressed: new Map<Encoding, Promise<Buffer>>(),
  };
}

export async function sendAsset(req: Request, res: Response, asset: Asset, caching: string): Promise<void> {
  const { hash, extension, bytes, isText, compressed } = asset;
  const encoding = isText ? bestEncoding(req) : null;
  res.type(extension).set({ 'Cache-Control': caching, ETag: etagOf(hash, encoding) });
  if (isText) res.vary('Accept-Encoding');
  if (!encoding) return void res.send(bytes);
  const known = compressed.get(encoding) ?? compress(bytes, encoding, FILE_LEVEL);
  compressed.set(encoding, known);
  res.set('Content-Encoding', encoding).send(await known);
}

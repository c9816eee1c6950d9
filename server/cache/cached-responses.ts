// Responses that are the same for every guest: public, compressed, with a strong ETag and 304. Their bytes are cached
// until their content changes, so that a repeated request neither queries nor renders; concurrent requests wait for the
// first to be rendered. Most repeated requests do not even reach the application (`answerFromCache`).
import { createHash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeader, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import accepts from 'accepts';
import type { Request, Response } from 'express';
import { publicContentVersion } from '../../db/public-content.js';
import { routeOf } from '../http/request.js';
import { languageOf, themeOf } from '../who/choices.js';
import { cacheUse, type Dependencies, DependencyCache } from './dependencies.js';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
/** Below this size compression costs more than it saves. */
const MIN_COMPRESSED_BYTES = 1400;

/** Counts a request that the cache is about to answer. @returns false if the application must refuse it */
export type Admit = (req: IncomingMessage, res: ServerResponse) => Promise<boolean> | boolean;

interface Front {
  readonly route: string;
  /** All headers that the application sent, except those of each request and of the body. */
  readonly headers: readonly [name: string, value: OutgoingHttpHeader][];
  readonly admit: Admit;
}

interface CachedResponse {
  readonly type: string;
  readonly encoding: 'br' | 'gzip' | null;
  readonly etag: string;
  readonly bytes: Buffer;
  /** Set when the application first sends the response to a plain request. */
  front?: Front;
}

interface Making {
  /** The version of the public content when this began; null: the response may not be cached. */
  readonly version: number | null;
  /** Absent if only the application may send the response again. */
  readonly admit?: Admit;
  share?: (response: CachedResponse | null) => void;
}

declare global {
  namespace Express {
    interface Locals {
      making?: Making;
    }
  }
}

/** A response that is being made from this version; null: there is none to share. */
type BeingMade = { readonly version: number; readonly response: Promise<CachedResponse | null> };

export function createResponseCache() {
  return {
    made: new DependencyCache<CachedResponse>(({ bytes }) => bytes.length),
    beingMade: new Map<string, BeingMade>(),
  };
}
type ResponseCache = ReturnType<typeof createResponseCache>;

/**
 * Sends the cached response of this address, or the one that is just being made; else `sendPublic` can cache the new one.
 * @param parameters all that the response depends on: any others are dropped from the address
 * @param admit counts later requests: with it, they may be answered without the application
 */
export async function sendCached(
  req: Request<unknown>,
  res: Response,
  parameters: readonly string[],
  admit?: Admit,
): Promise<boolean> {
  req.originalUrl = withOnly(parameters, req.originalUrl);
  const { made, beingMade } = cacheOf(req);
  const version = publicContentVersion();
  const making: Making = { version, admit };
  res.locals.making = making;
  const key = keyOf(req);
  const other = beingMade.get(key);
  const response = made.get(key) ?? (other && other.version === version ? await other.response : null);
  if (response) {
    res.locals.admission?.refund();
    send(req, res, response);
  } else if (version !== null && !other) {
    const shared = new Promise<CachedResponse | null>((resolve) => {
      making.share = resolve;
      // Errors, and responses to a client that has disconnected, are not shared.
      res.once('close', () => resolve(null));
    });
    beingMade.set(key, { version, response: shared });
    void shared.then(() => beingMade.delete(key));
  }
  return response !== null;
}

/** Sends a response that is the same for every guest, to be revalidated by its ETag. @param from what it depends on */
export async function sendPublic(
  req: Request,
  res: Response,
  text: string,
  type: string,
  from: Dependencies,
): Promise<void> {
  const encoding = text.length < MIN_COMPRESSED_BYTES ? null : bestEncoding(req);
  const response = await toResponse(text, type, encoding);
  const { making } = res.locals;
  if (making) cacheOf(req).made.set(keyOf(req), making.version, from, response);
  making?.share?.(response);
  send(req, res, response);
}

function cacheOf(req: Request<unknown>): ResponseCache {
  return req.app.locals.responseCache;
}

function withOnly(parameters: readonly string[], address: string): string {
  const mark = address.indexOf('?');
  if (mark < 0) return address;
  const pairs = address.slice(mark + 1).split('&');
  const kept = pairs.filter((pair) => {
    const [name] = new URLSearchParams(pair).keys();
    return name !== undefined && parameters.includes(name);
  });
  return address.slice(0, mark) + (kept.length > 0 ? `?${kept.join('&')}` : '');
}

/** The address, and all that a response to a guest varies by. */
export function keyOf(req: IncomingMessage): string {
  return `${bestEncoding(req)} ${themeOf(req)} ${languageOf(req).tag} ${addressIn(req)}`;
}

/** As it was sent: a router shortens `url`. */
function addressIn(req: IncomingMessage): string | undefined {
  return (req as Partial<Request>).originalUrl ?? req.url;
}

/** The ETag names the encoding too, as a strong one must. */
async function toResponse(text: string, type: string, encoding: CachedResponse['encoding']) {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 27);
  const etag = `"${hash}${encoding ? `-${encoding}` : ''}"`;
  return { type, encoding, etag, bytes: await compress(text, encoding) };
}

function send(req: Request<unknown>, res: Response, response: CachedResponse): void {
  // A guest's session may hold a form token; a shared response must not set a cookie.
  (req as { session?: unknown }).session = undefined;
  res.setHeader('Cache-Control', 'public, no-cache');
  res.setHeader('ETag', response.etag);
  const vary = res.getHeader('Vary');
  res.setHeader('Vary', `${vary ? `${vary}, ` : ''}Cookie, Authorization, Accept-Encoding`);
  const admit = res.locals.making?.admit;
  if (admit && isPlain(req)) response.front ??= { route: routeOf(req), headers: sharedHeaders(res), admit };
  sendBody(res, response, req.fresh);
}

/** Headers that are set for each response. */
const OWN = new Set(['x-request-id', 'ratelimit', 'ratelimit-policy', 'connection', 'set-cookie']);

function sharedHeaders(res: Response): [string, OutgoingHttpHeader][] {
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

/** Whether the response depends only on address, language and encoding; `If-None-Match` is easily compared. */
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

/** @param pass hands the request to the application */
export async function answerFromCache(
  { made }: ResponseCache,
  req: IncomingMessage,
  res: ServerResponse,
  pass: () => void,
): Promise<void> {
  const response = isPlain(req) ? made.find(keyOf(req)) : null;
  const front = response?.front;
  const known = req.headers['if-none-match'];
  const isAnswered = front && (known === undefined || known === response.etag);
  if (!isAnswered || !(await front.admit(req, res))) {
    pass();
    return;
  }
  cacheUse.hit += 1;
  (req as Partial<Request>).route = { path: front.route };
  for (const [name, value] of front.headers) res.setHeader(name, value);
  sendBody(res, response, known !== undefined);
}

/** The best encoding a client accepts: brotli, else gzip, else null. Browsers list gzip first. */
export function bestEncoding(req: IncomingMessage): 'br' | 'gzip' | null {
  if (req.headers['accept-encoding'] === undefined) return null;
  const accepted = accepts(req);
  if (accepted.encodings('br')) return 'br';
  return accepted.encodings('gzip') ? 'gzip' : null;
}

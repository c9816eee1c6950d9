// Responses that are the same for every guest: public, compressed, with a strong ETag and 304. Their bytes are cached
// until their content changes, so that a repeated request neither queries nor renders; concurrent requests wait for the
// first to be rendered.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { publicContentVersion } from '../../db/public-content.js';
import { bestEncoding } from '../http/encoding.js';
import { routeOf } from '../http/work.js';
import { type Theme, themeOf } from '../who/theme.js';
import { type Dependencies, DependencyCache } from './dependency-cache.js';
import { canTakeShortcut, type Route, type Shortcut, toShortcut } from './shortcut.js';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
/** Below this size compression costs more than it saves. */
const MIN_COMPRESSED_BYTES = 1400;

interface CachedResponse {
  readonly type: string;
  readonly encoding: 'br' | 'gzip' | null;
  readonly etag: string;
  readonly bytes: Buffer;
  /** How to send it again without asking the application; made when it is first sent to a plain guest. */
  shortcut?: Shortcut;
}

declare global {
  namespace Express {
    interface Locals {
      /** The version of the public content when rendering began; null: the response may not be cached. */
      contentVersion?: number | null;
      /** Passes the response to the waiting requests. */
      shareResponse?: (response: CachedResponse | null) => void;
      /** What else happens when the response is sent; absent where it takes the whole way each time. */
      cachedRoute?: Route;
    }
  }
}

interface BeingMade {
  readonly version: number;
  /** null: there is none to share. */
  readonly response: Promise<CachedResponse | null>;
}

export interface ResponseCache {
  readonly made: DependencyCache<CachedResponse>;
  readonly beingMade: Map<string, BeingMade>;
}

/** The response cache of one application. */
export function createResponseCache(): ResponseCache {
  return { made: new DependencyCache(({ bytes }) => bytes.length), beingMade: new Map() };
}

/** A cached response that is current, for a guest without cookies; counts towards no limit. */
export function findResponse(
  { made }: ResponseCache,
  url: string,
  encoding: CachedResponse['encoding'],
  language: string | undefined,
): CachedResponse | null {
  return made.find(toKey(url, encoding, null, language));
}

/**
 * Sends the cached response of this address if it is current, or the one that is just being made from the present
 * content; otherwise remembers the version of the content, so that `sendPublic` can cache the new response.
 * @param route what else happens when it is sent: with it, it may be sent again without asking the application
 */
export async function sendCached(req: Request<unknown>, res: Response, route?: Route): Promise<boolean> {
  const { made, beingMade } = cacheOf(req);
  res.locals.cachedRoute = route;
  const version = publicContentVersion();
  res.locals.contentVersion = version;
  const key = keyOf(req, res, bestEncoding(req));
  const other = beingMade.get(key);
  const response = made.get(key) ?? (other && other.version === version ? await other.response : null);
  if (response) send(req, res, response);
  else if (version !== null && !other) shareWhenMade(beingMade, key, version, res);
  return response !== null;
}

function shareWhenMade(
  beingMade: ResponseCache['beingMade'],
  key: string,
  version: number,
  res: Response,
): void {
  const response = new Promise<CachedResponse | null>((resolve) => {
    res.locals.shareResponse = resolve;
    // Errors, and responses to a client that has disconnected, are not shared.
    res.once('close', () => resolve(null));
  });
  beingMade.set(key, { version, response });
  void response.then(() => beingMade.delete(key));
}

/**
 * Sends a response that is the same for every guest; clients revalidate it each time, by its strong ETag.
 * @param from the content it depends on
 */
export async function sendPublic(
  req: Request,
  res: Response,
  text: string,
  type: string,
  from: Dependencies,
): Promise<void> {
  const encoding = bestEncoding(req);
  const response = await toResponse(text, type, text.length < MIN_COMPRESSED_BYTES ? null : encoding);
  cacheOf(req).made.set(keyOf(req, res, encoding), res.locals.contentVersion ?? null, from, response);
  res.locals.shareResponse?.(response);
  send(req, res, response);
}

function cacheOf(req: Request<unknown>): ResponseCache {
  return req.app.locals.responseCache;
}

/** For a page, the response header names its language. */
function keyOf(req: Request<unknown>, res: Response, encoding: CachedResponse['encoding']): string {
  return toKey(req.originalUrl, encoding, themeOf(req), res.getHeader('Content-Language'));
}

/** The same for every encoding. */
export const pageKey = (req: Request<unknown>, res: Response) => keyOf(req, res, null);

function toKey(
  url: string,
  encoding: CachedResponse['encoding'],
  theme: Theme | null,
  language: number | string | string[] | undefined,
): string {
  return `${encoding} ${theme} ${language} ${url}`;
}

/** The ETag names the encoding too, as a strong one must. */
async function toResponse(
  text: string,
  type: string,
  encoding: CachedResponse['encoding'],
): Promise<CachedResponse> {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 27);
  const etag = `"${hash}${encoding ? `-${encoding}` : ''}"`;
  return { type, encoding, etag, bytes: await compress(text, encoding) };
}

function send(req: Request<unknown>, res: Response, response: CachedResponse): void {
  const { type, encoding, etag, bytes } = response;
  // A guest's session may hold a form token; a shared response must not set a cookie.
  (req as { session?: unknown }).session = undefined;
  res.setHeader('Cache-Control', 'public, no-cache');
  res.setHeader('ETag', etag);
  const vary = res.getHeader('Vary');
  res.setHeader('Vary', `${vary ? `${vary}, ` : ''}Cookie, Authorization, Accept-Encoding`);
  const ofBody: [string, string][] = [
    ['Content-Type', type],
    ['Content-Length', String(bytes.length)],
    ...(encoding ? [['Content-Encoding', encoding] satisfies [string, string]] : []),
  ];
  const route = res.locals.cachedRoute;
  if (route && !response.shortcut && canTakeShortcut(req))
    response.shortcut = toShortcut(res, ofBody, routeOf(req as Request), route);
  if (req.fresh) {
    res.status(304).end();
    return;
  }
  for (const [name, value] of ofBody) res.setHeader(name, value);
  res.status(200).end(bytes);
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

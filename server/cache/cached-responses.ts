// What every guest is answered alike: public, compressed, with a strong ETag and 304. Made from what guests can
// read, it is kept as bytes and sent again until that changes: then nothing of it is looked up or rendered.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { publicContentVersion } from '../../db/public-content.js';
import { bestEncoding } from '../http/encoding.js';
import { Kept } from './versioned-cache.js';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
/** Under this, headers and a round through the compressor cost more than they save. */
const SMALLEST_COMPRESSED = 1400;

interface PublicAnswer {
  readonly type: string;
  readonly encoding: 'br' | 'gzip' | null;
  readonly etag: string;
  readonly bytes: Buffer;
}

declare global {
  namespace Express {
    interface Locals {
      /** The version of the public content when the response was begun; null: it may not be cached. */
      contentVersion?: number | null;
    }
  }
}

/** A place for the answers of one application. */
export function keepAnswers(): Kept<PublicAnswer> {
  return new Kept(({ bytes }) => bytes.length);
}

/**
 * Sends the cached response of this address if it is current; otherwise remembers the version of the content, so
 * that `sendPublic` can cache the new response.
 */
export function sendCached(req: Request<unknown>, res: Response): boolean {
  res.locals.contentVersion = publicContentVersion();
  const answer = keptOf(req).find(keyOf(req, bestEncoding(req)));
  if (answer) send(req, res, answer);
  return answer !== null;
}

/** Sends what is the same for every guest: to be asked for again each time, with 304 and a strong ETag. */
export async function sendPublic(req: Request, res: Response, text: string, type: string): Promise<void> {
  const encoding = bestEncoding(req);
  const answer = await makeAnswer(text, type, text.length < SMALLEST_COMPRESSED ? null : encoding);
  keptOf(req).keep(keyOf(req, encoding), res.locals.contentVersion ?? null, answer);
  send(req, res, answer);
}

function keptOf(req: Request<unknown>): Kept<PublicAnswer> {
  return req.app.locals.keptAnswers;
}

function keyOf(req: Request<unknown>, encoding: PublicAnswer['encoding']): string {
  return `${encoding} ${req.originalUrl}`;
}

/** The ETag names the encoding too, as a strong one must. */
async function makeAnswer(
  text: string,
  type: string,
  encoding: PublicAnswer['encoding'],
): Promise<PublicAnswer> {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 27);
  const etag = `"${hash}${encoding ? `-${encoding}` : ''}"`;
  return { type, encoding, etag, bytes: await compress(text, encoding) };
}

function send(req: Request<unknown>, res: Response, { type, encoding, etag, bytes }: PublicAnswer): void {
  // A guest whose session holds nothing but a form token gets what all guests get, without a cookie.
  (req as { session?: unknown }).session = undefined;
  res.setHeader('Cache-Control', 'public, no-cache');
  res.setHeader('ETag', etag);
  res.vary('Cookie').vary('Authorization').vary('Accept-Encoding');
  if (req.fresh) {
    res.status(304).end();
    return;
  }
  res.setHeader('Content-Type', type);
  res.setHeader('Content-Length', bytes.length);
  if (encoding) res.setHeader('Content-Encoding', encoding);
  res.status(200).end(bytes);
}

async function compress(text: string, encoding: PublicAnswer['encoding']): Promise<Buffer> {
  if (encoding === null) return Buffer.from(text);
  if (encoding === 'gzip') return gzipped(text, { level: 5 });
  return brotli(text, {
    params: {
      // 4: as small as gzip's best in a fraction of the time.
      [constants.BROTLI_PARAM_QUALITY]: 4,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  });
}

// A file that is sent as it is: read once, compressed once, held in memory.
import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { own } from '../../core/kernel/own.js';
import { bestEncoding } from './cached-responses.js';

export const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

export type Asset = ReturnType<typeof toAsset>;

export function toAsset(name: string, bytes: Buffer) {
  const extension = extname(name);
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  const isText = ['.css', '.js', '.svg'].includes(extension);
  return {
    hash,
    url: `/assets/${name.slice(0, -extension.length)}.${hash}${extension}`,
    type: own(TYPES, extension) ?? 'application/octet-stream',
    bytes,
    /** It is sent compressed. */
    isText,
    /** Compressed on first request: at the start it would delay everything. */
    compressed: new Map<'br' | 'gzip', Promise<Buffer>>(),
  };
}

export async function sendAsset(req: Request, res: Response, asset: Asset, caching: string): Promise<void> {
  const encoding = asset.isText ? bestEncoding(req) : null;
  res.set('Cache-Control', caching);
  res.set('Content-Type', asset.type);
  res.set('ETag', `"${asset.hash}${encoding ? `-${encoding}` : ''}"`);
  if (asset.isText) res.vary('Accept-Encoding');
  if (encoding !== null) res.set('Content-Encoding', encoding);
  res.send(encoding === null ? asset.bytes : await compress(asset, encoding));
}

function compress({ bytes, compressed }: Asset, encoding: 'br' | 'gzip'): Promise<Buffer> {
  const known =
    compressed.get(encoding) ?? (encoding === 'br' ? toBrotli(bytes) : toGzip(bytes, { level: 9 }));
  compressed.set(encoding, known);
  return known;
}

const toGzip = promisify(gzip) as (bytes: Buffer, options: object) => Promise<Buffer>;
const toBrotli = (bytes: Buffer): Promise<Buffer> =>
  promisify<Buffer, object, Buffer>(brotliCompress)(bytes, {
    params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });

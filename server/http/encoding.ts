import type { Request } from 'express';

/** The best encoding a client accepts: brotli, else gzip, else null. Browsers list gzip first. */
export function bestEncoding(req: Request<unknown>): 'br' | 'gzip' | null {
  if (req.headers['accept-encoding'] === undefined) return null;
  if (req.acceptsEncodings('br')) return 'br';
  return req.acceptsEncodings('gzip') ? 'gzip' : null;
}

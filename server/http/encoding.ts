import type { Request } from 'express';

/** The smallest encoding a client takes: brotli, else gzip, else none (null). Browsers list gzip first. */
export function bestEncoding(req: Request<unknown>): 'br' | 'gzip' | null {
  if (req.acceptsEncodings('br')) return 'br';
  return req.acceptsEncodings('gzip') ? 'gzip' : null;
}

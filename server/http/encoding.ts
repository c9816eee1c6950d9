import type { Request } from 'express';
import { Negotiated } from './negotiated.js';

const known = new Negotiated<'br' | 'gzip' | null>();

/** The best encoding a client accepts: brotli, else gzip, else null. Browsers list gzip first. */
export function bestEncoding(req: Request<unknown>): 'br' | 'gzip' | null {
  const header = req.headers['accept-encoding'];
  if (header === undefined) return null;
  return known.of(String(header), () => {
    if (req.acceptsEncodings('br')) return 'br';
    return req.acceptsEncodings('gzip') ? 'gzip' : null;
  });
}

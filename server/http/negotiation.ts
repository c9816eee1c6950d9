// Content negotiation.
import type { IncomingMessage } from 'node:http';
import accepts from 'accepts';

/** The best encoding a client accepts: brotli, else gzip, else null. Browsers list gzip first. */
export function bestEncoding(req: IncomingMessage): 'br' | 'gzip' | null {
  if (req.headers['accept-encoding'] === undefined) return null;
  const accepted = accepts(req);
  if (accepted.encodings('br')) return 'br';
  return accepted.encodings('gzip') ? 'gzip' : null;
}

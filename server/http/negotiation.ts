// Content negotiation. Its results are cached: most clients send one of a few headers.
import type { IncomingMessage } from 'node:http';
import accepts from 'accepts';

/** Maximum cached headers; when it is reached, the cache is cleared. */
const MAX_ENTRIES = 1000;
/** Characters; longer headers are not cached. */
const MAX_LENGTH = 200;

export class Negotiated<T> {
  readonly #known = new Map<string, T>();

  /** @param negotiate parses the header */
  of(header: string, negotiate: () => T): T {
    const known = this.#known.get(header);
    if (known !== undefined) return known;
    const result = negotiate();
    if (this.#known.size >= MAX_ENTRIES) this.#known.clear();
    if (header.length <= MAX_LENGTH) this.#known.set(header, result);
    return result;
  }
}

const encodings = new Negotiated<'br' | 'gzip' | null>();

/** The best encoding a client accepts: brotli, else gzip, else null. Browsers list gzip first. */
export function bestEncoding(req: IncomingMessage): 'br' | 'gzip' | null {
  const header = req.headers['accept-encoding'];
  if (header === undefined) return null;
  return encodings.of(String(header), () => {
    const accepted = accepts(req);
    if (accepted.encodings('br')) return 'br';
    return accepted.encodings('gzip') ? 'gzip' : null;
  });
}

// Caches the results of content negotiation: most clients send one of a few headers.

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

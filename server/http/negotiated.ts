// What was made of a header that says what a client prefers: most clients send one of a few.

/** Headers that are remembered; then all are forgotten. */
const MAX_ENTRIES = 1000;
/** Characters; longer ones are read each time. */
const MAX_LENGTH = 200;

export class Negotiated<T> {
  readonly #known = new Map<string, T>();

  /** @param negotiate reads the header */
  of(header: string, negotiate: () => T): T {
    const known = this.#known.get(header);
    if (known !== undefined) return known;
    const result = negotiate();
    if (this.#known.size >= MAX_ENTRIES) this.#known.clear();
    if (header.length <= MAX_LENGTH) this.#known.set(header, result);
    return result;
  }
}

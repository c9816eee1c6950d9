/**
 * Most results a function remembers; hostile texts have unlimited different words. Common English has half as many.
 */
const MAX_KNOWN = 10_000;
/** Longer words rarely occur twice. */
const MAX_LENGTH = 24;

/** A function like `make` that remembers its results, and forgets all of them when they are too many. */
export function remembering<K extends string | number, V>(make: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    if (typeof key === 'string' && key.length > MAX_LENGTH) return make(key);
    const found = known.get(key);
    if (found !== undefined) return found;
    if (known.size >= MAX_KNOWN) known.clear();
    const made = make(key);
    known.set(key, made);
    return made;
  };
}

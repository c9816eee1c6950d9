/** Maximum entries of a cache: twice the words of common English. Without it, hostile texts would fill the memory. */
const MAX_KNOWN = 10_000;
const MAX_LENGTH = 24;

/** Caches the results of `make`; empties the cache when it is full. */
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

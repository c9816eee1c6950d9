/** Results remembered by one function: texts are hostile. English has half as many words that are not rare. */
const MAX_KNOWN = 10_000;
/** Longer words rarely occur twice. */
const MAX_LENGTH = 24;

/** The function, which remembers its results. */
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

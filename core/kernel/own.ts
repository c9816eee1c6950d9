// Safe lookup of strangers' words: plain objects inherit `constructor` and others, so a stranger's word must never be
// a key of one (C3). test/architecture-keys.test.ts finds lookups that use neither this, a Map nor a literal name.

/** The member that an object has itself under this name; undefined where there is none, and for inherited ones. */
export function own<T extends object>(
  object: T | null | undefined,
  name: string,
): T[Extract<keyof T, string>] | undefined {
  return object && Object.hasOwn(object, name) ? object[name as Extract<keyof T, string>] : undefined;
}

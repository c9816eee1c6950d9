// Safe lookup of untrusted words: every plain object inherits `constructor` and others (C3).
// test/architecture-keys.test.ts finds lookups that use neither this, a Map nor a literal name.

/** The object's own member of this name; undefined if missing or inherited. */
export function own<T extends object>(
  object: T | null | undefined,
  name: string,
): T[Extract<keyof T, string>] | undefined {
  return object && Object.hasOwn(object, name) ? object[name as Extract<keyof T, string>] : undefined;
}

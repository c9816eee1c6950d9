// Looking up words of strangers: every object inherits `constructor` and the like, so their words are no keys of plain
// objects (C3). test/architecture-keys.test.ts finds a lookup that does not go through here, a Map or a literal name.

/** The member that an object has itself under this name; undefined where there is none, and for inherited ones. */
export function own<T extends object>(
  object: T | null | undefined,
  name: string,
): T[Extract<keyof T, string>] | undefined {
  return object && Object.hasOwn(object, name) ? object[name as Extract<keyof T, string>] : undefined;
}

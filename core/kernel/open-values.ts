// Sets of values that an operator can change while the service runs, such as the categories. A schema names the set in
// `x-values`; `check` asks for its values each time, and documents show those of the moment.

export interface OpenValues {
  /** Those that can be chosen. */
  values(): readonly string[];
  /** The value that a text names: itself, or its replacement. */
  resolve(text: string): string | undefined;
}

const sets = new Map<string, OpenValues>();

export function defineOpenValues(name: string, set: OpenValues): void {
  sets.set(name, set);
}

/** @throws Error when nothing has defined the set */
export function openValues(name: string): OpenValues {
  const set = sets.get(name);
  if (!set) throw new Error(`The values of ${name} are not defined.`);
  return set;
}

/** The JSON Schema with the present values as `enum`, for documents. */
export function withPresentValues<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(withPresentValues) as T;
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, part]) =>
    key === 'x-values' ? ['enum', [...openValues(String(part)).values()]] : [key, withPresentValues(part)],
  );
  return Object.fromEntries(entries) as T;
}

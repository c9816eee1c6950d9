export type JsonObject = Record<string, unknown>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Maximum depth of a document: deeper recursion, as in messages between processes, could exhaust the stack. */
export const DEEPEST = 100;

export const isDeep = (value: unknown, left = DEEPEST): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (left === 0 || Object.values(value).some((part) => isDeep(part, left - 1)));

/** @throws SyntaxError, also for a document that is nested too deeply */
export function jsonOf(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (isDeep(value)) throw new SyntaxError('It is nested too deeply');
  return value;
}

/** undefined if it is not JSON, or nested too deeply. */
export function parseJson(text: string): unknown {
  try {
    return jsonOf(text);
  } catch {
    return undefined;
  }
}

/** The text of a value or list. An object has none: `String` throws at one with a member `toString`. */
export const textIn = (value: unknown): string =>
  Array.isArray(value) ? value.map(textIn).join(',') : isObject(value) ? '' : String(value ?? '');

/** Replaces what no database stores in a text: NUL, and half a surrogate pair. */
export const storable = <T>(value: T): T =>
  JSON.parse(
    JSON.stringify(value).replace(/\\(?:u(0000|d[89a-f][\da-f]{2})|.)/g, (found, code) =>
      code ? '\\ufffd' : found,
    ),
  );

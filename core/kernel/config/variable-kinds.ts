// The kinds of variables the table is made of (variables.ts).
import type { Reader } from './reader.js';

export interface Variable<Key extends string, T> {
  /** Its key in `Config`. */
  readonly key: Key;
  /** Parses the value; reports an invalid one to the reader. */
  readonly read: (reader: Reader, name: string) => T;
  /** The default, in Markdown. */
  readonly fallback: string;
  /** In Markdown. */
  readonly meaning: string;
  /** Hidden in reports. */
  readonly isSecret?: boolean;
}

export function variable<const Key extends string, T>(key: Key, spec: Omit<Variable<Key, T>, 'key'>) {
  return { key, ...spec };
}

type Described = { fallback: string; meaning: string };

export const flag = <const Key extends string>(key: Key, fallback: boolean, meaning: string) =>
  variable(key, {
    read: (read, name) => read.flag(name, fallback),
    fallback: fallback ? '`on`' : '`off`',
    meaning,
  });

export const integer = <const Key extends string>(
  key: Key,
  { fallback, min, max, meaning }: { fallback: number; min: number; max: number; meaning: string },
) =>
  variable(key, {
    read: (read, name) => read.integer(name, fallback, min, max),
    fallback: `\`${fallback}\``,
    meaning,
  });

export const limit = <const Key extends string>(key: Key, fallback: number, meaning: string) =>
  integer(key, { fallback, min: 0, max: 1_000_000, meaning });

export const text = <const Key extends string>(key: Key, described: Described) =>
  variable(key, { read: (read, name) => read.text(name), ...described });

export const url = <const Key extends string>(key: Key, protocols: readonly string[], described: Described) =>
  variable(key, { read: (read, name) => read.url(name, protocols), ...described });

// The kinds of variables the table is made of (variables.ts).
import type { Reader } from './reader.js';

export interface Variable<T> {
  /** Parses the value; reports an invalid one to the reader. */
  readonly read: (reader: Reader, name: string) => T;
  /** The default, in Markdown. */
  readonly fallback: string;
  /** In Markdown. */
  readonly meaning: string;
  /** Hidden in reports. */
  readonly isSecret?: boolean;
}

const code = (value: unknown) => `\`${value}\``;

export const own = <T>(read: Variable<T>['read'], fallback: string, meaning: string): Variable<T> => ({
  read,
  fallback,
  meaning,
});

export const secret = <T>(variable: Variable<T>): Variable<T> => ({ ...variable, isSecret: true });

export const flag = (usual: boolean, meaning: string) =>
  own((read, name) => read.flag(name, usual), code(usual ? 'on' : 'off'), meaning);

export const integer = (usual: number, [min, max]: readonly [number, number], meaning: string) =>
  own((read, name) => read.integer(name, usual, min, max), code(usual), meaning);

export const limit = (usual: number, meaning: string) => integer(usual, [0, 1_000_000], meaning);

export const choice = <const T extends string>(choices: readonly T[], usual: NoInfer<T>, meaning: string) =>
  own((read, name) => read.choice(name, choices, usual), code(usual), meaning);

export const text = (usual: string, meaning: string) =>
  own((read, name) => read.text(name) ?? usual, code(usual), meaning);

export const optionalText = (meaning: string) => own((read, name) => read.text(name), 'unset', meaning);

export const url = (protocols: readonly string[], fallback: string, meaning: string) =>
  own((read, name) => read.url(name, protocols), fallback, meaning);

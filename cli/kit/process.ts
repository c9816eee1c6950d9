// What a command has of its process: streams and variables, or those that a caller in the same process passes, and the
// exit codes (C13, docs/cli.md). Only one command runs at a time: its configuration and its database belong to the
// process, too.
import type { Readable, Writable } from 'node:stream';
import type { Environment } from '../../core/kernel/config/reader.js';

export type Input = Readable & { readonly isTTY?: boolean };
export type Output = Writable & {
  readonly isTTY?: boolean;
  readonly columns?: number;
  hasColors?(): boolean;
};

export interface Surroundings {
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  /** All variables that configure the command; undefined: the process's environment, with defaults from `.env`. */
  readonly environment?: Environment;
  /** The job worker's browser lookup, for `doctor`: doors do not import each other. */
  readonly findBrowser?: () => Promise<{ executablePath: string; source: string } | null>;
}

export let io: Surroundings = process;

export function runIn(surroundings: Surroundings): void {
  io = surroundings;
}

export const EXIT = {
  done: 0,
  /** Refused, stopped before anything changed, or every item failed. */
  refused: 1,
  /** Wrong usage, or a question without a terminal; nothing changed. */
  usage: 2,
  /** The configuration is wrong or the database cannot be used. */
  unavailable: 3,
  /** Some items succeeded and some did not. */
  partly: 4,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The command line itself is invalid; nothing was changed. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The user answered no, or pressed Ctrl-C before anything was changed. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

export function exitCodeOf({ done, failed }: { done: number; failed: number }): ExitCode {
  if (failed === 0) return EXIT.done;
  return done === 0 ? EXIT.refused : EXIT.partly;
}

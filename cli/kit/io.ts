// The environment of a command: the process's own streams and variables, or those that a caller in the same process
// passes. Only one command runs at a time: its configuration and its database belong to the process, too.
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

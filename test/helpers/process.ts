// Our programs as real processes.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, rmdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Environment } from './environment.js';

/** The checkout; this file runs from dist/test/helpers. */
export const ROOT = dirname(fileURLToPath(new URL('../../../package.json', import.meta.url)));

export interface Program {
  readonly child: ChildProcess;
  /** All output so far, stdout and stderr together. */
  readonly output: string;
  /** Waits for the exit: the code, or the name of the signal. */
  end(): Promise<number | string>;
  kill(signal: NodeJS.Signals): Promise<number | string>;
  /** Waits until the output matches. */
  says(pattern: RegExp): Promise<RegExpMatchArray>;
}

const running = new Set<ChildProcess>();

/** Without the optimising compilers: a test's program ends before they would pay off. */
export const NODE_OPTIONS = ['--no-turbofan', '--no-maglev'];

/** On a fresh machine with a database elsewhere nobody has made the folder. */
function leaveUnmade({ DATABASE_URL, DATA_DIR }: Environment): void {
  if (!DATABASE_URL || !DATA_DIR || !existsSync(DATA_DIR) || readdirSync(DATA_DIR).length > 0) return;
  rmdirSync(DATA_DIR);
}

/** Runs a Node script, as `runProgram` does. */
export function runNode(args: string[], environment: Environment = {}): Program {
  return runProgram(process.execPath, [...NODE_OPTIONS, ...args], environment);
}

/**
 * Runs a program with nothing of this shell's environment but PATH and HOME; `endPrograms` kills it if it is still
 * running.
 */
export function runProgram(command: string, args: string[], environment: Environment = {}): Program {
  const { PATH, HOME } = process.env;
  leaveUnmade(environment);
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { PATH, HOME, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const ended = once(child, 'close').then(([code, signal]) => {
    running.delete(child);
    return (signal ?? code) as number | string;
  });
  return {
    child,
    get output() {
      return output;
    },
    end: () => ended,
    kill: (signal) => {
      child.kill(signal);
      return ended;
    },
    says: async (pattern) => {
      for (;;) {
        const match = pattern.exec(output);
        if (match) return match;
        if (child.exitCode !== null || child.signalCode !== null) {
          throw new Error(`ended without saying ${pattern}:\n${output}`);
        }
        await sleep(20);
      }
    },
  };
}

/** For `afterEach`: kills what a failed test left running. */
export async function endPrograms(): Promise<void> {
  await Promise.all(
    [...running].map((child) => {
      child.kill('SIGKILL');
      return once(child, 'close');
    }),
  );
}

// directory-admin as a child process, the way a shell runs it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { config } from '../../core/kernel/config.js';
import type { TestDatabase } from './database.js';
import type { Environment } from './environment.js';

export const ADMIN = fileURLToPath(new URL('../../bin/directory-admin.js', import.meta.url));

export interface Ended {
  code: number | string;
  stdout: string;
  stderr: string;
  /** stdout as one JSON document. */
  json<T = Record<string, unknown>>(): T;
}

/** The environment of a command that works on the test's database. */
export function adminEnvironment(database: TestDatabase, environment: Environment = {}): Environment {
  return {
    PATH: process.env.PATH ?? '',
    DATABASE_URL: database.url,
    DATA_DIR: config.dataDir,
    SCREENSHOTS: 'off',
    ...environment,
  };
}

/** Runs a command in a pipe. @param options.input what is piped in; nothing otherwise */
export async function runAdmin(
  args: readonly string[],
  options: { env: Environment; input?: string },
): Promise<Ended> {
  const child = spawn(process.execPath, [ADMIN, ...args], { env: options.env, cwd: options.env.DATA_DIR });
  child.stdin.on('error', () => undefined).end(options.input ?? '');
  const [stdout, stderr, [code, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code: signal ?? code, stdout, stderr, json: () => JSON.parse(stdout) };
}

/** `runAdmin` bound to the database of a test file. */
export function adminOf(database: TestDatabase, environment: Environment = {}) {
  return (args: string, input?: string) =>
    runAdmin(splitWords(args), { env: adminEnvironment(database, environment), input });
}

/** Words as a shell splits them, double quotes included. */
function splitWords(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}

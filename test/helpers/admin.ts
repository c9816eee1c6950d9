// directory-admin: within this process, with streams of its own, or as a child process where that is the point.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Model } from 'objection';
import { runAdmin as runCommand } from '../../cli/program.js';
import { config } from '../../core/kernel/config.js';
import { findBrowser } from '../../server/jobs/browser-lookup.js';
import { packedBrowser } from './capture.js';
import type { TestDatabase } from './database.js';
import { type Environment, keepConfig } from './environment.js';
import { NODE_OPTIONS } from './process.js';

export const ADMIN = fileURLToPath(new URL('../../bin/directory-admin.js', import.meta.url));

export interface Ended {
  code: number | string;
  stdout: string;
  stderr: string;
  /** stdout as one JSON document. */
  json<T = Record<string, unknown>>(): T;
}

interface Surroundings {
  env: Environment;
  /** Standard input; empty by default. */
  input?: string;
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

class Collector extends Writable {
  readonly chunks: Buffer[] = [];

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.chunks.push(chunk);
    done();
  }

  get text(): string {
    return Buffer.concat(this.chunks).toString('utf8');
  }
}

/**
 * Runs a command within this process: with its own configuration and connections, as in any other process, and
 * afterwards restores those of the test.
 */
export async function runAdmin(args: readonly string[], { env, input = '' }: Surroundings): Promise<Ended> {
  const [stdout, stderr] = [new Collector(), new Collector()];
  const stdin = Readable.from(input === '' ? [] : [Buffer.from(input)], { objectMode: false });
  const knex = Model.knex();
  const command = () =>
    runCommand(args, {
      stdin,
      stdout,
      stderr,
      environment: env,
      findBrowser: () => findBrowser(packedBrowser),
    });
  const code = await keepConfig(command).finally(() => Model.knex(knex));
  return { code, stdout: stdout.text, stderr: stderr.text, json: () => JSON.parse(stdout.text) };
}

/** Runs a command in a process of its own, in a pipe, as a shell does. */
export async function spawnAdmin(
  args: readonly string[],
  { env, input = '', cwd = env.DATA_DIR }: Surroundings & { cwd?: string },
): Promise<Ended> {
  const child = spawn(process.execPath, [...NODE_OPTIONS, ADMIN, ...args], { env, cwd });
  child.stdin.on('error', () => undefined).end(input);
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
export function splitWords(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}

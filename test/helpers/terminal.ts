// Commands in a real pseudo-terminal, created by `script` of util-linux, which Debian and most Linux systems have.
import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { type Environment, makeTempDir } from './environment.js';
import { NODE_OPTIONS } from './process.js';

export const ENTER = '\r';
export const CTRL_C = '\u0003';
const COLUMNS = 100;

export function hasTerminal(): boolean {
  const { stdout } = spawnSync('script', ['--version'], { encoding: 'utf8' });
  return stdout?.includes('util-linux') ?? false;
}

const quote = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;

/** The output of a terminal, and its input. */
class Screen {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly closed: Promise<number>;
  shown = '';

  /** With 24 lines and `columns` columns, for one program. */
  constructor(words: readonly string[], env: Environment, columns: number) {
    const command = `stty cols ${columns} rows 24; exec ${words.map(quote).join(' ')}`;
    this.#child = spawn('script', ['-qefc', command, '/dev/null'], {
      env: { TERM: 'xterm-256color', SHELL: '/bin/sh', ...env },
      cwd: env.DATA_DIR,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      this.shown += chunk;
    });
    this.closed = once(this.#child, 'close').then(([code]) => code as number);
  }

  get isOver(): boolean {
    return this.#child.exitCode !== null;
  }

  type(keys: string): void {
    this.#child.stdin.write(keys);
  }
}

/** A command on a terminal. */
export class TerminalRun {
  readonly #screen: Screen;
  /** Where its output starts, and what is printed when it has ended; null: the program ends. */
  readonly #mark: string | null;
  #seen = 0;

  constructor(screen: Screen, mark: string | null = null) {
    this.#screen = screen;
    this.#mark = mark;
  }

  /** All output so far, including colours. */
  get raw(): string {
    const { shown } = this.#screen;
    return this.#mark === null ? shown : (shown.split(this.#mark)[0] ?? '');
  }

  /** The same as text. */
  get text(): string {
    return stripVTControlCharacters(this.raw);
  }

  type(keys: string): void {
    this.#screen.type(keys);
  }

  /** Waits until the text matches, from where the last match ended. */
  async shows(pattern: RegExp): Promise<void> {
    for (;;) {
      const isOver = this.#code !== null || this.#screen.isOver;
      const match = pattern.exec(this.text.slice(this.#seen));
      if (match) {
        this.#seen += match.index + match[0].length;
        return;
      }
      if (isOver) throw new Error(`ended without showing ${pattern}:\n${this.text}`);
      await sleep(20);
    }
  }

  /** Waits for the exit code. */
  async end(): Promise<number> {
    if (this.#mark === null) return this.#screen.closed;
    for (;;) {
      const { isOver } = this.#screen;
      if (this.#code !== null) return this.#code;
      if (isOver) throw new Error(`The shell ended:\n${this.text}`);
      await sleep(20);
    }
  }

  /** The text after the mark, up to a BEL. */
  get #code(): number | null {
    const behind = this.#mark === null ? undefined : this.#screen.shown.split(this.#mark)[1];
    return behind?.endsWith(BEL) ? Number.parseInt(behind, 10) : null;
  }
}

/** Runs a program on a terminal of its own. */
export function runOnTerminal(
  words: readonly string[],
  { env, columns = COLUMNS }: { env: Environment; columns?: number },
): TerminalRun {
  return new TerminalRun(new Screen(words, env, columns));
}

/** The commands for test/helpers/terminal-shell.ts: a line of JSON each. */
export interface ShellCommand {
  readonly args: readonly string[];
  readonly env: Environment;
  readonly columns: number;
  /** Printed at the end, followed by the exit code and a BEL. */
  readonly mark: string;
}

const BEL = '\u0007';

export interface Terminal {
  /** Runs a command of directory-admin, once the previous one has ended. */
  run(args: readonly string[], options: { env: Environment; columns?: number }): TerminalRun;
  close(): Promise<void>;
}

/** A terminal on which one process runs one command of directory-admin after the other. */
export async function openTerminal(): Promise<Terminal> {
  const home = makeTempDir();
  const address = join(home, 'commands');
  const server = createServer().listen(address);
  await once(server, 'listening');
  const shell = fileURLToPath(new URL('terminal-shell.js', import.meta.url));
  const env = { PATH: process.env.PATH ?? '', DATA_DIR: home };
  const screen = new Screen([process.execPath, ...NODE_OPTIONS, shell, address], env, COLUMNS);
  const ended = screen.closed.then(() => {
    throw new Error(`The shell does not start:\n${screen.shown}`);
  });
  const [commands] = (await Promise.race([once(server, 'connection'), ended])) as [Socket];
  let count = 0;
  return {
    run(args, { env, columns = COLUMNS }) {
      // An operating system command that no terminal knows: it displays nothing.
      const mark = `\u001b]ended ${++count} `;
      screen.shown = '';
      commands.write(`${JSON.stringify({ args, env, columns, mark } satisfies ShellCommand)}\n`);
      return new TerminalRun(screen, mark);
    },
    async close() {
      ended.catch(() => undefined);
      commands.end();
      await screen.closed;
      server.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

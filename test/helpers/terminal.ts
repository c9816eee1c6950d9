// Commands in a real pseudo-terminal, made by `script` of util-linux: what Debian and most Linux systems have.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import type { Environment } from './environment.js';

export interface TerminalRun {
  /** Everything shown so far, as it came, colours and all. */
  readonly raw: string;
  /** The same as text. */
  readonly text: string;
  type(keys: string): void;
  /** Waits until the text matches, from where the last match ended. */
  shows(pattern: RegExp): Promise<void>;
  /** Waits for the exit code. */
  end(): Promise<number>;
}

export const ENTER = '\r';
export const CTRL_C = '\u0003';

export function hasTerminal(): boolean {
  const { stdout } = spawnSync('script', ['--version'], { encoding: 'utf8' });
  return stdout?.includes('util-linux') ?? false;
}

const quote = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;

/** Runs a program on a terminal of 24 lines and `columns` columns. */
export function runOnTerminal(
  words: readonly string[],
  options: { env: Environment; columns?: number },
): TerminalRun {
  const command = `stty cols ${options.columns ?? 100} rows 24; exec ${words.map(quote).join(' ')}`;
  const child = spawn('script', ['-qefc', command, '/dev/null'], {
    env: { TERM: 'xterm-256color', SHELL: '/bin/sh', ...options.env },
    cwd: options.env.DATA_DIR,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let raw = '';
  let seen = 0;
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    raw += chunk;
  });
  const ended = once(child, 'close').then(([code]) => code as number);
  const text = () => stripVTControlCharacters(raw);
  return {
    get raw() {
      return raw;
    },
    get text() {
      return text();
    },
    type: (keys) => child.stdin.write(keys),
    shows: async (pattern) => {
      for (;;) {
        const match = pattern.exec(text().slice(seen));
        if (match) {
          seen += match.index + match[0].length;
          return;
        }
        if (child.exitCode !== null) throw new Error(`ended without showing ${pattern}:\n${text()}`);
        await sleep(20);
      }
    },
    end: () => ended,
  };
}

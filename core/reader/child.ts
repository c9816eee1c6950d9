// The reader process, which parses untrusted input with limits of memory and CPU time, and is killed if late.
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../kernel/package.js';
import type { EncodeOutcome, EncodeTask } from './picture.js';

export interface Surroundings {
  readonly allowPrivate: boolean;
  readonly nameServers: readonly string[] | null;
  readonly agent: string;
}

/** Starts a task, or cancels it because nobody waits for the result. */
export type Question =
  | {
      readonly id: number;
      readonly name: string;
      readonly input: unknown;
      readonly surroundings: Surroundings;
    }
  | { readonly cancelled: number };

/** `failure`: a bug in our code. */
export type Answer = { readonly id: number } & ({ readonly result: unknown } | { readonly failure: string });

/** A separate script, even if this file is bundled. */
const PROGRAM = join(PACKAGE_ROOT, 'dist/core/reader/main.js');
const MOST_HEAP_MB = 128;
const MOST_MEMORY_KB = 512 * 1024;
/** A shell sets the system's limit and a lower priority, then runs the program in its place. */
const LIMITED = `ulimit -d ${MOST_MEMORY_KB} 2>/dev/null; exec nice -n 5 "$0" "$@"`;
/** Extra milliseconds for the start of the process, and for a busy machine. */
const GRACE = 10_000;

/** The process ended before answering: killed, out of memory, or by a fault. */
export class ReaderEnded extends Error {}

/** The answer took too long, so the process was killed. */
export class ReaderLate extends Error {}

interface Task {
  readonly name: string;
  readonly time: number;
  readonly surroundings: Surroundings;
  readonly signal?: AbortSignal;
}

export class ReaderProcess {
  private readonly child: ChildProcess;
  private readonly asked = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  private count = 0;
  isOver = false;

  /** @param environment variables of the process; it inherits none */
  constructor(environment: Readonly<Record<string, string>> = {}) {
    const command = [process.execPath, `--max-old-space-size=${MOST_HEAP_MB}`, PROGRAM];
    this.child = spawn('/bin/sh', ['-c', LIMITED, ...command], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
      env: environment,
    });
    this.child.on('message', (answer: Answer) => {
      const asked = this.asked.get(answer.id);
      if ('failure' in answer) asked?.reject(new Error(`The reader failed: ${answer.failure}`));
      else asked?.resolve(answer.result);
    });
    this.child.on('error', () => this.end());
    this.child.on('exit', () => this.end());
    this.release();
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  get size(): number {
    return this.asked.size;
  }

  /** @throws ReaderEnded, ReaderLate; the reason of `signal`; Error for a bug in our code */
  async ask({ name, time, surroundings, signal }: Task, input: unknown): Promise<unknown> {
    signal?.throwIfAborted();
    const id = this.count++;
    let timer: NodeJS.Timeout | undefined;
    const cancel = () => {
      this.asked.get(id)?.reject(signal?.reason as Error);
      this.tell({ cancelled: id });
    };
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      return await new Promise((resolve, reject) => {
        this.asked.set(id, { resolve, reject });
        if (this.isOver) throw new ReaderEnded();
        timer = setTimeout(() => {
          reject(new ReaderLate());
          this.end();
        }, time + GRACE);
        this.child.ref();
        this.child.channel?.ref();
        this.tell({ id, name, input, surroundings });
      });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
      this.asked.delete(id);
      if (this.size === 0) this.release();
    }
  }

  /** Kills the process; pending questions reject with ReaderEnded. */
  end(): void {
    if (!this.isOver) this.child.kill('SIGKILL');
    this.isOver = true;
    for (const { reject } of this.asked.values()) reject(new ReaderEnded());
  }

  private tell(message: Question): void {
    this.child.send(message, (error) => error && this.end());
  }

  /** An idle process must not keep its parent alive. */
  private release(): void {
    this.child.unref();
    this.child.channel?.unref();
  }
}

/** Runs one task in a separate process. @throws as `ask` */
export function askAlone(task: Task, input: unknown, environment?: Readonly<Record<string, string>>) {
  const own = new ReaderProcess(environment);
  return own.ask(task, input).finally(() => own.end());
}

/** Encodes a picture in a separate process: a decompression bomb costs one picture and at most 10 s. */
export async function encodeAlone(picture: EncodeTask): Promise<EncodeOutcome> {
  const surroundings = { allowPrivate: false, nameServers: null, agent: '' };
  try {
    return (await askAlone({ name: 'encode', time: 0, surroundings }, picture)) as EncodeOutcome;
  } catch (error) {
    if (error instanceof ReaderEnded || error instanceof ReaderLate) return 'unreadable';
    throw error;
  }
}

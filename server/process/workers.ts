// Several web processes on one port (WORKERS). The primary starts them, replaces those that die or hang, and restarts
// them one by one on SIGHUP. It serves no requests.
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Config, ConfigError, configure, readEnvironment } from '../../core/kernel/config.js';
import { configureLog, log } from '../../core/kernel/log.js';
import { PACKAGE_ROOT } from '../../core/kernel/package.js';
import { startEmbeddedPostgres } from '../../db/embedded.js';

export interface Parts {
  readonly web: boolean;
  readonly jobs: boolean;
}

/** Also true for a single process. */
export const isFirstWorker = () => (cluster.worker?.id ?? 1) === 1;

/** The script each worker runs; under `npm start` this process runs another one. */
const PROGRAM = join(PACKAGE_ROOT, 'dist/bin/directory-server.js');
const EXIT_FAILED = 1;
/** The signal that stops a worker whose successor already answers. */
export const REPLACED = 'SIGHUP';
const RESTART_DELAY_MS = 1_000;
/** npm forwards a terminal's Ctrl-C a second time. */
const SAME_SIGNAL_MS = 1_000;
/** Milliseconds between a worker's signs of life, and after the last one until it is replaced. */
const BEAT_MS = 1_000;
const STILL_MS = 10_000;

/** Runs in a worker: tells the primary process that the event loop turns. */
export function beat(): void {
  setInterval(() => process.connected && process.send?.({ beats: true }), BEAT_MS).unref();
}

/** Runs in the primary: kills a worker whose event loop hangs after its first beat. */
function watchBeat(worker: Worker): void {
  let last = Number.POSITIVE_INFINITY;
  let looked = performance.now();
  worker.on('message', ({ beats }: { beats?: true }) => {
    if (beats) last = performance.now();
  });
  const timer = setInterval(() => {
    const now = performance.now();
    // If this process itself was late, beats are still waiting to be read.
    if (now - looked > 2 * BEAT_MS) last = Math.max(last, now);
    looked = now;
    if (now - last < STILL_MS) return;
    log.error({ pid: worker.process.pid }, 'a worker does not respond; it is ended');
    worker.process.kill('SIGKILL');
  }, BEAT_MS);
  worker.once('exit', () => clearInterval(timer));
}

/**
 * The first signal requests a stop, a later one forces it.
 * @returns `take` for signals that do not always request a stop, and whether one was requested
 */
export function onStopSignals(
  signals: readonly NodeJS.Signals[],
  stop: (signal: NodeJS.Signals) => void,
  force: () => void,
) {
  // Measured by the monotonic clock: with the wall clock set back, a second signal would look like a repeat.
  let firstAt: number | null = null;
  const take = (signal: NodeJS.Signals) => {
    const now = performance.now();
    if (firstAt === null) {
      firstAt = now;
      stop(signal);
    } else if (now - firstAt > SAME_SIGNAL_MS) force();
  };
  for (const signal of signals) process.on(signal, take);
  return { take, wasTaken: () => firstAt !== null };
}

/** Runs as many workers as WORKERS says until a signal stops them, and exits. @returns false for a single process, and
 * in a worker */
export async function runWorkers(parts: Parts): Promise<boolean> {
  if (!cluster.isPrimary) return false;
  const config = readSettings();
  if (!config || !parts.web || config.workers === 1) return false;
  configureLog(config);
  const embedded =
    config.databaseUrl === null
      ? await startEmbeddedPostgres({ dataDir: config.dataDir, log: (message) => log.info(message) })
      : null;
  const workers = new Workers(config.workers, parts);
  const exit = async (code: number) => {
    await workers.stop();
    await embedded?.stop();
    log.info('all workers stopped');
    process.exit(code);
  };
  const signals = onStopSignals(
    ['SIGTERM', 'SIGINT'],
    (signal) => {
      log.info(`${signal}: stopping ${config.workers} workers; once more forces it`);
      void exit(0);
    },
    () => workers.kill(),
  );
  // SIGHUP from a terminal means that the terminal was closed.
  process.on('SIGHUP', (signal) => (process.stdin.isTTY ? signals.take(signal) : void workers.restart()));
  const code = await workers.start();
  if (code !== 0 && !signals.wasTaken()) await exit(code);
  if (config.metricsPort !== null && !signals.wasTaken()) {
    const { addUpWorkers, openMetricsPort } = await import('./metrics-port.js');
    await openMetricsPort(config.metricsPort, {
      metrics: addUpWorkers(),
      readiness: async () => ({ isReady: workers.isRunning }),
    }).catch(async (error: Error) => {
      log.fatal(`the metrics cannot be served: ${error.message}`);
      await exit(EXIT_FAILED);
    });
  }
  return true;
}

function readSettings(): Config | null {
  try {
    return configure(readEnvironment());
  } catch (error) {
    // `runServer` reads the configuration again, and reports the error.
    if (error instanceof ConfigError) return null;
    throw error;
  }
}

class Workers {
  /** The first worker also runs jobs: captures need a browser, and one browser is enough. */
  readonly #workers: Worker[] = [];
  /** Workers that already got a stop signal: a second signal would end them at once. */
  readonly #ending = new WeakSet<Worker>();
  #isStopping = false;
  #restart: Promise<void> | null = null;

  constructor(
    private readonly count: number,
    private readonly parts: Parts,
  ) {}

  get isRunning(): boolean {
    return this.#workers.some((worker) => worker.isConnected());
  }

  /** Starts the first worker alone, so that it migrates and reports once. @returns 0, or the exit code of the first */
  async start(): Promise<number> {
    const starting: Promise<boolean>[] = [];
    for (let n = 0; n < this.count && !this.#isStopping; n += 1) {
      const worker = this.#fork(n);
      const listening = isListening(worker);
      this.#workers[n] = worker;
      if (n === 0 && !(await listening)) return worker.process.exitCode ?? EXIT_FAILED;
      this.#keep(n, worker);
      starting.push(listening);
    }
    const answering = (await Promise.all(starting)).filter(Boolean).length;
    if (!this.#isStopping) log.info(`${answering} workers answer`);
    return 0;
  }

  /** Restarts the workers one by one, each only once its successor answers. */
  restart(): Promise<void> {
    this.#restart ??= this.#restartAll().finally(() => {
      this.#restart = null;
    });
    return this.#restart;
  }

  async #restartAll(): Promise<void> {
    log.info('restarting the workers');
    for (const n of this.#workers.keys()) {
      if (this.#isStopping) return;
      const next = this.#fork(n);
      if (!(await isListening(next))) {
        log.error('a new worker did not start; the others stay as they are');
        return;
      }
      const [old = next] = this.#workers.splice(n, 1, next);
      this.#keep(n, next);
      await this.#end(old, REPLACED);
    }
    log.info('all workers restarted');
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(
      Object.values(cluster.workers ?? {}).map((worker) => worker && this.#end(worker, 'SIGTERM')),
    );
  }

  kill(): void {
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGKILL');
    process.exit(EXIT_FAILED);
  }

  async #end(worker: Worker, signal: NodeJS.Signals): Promise<void> {
    if (worker.isDead()) return;
    const ended = once(worker, 'exit');
    if (!this.#ending.has(worker)) worker.process.kill(signal);
    this.#ending.add(worker);
    await ended;
  }

  #fork(n: number): Worker {
    const args = ['--worker', ...(this.parts.jobs && n === 0 ? [] : ['--web-only'])];
    cluster.setupPrimary({ exec: PROGRAM, args });
    const worker = cluster.fork();
    watchBeat(worker);
    return worker;
  }

  #keep(n: number, worker: Worker): void {
    worker.once('exit', async (code, signal) => {
      if (this.#isStopping || this.#workers[n] !== worker) return;
      log.error({ code, signal }, 'a worker died; another takes its place');
      await sleep(RESTART_DELAY_MS);
      if (this.#isStopping || this.#workers[n] !== worker) return;
      const next = this.#fork(n);
      this.#workers[n] = next;
      this.#keep(n, next);
    });
  }
}

function isListening(worker: Worker): Promise<boolean> {
  return Promise.race([
    once(worker, 'listening').then(() => true),
    once(worker, 'exit').then(() => false),
  ]).catch(() => false);
}

// The life of a server process: configuration, listening, database, migrations, application; and the same
// backwards. docs/running.md tells it to operators.
import { setTimeout as sleep } from 'node:timers/promises';
import { adoptPort, ConfigError, config, configure } from '../core/config.js';
import { configureLog, log } from '../core/log.js';
import { DatabaseError } from '../db/connection.js';
import { migrateDatabase } from '../db/migrate.js';
import { type Database, openDatabase } from '../db/open.js';
import { createApp } from './app.js';
import { type Listener, listen } from './listener.js';

/** What a process does: by default both. */
export interface Parts {
  readonly web: boolean;
  readonly jobs: boolean;
}

export interface RunningServer {
  /** Where people reach it. */
  readonly url: string;
  readonly port: number;
  /** Finishes what is under way and leaves nothing behind. Safe to call more than once. */
  close(): Promise<void>;
}

/** Exit codes, the same as directory-admin's where they overlap. */
const EXIT_FAILED = 1;
const EXIT_CONFIGURATION = 3;

/** Seconds a request may take to finish once the server is told to stop. */
const DRAIN_LIMIT = 10;
/** Seconds to wait for a database that is configured and not there yet. */
const DATABASE_PATIENCE = 60;

/**
 * Starts the service with the current configuration (call `configure` and `configureLog` before).
 * @throws Error of Node when the port cannot be had; DatabaseError; the reason of `signal` when it is aborted
 */
export async function startServer(parts: Parts, signal?: AbortSignal): Promise<RunningServer> {
  /** How each started thing is stopped, in the order of stopping; jobs go in front of the listener. */
  const stops: (() => Promise<void>)[] = [];
  const close = async () => {
    for (let stop = stops.shift(); stop; stop = stops.shift()) {
      await stop().catch((error: unknown) => log.error({ err: error }, 'stopping failed'));
    }
  };
  try {
    const listener = parts.web ? await openListener() : null;
    if (listener) stops.push(() => listener.drain(DRAIN_LIMIT));
    const database = await openWithPatience(signal);
    stops.push(() => database.close());
    signal?.throwIfAborted();
    const migrations = await migrateDatabase(database.knex);
    if (migrations.length > 0) log.info({ migrations }, 'database migrated');
    signal?.throwIfAborted();
    listener?.serve(createApp());
    log.info(`${config.serviceName} is at ${config.publicUrl}`);
    return { url: config.publicUrl, port: listener?.port ?? config.port, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openListener(): Promise<Listener> {
  const listener = await listen(config.host, config.port);
  adoptPort(listener.port);
  return listener;
}

/** A configured database may start beside us (containers); the embedded one is ours to start. */
async function openWithPatience(signal?: AbortSignal): Promise<Database> {
  for (let waited = 0; ; waited++) {
    try {
      return await openDatabase({
        databaseUrl: config.databaseUrl,
        dataDir: config.dataDir,
        log: (message) => log.info(message),
      });
    } catch (error) {
      const canWait = error instanceof DatabaseError && error.isTemporary && waited < DATABASE_PATIENCE;
      if (!canWait) throw error;
      if (waited === 0) log.warn(`${error.message}; trying again every second`);
      await sleep(1000, undefined, { signal });
    }
  }
}

/** Runs the service as this process: with its exit codes, its signals and its last words. */
export async function runServer(parts: Parts): Promise<void> {
  try {
    configure();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exitCode = EXIT_CONFIGURATION;
    return;
  }
  configureLog(config);

  const stopping = new AbortController();
  const starting = startServer(parts, stopping.signal);
  const stop = async (exitCode: number) => {
    stopping.abort();
    const server = await starting.catch(() => null);
    await server?.close();
    process.exit(exitCode);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping.signal.aborted) process.exit(EXIT_FAILED);
      log.info(`${signal}: finishing requests and stopping (once more forces it)`);
      void stop(0);
    });
  }
  process.on('unhandledRejection', (reason) => {
    log.error({ err: reason }, 'unhandled rejection');
  });
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception');
    if (stopping.signal.aborted) process.exit(EXIT_FAILED);
    void stop(EXIT_FAILED);
  });

  try {
    await starting;
  } catch (error) {
    if (stopping.signal.aborted) return;
    log.fatal(explain(error));
    process.exit(error instanceof DatabaseError ? EXIT_CONFIGURATION : EXIT_FAILED);
  }
}

function explain(error: unknown): string {
  const { code, message, stack } = error as NodeJS.ErrnoException;
  const place = `${config.host}:${config.port}`;
  if (code === 'EADDRINUSE')
    return `${place} is in use: stop what listens there, or set PORT (0 takes a free one).`;
  if (code === 'EACCES') return `${place} may not be listened on: choose a PORT above 1023.`;
  if (code === 'EADDRNOTAVAIL') return `${place} is no address of this machine: set HOST.`;
  return error instanceof DatabaseError ? message : (stack ?? message);
}

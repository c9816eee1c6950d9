// The life cycle of a server process, as docs/running.md describes it for operators.
import cluster from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { issueSetupLink, SETUP_MINUTES } from '../../core/accounts/sign-up.js';
import { finishBackground, inBackground, storeTallies } from '../../core/kernel/background.js';
import { describeUnknown } from '../../core/kernel/config/report.js';
import { adoptPort, ConfigError, config, configure, unknownVariables } from '../../core/kernel/config.js';
import { areaLog, configureLog, log } from '../../core/kernel/log.js';
import { checkQueue, closeQueue, openQueue } from '../../core/kernel/queue.js';
import { hasInstancePolicy, policyInForce } from '../../core/policy/screening.js';
import { warmSearch } from '../../core/search/understanding.js';
import { addReadinessCheck } from '../../core/service/readiness.js';
import { currentSettings, refreshSettings } from '../../core/settings/current.js';
import { catalogues } from '../../core/settings/texts.js';
import { type Database, DatabaseError, openDatabase } from '../../db/connection.js';
import { migrateDatabase } from '../../db/migrate.js';
import { watchPublicContent } from '../../db/public-content.js';
import { type Listener, listen, localUrl } from '../http/listener.js';
import { startTracing } from './tracing.js';
import { isFirstWorker, onStopSignals, type Parts, REPLACED } from './workers.js';

const DRAIN_TIMEOUT_S = 10;
/** Seconds in which clients may still use a connection to a replaced worker, so that no request is lost. */
const LEAVE_PATIENCE_S = 2;

/**
 * Starts the service with the current configuration (call `configure` and `configureLog` before).
 * @returns its `port`, null if it serves no requests, and functions to stop: `leavePort` leaves it to other processes,
 *   but answers what clients still send on open connections
 * @throws Error of Node when the port is not available; DatabaseError; the reason of `signal` when it is aborted
 */
export async function startServer(parts: Parts, circumstances: Circumstances = {}) {
  const { signal } = circumstances;
  /** Functions that stop what was started, in this order. */
  const stops: (() => Promise<void>)[] = [];
  const close = async () => {
    for (let stop = stops.shift(); stop; stop = stops.shift())
      await stop().catch((error: unknown) => log.error({ err: error }, 'stopping failed'));
  };
  try {
    let listener = null as Listener | null;
    /** Functions that are called concurrently: requests finish while jobs are released. */
    const front: (() => Promise<void>)[] = [];
    const openPort = async () => {
      const opened = await listen(config.host, config.port);
      adoptPort(opened.port);
      front.push(() => opened.drain(DRAIN_TIMEOUT_S));
      listener = opened;
      return opened;
    };
    // Processes that may share a load balancer open the port later: an open port must mean that the process can serve.
    if (parts.web && config.databaseUrl === null && cluster.isPrimary) await openPort();
    stops.push(async () => {
      await Promise.all(front.map((stop) => stop()));
      await finishBackground();
      await storeTallies();
    });
    const loading = parts.web ? import('../app.js') : null;
    // If startup is interrupted, nobody awaits `loading`.
    loading?.catch(() => undefined);
    const database = await openWithPatience(circumstances);
    stops.push(() => database.close());
    stops.push(await startTracing());
    signal?.throwIfAborted();
    const migrations = await migrateDatabase(database.knex, { log: (message) => log.info(message) });
    if (migrations.length > 0) log.info({ migrations }, 'database migrated');
    await refreshSettings();
    signal?.throwIfAborted();
    if (parts.web) {
      const watch = watchPublicContent(database.url, (reason) =>
        log.warn(
          { reason },
          'change notifications are unavailable; responses are not cached until they return',
        ),
      );
      front.push(() => watch.close());
    }
    const leavePort = async () => listener?.drain(DRAIN_TIMEOUT_S, LEAVE_PATIENCE_S);
    const ownUrl = () => (listener ? localUrl(config.host, listener.port) : config.publicUrl);
    addReadinessCheck('queue', checkQueue);
    const app = await loading;
    if (config.metricsPort !== null) {
      const { startMetrics } = await import('./metrics.js');
      stops.unshift(await startMetrics(config.metricsPort));
    }
    signal?.throwIfAborted();
    if (app) {
      const { serve } = listener ?? (await openPort());
      serve(app.createApp());
      inBackground(warmSearch, 'the first search was not prepared');
    }
    database.failFast();
    // Every process can add jobs to the queue.
    if (parts.jobs) front.push(await (await import('../jobs/worker.js')).startWorker(database.url, ownUrl));
    else {
      await openQueue(database.url);
      front.push(closeQueue);
    }
    // Compiles the policy once the port is open, so that the first submission does not wait for it.
    if (app) inBackground(async () => policyInForce(), 'the content policy was not prepared');
    signal?.throwIfAborted();
    const port = listener?.port ?? null;
    if (port === null) log.info('works on jobs, and answers no requests');
    else {
      log.info(`${currentSettings().name} is at ${config.publicUrl} (listening on ${config.host}:${port})`);
      const setup = isFirstWorker() ? await issueSetupLink() : null;
      if (setup) announceSetup(setup);
    }
    return { url: config.publicUrl, port, leavePort, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const databaseLog = areaLog('database');
const DATABASE_TIMEOUT_S = 60;

interface Circumstances {
  /** Aborting it undoes a start in progress. */
  readonly signal?: AbortSignal;
  readonly onLost?: (error: Error) => void;
}

/** @throws DatabaseError; the reason of `signal` when it is aborted */
async function openWithPatience({ signal, onLost }: Circumstances): Promise<Database> {
  const { databaseUrl, databaseDirectUrl, dataDir } = config;
  for (let waited = 0; ; waited++) {
    try {
      return await openDatabase({
        databaseUrl,
        databaseDirectUrl,
        dataDir,
        onLost,
        breaker: {
          onAway: (reason) =>
            databaseLog.error({ reason }, 'the database is away: what needs it is refused until it answers'),
          onBack: (seconds) =>
            databaseLog.warn({ after_s: Math.round(seconds) }, 'recovered: the database answers'),
        },
        replicas: {
          urls: config.databaseReplicaUrls,
          eventsOf: (url) => {
            const replica = new URL(url).host;
            return {
              onAway: (reason) => databaseLog.warn({ replica, reason }, 'a replica is away'),
              onBack: (seconds) =>
                databaseLog.warn({ replica, after_s: Math.round(seconds) }, 'a replica is back'),
            };
          },
        },
        log: (message) => databaseLog.info(message),
      });
    } catch (error) {
      const canWait = error instanceof DatabaseError && error.isTemporary && waited < DATABASE_TIMEOUT_S;
      if (!canWait) throw error;
      if (waited === 0) databaseLog.warn(`${error.message}; trying again every second`);
      await sleep(1000, undefined, { signal });
    }
  }
}

/** Prints the link for a person on its own line, beside the log, whatever the log's level and format. */
function announceSetup({ href }: URL): void {
  const message = `There is no admin yet. Open this link within ${SETUP_MINUTES} minutes to become the first`;
  if (!process.stdout.isTTY) log.warn(`${message}: ${href}`);
  process.stderr.write(`\n  ${message}:\n\n  ${href}\n\n`);
}

const EXIT_FAILED = 1;
const EXIT_UNUSABLE = 3;
/** Seconds for the whole shutdown; an embedded database left running is adopted by the next start. */
const STOP_LIMIT = 40;

export async function runServer(parts: Parts): Promise<void> {
  try {
    configureLog(configure());
    for (const unknown of unknownVariables) log.warn(describeUnknown(unknown));
    for (const problem of catalogues().problems) log.warn(problem);
    // An invalid policy.json stops the start like an invalid variable.
    if (hasInstancePolicy()) policyInForce();
  } catch (error) {
    console.error(error instanceof ConfigError ? error.message : explain(error));
    // A worker's channel to the primary process would keep it running.
    process.exit(EXIT_UNUSABLE);
  }

  const abort = new AbortController();
  let exiting: Promise<never> | undefined;
  const exit = (code: number, isReplaced = false): Promise<never> => {
    abort.abort();
    setTimeout(() => process.exit(EXIT_FAILED), STOP_LIMIT * 1000).unref();
    exiting ??= starting
      .then(async (server) => {
        if (isReplaced) await server.leavePort();
        await server.close();
      })
      .catch(() => undefined)
      .then(() => {
        log.info('stopped');
        process.exit(code);
      });
    return exiting;
  };
  const fail = (error: unknown, message: string): void => {
    log.fatal({ err: error }, message);
    if (exiting) process.exit(EXIT_FAILED);
    void exit(EXIT_FAILED);
  };

  onStopSignals(
    ['SIGTERM', 'SIGINT', 'SIGHUP'],
    (signal) => {
      log.info(`${signal}: finishing requests, then stopping; once more forces it`);
      void exit(0, cluster.isWorker && signal === REPLACED);
    },
    () => process.exit(EXIT_FAILED),
  );
  process.on('uncaughtException', (error) => fail(error, 'uncaught exception'));
  // Node prints warnings on several lines; a log has one line for each.
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => log.warn({ warning: name }, message));
  process.on('unhandledRejection', (reason) => log.error({ err: reason }, 'unhandled rejection'));

  const starting = startServer(parts, {
    signal: abort.signal,
    onLost: (error) => fail(error, 'the database is gone'),
  });
  starting.catch((error: unknown) => {
    if (exiting) return;
    log.fatal(explain(error));
    process.exit(error instanceof DatabaseError ? EXIT_UNUSABLE : EXIT_FAILED);
  });
}

type ListenError = NodeJS.ErrnoException & { hostname?: string; address?: string; port?: number };

function explain(error: unknown): string {
  const { code, message, path, stack, hostname, address = hostname, port } = error as ListenError;
  if (error instanceof DatabaseError) return message;
  if (path) return `${message}: give this account the right to it, or set another DATA_DIR.`;
  const place = `${address}:${port}`;
  const isMetrics = hostname ? hostname === config.metricsHost : port === config.metricsPort;
  const [HOST, PORT] = isMetrics ? ['METRICS_HOST', 'METRICS_PORT'] : ['HOST', 'PORT'];
  if (code === 'EADDRINUSE')
    return `${place} is in use: stop what listens there, or set ${PORT} (0 takes a free one).`;
  if (code === 'EACCES') return `${place} may not be listened on: set a ${PORT} above 1023.`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `${address} is no host name known here: set ${HOST}.`;
  if (code === 'EADDRNOTAVAIL') return `${place} is no address of this machine: set ${HOST}.`;
  return stack ?? message;
}

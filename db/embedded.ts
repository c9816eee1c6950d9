// The embedded PostgreSQL of a data directory, shared by its processes: the first starts it, the last stops it. Each has
// a session (its keeper) with a shared advisory lock, which ends with the process even if it is killed.
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findBinaries } from './embedded/binaries.js';
import { type Cluster, clusterHome, DATABASE, OWNER, openCluster, SUPERUSER } from './embedded/cluster.js';
import { clusterAccount } from './embedded/folders.js';
import * as postmaster from './embedded/postmaster.js';

export type EmbeddedPostgres = Awaited<ReturnType<typeof startEmbeddedPostgres>>;

/** The advisory lock that every user of the cluster holds shared, in the database postgres. */
const USERS_LOCK = 0x6c697374;
const PREPARE_LOCK = USERS_LOCK + 1;
/** The application name of a keeper session, followed by the id of its process. */
const KEEPER = 'listing-directory keeper ';
const START_LIMIT = 6;
/** Delay in milliseconds, multiplied by the failures: the memory of a killed server is free only after its end. */
const START_DELAY_MS = 250;
/** Maximum checks, 100 ms apart, of a server that another process starts or stops, or that recovers from a crash. */
const WAIT_LIMIT = 3000;
/** Maximum checks, 50 ms apart, whether the sessions of processes that have ended are gone. */
const GONE_LIMIT = 100;

/**
 * Creates, starts or joins the PostgreSQL of a data directory. If it ends while in use, it is restarted on its port.
 * @param options `onLost` is called if that fails; `isThrowaway`, for tests: nothing has to survive a crash of the machine
 * @throws Error with a message for an operator
 */
export async function startEmbeddedPostgres({
  log = () => undefined,
  onLost = () => undefined,
  isThrowaway = false,
  ...options
}: {
  readonly dataDir: string;
  readonly log?: (message: string) => void;
  readonly onLost?: (error: Error) => void;
  readonly isThrowaway?: boolean;
}) {
  const dataDir = resolve(options.dataDir);
  const account = await clusterAccount(join(clusterHome(dataDir), 'cluster'));
  const binaries = await findBinaries(dataDir, account);
  const cluster = await openCluster(dataDir, binaries, isThrowaway);

  let session = await joinCluster(cluster, log);
  let stopping: Promise<void> | undefined;
  let recovery = Promise.resolve();
  const recoverAtEnd = () => {
    session.keeper.once('end', () => {
      if (stopping) return;
      log('The embedded PostgreSQL has ended; starting it again.');
      recovery = joinCluster(cluster, log, session.port).then((joined) => {
        session = joined;
        recoverAtEnd();
      });
      recovery.catch(onLost);
    });
  };
  recoverAtEnd();

  return {
    /** The URL with the service's own role, which owns its database and is not a superuser. */
    url: `postgresql://${OWNER}:${cluster.password}@127.0.0.1:${session.port}/${DATABASE}`,
    /** Stops using the database; the last user stops the server. Close every pool first. */
    stop: () => {
      stopping ??= recovery.then(() => leaveCluster(cluster, session.keeper, log)).catch(() => undefined);
      return stopping;
    },
  };
}

async function joinCluster(cluster: Cluster, log: (message: string) => void, port?: number) {
  for (let failures = 0, waits = 0; failures < START_LIMIT && waits < WAIT_LIMIT; ) {
    const running = await postmaster.findPostmaster(cluster.data);
    if (running === null) {
      log('Starting the embedded PostgreSQL.');
      // If another program took the port, or another process started the server first, the next round succeeds.
      if (!(await postmaster.startPostmaster(cluster, port))) {
        failures++;
        await sleep(START_DELAY_MS * failures);
      }
    } else {
      const keeper = running.isReady ? await openKeeper(cluster, running) : null;
      if (keeper) return { keeper, port: running.port };
      waits++;
      await sleep(100);
    }
  }
  throw new Error(
    `The embedded PostgreSQL in ${cluster.home} does not start. The end of its log:\n${await postmaster.readLogEnd(cluster)}`,
  );
}

/** Opens the session that counts this process as a user; null when the server is about to stop. */
async function openKeeper(cluster: Cluster, running: postmaster.Postmaster): Promise<pg.Client | null> {
  const keeper = new pg.Client({
    host: '127.0.0.1',
    port: running.port,
    user: SUPERUSER,
    password: cluster.password,
    database: 'postgres',
    application_name: `${KEEPER}${process.pid}`,
    keepAlive: true,
  });
  keeper.on('error', () => undefined);
  try {
    await keeper.connect();
    // Replaces a server of another installation, whose programs and libraries may be gone by now.
    const isForeign = !running.commandLine.startsWith(`${cluster.binaries.postgres} `);
    if (isForeign && (await becomeOnlyUser(keeper))) {
      await postmaster.stopPostmaster(cluster.data);
    } else if (await takeLock(keeper, 'shared')) {
      await prepareDatabase(keeper, cluster.password);
      return keeper;
    }
  } catch (error) {
    await keeper.end().catch(() => undefined);
    // Transient: no connection, class 57P0x (stopping, crashed, starting), and too_many_connections.
    if (error instanceof pg.DatabaseError && !/^57P0|^53300/.test(error.code ?? '')) throw error;
    return null;
  }
  await keeper.end().catch(() => undefined);
  return null;
}

async function takeLock(keeper: pg.Client, kind: 'shared' | 'exclusive'): Promise<boolean> {
  const call = kind === 'shared' ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock';
  const { rows } = await keeper.query<{ locked: boolean }>(`select ${call}($1) as locked`, [USERS_LOCK]);
  return rows[0]?.locked ?? false;
}

/** Takes the exclusive lock if no other process has a share; waits for the sessions of killed ones to end. */
async function becomeOnlyUser(keeper: pg.Client): Promise<boolean> {
  for (let looks = 0; looks < GONE_LIMIT; looks++) {
    if (await takeLock(keeper, 'exclusive')) return true;
    const { rows: users } = await keeper.query<{ pid: number }>(
      `select substr(application_name, $1)::int as pid
      from pg_stat_activity join pg_locks using (pid)
      where locktype = 'advisory' and objid = $2 and pid <> pg_backend_pid() and starts_with(application_name, $3)`,
      [KEEPER.length + 1, USERS_LOCK, KEEPER],
    );
    if (users.some(({ pid }) => postmaster.readCommandLine(pid) !== '')) return false;
    await sleep(50);
  }
  return false;
}

/** Creates the role and the database of the service, unless another process has done so. */
async function prepareDatabase(keeper: pg.Client, password: string): Promise<void> {
  await keeper.query('select pg_advisory_lock($1)', [PREPARE_LOCK]);
  const { rowCount: roles } = await keeper.query('select from pg_roles where rolname = $1', [OWNER]);
  if (roles === 0)
    await keeper.query(`create role ${OWNER} login createdb password ${keeper.escapeLiteral(password)}`);
  const { rowCount: databases } = await keeper.query('select from pg_database where datname = $1', [
    DATABASE,
  ]);
  if (databases === 0) await keeper.query(`create database ${DATABASE} owner ${OWNER}`);
  await keeper.query('select pg_advisory_unlock($1)', [PREPARE_LOCK]);
}

/** Gives up our share of the lock; the process that then gets the exclusive lock is the last, and stops the server. */
async function leaveCluster(cluster: Cluster, keeper: pg.Client, log: (message: string) => void) {
  try {
    await keeper.query('select pg_advisory_unlock_shared($1)', [USERS_LOCK]);
    if ((await becomeOnlyUser(keeper)) && !(await postmaster.stopPostmaster(cluster.data)))
      log('The embedded PostgreSQL is still writing; it ends by itself.');
  } finally {
    await keeper.end().catch(() => undefined);
  }
}

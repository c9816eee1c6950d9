// The job store: Agenda's tables in PostgreSQL, or MongoDB if MONGODB_URL is set.
import type { AgendaBackend } from 'agenda';
import pg from 'pg';
import { underLock } from '../../../db/advisory-lock.js';
import { socketsTo } from '../../../db/breaker.js';

type Complain = (error: unknown) => void;

/** The advisory lock for creating the tables: 'jobs' in ASCII. */
const TABLES_LOCK = 0x6a6f6273;
const QUERY_LIMIT = 15_000;

/** @param complain called with errors while the store is open */
export async function openPostgresJobs(databaseUrl: string, complain: Complain) {
  const { PostgresBackend, PostgresNotificationChannel } = await import('@agendajs/postgres-backend');
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'listing-directory jobs',
    keepAlive: true,
    max: 4,
    connectionTimeoutMillis: 10_000,
    query_timeout: QUERY_LIMIT,
    stream: socketsTo(databaseUrl),
  });
  pool.on('error', complain);
  // The pool handles errors only of idle connections.
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    const ensureSchema = await mayCreate(pool);
    const inner = new PostgresBackend({ pool, disableNotifications: true, ensureSchema });
    await underLock(databaseUrl, TABLES_LOCK, { what: 'the tables of the queue' }, async () => {
      await inner.connect();
      if (!ensureSchema) return;
      // `enqueue` finds jobs by their data.
      await pool.query(
        'create index if not exists agenda_jobs_data on agenda_jobs using gin (data jsonb_path_ops)',
      );
    });
    const channel = new PostgresNotificationChannel({
      pool,
      channelName: 'listing_directory_jobs',
      // The channel restarts its backoff on each attempt, so this first delay always applies.
      reconnect: { enabled: true, initialDelayMs: 2_000 },
    });
    channel.on('error', complain);
    return { backend: connected(inner, complain), channel, close: () => pool.end() };
  } catch (error) {
    await pool.end();
    throw error;
  }
}

/** Whether this role may create the tables; if not, `directory-admin db migrate` must have created them. */
async function mayCreate(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ allowed: boolean }>(
    `select has_schema_privilege(current_schema(), 'create') as allowed`,
  );
  return rows[0]?.allowed ?? true;
}

export async function openMongoJobs(url: string, complain: Complain) {
  const [{ MongoBackend }, { InMemoryNotificationChannel }] = await Promise.all([
    import('@agendajs/mongo-backend'),
    import('agenda'),
  ]);
  const inner = new MongoBackend({
    address: url,
    collection: 'agenda_jobs',
    options: { serverSelectionTimeoutMS: 5_000, socketTimeoutMS: QUERY_LIMIT },
  });
  await inner.connect();
  // Jobs added by this process start at once; those of other processes at the next poll.
  const channel = new InMemoryNotificationChannel();
  channel.on('error', complain);
  return { backend: connected(inner, complain), channel, close: () => inner.disconnect() };
}

/** Works around Agenda: it connects in its constructor, leaves a failure unhandled, and does not await unlocking. */
function connected(inner: AgendaBackend, complain: Complain): AgendaBackend {
  const { repository } = inner;
  const unlock = repository.unlockJob.bind(repository);
  repository.unlockJob = (job) => unlock(job).catch(complain);
  return {
    name: inner.name,
    repository,
    ownsConnection: false,
    connect: async () => undefined,
    disconnect: async () => undefined,
  };
}

// Checks that recurring jobs run, in whichever process. Uses a monotonic clock and the job store's record of
// their last run, so that a clock set back or a frozen database does not stop it.

interface Options {
  /** Changes with each run of a job; throws if the job store does not answer. */
  readonly lastRun: (name: string) => Promise<string | null>;
  /** Called with overdue jobs, and again while they stay overdue. */
  readonly onOverdue: (names: readonly string[]) => Promise<void>;
  readonly interval?: number;
}

export type QueueWatch = ReturnType<typeof watchRecurring>;

const LOOK_INTERVAL = 10_000;
const MISSED_RUNS = 3;

/** @param jobs with their intervals in seconds */
export function watchRecurring(
  jobs: readonly { readonly name: string; readonly every: number }[],
  { lastRun, onOverdue, interval = LOOK_INTERVAL }: Options,
) {
  const watched = jobs.map(({ name, every }) => ({
    name,
    patience: every * 1000 * MISSED_RUNS + interval,
    run: null as string | null,
    seenAt: performance.now(),
    toldAt: Number.NEGATIVE_INFINITY,
  }));
  const findOverdue = () => watched.filter(({ seenAt, patience }) => performance.now() - seenAt > patience);
  let look: Promise<void> | null = null;

  const lookOnce = async () => {
    for (const job of watched) {
      const run = await lastRun(job.name);
      if (run !== job.run) Object.assign(job, { run, seenAt: performance.now() });
    }
    const now = performance.now();
    const overdue = findOverdue();
    if (overdue.every(({ toldAt, patience }) => now - toldAt < patience)) return;
    for (const job of overdue) job.toldAt = now;
    await onOverdue(overdue.map(({ name }) => name));
  };
  const timer = setInterval(() => {
    // Ignore errors: the next check retries, and users of the store report its outage.
    look ??= lookOnce()
      .catch(() => undefined)
      .finally(() => {
        look = null;
      });
  }, interval);
  timer.unref();
  return {
    overdue: () => findOverdue().map(({ name }) => name),
    close: async () => {
      clearInterval(timer);
      await look;
    },
  };
}

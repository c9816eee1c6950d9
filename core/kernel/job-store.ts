// Where jobs are kept: Agenda's tables in PostgreSQL, or MongoDB where MONGODB_URL is set.
import type { AgendaBackend, NotificationChannel } from 'agenda';
import pg from 'pg';

export interface JobStore {
  readonly backend: AgendaBackend;
  readonly channel: NotificationChannel;
  close(): Promise<void>;
}

type Complain = (error: unknown) => void;

/** 'jobs' in ASCII: the advisory lock under which processes create the tables. */
const TABLES_LOCK = 0x6a6f6273;

/** @param complain is called with errors while the store is open */
export async function openPostgresJobs(databaseUrl: string, complain: Complain): Promise<JobStore> {
  const { PostgresBackend, PostgresNotificationChannel } = await import('@agendajs/postgres-backend');
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'listing-directory jobs',
    keepAlive: true,
    max: 4,
  });
  pool.on('error', complain);
  try {
    const inner = new PostgresBackend({ pool, disableNotifications: true });
    // A session lock: inner.connect() runs on another connection and would wait for a transaction's lock.
    const holder = await pool.connect();
    try {
      await holder.query('select pg_advisory_lock($1)', [TABLES_LOCK]);
      await inner.connect();
      // `enqueue` finds jobs by their data.
      await pool.query(
        'create index if not exists agenda_jobs_data on agenda_jobs using gin (data jsonb_path_ops)',
      );
    } finally {
      // Closes the session, which releases the lock.
      holder.release(true);
    }
    const channel = new PostgresNotificationChannel({
      pool,
      channelName: 'listing_directory_jobs',
      // It restarts its backoff on each attempt, so the first delay is used throughout.
      reconnect: { enabled: true, initialDelayMs: 2_000 },
    });
    channel.on('error', complain);
    return { backend: connected(inner, complain), channel, close: () => pool.end() };
  } catch (error) {
    await pool.end();
    throw error;
  }
}

/** @param complain is called with errors while the store is open */
export async function openMongoJobs(url: string, complain: Complain): Promise<JobStore> {
  const [{ MongoBackend }, { InMemoryNotificationChannel }] = await Promise.all([
    import('@agendajs/mongo-backend'),
    import('agenda'),
  ]);
  const inner = new MongoBackend({
    address: url,
    collection: 'agenda_jobs',
    options: { serverSelectionTimeoutMS: 5_000 },
  });
  await inner.connect();
  // Jobs added by this process start at once; those of others at the next poll.
  const channel = new InMemoryNotificationChannel();
  channel.on('error', complain);
  return { backend: connected(inner, complain), channel, close: () => inner.disconnect() };
}

/**
 * Wraps a backend that is already connected: Agenda connects in its constructor, leaves a failure unhandled, and
 * does not await the release of locks.
 */
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

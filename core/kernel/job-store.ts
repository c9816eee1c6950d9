// Where jobs are kept: Agenda's tables in PostgreSQL, or MongoDB where MONGODB_URL is set.
import type { AgendaBackend, NotificationChannel } from 'agenda';
import pg from 'pg';

export interface JobStore {
  readonly backend: AgendaBackend;
  readonly channel: NotificationChannel;
  close(): Promise<void>;
}

type Complain = (error: unknown) => void;

/** 'jobs' in ASCII: processes that start together make the tables one after the other. */
const TABLES_LOCK = 0x6a6f6273;

/** @param complain gets what goes wrong while the store is open */
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
      // `enqueue` looks for jobs by their data.
      await pool.query(
        'create index if not exists agenda_jobs_data on agenda_jobs using gin (data jsonb_path_ops)',
      );
    } finally {
      // Ends the session, and with it the lock.
      holder.release(true);
    }
    const channel = new PostgresNotificationChannel({
      pool,
      channelName: 'listing_directory_jobs',
      // It starts counting anew with each try, so the first delay is the one it keeps.
      reconnect: { enabled: true, initialDelayMs: 2_000 },
    });
    channel.on('error', complain);
    return { backend: connected(inner, complain), channel, close: () => pool.end() };
  } catch (error) {
    await pool.end();
    throw error;
  }
}

/** @param complain gets what goes wrong while the store is open */
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
  // Orders of this process start at once; those of others when the clock ticks.
  const channel = new InMemoryNotificationChannel();
  channel.on('error', complain);
  return { backend: connected(inner, complain), channel, close: () => inner.disconnect() };
}

/**
 * A backend that is connected already: Agenda connects by itself in its constructor and lets a failure go
 * unhandled, and it frees locks without waiting for the answer.
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

// The queue: Agenda, with its jobs in PostgreSQL, or in MongoDB if MONGODB_URL is set. A job may be lost: our
// own rows hold the state, and a periodic sweep queues rows without a job again (C8).
import { hostname } from 'node:os';
import type { Agenda, Job, JobState, NotificationChannel } from 'agenda';
import pLimit from 'p-limit';
import { endWith, runWork } from '../../db/work.js';
import { finishBackground } from './background.js';
import { config } from './config.js';
import {
  type Cause,
  causeOfJob,
  type JobDefinition,
  type JobName,
  type Jobs,
  type RunningJob,
  workOfJob,
} from './jobs.js';
import { whileRenewing } from './leases.js';
import { areaLog } from './log.js';
import { own } from './own.js';
import { openMongoJobs, openPostgresJobs, type QueueWatch, watchRecurring } from './queue/job-store.js';

const log = areaLog('jobs');

const LOCK_LIFETIME = 30_000;
const RENEWAL = 10;
/** Interval between polls for due jobs. New jobs are announced and start at once. */
const POLL = '2 seconds';
/** Milliseconds a stopping worker gets to release its jobs. */
const STOP_TIMEOUT = 8_000;

interface Open {
  readonly agenda: Agenda;
  readonly stopping: AbortController;
  close(): Promise<void>;
}

let open: Open | null = null;
let openLater: (() => Promise<Open>) | null = null;
let watch: QueueWatch | null = null;

/** Opens this process's queue, to run the defined jobs and to add jobs. @throws if the job store is down */
export async function openQueue(databaseUrl: string, definitions: readonly JobDefinition<JobName>[] = []) {
  if (open !== null) throw new Error('The queue is open already.');
  open = await startAgenda(databaseUrl, definitions);
  const recurring = definitions.flatMap(({ name, every, isOff }) =>
    every && !isOff ? [{ name, every }] : [],
  );
  if (recurring.length === 0) return;
  watch = watchRecurring(recurring, {
    lastRun: async (name) => {
      const { jobs } = await openAgenda().queryJobs({ name });
      return jobs[0]?.lastFinishedAt?.toISOString() ?? null;
    },
    // Agenda can lose count of running jobs, and a clock set back leaves next runs far in the future.
    onOverdue: async (names) => {
      log.error({ jobs: names }, 'recurring jobs do not run; restarting the queue');
      const stuck = open;
      if (stuck === null) return;
      await stopAgenda(stuck);
      open = await startAgenda(databaseUrl, definitions, names);
    },
  });
}

/** Opens the queue when a job is first added or looked for: most commands have none. */
export function openQueueWhenUsed(databaseUrl: string): void {
  let opening: Promise<Open> | undefined;
  openLater = async () => {
    opening ??= startAgenda(databaseUrl, []);
    open = await opening;
    return open;
  };
}

const opened = async (): Promise<Open | null> => open ?? (await openLater?.()) ?? null;

/** @param renewed recurring jobs to run at once */
async function startAgenda(
  databaseUrl: string,
  definitions: readonly JobDefinition<JobName>[],
  renewed: readonly string[] = [],
): Promise<Open> {
  const store =
    config.mongodbUrl === null
      ? await openPostgresJobs(databaseUrl, complain)
      : await openMongoJobs(config.mongodbUrl, complain);
  const { Agenda: AgendaQueue } = await import('agenda');
  const agenda = new AgendaQueue({
    backend: store.backend,
    notificationChannel: store.channel,
    name: `${hostname()}-${process.pid}`,
    processEvery: POLL,
    defaultLockLifetime: LOCK_LIFETIME,
  });
  // Agenda emits errors as events, even after stop(); without a listener they would end the process.
  agenda.on('error', complain);
  const stopping = new AbortController();
  for (const definition of definitions) define(agenda, store.channel, stopping.signal, definition);
  const started = { agenda, stopping, close: store.close };
  try {
    if (renewed.length > 0) await agenda.cancel({ names: [...renewed] });
    await agenda.start();
    for (const { name, every, isOff } of definitions) {
      if (isOff) await agenda.cancel({ name });
      else if (every) await agenda.every(every * 1000, name, {});
    }
    return started;
  } catch (error) {
    await stopAgenda(started);
    throw error;
  }
}

/** Aborts running jobs, gives them a moment, and releases the rest for other workers. */
export async function closeQueue(): Promise<void> {
  // Jobs that follow a commit may still be on their way into the queue.
  await finishBackground();
  await watch?.close();
  watch = null;
  const closing = open;
  open = openLater = null;
  if (closing !== null) await stopAgenda(closing);
}

async function stopAgenda({ agenda, stopping, close }: Open): Promise<void> {
  stopping.abort(new Error('The worker stops.'));
  await agenda.drain({ timeout: STOP_TIMEOUT, closeConnection: false }).catch(complain);
  await close().catch(complain);
}

function openAgenda(): Agenda {
  if (open === null) throw new Error('The queue is not open.');
  return open.agenda;
}

/** Adds a job unless the same job waits. If it runs, adds it, as the run may have read outdated rows. Never throws: the
 * sweep finds lost jobs. @param place run before jobs that were queued later @returns false if not queued,
 * for instance because MAX_WAITING is reached */
export async function enqueue<N extends JobName>(
  name: N,
  data: Jobs[N],
  cause: Cause = causeOfJob(),
  place = new Date(),
): Promise<boolean> {
  return adding(() => add(name, data, cause, place));
}

/** Maximum jobs added at a time: an import of a thousand rows needs no more connections than four submissions. */
const adding = pLimit(4);

async function add<N extends JobName>(name: N, data: Jobs[N], cause: Cause, place: Date): Promise<boolean> {
  try {
    const { agenda } = (await opened()) ?? {};
    if (!agenda) return false;
    const { jobs } = await agenda.queryJobs({ name, data });
    if (jobs.some(({ nextRunAt, lockedAt }) => nextRunAt && !lockedAt)) return true;
    if (!(await hasRoom(agenda, name))) return false;
    await agenda.schedule(place, name, { ...data, ...cause });
    return true;
  } catch (error) {
    const { message: reason } = error as Error;
    log.warn({ reason, job: name }, 'the job store does not answer; the sweep will ask again');
    return false;
  }
}

/** Maximum waiting jobs of each name. The sweep queues the rest when there is room. */
export const MAX_WAITING: Record<string, number | undefined> = {
  'capture-screenshot': 500,
  'capture-imported': 500,
};

const counted = new Map<string, { agenda: Agenda; at: number; waiting: number }>();

/** Whether another job of the name may wait. Counted once a second: a few extra jobs do no harm. */
async function hasRoom(agenda: Agenda, name: string): Promise<boolean> {
  const most = own(MAX_WAITING, name);
  if (most === undefined) return true;
  const now = performance.now();
  let last = counted.get(name);
  if (last === undefined || last.agenda !== agenda || now - last.at > 1_000) {
    const { total } = await agenda.queryJobs({ name, state: 'queued', limit: 1 });
    last = { agenda, at: now, waiting: total };
    counted.set(name, last);
  }
  last.waiting += 1;
  return last.waiting <= most;
}

/** Numbers of waiting, running and failed jobs (failed ones are kept a week), without recurring ones. */
export async function countJobs() {
  const counts = { queued: 0, running: 0, failed: 0 };
  const overviews = (await (await opened())?.agenda.getJobsOverview()) ?? [];
  for (const { queued, scheduled, running, failed } of overviews) {
    counts.queued += queued + scheduled;
    counts.running += running;
    counts.failed += failed;
  }
  return counts;
}

export type QueuedJob = Awaited<ReturnType<typeof listJobs>>[number];

/** Jobs for operators, next to run first. @param state queued, scheduled, running, failed or repeating */
export async function listJobs(state?: string, limit = 100) {
  const queue = await opened();
  if (queue === null) return [];
  const { jobs } = await queue.agenda.queryJobs({
    ...(state ? { state: state as JobState } : {}),
    sort: { nextRunAt: 'asc' },
    limit,
  });
  const instant = (date?: Date | null) => date?.toISOString() ?? null;
  return jobs.map((job) => ({
    id: String(job._id),
    name: job.name,
    state: job.state,
    data: job.data,
    next_run_at: instant(job.nextRunAt),
    last_run_at: instant(job.lastRunAt),
    failed_at: instant(job.failedAt),
    fail_reason: job.failReason ?? null,
    worker: job.lastModifiedBy ?? null,
  }));
}

/** Runs a failed job again. @returns false if there is no failed job with that id */
export async function retryJob(id: string): Promise<boolean> {
  const queue = await opened();
  if (queue === null) return false;
  const [job] = (await queue.agenda.queryJobs({ id })).jobs;
  if (job?.state !== 'failed') return false;
  await queue.agenda.cancel({ id });
  await enqueue(job.name as JobName, job.data as Jobs[JobName]);
  return true;
}

/** For GET /ready. @throws if the job store does not answer, or recurring jobs do not run */
export async function checkQueue(): Promise<void> {
  await openAgenda().db.getQueueSize();
  const overdue = watch?.overdue() ?? [];
  if (overdue.length > 0) throw new Error(`Recurring jobs do not run: ${overdue.join(', ')}.`);
}

export async function deleteFailedJobs(before: Date): Promise<number> {
  if (open === null) return 0;
  const { jobs } = await open.agenda.queryJobs({ state: 'failed', limit: 1_000 });
  const ids = jobs.filter(({ failedAt }) => failedAt && failedAt < before).map(({ _id }) => String(_id));
  return ids.length === 0 ? 0 : open.agenda.cancel({ ids });
}

function define<N extends JobName>(
  agenda: Agenda,
  channel: NotificationChannel,
  signal: AbortSignal,
  { name, concurrency, run, every }: JobDefinition<N>,
): void {
  const work = async (job: Job<Jobs[N]>) => {
    let isDone = every === undefined;
    // Stop renewing once the worker stops: a hanging job must not keep its lock from other workers.
    const renew = async () => signal.aborted || job.touch();
    try {
      const running: RunningJob<N> = {
        data: job.attrs.data,
        signal,
        repeatIn: (milliseconds) => {
          isDone = false;
          job.schedule(new Date(Date.now() + milliseconds));
        },
      };
      const about = workOfJob(name, job.attrs.data);
      await whileRenewing(RENEWAL, renew, () =>
        runWork(about, () => endWith(about.span, () => run(running))),
      );
      // Agenda would also remove it, but only after emitting `complete` (below).
      if (isDone) await job.remove();
    } catch (error) {
      log.error({ err: error, job: name, data: job.attrs.data }, 'a job failed');
      throw error;
    }
  };
  // Lock only as many as run: Agenda loses count of jobs whose lock expires while they wait in memory.
  agenda.define(name, work, { concurrency, lockLimit: concurrency });
  // Agenda does not refill a free slot: announce the job name when a run completes, after a short wait,
  // because Agenda updates its state only after the event.
  agenda.on(`complete:${name}`, (_job: unknown, isRemote?: boolean) => {
    if (isRemote || signal.aborted) return;
    setTimeout(() => announce(channel, name), 5).unref();
  });
}

function announce(channel: NotificationChannel, name: JobName): void {
  if (channel.state !== 'connected') return;
  const notice = { jobId: '' as never, jobName: name, nextRunAt: null, priority: 0, timestamp: new Date() };
  channel.publish(notice).catch(complain);
}

function complain(error: unknown): void {
  // Errors after closing are expected: the connection is gone.
  if (open === null) log.debug({ err: error }, 'queue');
  else log.warn({ err: error }, 'queue');
}

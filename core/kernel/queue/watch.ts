// Checks that recurring jobs do recur, in whichever process. A frozen database, or a clock that was set back, must not
// end them: this uses a monotonic clock and the job store's record of their last run.

export interface Recurring {
  readonly name: string;
  /** Seconds. */
  readonly every: number;
}

interface Options {
  /** Returns a value that changes with each run of a job; throws if the job store does not answer. */
  readonly lastRun: (name: string) => Promise<string | null>;
  /** Called with overdue jobs, and again after the same time. */
  readonly onOverdue: (names: readonly string[]) => Promise<void>;
  /** Milliseconds between checks. */
  readonly interval?: number;
}

export interface QueueWatch {
  /** Names of jobs that have missed three runs. */
  overdue(): string[];
  close(): Promise<void>;
}

const LOOK_INTERVAL = 10_000;
const MISSED_RUNS = 3;

export function watchRecurring(
  jobs: readonly Recurring[],
  { lastRun, onOverdue, interval = LOOK_INTERVAL }: Options,
): QueueWatch {
  const seen = new Map(jobs.map(({ name }) => [name, { run: null as string | null, at: performance.now() }]));
  const patience = (every: number) => every * 1000 * MISSED_RUNS + interval;
  const overdue = () =>
    jobs
      .filter(({ name, every }) => performance.now() - (seen.get(name)?.at ?? 0) > patience(every))
      .map(({ name }) => name);
  let warnedAt = Number.NEGATIVE_INFINITY;
  let look: Promise<void> | null = null;

  const lookOnce = async () => {
    for (const { name } of jobs) {
      const run = await lastRun(name);
      if (run !== seen.get(name)?.run) seen.set(name, { run, at: performance.now() });
    }
    const names = overdue();
    if (names.length === 0) return;
    const shortest = Math.min(
      ...jobs.filter(({ name }) => names.includes(name)).map(({ every }) => patience(every)),
    );
    if (performance.now() - warnedAt < shortest) return;
    warnedAt = performance.now();
    await onOverdue(names);
  };
  const timer = setInterval(() => {
    // Ignore errors: the next tick retries, and callers that need the store report its outage.
    look ??= lookOnce()
      .catch(() => undefined)
      .finally(() => {
        look = null;
      });
  }, interval);
  timer.unref();
  return {
    overdue,
    close: async () => {
      clearInterval(timer);
      await look;
    },
  };
}

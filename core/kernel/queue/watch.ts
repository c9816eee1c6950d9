// Checks that recurring jobs run, in whichever process. Uses a monotonic clock and the job store's record of
// their last run, so that a clock set back or a frozen database does not stop it.

interface Options {
  /** Changes with each run of a job; throws if the job store does not answer. */
  readonly lastRun: (name: string) => Promise<string | null>;
  /** Called with overdue jobs, and again after the same time. */
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

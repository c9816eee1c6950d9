// The effect of signals on a process that serves: the first one requests a stop, another one forces it.

/** Milliseconds within which a repeated signal counts as the same: npm forwards a terminal's Ctrl-C a second time. */
const SAME_SIGNAL = 1000;

/**
 * @param stop called once @param force called when another signal arrives
 * @returns `take` for signals that do not always request a stop, and whether one was requested
 */
export function onStopSignals(
  signals: readonly NodeJS.Signals[],
  stop: (signal: NodeJS.Signals) => void,
  force: () => void,
) {
  // By the monotonic clock: if the wall clock were set back, the second signal would look like a repeat of the first.
  let firstAt: number | null = null;
  const take = (signal: NodeJS.Signals) => {
    const now = performance.now();
    if (firstAt === null) {
      firstAt = now;
      stop(signal);
    } else if (now - firstAt > SAME_SIGNAL) force();
  };
  for (const signal of signals) process.on(signal, take);
  return {
    take,
    get wasTaken() {
      return firstAt !== null;
    },
  };
}

// What SIGTERM, SIGINT and SIGHUP mean to a process that serves: the first asks it to stop, another one forces it.

/** Milliseconds within which a repeated signal counts as the same: npm forwards a terminal's Ctrl-C a second time. */
const SAME_SIGNAL = 1000;

export interface StopSignals {
  /** Takes a signal as a wish to stop, for those that do not always mean it. */
  take(signal: NodeJS.Signals): void;
  /** Whether one has come. */
  readonly wasTaken: boolean;
}

/**
 * Listens for signals that stop this process.
 * @param stop called once
 * @param force called when one comes again
 */
export function onStopSignals(
  signals: readonly NodeJS.Signals[],
  stop: (signal: NodeJS.Signals) => void,
  force: () => void,
): StopSignals {
  // Of a clock that is never set: a wall clock going back would make the second signal look like the first.
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

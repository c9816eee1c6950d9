// The counters of the rate limits, here in the memory of one process: fixed windows, each starting with a client's first
// request. Of several processes: counts-in-primary.ts and counts-in-database.ts; ../rate-limits.ts chooses.

/** Requests of one client to be counted. */
export interface Asked {
  readonly key: string;
  readonly points: number;
  /** Length in milliseconds of a window that starts now. */
  readonly window: number;
}

/** The state of a client's window. */
export interface Count {
  readonly consumed: number;
  /** Milliseconds until the window ends. */
  readonly msBeforeNext: number;
}

export interface CountStore {
  /** @param asked requests of different clients. @returns their counts, in the same order */
  add(asked: readonly Asked[]): Promise<readonly Count[]>;
  /** Resets a client's window. */
  forget(key: string): Promise<void>;
}

/** Milliseconds between two deletions of windows that have ended. */
const SWEEP = 60_000;

/** In the memory of one process. */
export class MemoryCounts implements CountStore {
  readonly #windows = new Map<string, { consumed: number; readonly endsAt: number }>();
  #sweepAt = 0;

  async add(asked: readonly Asked[]): Promise<readonly Count[]> {
    return asked.map((one) => this.take(one));
  }

  take({ key, points, window }: Asked): Count {
    const now = performance.now();
    if (now >= this.#sweepAt) this.#sweep(now);
    const known = this.#windows.get(key);
    const current = known && now < known.endsAt ? known : { consumed: 0, endsAt: now + window };
    current.consumed += points;
    if (current !== known) this.#windows.set(key, current);
    return { consumed: current.consumed, msBeforeNext: current.endsAt - now };
  }

  async forget(key: string): Promise<void> {
    this.#windows.delete(key);
  }

  /** Otherwise clients that never return would stay in memory. */
  #sweep(now: number): void {
    for (const [key, { endsAt }] of this.#windows) if (now >= endsAt) this.#windows.delete(key);
    this.#sweepAt = now + SWEEP;
  }
}

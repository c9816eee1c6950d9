// The counts of the rate limits: fixed windows, each of which begins with the first request of a client.

/** Requests of one client to be counted. */
export interface Asked {
  readonly key: string;
  readonly points: number;
  /** Milliseconds, of a window that begins now. */
  readonly window: number;
}

/** What has been counted of a client in its window. */
export interface Count {
  readonly consumed: number;
  /** Milliseconds until the window ends. */
  readonly msBeforeNext: number;
}

export interface CountStore {
  /** @param asked of different clients. @returns their counts, in the same order */
  add(asked: readonly Asked[]): Promise<readonly Count[]>;
  /** Begins a client's window anew. */
  forget(key: string): Promise<void>;
}

/** Milliseconds between two times that windows which have ended are thrown away. */
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

  /** Whoever comes only once would be remembered for good. */
  #sweep(now: number): void {
    for (const [key, { endsAt }] of this.#windows) if (now >= endsAt) this.#windows.delete(key);
    this.#sweepAt = now + SWEEP;
  }
}

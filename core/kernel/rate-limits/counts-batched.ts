// Batches concurrent counts, of one or several clients, into one call of the store, preserving the order of requests:
// many requests at once cost a shared store little more than one.
import { setImmediate as turn } from 'node:timers/promises';
import type { Asked, Count, CountStore } from './counts.js';

/** One batch. */
interface Batch {
  readonly asked: Map<string, { points: number; readonly window: number }>;
  readonly counted: Promise<ReadonlyMap<string, Count>>;
}

export class BatchedCounts {
  /** The batch that can still be joined. */
  #open: Batch | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(private readonly store: CountStore) {}

  /** Counts one request within the next batch. @throws what the store throws */
  async take(key: string, window: number): Promise<Count> {
    const batch = this.#open ?? this.#begin();
    const round = batch.asked.get(key) ?? { points: 0, window };
    batch.asked.set(key, round);
    round.points += 1;
    const place = round.points;
    const { consumed, msBeforeNext } = (await batch.counted).get(key) as Count;
    return { consumed: consumed - round.points + place, msBeforeNext };
  }

  #begin(): Batch {
    const asked: Batch['asked'] = new Map();
    const before = this.#last;
    const run = async () => {
      await before;
      // Everything that arrives in this turn of the event loop joins the batch.
      await turn();
      this.#open = null;
      const all: Asked[] = [...asked].map(([key, round]) => ({ key, ...round }));
      const counts = await this.store.add(all);
      return new Map(all.map(({ key }, index) => [key, counts[index] as Count]));
    };
    const counted = run();
    this.#open = { asked, counted };
    this.#last = counted.catch(() => undefined);
    return this.#open;
  }
}

// The counters of several workers (WORKERS), in the memory of the primary process, over its channel to each worker:
// exact across workers, and without a statement.
import type { Worker } from 'node:cluster';
import type { Asked, Count, CountStore, MemoryCounts } from './counts.js';

interface Question {
  readonly limitsAsked: number;
  readonly add?: readonly Asked[];
  readonly forget?: string;
}

interface Answer {
  readonly limitsAnswered: number;
  readonly counts: readonly Count[];
}

/** Serves the requests of a worker from the counters that all workers share. */
export function countFor(worker: Worker, counts: MemoryCounts): void {
  worker.on('message', async ({ limitsAsked, add = [], forget }: Question) => {
    if (limitsAsked === undefined) return;
    if (forget !== undefined) await counts.forget(forget);
    const answer: Answer = { limitsAnswered: limitsAsked, counts: await counts.add(add) };
    // A worker that has just exited needs no response.
    worker.send(answer, () => undefined);
  });
}

interface Waiting {
  resolve(counts: readonly Count[]): void;
  reject(error: Error): void;
}

/** In a worker: sends the request to the primary process. */
export class PrimaryCounts implements CountStore {
  readonly #waiting = new Map<number, Waiting>();
  #asked = 0;

  constructor() {
    process.on('message', ({ limitsAnswered, counts }: Answer) => {
      this.#waiting.get(limitsAnswered)?.resolve(counts);
      this.#waiting.delete(limitsAnswered);
    });
    process.on('disconnect', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('the process that counts is gone'));
      this.#waiting.clear();
    });
  }

  add(add: readonly Asked[]): Promise<readonly Count[]> {
    return this.#ask({ add });
  }

  async forget(forget: string): Promise<void> {
    await this.#ask({ forget });
  }

  #ask(question: Omit<Question, 'limitsAsked'>): Promise<readonly Count[]> {
    this.#asked += 1;
    const limitsAsked = this.#asked;
    return new Promise((resolve, reject) => {
      this.#waiting.set(limitsAsked, { resolve, reject });
      process.send?.({ limitsAsked, ...question }, (error: Error | null) => {
        if (!error) return;
        this.#waiting.delete(limitsAsked);
        reject(error);
      });
    });
  }
}

// The work under way in this process: a request or a job. It is known wherever that work leads, without being handed
// from function to function: to the log, to what is queued meanwhile, and to every statement.
import { AsyncLocalStorage } from 'node:async_hooks';

export interface Work {
  /** The X-Request-Id of the request, or of the one that a job follows from; null where there was none. */
  readonly requestId: string | null;
  /** Milliseconds after which each of its statements is cancelled; null for the limit of the connection. */
  readonly statementLimit: number | null;
}

const underWay = new AsyncLocalStorage<Work>();

export function runWork<T>(work: Work, run: () => T): T {
  return underWay.run(work, run);
}

export function currentWork(): Work | undefined {
  return underWay.getStore();
}

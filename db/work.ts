// The current work of this process: a request or a job. It is available everywhere without being passed from function
// to function: to the log, to jobs that are queued, to every statement, and to its trace.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Knex } from 'knex';

export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** A part of a trace (trace.ts). */
export interface Span {
  /** W3C Trace Context, to pass on. */
  readonly traceparent: string;
  readonly traceId: string;
  /** @param failure the error, if there was one */
  end(failure?: unknown, attributes?: Attributes, name?: string): void;
}

export interface Work {
  /** The X-Request-Id of the request, or of the one that caused a job; null if there was none. */
  readonly requestId: string | null;
  /** Its span; none if tracing is off. */
  readonly span?: Span;
  /** The pool it reads from, if not the primary: a replica (replicas.ts). */
  readonly database?: Knex;
}

const underWay = new AsyncLocalStorage<Work>();

export function runWork<T>(work: Work, run: () => T): T {
  return underWay.run(work, run);
}

export function currentWork(): Work | undefined {
  return underWay.getStore();
}

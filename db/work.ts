// The current work of this process, a request or a job, for the log, the jobs it queues, its statements and its trace.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Knex } from 'knex';
import { Model } from 'objection';

export type Attributes = Readonly<Record<string, string | number | undefined>>;

export interface Span {
  readonly traceparent: string;
  readonly traceId: string;
  end(failure?: unknown, attributes?: Attributes, name?: string): void;
}

export interface Work {
  /** The X-Request-Id of the request, or of the one that caused a job; null if there was none. */
  readonly requestId: string | null;
  readonly span?: Span;
  /** Part of an import or a bulk action: nobody waits for its pictures. */
  readonly isBulk?: true;
  /** The replica it reads from, if not the primary (replicas.ts). */
  readonly database?: Knex;
}

const underWay = new AsyncLocalStorage<Work>();

export function runWork<T>(work: Work, run: () => T): T {
  return underWay.run(work, run);
}

/** Runs work whose jobs come after those that somebody waits for. */
export const runBulk = <T>(run: () => T): T =>
  runWork({ requestId: null, ...currentWork(), isBulk: true }, run);

export function currentWork(): Work | undefined {
  return underWay.getStore();
}

/** The pool of the current work: a replica's, if it reads from one. */
export function currentKnex(): Knex {
  return underWay.getStore()?.database ?? Model.knex();
}

// Traces, if `startTracing` (server/process/tracing.ts) was configured to provide them.

export type SpanKind = 'SERVER' | 'INTERNAL' | 'CLIENT' | 'CONSUMER';
export interface Tracer {
  /** @param parent the parent span, or a trace context received from another process */
  start(kind: SpanKind, name: string, attributes: Attributes, parent?: Span | string): Span;
}

let tracer: Tracer | null = null;

export function traceWith(next: Tracer | null): void {
  tracer = next;
}

export const isTracing = (): boolean => tracer !== null;

/** Starts a trace, or continues one from another process. @returns undefined if tracing is off */
export function beginTrace(
  kind: SpanKind,
  name: string,
  attributes: Attributes,
  traceparent?: string,
): Span | undefined {
  return tracer?.start(kind, name, attributes, traceparent);
}

/** Starts a span of the current trace. @returns undefined if there is none */
function beginSpan(kind: SpanKind, name: string, attributes: Attributes = {}): Span | undefined {
  const parent = tracer === null ? undefined : currentWork()?.span;
  return parent && tracer?.start(kind, name, attributes, parent);
}

export function beginStatement(text: string): Span | undefined {
  if (tracer === null) return undefined;
  const name = /^\s*\w+/.exec(text)?.[0].trim().toLowerCase() ?? 'statement';
  return beginSpan('CLIENT', name, { 'db.system.name': 'postgresql', 'db.query.text': text });
}

export async function inSpan<T>(name: string, run: () => Promise<T>): Promise<T> {
  const span = beginSpan('INTERNAL', name);
  const work = currentWork();
  if (!span || !work) return run();
  return endWith(span, () => runWork({ ...work, span }, run));
}

export async function endWith<T>(span: Span | undefined, run: () => Promise<T>): Promise<T> {
  try {
    const result = await run();
    span?.end();
    return result;
  } catch (error) {
    span?.end(error);
    throw error;
  }
}

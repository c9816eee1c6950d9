// The interface for traces: `startTracing` (server/tracing.ts) provides the implementation if they are configured.
// Otherwise a span costs one comparison.
import { type Attributes, currentWork, runWork, type Span } from './work.js';

/** As OpenTelemetry names them. */
export type SpanKind = 'server' | 'internal' | 'client' | 'consumer';
export interface Tracer {
  /** @param parent the span it is a part of, or what another process handed on of one */
  start(kind: SpanKind, name: string, attributes: Attributes, parent?: Span | string): Span;
}

let tracer: Tracer | null = null;

/** @param next null: no traces */
export function traceWith(next: Tracer | null): void {
  tracer = next;
}

export const isTracing = (): boolean => tracer !== null;

/** Begins a trace, or the part of this process in one. @returns undefined where traces are off */
export function beginTrace(
  kind: SpanKind,
  name: string,
  attributes: Attributes,
  traceparent?: string,
): Span | undefined {
  return tracer?.start(kind, name, attributes, traceparent);
}

/** A part of the trace under way. @returns undefined where there is none */
export function beginSpan(kind: SpanKind, name: string, attributes: Attributes = {}): Span | undefined {
  const parent = tracer === null ? undefined : currentWork()?.span;
  return parent && tracer?.start(kind, name, attributes, parent);
}

/** Runs work as a part of the trace under way. */
export async function inSpan<T>(
  name: string,
  run: () => Promise<T>,
  attributes: Attributes = {},
): Promise<T> {
  const span = beginSpan('internal', name, attributes);
  const work = currentWork();
  if (!span || !work) return run();
  return endWith(span, () => runWork({ ...work, span }, run));
}

/** Runs work, whose end is that of the span. */
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

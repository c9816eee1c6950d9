// What caused a job, stored with its data: the request whose id its log lines and emails carry, and its trace.
import { beginTrace } from '../../db/trace.js';
import { currentWork, type Work } from '../../db/work.js';

export interface Cause {
  request_id?: string;
  traceparent?: string;
}

/** The cause of a job that is queued now. */
export function causeOfJob(): Cause {
  const { requestId, span } = currentWork() ?? {};
  return {
    ...(requestId ? { request_id: requestId } : {}),
    ...(span ? { traceparent: span.traceparent } : {}),
  };
}

/** Continues the request that caused a job: its id, and its trace. */
export function workOfJob(name: string, data: object): Work {
  const { request_id: requestId, traceparent } = data as Cause;
  const span = beginTrace('consumer', name, { 'directory.request_id': requestId }, traceparent);
  return { requestId: requestId ?? null, span };
}

// What a job follows from, carried beside its data: the request whose id its log lines and mails name, and its trace.
import { beginTrace } from '../../db/trace.js';
import { currentWork, type Work } from '../../db/work.js';

export interface Cause {
  request_id?: string;
  traceparent?: string;
}

/** Of what is asked for now. */
export function causeOfJob(): Cause {
  const { requestId, span } = currentWork() ?? {};
  return {
    ...(requestId ? { request_id: requestId } : {}),
    ...(span ? { traceparent: span.traceparent } : {}),
  };
}

/** A job that runs goes on under the id of the request that it follows from, and in its trace. */
export function workOfJob(name: string, data: object): Work {
  const { request_id: requestId, traceparent } = data as Cause;
  const span = beginTrace('consumer', name, { 'directory.request_id': requestId }, traceparent);
  return { requestId: requestId ?? null, statementLimit: null, span };
}

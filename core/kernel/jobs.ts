// The jobs of the queue: their data, handlers and causes.
import { beginTrace, currentWork, type Work } from '../../db/work.js';

export interface Jobs {
  'capture-screenshot': { listingId: string };
  /** For listings from imports and bulk actions: the slow lane. */
  'capture-imported': { listingId: string };
  'sweep-screenshots': Record<string, never>;
  'send-mail': { mailId: string; kind: string };
  'sweep-mails': Record<string, never>;
  'send-events': { webhookId: string };
  'sweep-webhooks': Record<string, never>;
  'schedule-links': Record<string, never>;
  'check-links': Record<string, never>;
  'fetch-icons': { cause?: 'typed' };
  'send-digests': Record<string, never>;
  housekeeping: Record<string, never>;
  'back-up': Record<string, never>;
  rescreen: { cause?: 'hosts' };
  'run-imports': { cause?: 'asked' };
}
export type JobName = keyof Jobs;

export interface RunningJob<N extends JobName> {
  readonly data: Jobs[N];
  /** Aborted when this worker stops: release what you hold and return. */
  readonly signal: AbortSignal;
  /** Runs this job again the given time after this run ends. */
  repeatIn(milliseconds: number): void;
}

export interface JobDefinition<N extends JobName> {
  readonly name: N;
  readonly concurrency: number;
  run(job: RunningJob<N>): Promise<void>;
  readonly every?: number;
  /** Disabled by the configuration: removes the recurring job from the queue. */
  readonly isOff?: boolean;
}

/** Stored with a job: the id of the request that caused it, for log lines and emails, and its trace. */
export interface Cause {
  request_id?: string;
  traceparent?: string;
  bulk?: true;
}

export function causeOfJob(): Cause {
  const { requestId, span, isBulk } = currentWork() ?? {};
  return {
    ...(requestId ? { request_id: requestId } : {}),
    ...(span ? { traceparent: span.traceparent } : {}),
    ...(isBulk ? { bulk: isBulk } : {}),
  };
}

/** Continues the request id and trace of the job's cause. */
export function workOfJob(name: string, data: object): Work {
  const { request_id: requestId, traceparent } = data as Cause;
  const span = beginTrace('CONSUMER', name, { 'directory.request_id': requestId }, traceparent);
  return { requestId: requestId ?? null, span };
}

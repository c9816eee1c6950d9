// The jobs that the queue knows, what a worker is given of each, and what caused one.
import { beginTrace, currentWork, type Work } from '../../db/work.js';

export interface Jobs {
  'capture-screenshot': { listingId: string };
  /** The same for listings of imports and bulk actions: the slow lane. */
  'capture-imported': { listingId: string };
  'sweep-screenshots': Record<string, never>;
  'send-mail': { mailId: string; kind: string };
  'sweep-mails': Record<string, never>;
  'send-events': { webhookId: string };
  'sweep-webhooks': Record<string, never>;
  'schedule-links': Record<string, never>;
  'check-links': Record<string, never>;
  /** `cause` is absent in the regular run. */
  'fetch-icons': { cause?: 'typed' };
  'send-digests': Record<string, never>;
  housekeeping: Record<string, never>;
  'back-up': Record<string, never>;
  /** `cause` is absent in the hourly run. */
  rescreen: { cause?: 'hosts' };
  /** `cause` is absent in the regular run. */
  'run-imports': { cause?: 'asked' };
}
export type JobName = keyof Jobs;

/** A job as its handler sees it. */
export interface RunningJob<N extends JobName> {
  readonly data: Jobs[N];
  /** Aborted when this worker stops: release what you hold and return. */
  readonly signal: AbortSignal;
  /** Runs this job again so many milliseconds after this run ends. */
  repeatIn(milliseconds: number): void;
}

export interface JobDefinition<N extends JobName> {
  readonly name: N;
  /** Concurrent runs in this process. */
  readonly concurrency: number;
  run(job: RunningJob<N>): Promise<void>;
  /** The interval of a recurring job, in seconds. */
  readonly every?: number;
  /** A recurring job that this configuration does not want: it is taken out of the queue. */
  readonly isOff?: boolean;
}

/** Stored with the data of a job: the request whose id its log lines and emails carry, and its trace. */
export interface Cause {
  request_id?: string;
  traceparent?: string;
  bulk?: true;
}

/** The cause of a job that is queued now. */
export function causeOfJob(): Cause {
  const { requestId, span, isBulk } = currentWork() ?? {};
  return {
    ...(requestId ? { request_id: requestId } : {}),
    ...(span ? { traceparent: span.traceparent } : {}),
    ...(isBulk ? { bulk: isBulk } : {}),
  };
}

/** Continues the request that caused a job: its id, and its trace. */
export function workOfJob(name: string, data: object): Work {
  const { request_id: requestId, traceparent } = data as Cause;
  const span = beginTrace('CONSUMER', name, { 'directory.request_id': requestId }, traceparent);
  return { requestId: requestId ?? null, span };
}

// The queue for operators: listing jobs, and retrying failed ones.
import { Type } from '@sinclair/typebox';
import { requireAdmin } from '../kernel/access.js';
import type { Actor } from '../kernel/actor.js';
import { recordChange } from '../kernel/audit.js';
import { check } from '../kernel/check.js';
import { notFound } from '../kernel/errors.js';
import { listJobs, type QueuedJob, retryJob } from '../kernel/queue.js';
import { word } from '../kernel/schema.js';
import { inTransaction } from '../kernel/transaction.js';
import { mailErrors } from './mails.js';

export const JOB_STATES = ['queued', 'scheduled', 'running', 'failed', 'repeating', 'completed'] as const;

/** Default number of jobs in a list. */
export const MAX_JOBS = 200;
/** Failed jobs searched for the one to retry; they are deleted after a week. */
const MAX_FAILED = 10_000;

export const JobQuery = Type.Object({ state: Type.Optional(word(JOB_STATES)) }, { title: 'JobQuery' });

/**
 * Lists jobs, the next to run first, at most 200 by default.
 * @param input `{state?}`
 * @throws DomainError unauthorized, forbidden, validation_error
 */
export async function findJobs(
  actor: Actor,
  input: unknown = {},
  most = MAX_JOBS,
): Promise<{ jobs: QueuedJob[] }> {
  requireAdmin(actor);
  const { state } = check(JobQuery, input);
  return { jobs: await withMailErrors(await listJobs(state, most)) };
}

/** A mail to be retried is no failed job; the provider's answer is in its row. */
async function withMailErrors(jobs: QueuedJob[]): Promise<QueuedJob[]> {
  const mailOf = ({ data }: QueuedJob) => (data as { mailId?: string } | null)?.mailId;
  const errors = await mailErrors(jobs.flatMap((job) => mailOf(job) ?? []));
  return jobs.map((job) => ({ ...job, fail_reason: errors.get(mailOf(job) ?? '') ?? job.fail_reason }));
}

/**
 * Queues a failed job again.
 * @throws DomainError unauthorized, forbidden, not_found (also for a job that has not failed)
 */
export async function retryFailedJob(actor: Actor, id: string): Promise<{ retried: true; id: string }> {
  requireAdmin(actor);
  const job = (await listJobs('failed', MAX_FAILED)).find((candidate) => candidate.id === id);
  if (!job) throw notFound('failed job');
  await inTransaction(actor, async (trx) => {
    if (!(await retryJob(id))) throw notFound('failed job');
    await recordChange(trx, actor, {
      action: 'job.retry',
      subject: { type: 'job', id, label: job.name },
      before: { failed_at: job.failed_at, fail_reason: job.fail_reason },
    });
  });
  return { retried: true, id };
}

import { Type } from '@sinclair/typebox';
import { BaseModel } from '../../db/models/base.js';
import { type Actor, requireAdmin } from '../kernel/actor.js';
import { recordChange } from '../kernel/audit.js';
import { check } from '../kernel/check.js';
import { notFound } from '../kernel/errors.js';
import { listJobs, type QueuedJob, retryJob } from '../kernel/queue.js';
import { titled, word } from '../kernel/schema.js';
import { inTransaction } from '../kernel/transaction.js';

export const JOB_STATES = ['queued', 'scheduled', 'running', 'failed', 'repeating', 'completed'] as const;

const MAX_JOBS = 200;
/** Maximum failed jobs searched for the one to retry; failed jobs are deleted after a week. */
const MAX_FAILED = 10_000;

export const JobQuery = titled('JobQuery', { state: Type.Optional(word(JOB_STATES)) });

/** Jobs, next to run first, at most 200 by default. @param input `{state?}` */
export async function findJobs(actor: Actor, input: unknown = {}, most = MAX_JOBS) {
  requireAdmin(actor);
  const { state } = check(JobQuery, input);
  return { jobs: await withSubjects(await listJobs(state, most)) };
}

export interface NamedJob extends QueuedJob {
  /** `id` is a slug, or an account's id; null for an address without account. */
  subject: { type: 'listing' | 'user'; id: string | null; label: string } | null;
}

async function withSubjects(jobs: QueuedJob[]): Promise<NamedJob[]> {
  const data = (job: QueuedJob) => (job.data ?? {}) as { listingId?: string; mailId?: string };
  type Named = NonNullable<NamedJob['subject']> & { key: string; reason: string | null };
  // The job of an email that will be retried has not failed; the email's row has the provider's response.
  const { rows } = await BaseModel.knex().raw<{ rows: Named[] }>(
    `select id::text as key, 'listing' as type, slug as id, name as label, null as reason
       from listings where id = any(?::uuid[])
     union all
     select mails.id::text, 'user', user_id::text, coalesce(address, users.email, mails.email_key, ''),
         'Try ' || attempts || ': ' || last_error
       from mails left join users on users.id = user_id where mails.id = any(?::uuid[])`,
    [jobs.flatMap((job) => data(job).listingId ?? []), jobs.flatMap((job) => data(job).mailId ?? [])],
  );
  const byKey = new Map(rows.map(({ key, reason, ...subject }) => [key, { reason, subject }]));
  return jobs.map((job) => {
    const { reason, subject } = byKey.get(data(job).listingId ?? data(job).mailId ?? '') ?? {};
    return { ...job, fail_reason: reason ?? job.fail_reason, subject: subject ?? null };
  });
}

/** Queues a failed job again. @throws DomainError not_found (also for a job that has not failed) */
export async function retryFailedJob(actor: Actor, id: string): Promise<{ retried: true; id: string }> {
  requireAdmin(actor);
  const job = (await listJobs('failed', MAX_FAILED)).find((candidate) => candidate.id === id);
  if (!job || !(await retry(actor, job))) throw notFound('failed job');
  return { retried: true, id };
}

/** Queues all failed jobs again. @returns how many, without jobs retried by someone else */
export async function retryFailedJobs(actor: Actor): Promise<{ retried: number }> {
  requireAdmin(actor);
  let retried = 0;
  for (const job of await listJobs('failed', MAX_FAILED)) {
    if (await retry(actor, job)) retried++;
  }
  return { retried };
}

async function retry(actor: Actor, { id, name, failed_at, fail_reason }: QueuedJob): Promise<boolean> {
  return inTransaction(actor, async (trx) => {
    if (!(await retryJob(id))) return false;
    await recordChange(trx, actor, {
      action: 'job.retry',
      subject: { type: 'job', id, label: name },
      before: { failed_at, fail_reason },
    });
    return true;
  });
}

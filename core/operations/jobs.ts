// The queue for operators: listing jobs, and retrying failed ones.
import { Type } from '@sinclair/typebox';
import { ListingModel } from '../../db/models/listing.js';
import { MailModel } from '../../db/models/mail.js';
import { UserModel } from '../../db/models/user.js';
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
const MAX_JOBS = 200;
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
): Promise<{ jobs: NamedJob[] }> {
  requireAdmin(actor);
  const { state } = check(JobQuery, input);
  return { jobs: await withSubjects(await withMailErrors(await listJobs(state, most))) };
}

/** A job, and the account or listing it is about. */
export interface NamedJob extends QueuedJob {
  /** `id` is a slug or the id of an account; null for an address without one. */
  subject: { type: 'listing' | 'user'; id: string | null; label: string } | null;
}

async function withSubjects(jobs: QueuedJob[]): Promise<NamedJob[]> {
  const data = (job: QueuedJob) => (job.data ?? {}) as { listingId?: string; mailId?: string };
  const [listings, mails] = await Promise.all([
    ListingModel.query()
      .findByIds(jobs.flatMap((job) => data(job).listingId ?? []))
      .select('id', 'slug', 'name'),
    recipientsOf(jobs.flatMap((job) => data(job).mailId ?? [])),
  ]);
  const byId = new Map(
    listings.map(({ id, slug, name }) => [id, { type: 'listing' as const, id: slug, label: name }]),
  );
  return jobs.map((job) => ({
    ...job,
    subject: byId.get(data(job).listingId ?? '') ?? mails.get(data(job).mailId ?? '') ?? null,
  }));
}

/** The recipients of these emails. */
async function recipientsOf(mailIds: readonly string[]): Promise<Map<string, NamedJob['subject']>> {
  const mails = await MailModel.query().findByIds([...mailIds]);
  const users = await UserModel.query()
    .findByIds(mails.flatMap(({ userId }) => userId ?? []))
    .select('id', 'email');
  const emails = new Map(users.map(({ id, email }) => [id, email]));
  return new Map(
    mails.map(({ id, userId, emailKey, address }) => {
      const label = address ?? emails.get(userId ?? '') ?? emailKey ?? '';
      return [id, { type: 'user' as const, id: userId, label }];
    }),
  );
}

/** An email waiting for a retry is not a failed job; the provider's response is in its row. */
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
  if (!job || !(await retry(actor, job))) throw notFound('failed job');
  return { retried: true, id };
}

/**
 * Queues all failed jobs again.
 * @returns how many; jobs retried by someone else are not counted
 * @throws DomainError unauthorized, forbidden
 */
export async function retryFailedJobs(actor: Actor): Promise<{ retried: number }> {
  requireAdmin(actor);
  let retried = 0;
  for (const job of await listJobs('failed', MAX_FAILED)) {
    if (await retry(actor, job)) retried++;
  }
  return { retried };
}

/** @returns false if it is no longer failed */
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

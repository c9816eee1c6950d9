// The current state of the service, for metrics and the console.
import { BaseModel } from '../../db/models/base.js';
import { countConnections } from '../../db/pool.js';
import { requireAdmin } from '../kernel/access.js';
import type { Actor } from '../kernel/actor.js';
import { countJobs, type JobCounts } from '../kernel/queue.js';
import { countLinks } from '../listings/link-checks.js';
import { countMails, type MailCounts } from './mails.js';

export interface Status {
  /** Connections to the database of this process. */
  pool: { used: number; free: number; waiting: number };
  /** Milliseconds of a trivial query to the database. */
  database_ms: number;
  jobs: JobCounts;
  mails: MailCounts;
  /** Pending captures; seconds for which the oldest has waited, null when none is pending. */
  captures: { pending: number; oldest_seconds: number | null };
  /** Sites that are due for a check, and live listings by result. */
  links: { due: number; unreachable: number; parked: number };
}

/** For metrics, which are read without signing in. */
export async function readStatus(): Promise<Status> {
  const started = performance.now();
  await BaseModel.knex().raw('select 1');
  const databaseMs = performance.now() - started;
  const [jobs, mails, captures, links] = await Promise.all([
    countJobs(),
    countMails(),
    countCaptures(),
    countLinks(),
  ]);
  return { pool: readPool(), database_ms: Math.round(databaseMs * 10) / 10, jobs, mails, captures, links };
}

export async function getStatus(actor: Actor): Promise<Status> {
  requireAdmin(actor);
  return readStatus();
}

function readPool(): Status['pool'] {
  return countConnections(BaseModel.knex());
}

async function countCaptures(): Promise<Status['captures']> {
  const { rows } = await BaseModel.knex().raw<{ rows: [Status['captures']] }>(
    `select count(*) as pending, extract(epoch from now() - min(capture_queued_at))::int as oldest_seconds
     from listings where screenshot_status = 'pending'`,
  );
  return rows[0];
}

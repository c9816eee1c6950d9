// The hourly clean-up: what is deleted, and after how long. Sessions, emailed links, app tokens and rate
// limit counters have an expiry; orphaned pictures are deleted once nothing can refer to them.
import { Model } from 'objection';
import { deleteExpiredOAuthRecords } from '../accounts/apps.js';
import { CLAIM_DAYS } from '../claims/proof.js';
import { deleteOldAuditEntries } from '../console/audit-log.js';
import { KEPT_DAYS } from '../import/records.js';
import { config } from '../kernel/config.js';
import { IDEMPOTENCY_HOURS } from '../kernel/idempotency.js';
import { deleteFailedJobs } from '../kernel/queue.js';
import { MAX_STATS_DAYS } from '../listings/visits.js';
import { sweepMedia } from '../pictures/media.js';
import { UNCONFIRMED_DAYS } from '../readers/follows.js';
import { DELIVERY_DAYS } from '../webhooks/schema.js';

const olderThan = (days: number, column = 'created_at') =>
  `${column} < now() - make_interval(days => ${days})`;
const OLD_DAY = `day <= (now() at time zone 'UTC')::date - ${MAX_STATS_DAYS}`;

/** The rows of each table that are deleted. Periods stated in the API are imported from the schema that states them. */
const OUTDATED = {
  mail_tokens: 'expires_at < now()',
  used_challenges: 'expires_at < now()',
  trusted_devices: 'expires_at < now()',
  mails: `${olderThan(1, 'sent_at')} or ${olderThan(7, 'failed_at')}`,
  idempotency_keys: `started_at < now() - make_interval(hours => ${IDEMPOTENCY_HOURS})`,
  // An expired key stays in lists, for anyone who wonders why a program stopped.
  api_keys: olderThan(30, 'expires_at'),
  // The store of counters uses milliseconds since the epoch.
  rate_limits: 'expire < extract(epoch from now()) * 1000',
  searches: OLD_DAY,
  listing_sources: OLD_DAY,
  listing_visits: OLD_DAY,
  // Also deliveries that wait for a paused webhook.
  webhook_deliveries: olderThan(DELIVERY_DAYS),
  claims: `verified_at is null and ${olderThan(CLAIM_DAYS)}`,
  follows: `confirmed_at is null and ${olderThan(UNCONFIRMED_DAYS)}`,
  // Imports that can no longer be undone, and drafts older than a day.
  imports: `state in ('done', 'undone', 'failed', 'stopped') and kind <> 'directory' and every is null
    and ${olderThan(KEPT_DAYS)} or state = 'draft' and ${olderThan(1)}`,
};

/** Deletes expired rows of all kinds. @returns how many of each */
export async function cleanUp() {
  const knex = Model.knex();
  const deleted: [table: string, rows: number][] = [];
  for (const [table, condition] of Object.entries(OUTDATED))
    deleted.push([table, await knex(table).whereRaw(condition).delete()]);
  return {
    ...(Object.fromEntries(deleted) as Record<keyof typeof OUTDATED, number>),
    // A new email address that was requested and never confirmed.
    email_requests: await knex('users')
      .whereRaw(olderThan(1, 'pending_email_at'))
      .update({ pending_email: null, pending_email_at: null }),
    // The email typed into a report: kept longer than the decision can be undone.
    reporter_emails: await knex('reports')
      .whereNotNull('email')
      .whereRaw(olderThan(1, 'closed_at'))
      .update({ email: null }),
    // An OAuth client that no member has connected, or that all have revoked, after 30 days.
    oauth_records: await deleteExpiredOAuthRecords(30),
    media: await sweepMedia(),
    audit_entries: await deleteOldAuditEntries(config.auditKeepDays),
    failed_jobs: await deleteFailedJobs(new Date(Date.now() - 7 * 86_400_000)),
  };
}

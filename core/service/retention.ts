// The hourly clean-up: what is deleted, and after how long. Sessions, emailed links, app tokens and rate
// limit counters have an expiry; orphaned pictures are deleted once nothing can refer to them.
import { Model } from 'objection';
import { deleteExpiredOAuthRecords } from '../accounts/apps.js';
import { clearUnconfirmedEmails } from '../accounts/mail-tokens.js';
import { CLAIM_DAYS } from '../claims/proof.js';
import { deleteOldAuditEntries } from '../console/audit-log.js';
import { deleteOldImports } from '../import/records.js';
import { config } from '../kernel/config.js';
import { IDEMPOTENCY_HOURS } from '../kernel/idempotency.js';
import { deleteFailedJobs } from '../kernel/queue.js';
import { clearEmailsOfClosedReports } from '../listings/report-outcomes.js';
import { deleteOldVisits, MAX_STATS_DAYS } from '../listings/visits.js';
import { deleteOldMails } from '../mail/sending/send.js';
import { sweepMedia } from '../pictures/media.js';
import { deleteUnconfirmedFollows } from '../readers/follows.js';
import { deleteOldSearches } from '../search/query-log.js';
import { deleteOldDeliveries } from '../webhooks/deliveries.js';
import { DELIVERY_DAYS } from '../webhooks/schema.js';

/** Days each is stored. Periods stated in the API are imported from the schema that states them. */
const DAYS = {
  sentMail: 1,
  failedMail: 7,
  failedJob: 7,
  /** After its expiry: lists keep it, for anyone who wonders why a program stopped. */
  expiredKey: 30,
  /** A requested email address that was never confirmed. */
  unconfirmedEmail: 1,
  /** The reporter's email, after the report was closed: longer than the decision can be undone. */
  reporterEmail: 1,
  unprovenClaim: CLAIM_DAYS,
  /** An OAuth client that no member has connected, or that all have revoked. */
  unusedClient: 30,
  webhookDelivery: DELIVERY_DAYS,
  visitsOfADay: MAX_STATS_DAYS,
} as const;

export async function cleanUp() {
  const knex = Model.knex();
  return {
    mail_tokens: await knex('mail_tokens').where('expires_at', '<', knex.fn.now()).delete(),
    used_challenges: await knex('used_challenges').where('expires_at', '<', knex.fn.now()).delete(),
    trusted_devices: await knex('trusted_devices').where('expires_at', '<', knex.fn.now()).delete(),
    email_requests: await clearUnconfirmedEmails(DAYS.unconfirmedEmail),
    reporter_emails: await clearEmailsOfClosedReports(DAYS.reporterEmail),
    oauth_records: await deleteExpiredOAuthRecords(DAYS.unusedClient),
    mails: await deleteOldMails({ sent: DAYS.sentMail, failed: DAYS.failedMail }),
    idempotency_keys: await knex('idempotency_keys')
      .where('started_at', '<', knex.raw(`now() - make_interval(hours => ?)`, [IDEMPOTENCY_HOURS]))
      .delete(),
    api_keys: await knex('api_keys')
      .where('expires_at', '<', knex.raw(`now() - make_interval(days => ?)`, [DAYS.expiredKey]))
      .delete(),
    // Counters use milliseconds since the epoch.
    rate_limits: await knex('rate_limits').where('expire', '<', Date.now()).delete(),
    media: await sweepMedia(),
    audit_entries: await deleteOldAuditEntries(config.auditKeepDays),
    failed_jobs: await deleteFailedJobs(new Date(Date.now() - DAYS.failedJob * 86_400_000)),
    searches: await deleteOldSearches(DAYS.visitsOfADay),
    webhook_deliveries: await deleteOldDeliveries(DAYS.webhookDelivery),
    claims: await knex('claims')
      .whereNull('verified_at')
      .where('created_at', '<', knex.raw(`now() - make_interval(days => ?)`, [DAYS.unprovenClaim]))
      .delete(),
    follows: await deleteUnconfirmedFollows(),
    listing_visits: await deleteOldVisits(DAYS.visitsOfADay),
    imports: await deleteOldImports(),
  };
}

// Hourly clean-up of expired rows, orphaned media and old failed jobs.
import { Model } from 'objection';
import { forgetEmailRequests } from '../accounts/mail-tokens.js';
import { forgetExpiredOAuthRecords } from '../accounts/oauth-records.js';
import { finishSuspensions } from '../accounts/suspension.js';
import { forgetOldClaims } from '../claims/claims.js';
import { forgetFailedJobs } from '../kernel/queue.js';
import { forgetOldVisits } from '../listings/stats.js';
import { sweepMedia } from '../pictures/media.js';
import { forgetMisses } from '../search/misses.js';
import { forgetOldDeliveries } from '../webhooks/deliveries.js';
import { forgetOldAudit } from './audit-retention.js';
import { forgetOldMails } from './mails.js';

/** Hours that Idempotency-Key responses are stored (C3). */
const IDEMPOTENCY_HOURS = 24;
const FAILED_JOB_DAYS = 7;
/** Days that expired keys stay in lists, for whoever wonders why a program stopped. */
const EXPIRED_KEY_DAYS = 30;

export interface Cleanup {
  sessions: number;
  mail_tokens: number;
  /** Accounts whose listings were still to be archived. */
  suspensions: number;
  email_requests: number;
  oauth_records: number;
  mails: number;
  idempotency_keys: number;
  api_keys: number;
  rate_limits: number;
  media: number;
  audit_entries: number;
  failed_jobs: number;
  search_misses: number;
  webhook_deliveries: number;
  claims: number;
  listing_visits: number;
}

/**
 * Deletes expired sessions, keys, mail links, addresses nobody proved, tokens of apps, idempotency keys and counters,
 * orphaned pictures, old failed jobs.
 */
export async function cleanUp(): Promise<Cleanup> {
  const knex = Model.knex();
  return {
    sessions: await knex('sessions').where('expire', '<', knex.fn.now()).delete(),
    mail_tokens: await knex('mail_tokens').where('expires_at', '<', knex.fn.now()).delete(),
    suspensions: await finishSuspensions(),
    email_requests: await forgetEmailRequests(),
    oauth_records: await forgetExpiredOAuthRecords(),
    mails: await forgetOldMails(),
    idempotency_keys: await knex('idempotency_keys')
      .where('started_at', '<', knex.raw(`now() - make_interval(hours => ?)`, [IDEMPOTENCY_HOURS]))
      .delete(),
    api_keys: await knex('api_keys')
      .where('expires_at', '<', knex.raw(`now() - make_interval(days => ?)`, [EXPIRED_KEY_DAYS]))
      .delete(),
    // The counter store uses milliseconds since the epoch.
    rate_limits: await knex('rate_limits').where('expire', '<', Date.now()).delete(),
    media: await sweepMedia(),
    audit_entries: await forgetOldAudit(),
    failed_jobs: await forgetFailedJobs(new Date(Date.now() - FAILED_JOB_DAYS * 86_400_000)),
    search_misses: await forgetMisses(),
    webhook_deliveries: await forgetOldDeliveries(),
    claims: await forgetOldClaims(),
    listing_visits: await forgetOldVisits(),
  };
}

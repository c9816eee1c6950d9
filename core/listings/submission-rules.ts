// Who may submit, and what waits for a moderator: settings, with defaults from the configuration.
import type { Transaction } from 'objection';
import { ClaimModel } from '../../db/models/desk.js';
import { ListingModel } from '../../db/models/listings.js';
import { type Actor, may } from '../kernel/actor.js';
import { config } from '../kernel/config.js';
import { DomainError, forbidden, say } from '../kernel/errors.js';
import { currentSettings } from '../settings/current.js';

export const FIRST_REASON = say('audit-reason.first');
const DAY_S = 24 * 60 * 60;

export function submissionRules() {
  const { publishing, approvals, unsure, submitters, daily_listings: daily } = currentSettings();
  return {
    publishing: publishing ?? config.autoPublish,
    approvals: approvals ?? 1,
    unsure: unsure ?? config.policyUnsure,
    submitters: submitters ?? 'everyone',
    daily,
  };
}

/** Refuses new listings, already stored in the transaction, that exceed what the account may submit. Staff
 * always may. @throws DomainError forbidden, rate_limited */
export async function requireMaySubmit(
  trx: Transaction,
  actor: Actor,
  ownerId: string | null,
): Promise<void> {
  if (actor.kind !== 'user' || may(actor, 'listings')) return;
  const { submitters, daily } = submissionRules();
  if (submitters === 'staff') throw forbidden(say('error.submissions-closed'));
  if (submitters === 'verified' && !actor.account.emailVerified)
    throw forbidden(say('error.submissions-verified'));
  if (daily === null || ownerId === null) return;
  const since = new Date(Date.now() - DAY_S * 1000);
  const recent = ListingModel.query(trx).where({ owner_id: ownerId }).where('created_at', '>', since);
  const oldest = await recent.clone().orderBy('created_at').first().select('created_at');
  if (!oldest || (await recent.resultSize()) <= daily) return;
  const seconds = Math.max(1, DAY_S - Math.floor((Date.now() - oldest.createdAt.getTime()) / 1000));
  throw new DomainError('rate_limited', say('error.submissions-daily', { count: daily }), {
    retryAfterSeconds: seconds,
  });
}

/** Whether the rules hold new listings of an account for a moderator, regardless of their texts. */
export async function mustWait(trx: Transaction, actor: Actor, ownerId: string | null): Promise<boolean> {
  const { publishing, approvals } = submissionRules();
  if (publishing !== 'trusted' || may(actor, 'listings') || ownerId === null) return publishing === 'off';
  const own = ListingModel.query(trx).where({ owner_id: ownerId });
  const rejected = await own.clone().whereNotNull('rejected_at').orderBy('rejected_at', 'desc').first();
  // A rejection ends the trust earned before it.
  const approved = own
    .where({ base_status: 'live' })
    .whereNull('rejected_at')
    .where('published_at', '>', rejected?.rejectedAt ?? new Date(0));
  if ((await approved.resultSize()) >= approvals) return false;
  // An account that has verified a site is trusted, even after a rejection.
  const proven = ClaimModel.query(trx)
    .where({ user_id: ownerId })
    .whereNotNull('verified_at')
    .whereNull('undone_at');
  return (await proven.resultSize()) === 0;
}

// Who may submit, and what waits for a moderator: settings, with defaults from the configuration.
import type { Transaction } from 'objection';
import { ClaimModel } from '../../db/models/desk.js';
import { ListingModel } from '../../db/models/listings.js';
import { prepare } from '../../db/prepared.js';
import { type Actor, may } from '../kernel/actor.js';
import { config } from '../kernel/config.js';
import { DomainError, forbidden, say } from '../kernel/errors.js';
import { onceAMinute } from '../kernel/once-a-minute.js';
import { currentSettings } from '../settings/current.js';
import type { UsualWait } from './schema.js';

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

/** Refuses new listings, already stored in the transaction, if the account may not submit any, or no more
 * today. Staff always may. @throws DomainError forbidden, rate_limited */
export async function requireMaySubmit(trx: Transaction, actor: Actor, ownerId: string | null) {
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

// The usual wait for a moderator, from at least FEWEST and at most MOST decisions.

const FEWEST = 5;
const MOST = 1000;

/** Hours from submission or held change to decision, in the last 30 days; then how long listings have waited so far. */
const readWaits = prepare<{ hours: number; isDecided: boolean }>(`
  with decided as (
    select id, subject_id, at from (
      (select id, subject_id, at, before from audit_entries where action = 'listing.approve'
        order by id desc limit ${MOST})
      union all
      (select id, subject_id, at, before from audit_entries where action = 'listing.reject'
        order by id desc limit ${MOST})) as latest
    where before->>'status' = 'pending' and at > now() - interval '30 days' order by id desc limit ${MOST})
  select extract(epoch from decided.at - began.at)::float8 / 3600 as hours, true as "isDecided"
  from decided cross join lateral (
    select at from audit_entries
    where subject_type = 'listing' and subject_id = decided.subject_id and id < decided.id
      and (action = 'listing.create' or action = 'listing.update' and reason is not null)
    order by id desc limit 1) as began
  union all
  (select extract(epoch from now() - created_at)::float8 / 3600, false from listings
    where status = 'pending' and published_at is null and created_at > now() - interval '30 days'
    order by created_at limit ${MOST})`);

/** Cached for a minute; null with too few decisions. */
export const usualWait = onceAMinute(async (): Promise<UsualWait | null> => {
  const rows = await readWaits();
  const hoursOf = (wanted: boolean) =>
    rows.filter(({ isDecided }) => isDecided === wanted).map(({ hours }) => hours);
  return usualWaitOf(hoursOf(true), hoursOf(false));
});

/** The wait of half and of nine in ten decisions, in whole hours, rounded up. Includes listings that have
 * already waited longer: otherwise an abandoned desk, which decides nothing, would show no delay. */
export function usualWaitOf(decided: readonly number[], waiting: readonly number[] = []): UsualWait | null {
  if (decided.length < FEWEST) return null;
  const within = (share: number, waits: readonly number[]) =>
    waits.toSorted((a, b) => a - b)[Math.ceil(share * waits.length) - 1] ?? 0;
  const toHours = (share: number) => {
    const usual = within(share, decided);
    return Math.max(1, Math.ceil(within(share, [...decided, ...waiting.filter((age) => age > usual)])));
  };
  return { median_hours: toHours(0.5), most_hours: toHours(0.9) };
}

/** Arguments of the message `listing.usual-wait`: days if over 24 hours. */
export function wordsOfWait({ median_hours: half, most_hours: most }: UsualWait) {
  const daysOf = (hours: number) => (hours > 24 ? Math.ceil(hours / 24) : 0);
  return { hours: half, days: daysOf(half), mostHours: most, mostDays: daysOf(most) };
}

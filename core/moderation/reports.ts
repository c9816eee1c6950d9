// Reports: anyone can report a problem with a listing; reporters who gave an address get the outcome by email.
// Appeals: the owner of a rejected listing can request another review, once.
import { createHmac } from 'node:crypto';
import { UserModel } from '../../db/models/accounts.js';
import { insertUnlessTaken } from '../../db/models/base.js';
import { AppealModel, ReportModel } from '../../db/models/desk.js';
import { emailKey } from '../accounts/emails.js';
import { type Actor, accountId, may, requireAccount } from '../kernel/actor.js';
import { check } from '../kernel/check.js';
import { config } from '../kernel/config.js';
import { forbidden, fromColumns, notFound, say } from '../kernel/errors.js';
import { addressKey } from '../kernel/rate-limits.js';
import { presentRow } from '../kernel/schema.js';
import { inTransaction } from '../kernel/transaction.js';
import { findListing, lockListing, recordListing } from '../listings/rights.js';
import type { Listing } from '../listings/schema.js';
import { Appeal, NewAppeal, NewReport, type ReceivedReport, Report } from './review-schema.js';
import { tellOfAppeal } from './team-news.js';

/** Reports a listing. Open reports count as one if their kind, email, and account or network address are the same.
 * Without an account, a reporter never sees what someone else at the same address wrote. @throws DomainError
 * not_found (also for a listing the actor may not see) */
export async function reportListing(actor: Actor, slug: string, input: unknown) {
  const { kind, message = null, email = null } = check(NewReport, input);
  return inTransaction(actor, async (trx) => {
    const listing = await lockListing(trx, actor, slug);
    const reporterKey = keyOf(actor, email);
    const row = await insertUnlessTaken(ReportModel, trx, {
      listingId: listing.id,
      kind,
      message: message || null,
      email: email || null,
      reporterId: accountId(actor),
      reporterKey,
    });
    if (!row) {
      const same = { listing_id: listing.id, kind, reporter_key: reporterKey, closed_at: null };
      const report = presentReport(await ReportModel.query(trx).findOne(same).throwIfNotFound());
      const isOwn = accountId(actor) !== null || report.message === message;
      return { report: isOwn ? report : { ...report, message: null }, created: false };
    }
    await recordListing(trx, actor, listing, 'listing.report', { after: { kind, message: row.message } });
    return { report: presentReport(row), created: true };
  });
}

/** Digest of the reporter, so that visitors' addresses are not stored. */
function keyOf(actor: Actor, email: string | null): Buffer {
  const who = accountId(actor) ?? addressKey(actor.client?.ip ?? '');
  return createHmac('sha256', config.sessionSecrets[0] ?? '')
    .update(`report ${who} ${emailKey(email ?? '')}`)
    .digest();
}

const presentReport = (row: ReportModel): Report => presentRow(Report, row);

export async function presentReceived(actor: Actor, rows: readonly ReportModel[]): Promise<ReceivedReport[]> {
  const reporters = await UserModel.query().findByIds(rows.flatMap(({ reporterId }) => reporterId ?? []));
  const byId = new Map(reporters.map(({ id, name, email }) => [id, { id, name, email }]));
  return rows.map((row) => ({
    ...presentReport(row),
    message: fromColumns(row.said, row.message, actor),
    reporter: byId.get(row.reporterId ?? '') ?? null,
    email: row.email,
  }));
}

/** Appeals against a rejection of the caller's listing, once. @throws DomainError not_found, forbidden */
export async function appealRejection(actor: Actor, slug: string, input: unknown) {
  requireAccount(actor, 'listings:write');
  const { message } = check(NewAppeal, input);
  return inTransaction(actor, async (trx) => {
    const listing = await lockListing(trx, actor, slug);
    if (listing.ownerId !== actor.account.id) throw forbidden(say('error.appeal-own'));
    if (listing.rejectedAt === null) throw forbidden(say('error.appeal-not-rejected'));
    const row = await insertUnlessTaken(AppealModel, trx, {
      listingId: listing.id,
      rejectedAt: listing.rejectedAt,
      message,
    });
    if (!row) throw forbidden(say('error.appeal-twice'));
    await recordListing(trx, actor, listing, 'listing.appeal', { after: { message } });
    await tellOfAppeal(trx, actor, listing);
    return { appeal: presentAppeal(row) };
  });
}

/** The appeal against the current rejection of the caller's listing, or null. @throws DomainError not_found */
export async function getAppeal(actor: Actor, slug: string): Promise<Appeal | null> {
  requireAccount(actor, 'listings:read');
  const listing = await findListing(actor, slug);
  if (listing.ownerId !== actor.account.id && !may(actor, 'desk')) throw notFound('listing');
  if (listing.rejectedAt === null) return null;
  const row = await AppealModel.query().findOne({
    listing_id: listing.id,
    rejected_at: listing.rejectedAt,
  });
  return row ? presentAppeal(row) : null;
}

/** Ids of the rejected listings that have an appeal: each rejection allows one. */
export async function appealedAmong(listings: readonly Pick<Listing, 'id' | 'status'>[]) {
  const rejected = listings.filter(({ status }) => status === 'rejected').map(({ id }) => id);
  if (rejected.length === 0) return new Set();
  const rows = await AppealModel.query()
    .whereIn('listing_id', rejected)
    .whereRaw('rejected_at = (select rejected_at from listings where id = listing_id)')
    .select('listing_id');
  return new Set(rows.map(({ listingId }) => listingId));
}

export const presentAppeal = (row: AppealModel): Appeal => presentRow(Appeal, row);

// Reports: anyone says what is wrong with a listing; moderators look, and who wants to know is told what came of it.
import { createHmac } from 'node:crypto';
import type { Transaction } from 'objection';
import { insertUnlessTaken } from '../../db/models/base.js';
import type { ListingModel } from '../../db/models/listing.js';
import { ReportModel } from '../../db/models/report.js';
import { type Actor, accountId } from '../kernel/actor.js';
import { recordChange } from '../kernel/audit.js';
import { check } from '../kernel/check.js';
import { config } from '../kernel/config.js';
import { addressKey } from '../kernel/limits.js';
import { queueMail } from '../kernel/outbox.js';
import { inTransaction } from '../kernel/transaction.js';
import { lockListing, subjectOf } from '../listings/row.js';
import { NewReport, type Report } from './review-schema.js';

/**
 * Reports a listing. The same kind of report from the same account or address is one report while it is open.
 * @param input `{kind, message?, email?}`
 * @throws DomainError not_found (also for a listing the actor may not see), validation_error
 */
export async function reportListing(
  actor: Actor,
  slug: string,
  input: unknown,
): Promise<{ report: Report; created: boolean }> {
  const { kind, message = null, email = null } = check(NewReport, input);
  return inTransaction(actor, async (trx) => {
    const listing = await lockListing(trx, actor, slug);
    const reporterKey = keyOf(actor);
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
      return {
        report: presentReport(await ReportModel.query(trx).findOne(same).throwIfNotFound()),
        created: false,
      };
    }
    await recordChange(trx, actor, {
      action: 'listing.report',
      subject: subjectOf(listing),
      after: { kind, message: row.message },
    });
    return { report: presentReport(row), created: true };
  });
}

/** Who reports, as a digest: the log need not hold the addresses of visitors. */
function keyOf(actor: Actor): Buffer {
  const who = accountId(actor) ?? addressKey(actor.client?.ip ?? '');
  return createHmac('sha256', config.sessionSecrets[0] ?? '')
    .update(`report ${who}`)
    .digest();
}

/** The open reports about a listing, oldest first. */
export function openReports(listingId: string, trx?: Transaction) {
  return ReportModel.query(trx).where({ listing_id: listingId }).whereNull('closed_at').orderBy('created_at');
}

/**
 * Closes the open reports about a listing in the caller's transaction; reporters who gave an address get a mail.
 * @returns their ids
 */
export async function closeReports(
  trx: Transaction,
  actor: Actor,
  listing: ListingModel,
  outcome: 'upheld' | 'dismissed',
): Promise<string[]> {
  const open = await openReports(listing.id, trx).forUpdate();
  await ReportModel.query(trx)
    .findByIds(open.map(({ id }) => id))
    .patch({ closedAt: new Date(), closedBy: accountId(actor), outcome });
  const addresses = new Set(open.flatMap(({ email }) => email ?? []));
  for (const address of addresses) {
    await queueMail(trx, actor, {
      kind: 'report-closed',
      to: { address },
      data: { name: listing.name, outcome },
    });
  }
  return open.map(({ id }) => id);
}

/** Opens reports again whose decision is taken back. */
export async function reopenReports(trx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await ReportModel.query(trx)
    .findByIds([...ids])
    .patch({ closedAt: null, closedBy: null, outcome: null });
}

export function presentReport(row: ReportModel): Report {
  return {
    id: row.id,
    kind: row.kind,
    message: row.message,
    created_at: row.createdAt.toISOString(),
    outcome: row.outcome,
  };
}

// Reports: anyone can report a problem with a listing; moderators review it, and reporters who gave an address are
// notified of the outcome.
import { createHmac } from 'node:crypto';
import { UserModel } from '../../db/models/accounts.js';
import { insertUnlessTaken } from '../../db/models/base.js';
import { ReportModel } from '../../db/models/desk.js';
import { emailKey } from '../accounts/emails.js';
import { type Actor, accountId } from '../kernel/actor.js';
import { recordChange } from '../kernel/audit.js';
import { check } from '../kernel/check.js';
import { config } from '../kernel/config.js';
import { addressKey } from '../kernel/rate-limits.js';
import { presentRow } from '../kernel/schema.js';
import { inTransaction } from '../kernel/transaction.js';
import { lockListing, subjectOf } from '../listings/row.js';
import { NewReport, type ReceivedReport, Report } from './review-schema.js';

/**
 * Reports a listing. The same kind of report from the same account or address is one report while it is open; with
 * another email it is another one, so that everyone who gave theirs is notified. Who reports without an account is not
 * shown what somebody else at their address wrote.
 * @param input `{kind, message?, email?}`
 * @throws DomainError not_found (also for a listing the actor may not see)
 */
export async function reportListing(
  actor: Actor,
  slug: string,
  input: unknown,
): Promise<{ report: Report; created: boolean }> {
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
    await recordChange(trx, actor, {
      action: 'listing.report',
      subject: subjectOf(listing),
      after: { kind, message: row.message },
    });
    return { report: presentReport(row), created: true };
  });
}

/** The reporter as a digest, so that addresses of visitors are not stored. */
function keyOf(actor: Actor, email: string | null): Buffer {
  const who = accountId(actor) ?? addressKey(actor.client?.ip ?? '');
  return createHmac('sha256', config.sessionSecrets[0] ?? '')
    .update(`report ${who} ${emailKey(email ?? '')}`)
    .digest();
}

const presentReport = (row: ReportModel): Report => presentRow(Report, row);

/** Reports with who made them, for moderators. */
export async function presentReceived(rows: readonly ReportModel[]): Promise<ReceivedReport[]> {
  const reporters = await UserModel.query().findByIds(rows.flatMap(({ reporterId }) => reporterId ?? []));
  const byId = new Map(reporters.map(({ id, name, email }) => [id, { id, name, email }]));
  return rows.map((row) => ({
    ...presentReport(row),
    reporter: byId.get(row.reporterId ?? '') ?? null,
    email: row.email,
  }));
}

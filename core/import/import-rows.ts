// Imports rows as listings: each row is a submission for an owner. Repeating an import changes nothing.
import { runBulk } from '../../db/work.js';
import { findNamedUsers } from '../accounts/users.js';
import { type Actor, requireAdmin } from '../kernel/actor.js';
import { failureOf } from '../kernel/bulk.js';
import { config } from '../kernel/config.js';
import { DomainError, fieldError } from '../kernel/errors.js';
import { sha256 } from '../kernel/sealing.js';
import { type ReadSubmission, readSubmission } from '../listings/content.js';
import { ImportedListing } from '../listings/schema.js';
import { screenedContent, screenListing } from '../listings/screen.js';
import { keepServers } from '../listings/servers.js';
import { passedBy, rulingsOn } from '../policy/hosts.js';
import { type Judge, openJudge } from '../policy/judge.js';
import { policyInForce } from '../policy/screening.js';
import { followRows } from './follow-rows.js';
import { withoutRefused } from './repair-row.js';
import type { SettledRow, SourceRow } from './rows.js';
import * as storeBatch from './store-batch.js';

/** The first rows are screened without a thread: starting one takes longer. */
const WITHOUT_THREAD = 400;

/** Opens an import, which must be closed. @throws DomainError forbidden */
export function openImport(
  actor: Actor,
  how: Partial<Omit<storeBatch.Storing, 'actor'>> = {},
): ListingImport {
  requireAdmin(actor);
  const usual = { ownerId: null, isDryRun: false, importId: null, following: null };
  return new ListingImport({ actor, ...usual, ...how });
}

/** Reads and screens rows, many of them in a thread, while earlier rows are stored. */
class ListingImport {
  /** By address: the first line that has it, and a digest of the values of that line. */
  private readonly stored = new Map<string, { line: number; digest: string }>();
  /** Resolves when all rows so far are stored. */
  private earlier: Promise<unknown> = Promise.resolve();
  private screened = 0;
  private judge: Judge | null = null;

  constructor(private readonly storing: storeBatch.Storing) {}

  async importRows(sources: readonly SourceRow[]): Promise<SettledRow[]> {
    const rows = sources.map(
      ({ line, input, remoteId, notes }) => new storeBatch.Row(line, input, remoteId, notes),
    );
    const readable = rows.filter((_, n) => !sources[n]?.problem && sources[n]?.leftOut === undefined);
    await runBulk(() => this.settle(readable));
    const servers = rows.flatMap((row, n) => {
      const server = sources[n]?.server;
      return server && row.submission ? [{ urlKey: siteOf(row), server }] : [];
    });
    if (!this.storing.isDryRun) await keepServers(servers, true);
    return sources.map((source, n) => settledRow(source, rows[n] as storeBatch.Row));
  }

  async close(): Promise<void> {
    await this.judge?.close();
  }

  private async settle(rows: readonly storeBatch.Row[]): Promise<void> {
    const settling = this.settleAfter(this.earlier, rows);
    this.earlier = settling.catch(() => undefined);
    await settling;
  }

  private async settleAfter(earlier: Promise<unknown>, rows: readonly storeBatch.Row[]): Promise<void> {
    for (const row of rows) {
      await row.attempt(() => {
        row.submission = withoutPastFeature(readRow(row));
        return null;
      });
    }
    await this.screen(rows.filter(storeBatch.isOpen));
    await earlier;
    // Rows of the same address are stored one after the other.
    for (let left = rows.filter(storeBatch.isOpen); left.length > 0; left = left.filter(storeBatch.isOpen))
      await this.store(storeBatch.firstOfEach(left, siteOf));
  }

  /** Screens many rows in a thread, so that the process can do other work. */
  private async screen(rows: readonly storeBatch.Row[]): Promise<void> {
    this.screened += rows.length;
    if (this.screened > WITHOUT_THREAD) this.judge ??= openJudge(config.dataDir);
    const rulings = await rulingsOn(rows.map(({ submission }) => submission.content.website_url));
    const judged = await this.judge?.judge(
      rows.map(({ submission }, n) => ({
        content: screenedContent(submission.content),
        passed: passedBy(rulings[n] ?? null),
      })),
    );
    const isInForce = judged?.version === policyInForce().version;
    for (const [n, row] of rows.entries()) {
      await row.attempt(async () => {
        const { content, typed } = row.submission;
        const explained = isInForce ? judged?.explanations[n] : undefined;
        row.screened = await screenListing({ content, typed, ruling: rulings[n], explained });
        return null;
      });
    }
  }

  private async store(rows: readonly storeBatch.Row[]): Promise<void> {
    const { stored, storing } = this;
    const without = { slug: null, warnings: [] };
    for (const row of rows) {
      await row.attempt(() => {
        const before = stored.get(siteOf(row));
        // Refuse different rows of one address: otherwise each repeated import would change something.
        const isOther = before && before.digest !== digestOf(row);
        // Two addresses of another directory can be one product here.
        if (isOther && row.remoteId) return { outcome: 'kept', ...without };
        if (isOther) throw storeBatch.repeatedSite(before.line);
        return before && storing.isDryRun ? { outcome: 'unchanged', ...without } : null;
      });
    }
    if (storing.following) await followRows(rows.filter(storeBatch.isOpen), storing, storing.following);
    await storeBatch.storeRows(rows.filter(storeBatch.isOpen), storing);
    for (const row of rows) {
      if (row.outcome && !stored.has(siteOf(row)))
        stored.set(siteOf(row), { line: row.line, digest: digestOf(row) });
    }
  }
}

/** The row with its outcome or its problem, which the reader found or a rule that refused the row. */
function settledRow(source: SourceRow, { outcome, refusal }: storeBatch.Row): SettledRow {
  const { line, input, problem: known, leftOut, raw = input, notes, cursor } = source;
  if (leftOut !== undefined) return { line, leftOut, cursor };
  const name = typeof input?.name === 'string' ? input.name.slice(0, 80) : undefined;
  const field = refusal?.details.field ?? null;
  const problem = known ?? (refusal && { field, ...failureOf(refusal), all: refusal.details.errors });
  if (problem) return { line, name, problem, raw, cursor };
  const { warnings, ...done } = outcome as storeBatch.ImportedRow;
  return { line, name, ...done, warnings: warnings.map(({ error }) => error), notes, cursor };
}

/** Drops the optional fields that break a rule, if the row may be repaired. */
function readRow(row: storeBatch.Row): ReadSubmission {
  try {
    return readSubmission(row.input, ImportedListing);
  } catch (error) {
    const left =
      row.notes &&
      error instanceof DomainError &&
      withoutRefused(row.input as Record<string, unknown>, error, row.notes);
    if (!left) throw error;
    return readSubmission(left, ImportedListing);
  }
}

const siteOf = ({ submission }: storeBatch.Row) => submission.site.urlKey;

const digestOf = ({ input }: storeBatch.Row) =>
  sha256(JSON.stringify(input)).toString('base64url').slice(0, 8);

/** @throws DomainError validation_error (owner) */
export async function findOwner(actor: Actor, owner: string | null | undefined) {
  if (owner == null || owner === '') return null;
  const account = (await findNamedUsers(actor, [owner])).get(owner);
  if (!account) throw fieldError('owner', `No account has the email or id ${owner}.`, 'unknown');
  return account;
}

/** Does not feature a listing whose featuring has ended, as in an old file. */
function withoutPastFeature(submission: ReadSubmission): ReadSubmission {
  const { featured_until: end } = submission.feature;
  const isPast = end != null && new Date(end) <= new Date();
  return isPast ? { ...submission, feature: { featured: false } } : submission;
}

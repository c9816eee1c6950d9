// Importing rows as listings: each row is a submission for an owner. Importing the same rows again changes nothing.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ListingModel } from '../../db/models/listings.js';
import { runBulk } from '../../db/work.js';
import { findNamedUsers } from '../accounts/users.js';
import { requireAdmin } from '../kernel/access.js';
import type { Actor } from '../kernel/actor.js';
import { config } from '../kernel/config.js';
import { DomainError, fieldError } from '../kernel/errors.js';
import { PACKAGE_ROOT } from '../kernel/package.js';
import { type ReadSubmission, readSubmission } from '../listings/content.js';
import { ImportedListing } from '../listings/schema.js';
import { screenedContent, screenListing } from '../listings/screen.js';
import { keepServers } from '../listings/servers.js';
import { passedBy, rulingsOn } from '../policy/hosts.js';
import { policyInForce } from '../policy/instance.js';
import { type Judge, openJudge } from '../policy/judge.js';
import { followRows } from './follow.js';
import { withoutRefused } from './repair.js';
import { type SettledRow, type SourceRow, settleRow } from './rows.js';
import {
  firstOfEach,
  type ImportedRow,
  isOpen,
  Row,
  repeatedSite,
  type Storing,
  storeRows,
} from './store.js';

type ListingImport = Awaited<ReturnType<typeof openImport>>;

interface Options extends Partial<Pick<Storing, 'isDryRun' | 'importId' | 'following'>> {
  /** Email or id of the owner. */
  readonly owner?: string | null;
}

/** The first rows are screened without a thread: starting one takes longer. */
const WITHOUT_THREAD = 400;

/** Starts an import. Close it at the end. @throws DomainError forbidden, validation_error (owner) */
export async function openImport(
  actor: Actor,
  { owner: ownerName, isDryRun = false, importId = null, following = null }: Options = {},
) {
  requireAdmin(actor);
  const owner = await findOwner(actor, ownerName);
  const storing = { actor, ownerId: owner?.id ?? null, isDryRun, importId, following };
  const screen = new Screening();
  /** By site, the first line that has it and a digest of its values. */
  const stored = new Map<string, { line: number; digest: string }>();
  let earlier: Promise<unknown> = Promise.resolve();

  const store = async (rows: readonly Row[]) => {
    for (const row of rows) {
      await row.attempt(() => {
        const before = stored.get(siteOf(row));
        // Every repeated import would change something.
        const isOther = before && before.digest !== digestOf(row);
        // Two sites of another directory can be one here.
        if (isOther && row.remoteId) return { outcome: 'kept', slug: null, warnings: [] };
        if (isOther) throw repeatedSite(before.line);
        return before && isDryRun ? { outcome: 'unchanged', slug: null, warnings: [] } : null;
      });
    }
    if (following) await followRows(rows.filter(isOpen), storing, following);
    await storeRows(rows.filter(isOpen), storing);
    for (const row of rows) {
      if (row.result?.status === 'fulfilled' && !stored.has(siteOf(row)))
        stored.set(siteOf(row), { line: row.line, digest: digestOf(row) });
    }
  };

  const settle = async (rows: readonly Row[]) => {
    const before = earlier;
    const settling = (async () => {
      for (const row of rows) {
        await row.attempt(() => {
          row.submission = withoutPastFeature(readRow(row));
          return null;
        });
      }
      await screen.screen(rows.filter(isOpen));
      await before;
      // Rows of one site follow each other.
      for (let left = rows.filter(isOpen); left.length > 0; left = left.filter(isOpen))
        await store(firstOfEach(left, siteOf));
    })();
    earlier = settling.catch(() => undefined);
    await settling;
  };

  return {
    /** The owner of new listings; null: none, so that only admins can change them. */
    owner,
    /** Imports further rows, which are read and screened while earlier ones are stored. */
    importRows: async (sources: readonly SourceRow[]): Promise<SettledRow[]> => {
      const rows = sources.map(({ line, input, remoteId, notes }) => new Row(line, input, remoteId, notes));
      const readable = rows.filter((_, n) => !sources[n]?.problem && sources[n]?.leftOut === undefined);
      await runBulk(() => settle(readable));
      if (!isDryRun) await keepServersOf(rows, sources);
      return Promise.all(sources.map((source, n) => settleRow(source, async () => (rows[n] as Row).value)));
    },
    /** @throws DomainError validation_error (also for a site that an earlier row has with other values), content_policy */
    importRow: async (line: number, input: unknown): Promise<ImportedRow> => {
      const row = new Row(line, input);
      await settle([row]);
      return row.value;
    },
    close: () => screen.close(),
  };
}

/** Without the optional fields that break a rule, where the row may be repaired. */
function readRow(row: Row): ReadSubmission {
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

/** Keeps the server.json of rows for the listings of their sites; several servers may share a site. */
async function keepServersOf(rows: readonly Row[], sources: readonly SourceRow[]): Promise<void> {
  const found = rows.flatMap((row, n) => {
    const server = sources[n]?.server;
    return server && row.submission ? [{ site: siteOf(row), server }] : [];
  });
  if (found.length === 0) return;
  const sites = found.map(({ site }) => site);
  const listings = await ListingModel.query().select('id', 'url_key').whereIn('url_key', sites);
  const ids = new Map(listings.map(({ id, urlKey }) => [urlKey, id]));
  await keepServers(
    found.flatMap(({ site, server }) => {
      const listingId = ids.get(site);
      return listingId ? [{ listingId, server }] : [];
    }),
  );
}

const siteOf = ({ submission }: Row) => submission.site.urlKey;

const digestOf = ({ input }: Row) =>
  createHash('sha256').update(JSON.stringify(input)).digest('base64url').slice(0, 8);

/** Screens many rows in a thread, so that other work of the process need not wait for it. */
class Screening {
  private rows = 0;
  private judge: Judge | null = null;

  async screen(rows: readonly Row[]): Promise<void> {
    this.rows += rows.length;
    if (this.rows > WITHOUT_THREAD) this.judge ??= openJudge(config.dataDir);
    const rulings = await rulingsOn(rows.map(({ submission }) => submission.content.website_url));
    const judged = await this.judge?.judge(
      rows.map(({ submission }, n) => ({
        content: screenedContent(submission.content),
        passed: passedBy(rulings[n] ?? null),
      })),
    );
    // The operator may have changed policy.json meanwhile.
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

  async close(): Promise<void> {
    await this.judge?.close();
  }
}

/** @throws DomainError validation_error (owner) */
export async function findOwner(actor: Actor, owner: string | null | undefined) {
  if (owner == null || owner === '') return null;
  const account = (await findNamedUsers(actor, [owner])).get(owner);
  if (!account) throw fieldError('owner', `No account has the email or id ${owner}.`, 'unknown');
  return account;
}

/** An old file may contain an end of featuring that has passed. */
function withoutPastFeature(submission: ReadSubmission): ReadSubmission {
  const { featured_until: end } = submission.feature;
  const isPast = end != null && new Date(end) <= new Date();
  return isPast ? { ...submission, feature: { featured: false } } : submission;
}

/** NDJSON, in the format of `directory-admin listings import`. */
export const EXAMPLES_FILE = join(PACKAGE_ROOT, 'db', 'seeds', 'example-listings.ndjson');

/** Imports the examples without an owner. @returns how many were created @throws DomainError forbidden */
export async function importExamples(actor: Actor): Promise<number> {
  const { importRows, close } = await openImport(actor);
  const lines = (await readFile(EXAMPLES_FILE, 'utf8')).trim().split('\n');
  const rows = lines.map((line, index) => ({ line: index + 1, input: JSON.parse(line) }));
  const imported = await importRows(rows).finally(close);
  return imported.filter((row) => 'outcome' in row && row.outcome === 'created').length;
}

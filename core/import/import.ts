// Importing listings from a file: each row is a submission for an owner. Importing the same file again changes
// nothing.
import { createHash } from 'node:crypto';
import { ListingModel } from '../../db/models/listing.js';
import { findNamedUsers } from '../accounts/users.js';
import { requireAdmin } from '../kernel/access.js';
import type { Actor } from '../kernel/actor.js';
import { differences } from '../kernel/audit.js';
import type { Warning } from '../kernel/check.js';
import { fieldError } from '../kernel/errors.js';
import { contentOf, listingWarnings, type ReadSubmission, readSubmission } from '../listings/content.js';
import { websiteTaken } from '../listings/create.js';
import { changeOfFeature, featureOf, NOT_FEATURED } from '../listings/featured.js';
import { presentListing } from '../listings/present.js';
import { ImportedListing } from '../listings/schema.js';
import { screenListing } from '../listings/screen.js';
import type { SubmissionOutcome } from '../listings/submit.js';
import { standingOf } from '../listings/takedowns.js';
import { batchSubmissions } from './batches.js';
import { notesOf } from './notes.js';
import type { ImportScreening } from './screening.js';

export interface ImportedRow {
  outcome: SubmissionOutcome;
  /** null for a listing that a dry run would create. */
  slug: string | null;
  warnings: Warning[];
}

export interface ListingImport {
  /** The owner of new listings; null: none, so that only admins can change them. */
  readonly owner: { readonly id: string; readonly email: string } | null;
  /**
   * Imports one row; rows may run concurrently.
   * @param line its line in the file, for messages about later rows
   * @throws DomainError validation_error (also for a site that an earlier row has with other values), content_policy
   */
  importRow(line: number, input: unknown): Promise<ImportedRow>;
}

interface Options {
  /** Email or id of the owner. */
  owner?: string | null;
  /** Reports what would happen and writes nothing. */
  isDryRun?: boolean;
  /** The record that notes what each row changes; none: nothing can be undone. */
  importId?: string | null;
  /** Where the texts of many rows are screened. */
  screening?: ImportScreening;
}

/**
 * Starts an import, without rate limits, as only operators can.
 * @throws DomainError unauthorized, forbidden, validation_error (owner)
 */
export async function openImport(actor: Actor, options: Options = {}): Promise<ListingImport> {
  requireAdmin(actor);
  const owner = options.owner == null ? null : await findOwner(actor, options.owner);
  const ownerId = owner?.id ?? null;
  const notes = options.importId ? notesOf(options.importId) : null;
  const store = batchSubmissions(actor, ownerId, {
    ...notes,
    explain: options.screening?.explain,
    outcomeOf: (existing, submission, line) => {
      const outcome = outcomeOf(existing, ownerId, submission);
      const earlier = notes?.earlierOf(existing);
      if (!earlier || outcome === 'kept') return outcome;
      // Done already, before the import was interrupted.
      if (earlier.line === line && outcome === 'unchanged') return earlier.before ? 'changed' : 'created';
      if (earlier.line < line && outcome === 'changed') throw repeatedSite(earlier.line);
      return outcome;
    },
  });
  const submit = async (submission: ReadSubmission, line: number): Promise<ImportedRow> => {
    const { row, outcome } = await store(submission, line);
    return { outcome, slug: row.slug, warnings: listingWarnings(submission, presentListing(row, actor)) };
  };
  const take = options.isDryRun
    ? (submission: ReadSubmission) => previewSubmission(actor, ownerId, submission)
    : submit;
  const seen = new SeenSites();

  return {
    owner,
    importRow: async (line, input) => {
      const submission = withoutPastFeature(readSubmission(input, ImportedListing));
      const { urlKey } = submission.site;
      const digest = createHash('sha256').update(JSON.stringify(input)).digest();
      // Two rows of one site must not overwrite each other: every repeated import would then change something.
      for (;;) {
        const earlier = await seen.find(urlKey, digest);
        if (!earlier) break;
        if (!earlier.isSame) throw repeatedSite(earlier.line);
        if (options.isDryRun) return { outcome: 'unchanged', slug: null, warnings: [] };
        break;
      }
      const done = take(submission, line);
      seen.add(urlKey, digest, line, done);
      return done;
    },
  };
}

/** The sites of an import's rows, in a few bytes each, so that a large import needs little memory. */
class SeenSites {
  private readonly stored = new Map<number, number>();
  private readonly underWay = new Map<string, Promise<unknown>>();

  /** Waits for rows of this site that are under way. @returns the row that stored it, or null */
  async find(urlKey: string, digest: Buffer): Promise<{ line: number; isSame: boolean } | null> {
    for (let other = this.underWay.get(urlKey); other; other = this.underWay.get(urlKey)) await other;
    const found = this.stored.get(SeenSites.key(urlKey));
    if (found === undefined) return null;
    return { line: Math.floor(found / DIGESTS), isSame: found % DIGESTS === digest.readUInt16BE(0) };
  }

  add(urlKey: string, digest: Buffer, line: number, done: Promise<unknown>): void {
    const settled = done
      .then(
        () => this.stored.set(SeenSites.key(urlKey), line * DIGESTS + digest.readUInt16BE(0)),
        () => undefined,
      )
      .then(() => this.underWay.delete(urlKey));
    this.underWay.set(urlKey, settled);
  }

  private static key(urlKey: string): number {
    return createHash('sha256').update(urlKey).digest().readUIntBE(0, 6);
  }
}

/** Digests of two bytes: another row of the same site has the same one by chance once in 65,536 times. */
const DIGESTS = 0x1_0000;

async function findOwner(actor: Actor, owner: string) {
  const account = (await findNamedUsers(actor, [owner])).get(owner);
  if (!account) throw fieldError('owner', `No account has the email or id ${owner}.`, 'unknown');
  return account;
}

function repeatedSite(line: number) {
  return fieldError('website_url', `Line ${line} lists the same website with other words.`, 'repeated');
}

/** An old file may contain an end of featuring that has passed. */
function withoutPastFeature(submission: ReadSubmission): ReadSubmission {
  const { featured_until: end } = submission.feature;
  const isPast = end != null && new Date(end) <= new Date();
  return isPast ? { ...submission, feature: { featured: false } } : submission;
}

/** The outcome of a submission for a listed site. @throws DomainError validation_error */
function outcomeOf(
  existing: ListingModel,
  ownerId: string | null,
  { sent, feature }: ReadSubmission,
): Exclude<SubmissionOutcome, 'created'> {
  if (existing.ownerId !== ownerId) return 'kept';
  const isChange =
    differences(contentOf(existing), sent) !== null || changeOfFeature(featureOf(existing), feature) !== null;
  return isChange ? 'changed' : 'unchanged';
}

/** The outcome that a dry run predicts. */
async function previewSubmission(
  actor: Actor,
  ownerId: string | null,
  submission: ReadSubmission,
): Promise<ImportedRow> {
  const { content, site, feature, typed } = submission;
  await screenListing({ content, urlKey: site.urlKey, typed });
  const existing = await ListingModel.query().findOne({ url_key: site.urlKey });
  if (!existing) {
    changeOfFeature(NOT_FEATURED, feature);
    if ((await standingOf(undefined, site.websiteUrl)) === 'refused') throw websiteTaken();
    return { outcome: 'created', slug: null, warnings: [] };
  }
  const warnings = listingWarnings(submission, presentListing(existing, actor));
  return { outcome: outcomeOf(existing, ownerId, submission), slug: existing.slug, warnings };
}

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
  owner?: string;
  /** Reports what would happen and writes nothing. */
  isDryRun?: boolean;
}

/**
 * Starts an import, without rate limits, as only operators can.
 * @throws DomainError unauthorized, forbidden, validation_error (owner)
 */
export async function openImport(actor: Actor, options: Options = {}): Promise<ListingImport> {
  requireAdmin(actor);
  const owner = options.owner === undefined ? null : await findOwner(actor, options.owner);
  const ownerId = owner?.id ?? null;
  const store = batchSubmissions(actor, ownerId, (existing, submission) =>
    outcomeOf(existing, ownerId, submission),
  );
  const submit = async (submission: ReadSubmission): Promise<ImportedRow> => {
    const { row, outcome } = await store(submission);
    return { outcome, slug: row.slug, warnings: listingWarnings(submission, presentListing(row, actor)) };
  };
  const take = options.isDryRun
    ? (submission: ReadSubmission) => previewSubmission(actor, ownerId, submission)
    : submit;
  const seen = new Map<string, { line: number; digest: string; done: Promise<unknown> }>();

  return {
    owner,
    importRow: async (line, input) => {
      const submission = withoutPastFeature(readSubmission(input, ImportedListing));
      const { site } = submission;
      const digest = createHash('sha256').update(JSON.stringify(input)).digest('base64');
      // Two rows of one site must not overwrite each other: every repeated import would then change something.
      for (let earlier = seen.get(site.urlKey); earlier; earlier = seen.get(site.urlKey)) {
        const isStored = await earlier.done.then(
          () => true,
          () => false,
        );
        if (isStored && earlier.digest !== digest) throw repeatedSite(earlier.line);
        if (isStored && options.isDryRun) return { outcome: 'unchanged', slug: null, warnings: [] };
        if (seen.get(site.urlKey) === earlier) break;
      }
      const done = take(submission);
      seen.set(site.urlKey, { line, digest, done });
      return done;
    },
  };
}

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

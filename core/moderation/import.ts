// Listings from a file: each row is a submission made for an owner by whoever runs the directory. The same
// file again changes nothing.
import { createHash } from 'node:crypto';
import { ListingModel } from '../../db/models/listing.js';
import { findNamedUsers } from '../accounts/users.js';
import { requireAdmin } from '../kernel/access.js';
import type { Actor } from '../kernel/actor.js';
import { differences } from '../kernel/audit.js';
import type { Warning } from '../kernel/check.js';
import { fieldError } from '../kernel/errors.js';
import { contentOf, listingWarnings, type ReadSubmission, readSubmission } from '../listings/content.js';
import { presentListing } from '../listings/present.js';
import { screenListing } from '../listings/screen.js';
import { type SubmissionOutcome, storeSubmission } from '../listings/submit.js';

export interface ImportedRow {
  outcome: SubmissionOutcome;
  /** null for one that a dry run would create. */
  slug: string | null;
  warnings: Warning[];
}

export interface ListingImport {
  /** Whose the new listings are; null: nobody's, only admins change them. */
  readonly owner: { readonly id: string; readonly email: string } | null;
  /**
   * Takes one row; many may be under way at once.
   * @param line where it stands in the file, for what later rows may have to say about it
   * @throws DomainError validation_error (also for a site that an earlier row gave otherwise), content_policy
   */
  importRow(line: number, input: unknown): Promise<ImportedRow>;
}

interface Options {
  /** Email or id of the account the listings are to belong to. */
  owner?: string;
  /** Tells what would happen and writes nothing. */
  isDryRun?: boolean;
}

/**
 * Begins an import. No limits on how much: it is for those who run the directory.
 * @throws DomainError unauthorized, forbidden, validation_error (owner)
 */
export async function openImport(actor: Actor, options: Options = {}): Promise<ListingImport> {
  requireAdmin(actor);
  const owner = options.owner === undefined ? null : await findOwner(actor, options.owner);
  const take = options.isDryRun ? previewSubmission : submitFor;
  const seen = new Map<string, { line: number; digest: string; done: Promise<unknown> }>();

  return {
    owner,
    importRow: async (line, input) => {
      const submission = readSubmission(input);
      const { site } = submission;
      const digest = createHash('sha256').update(JSON.stringify(input)).digest('base64');
      // Rows of one site must not follow each other to the same listing, each undoing the one before: every
      // repeat of the import would then find something to change.
      for (let earlier = seen.get(site.urlKey); earlier; earlier = seen.get(site.urlKey)) {
        const isStored = await earlier.done.then(
          () => true,
          () => false,
        );
        if (isStored && earlier.digest !== digest) throw repeatedSite(earlier.line);
        if (isStored && options.isDryRun) return { outcome: 'unchanged', slug: null, warnings: [] };
        if (seen.get(site.urlKey) === earlier) break;
      }
      const done = take(actor, owner?.id ?? null, submission);
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

async function submitFor(
  actor: Actor,
  ownerId: string | null,
  submission: ReadSubmission,
): Promise<ImportedRow> {
  const { row, outcome } = await storeSubmission(actor, ownerId, submission);
  return { outcome, slug: row.slug, warnings: listingWarnings(submission, presentListing(row, actor)) };
}

/** What `submitFor` would come to. */
async function previewSubmission(
  actor: Actor,
  ownerId: string | null,
  submission: ReadSubmission,
): Promise<ImportedRow> {
  const { content, site, sent, typed } = submission;
  await screenListing({ content, urlKey: site.urlKey, typed });
  const existing = await ListingModel.query().findOne({ url_key: site.urlKey });
  if (!existing) return { outcome: 'created', slug: null, warnings: [] };
  const warnings = listingWarnings(submission, presentListing(existing, actor));
  if (existing.ownerId !== ownerId) return { outcome: 'kept', slug: existing.slug, warnings };
  const isChange = differences(contentOf(existing), sent) !== null;
  return { outcome: isChange ? 'changed' : 'unchanged', slug: existing.slug, warnings };
}

// Submitting, changing and deleting listings. One product, one listing: the unique index on url_key decides.
import { type Transaction, UniqueViolationError } from 'objection';
import { insertUnlessTaken } from '../db/models/base.js';
import { ListingModel } from '../db/models/listing.js';
import { authorize, can, requireAccount, requireSignedIn } from './access.js';
import type { Actor } from './actor.js';
import { type AuditedChange, differences, recordChange } from './audit.js';
import { check, type Warning } from './check.js';
import { DomainError, forbidden, notFound } from './errors.js';
import {
  contentOf,
  derivedColumns,
  firstStatus,
  type ListingContent,
  listingWarnings,
  readPatch,
  readSubmission,
  sentColumns,
  siteColumns,
  toFields,
} from './listing-content.js';
import { columnsForNewSite, freePictures, pictureState, settlePictures } from './listing-pictures.js';
import { screenListing } from './listing-screen.js';
import { tellOwners } from './owner-mail.js';
import { presentListing } from './present.js';
import { type Listing, Reason } from './schemas/listing.js';
import { numberedSlug, toSlug } from './slugs.js';
import type { ProductUrl } from './urls.js';

export interface Submission {
  listing: Listing;
  url: string;
  status: Listing['status'];
  /** false: an existing listing was updated, or returned as it is. */
  created: boolean;
  warnings?: Warning[];
}

/**
 * Creates a listing, or, for a site already listed: updates the caller's own one, returns another's
 * unchanged when the caller may see it.
 * @throws DomainError validation_error, unauthorized, content_policy, website_url_taken
 */
export async function submitListing(actor: Actor, input: unknown): Promise<Submission> {
  requireAccount(actor);
  const { row, outcome } = await storeSubmission(actor, actor.account.id, input);
  const listing = presentListing(row, actor);
  const warnings = listingWarnings(input, listing);
  return {
    listing,
    url: listing.url,
    status: listing.status,
    created: outcome === 'created',
    ...(warnings.length > 0 ? { warnings } : {}),
  };
}

/** What a submission came to; `kept`: the site is another's listing, returned as it is. */
export type SubmissionOutcome = 'created' | 'changed' | 'unchanged' | 'kept';

/**
 * Stores a submission for an account, or with null for nobody.
 * @throws DomainError validation_error, content_policy, website_url_taken
 */
export async function storeSubmission(
  actor: Actor,
  ownerId: string | null,
  input: unknown,
): Promise<{ row: ListingModel; outcome: SubmissionOutcome }> {
  const { content, site } = readSubmission(input);
  await screenListing({ content, urlKey: site.urlKey, typed: input });
  const sent = sentColumns(input as object);
  // Another request may delete the listing between our insert and our look at what stood in its way: then
  // the insert is tried again. It cannot go on for ever, as every round needs such a deletion.
  for (;;) {
    const row = await insertListing(actor, ownerId, content, site);
    if (row) return { row, outcome: 'created' };
    const settled = await ListingModel.transaction(async (trx) => {
      const existing = await ListingModel.query(trx).findOne({ url_key: site.urlKey }).forUpdate();
      if (!existing) return null;
      if (existing.ownerId === ownerId) {
        const change = Object.fromEntries(sent.map((column) => [column, content[column]]));
        const changed = await changeListing(trx, actor, existing, { content: change, site, typed: input });
        return changed
          ? { row: changed, outcome: 'changed' as const }
          : { row: existing, outcome: 'unchanged' as const };
      }
      if (can(actor, 'see', existing)) return { row: existing, outcome: 'kept' as const };
      throw websiteTaken();
    });
    if (settled) return settled;
  }
}

/** Inserts under the first free slug; null when the site is listed already. */
async function insertListing(
  actor: Actor,
  ownerId: string | null,
  content: ListingContent,
  site: ProductUrl,
): Promise<ListingModel | null> {
  const base = toSlug(content.name, site.host);
  return ListingModel.transaction(async (trx) => {
    for (let n = await nextNumber(trx, base); ; n += 1) {
      const row = await insertUnlessTaken(ListingModel, trx, {
        ownerId,
        slug: numberedSlug(base, n),
        ...content,
        ...siteColumns(site),
        ...derivedColumns(content),
        ...firstStatus(),
        ...columnsForNewSite(site.websiteUrl),
      });
      if (row) {
        await settlePictures(trx, null, row);
        await recordChange(trx, actor, {
          action: 'listing.create',
          subject: subjectOf(row),
          after: { ...toFields(content), status: row.status },
        });
        return row;
      }
      const isListed = await ListingModel.query(trx).findOne({ url_key: site.urlKey }).select('id');
      if (isListed) return null;
    }
  });
}

/** A free number, found in few looks: past doubling steps, then between the last taken one and the first free. */
async function nextNumber(trx: Transaction, base: string): Promise<number> {
  const isTaken = async (n: number) =>
    (await ListingModel.query(trx)
      .findOne({ slug: numberedSlug(base, n) })
      .select('id')) !== undefined;
  if (!(await isTaken(1))) return 1;
  let taken = 1;
  let free = 2;
  while (await isTaken(free)) {
    taken = free;
    free *= 2;
  }
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2);
    if (await isTaken(middle)) taken = middle;
    else free = middle;
  }
  return free;
}

/**
 * Changes the fields that are sent; the others stay, null clears an optional one.
 * @throws DomainError not_found, unauthorized, forbidden, validation_error, content_policy, website_url_taken
 */
export async function updateListing(
  actor: Actor,
  slug: string,
  input: unknown,
): Promise<{ listing: Listing; warnings?: Warning[] }> {
  requireSignedIn(actor);
  const { content, site } = readPatch(input);
  const row = await ListingModel.transaction(async (trx) => {
    const existing = await lockListing(trx, actor, slug);
    authorize(actor, 'edit', existing);
    return (await changeListing(trx, actor, existing, { content, site, typed: input })) ?? existing;
  });
  const listing = presentListing(row, actor);
  const warnings = listingWarnings(input, listing);
  return { listing, ...(warnings.length > 0 ? { warnings } : {}) };
}

/** The changed row, or null when it is as it should be already. */
async function changeListing(
  trx: Transaction,
  actor: Actor,
  existing: ListingModel,
  {
    content: change,
    site,
    typed,
  }: { content: Partial<ListingContent>; site: ProductUrl | null; typed: unknown },
): Promise<ListingModel | null> {
  const merged = { ...contentOf(existing), ...change };
  const changed = differences(toFields(contentOf(existing)), toFields(merged));
  if (changed === null) return null;
  const isNewSite = 'website_url' in changed.after;
  if (isNewSite) authorize(actor, 'changeWebsite', existing);
  await screenListing({ content: merged, urlKey: site?.urlKey ?? existing.urlKey, typed }, trx);
  const before = pictureState(existing);
  try {
    const row = await existing.$query(trx).patchAndFetch({
      ...change,
      ...(site ? siteColumns(site) : {}),
      ...derivedColumns(merged),
      ...(isNewSite ? columnsForNewSite(merged.websiteUrl, existing) : {}),
      updatedAt: new Date(),
    } as Partial<ListingModel>);
    await settlePictures(trx, before, row);
    await recordChange(trx, actor, { action: 'listing.update', subject: subjectOf(row), ...changed });
    return row;
  } catch (error) {
    if (error instanceof UniqueViolationError) throw websiteTaken();
    throw error;
  }
}

/**
 * Removes a listing for good and frees its address.
 * @param input `{reason?}`: why, for the history and, where an admin acts, for the owner
 * @throws DomainError not_found, unauthorized, validation_error, forbidden (also for the owner of a rejected one)
 */
export async function deleteListing(
  actor: Actor,
  slug: string,
  input: unknown = {},
): Promise<{ deleted: true; slug: string }> {
  requireSignedIn(actor);
  const { reason = null } = check(Reason, input);
  const row = await ListingModel.transaction((trx) => removeListing(trx, actor, slug, reason));
  tellOwners(actor, { action: 'delete', reason }, [row]);
  return { deleted: true, slug: row.slug };
}

/**
 * The same in the caller's transaction, who tells the owner after the commit.
 * @throws DomainError as deleteListing
 */
export async function removeListing(
  trx: Transaction,
  actor: Actor,
  slug: string,
  reason: string | null,
): Promise<ListingModel> {
  const existing = await lockListing(trx, actor, slug);
  if (!can(actor, 'edit', existing)) throw forbidden('Only its owner and admins may delete this listing.');
  authorize(actor, 'delete', existing);
  await existing.$query(trx).delete();
  await freePictures(trx, [existing]);
  await recordChange(trx, actor, removalOf(existing, reason));
  return existing;
}

/** What the history keeps of a deleted listing: everything that was written in it. */
export function removalOf(row: ListingModel, reason: string | null): AuditedChange {
  return {
    action: 'listing.delete',
    subject: subjectOf(row),
    before: { ...toFields(contentOf(row)), status: row.status },
    reason,
  };
}

/** The row, locked until the end of the transaction. @throws DomainError not_found when missing or not visible */
export async function lockListing(trx: Transaction, actor: Actor, slug: string): Promise<ListingModel> {
  const row = isSlug(slug) ? await ListingModel.query(trx).findOne({ slug }).forUpdate() : undefined;
  if (!row || !can(actor, 'see', row)) throw notFound('listing');
  return row;
}

/** Whether a text can be a slug at all: anything else is not worth a query, and may not be valid for one. */
export function isSlug(slug: string): boolean {
  return /^[a-z0-9-]{1,60}$/.test(slug);
}

export function subjectOf(row: ListingModel) {
  return { type: 'listing' as const, id: row.id, label: row.slug };
}

function websiteTaken(): DomainError {
  const error = 'This website is already listed. One product has one listing.';
  return new DomainError('website_url_taken', error, {
    field: 'website_url',
    errors: [{ field: 'website_url', path: '/website_url', code: 'taken', error }],
  });
}

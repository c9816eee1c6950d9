// Submitting, changing and deleting listings. One product, one listing: the unique index on url_key decides.
import { type Transaction, UniqueViolationError } from 'objection';
import { insertUnlessTaken } from '../../db/models/base.js';
import { ListingModel } from '../../db/models/listing.js';
import { requireAccount, requireSignedIn } from '../kernel/access.js';
import { type Actor, isAdmin } from '../kernel/actor.js';
import { differences, recordChange } from '../kernel/audit.js';
import type { Warning } from '../kernel/check.js';
import { DomainError } from '../kernel/errors.js';
import { inTransaction } from '../kernel/transaction.js';
import { isNewFlag, recordFlag } from '../policy/flags.js';
import {
  contentOf,
  derivedColumns,
  type ListingChange,
  listingWarnings,
  type PatchSchema,
  type ReadSubmission,
  readPatch,
  readSubmission,
  siteColumns,
  toFields,
} from './content.js';
import { featureListing } from './featured.js';
import { indexListings } from './indexing.js';
import { columnsForNewSite, pictureState, settlePictures } from './pictures.js';
import { presentListing } from './present.js';
import { authorize, can } from './rights.js';
import { lockListing, subjectOf } from './row.js';
import { type Listing, ListingPatch } from './schema.js';
import { isHeldWhenUnsure, type Screened, screenListing, unsureReason } from './screen.js';
import { nextNumber, numberedSlug, toSlug } from './slugs.js';
import { firstStatus } from './status.js';
import { HELD_REASON, standingOf, takeDown } from './takedowns.js';
import { putLogo, withoutTypedLogo } from './uploaded-logo.js';

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
export async function submitListing(
  actor: Actor,
  input: unknown,
  logo: Buffer | null = null,
): Promise<Submission> {
  requireAccount(actor, 'listings:write');
  const submission = readSubmission(withoutTypedLogo(input, logo));
  if (logo) {
    const { content, site, typed, sent } = submission;
    await screenListing({ content, urlKey: site.urlKey, typed });
    await putLogo(actor, logo, content, sent);
  }
  const { row, outcome } = await storeSubmission(actor, actor.account.id, submission);
  const listing = presentListing(row, actor);
  const warnings = listingWarnings(submission, listing);
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
 * @throws DomainError content_policy, website_url_taken
 */
export async function storeSubmission(
  actor: Actor,
  ownerId: string | null,
  submission: ReadSubmission,
): Promise<{ row: ListingModel; outcome: SubmissionOutcome }> {
  const { content, site, typed, sent } = submission;
  const screened = await screenListing({ content, urlKey: site.urlKey, typed });
  // Another request may delete the listing between our insert and our look at what stood in its way: then
  // the insert is tried again. It cannot go on for ever, as every round needs such a deletion.
  for (;;) {
    const row = await insertListing(actor, ownerId, submission, screened);
    if (row) return { row, outcome: 'created' };
    const settled = await inTransaction(actor, async (trx) => {
      const existing = await ListingModel.query(trx).findOne({ url_key: site.urlKey }).forUpdate();
      if (!existing) return null;
      if (existing.ownerId === ownerId) {
        const changed = await changeListing(trx, actor, existing, { ...submission, content: sent });
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
  { content, site, feature }: ReadSubmission,
  screened: Screened,
): Promise<ListingModel | null> {
  const base = toSlug(content.name, site.host);
  return inTransaction(actor, async (trx) => {
    const isListed = async () =>
      (await ListingModel.query(trx).findOne({ url_key: site.urlKey }).select('id')) !== undefined;
    const standing = await standingOf(trx, site.websiteUrl);
    if (standing === 'refused') {
      // The rejected listing itself is still there: its owner may change it.
      if (await isListed()) return null;
      throw websiteTaken();
    }
    const isUnsure = isHeldWhenUnsure(screened) && !isAdmin(actor);
    const isHeld = standing === 'held' || isUnsure;
    // Most names are free: only when the first insert finds one taken are free numbers looked for.
    for (let n = 1; ; n = await nextNumber(trx, base)) {
      const row = await insertUnlessTaken(ListingModel, trx, {
        ownerId,
        slug: numberedSlug(base, n),
        ...content,
        ...siteColumns(site),
        ...derivedColumns(content),
        ...firstStatus({ isHeld }),
        ...columnsForNewSite(site.websiteUrl),
      });
      if (row) {
        await indexListings(trx, [row]);
        await settlePictures(trx, null, row);
        await recordFlag(trx, row.id, screened);
        await recordChange(trx, actor, {
          action: 'listing.create',
          subject: subjectOf(row),
          after: { ...toFields(content), status: row.status },
          reason: standing === 'held' ? HELD_REASON : isUnsure ? unsureReason(screened) : null,
        });
        return (await featureListing(trx, actor, row, feature)) ?? row;
      }
      if (await isListed()) return null;
    }
  });
}

/**
 * Changes the fields that are sent; the others stay, null clears an optional one.
 * @param schema what may be changed; more than owners may, where the caller has made sure of an admin
 * @throws DomainError not_found, unauthorized, forbidden, validation_error, content_policy, website_url_taken
 */
export async function updateListing(
  actor: Actor,
  slug: string,
  input: unknown,
  logo: Buffer | null = null,
  schema: PatchSchema = ListingPatch,
): Promise<{ listing: Listing; warnings?: Warning[] }> {
  requireSignedIn(actor, 'listings:write');
  const change = readPatch(withoutTypedLogo(input, logo), schema);
  if (logo) {
    await inTransaction(actor, async (trx) => {
      const existing = await lockListing(trx, actor, slug);
      authorize(actor, 'edit', existing);
      const content = { ...contentOf(existing), ...change.content };
      await screenListing(
        { content, urlKey: change.site?.urlKey ?? existing.urlKey, typed: change.typed },
        trx,
      );
    });
    await putLogo(actor, logo, change.content);
  }
  const row = await inTransaction(actor, async (trx) => {
    const existing = await lockListing(trx, actor, slug);
    authorize(actor, 'edit', existing);
    return (await changeListing(trx, actor, existing, change)) ?? existing;
  });
  const listing = presentListing(row, actor);
  const warnings = listingWarnings(change, listing);
  return { listing, ...(warnings.length > 0 ? { warnings } : {}) };
}

/** The changed row, or null if nothing changes. */
async function changeListing(
  trx: Transaction,
  actor: Actor,
  existing: ListingModel,
  change: ListingChange,
): Promise<ListingModel | null> {
  const changed = await changeContent(trx, actor, existing, change);
  return (await featureListing(trx, actor, changed ?? existing, change.feature)) ?? changed;
}

async function changeContent(
  trx: Transaction,
  actor: Actor,
  existing: ListingModel,
  { content: change, site, typed }: ListingChange,
): Promise<ListingModel | null> {
  const merged = { ...contentOf(existing), ...change };
  const changed = differences(toFields(contentOf(existing)), toFields(merged));
  if (changed === null) return null;
  const isNewSite = 'website_url' in changed.after;
  // Another spelling of the same site is no new address.
  const moved = site && site.urlKey !== existing.urlKey ? site : null;
  if (moved) authorize(actor, 'changeWebsite', existing);
  const standing = moved ? await standingOf(trx, moved.websiteUrl, existing.id) : 'free';
  if (standing === 'refused') throw websiteTaken();
  const screened = await screenListing(
    { content: merged, urlKey: site?.urlKey ?? existing.urlKey, typed },
    trx,
  );
  const isUnsure = isHeldWhenUnsure(screened) && (await isNewFlag(existing.id, screened.flag, trx));
  const isHeld = (standing === 'held' || isUnsure) && !isAdmin(actor) && existing.baseStatus === 'live';
  const before = pictureState(existing);
  try {
    const row = await existing.$query(trx).patchAndFetch({
      ...change,
      ...(site ? siteColumns(site) : {}),
      ...derivedColumns(merged),
      ...(isNewSite ? columnsForNewSite(merged.websiteUrl, existing) : {}),
      ...(isHeld ? { baseStatus: 'pending' } : {}),
      updatedAt: new Date(),
    } as Partial<ListingModel>);
    await indexListings(trx, [row]);
    await settlePictures(trx, before, row);
    await recordFlag(trx, row.id, screened);
    if (moved && row.rejectedAt) await takeDown(trx, actor, row, row.rejectedReason);
    await recordChange(trx, actor, {
      action: 'listing.update',
      subject: subjectOf(row),
      ...changed,
      reason: isHeld ? (standing === 'held' ? HELD_REASON : unsureReason(screened)) : null,
    });
    return row;
  } catch (error) {
    if (error instanceof UniqueViolationError) throw websiteTaken();
    throw error;
  }
}

export function websiteTaken(): DomainError {
  const error = 'This website is already listed. One product has one listing.';
  return new DomainError('website_url_taken', error, {
    field: 'website_url',
    errors: [{ field: 'website_url', path: '/website_url', code: 'taken', error }],
  });
}

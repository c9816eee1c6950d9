// Submits and updates listings. One product, one listing: the unique index on url_key decides.
import { type Transaction, UniqueViolationError } from 'objection';
import { LinkCheckModel, ListingModel } from '../../db/models/listings.js';
import { type Actor, may, requireAccount, requireSignedIn } from '../kernel/actor.js';
import { differences } from '../kernel/audit.js';
import type { Warning } from '../kernel/check.js';
import { inTransaction } from '../kernel/transaction.js';
import { toStoredAddress } from '../pictures/media.js';
import { isNewFlag, recordFlag } from '../policy/flags.js';
import * as contents from './content.js';
import { createListing, type PassedSubmission } from './create.js';
import { settleFacts } from './fact-values.js';
import { nameShape, namesakesOf } from './namesakes.js';
import { columnsForIcon, columnsForNewSite, settlePictures, uploadLogo } from './pictures.js';
import { featureListing, featureOf, isVerified, presentListing } from './present.js';
import { authorize, can, findListing, lockListing, recordListing } from './rights.js';
import { type Listing, ListingPatch, ListingSubmission } from './schema.js';
import { heldBecause, screenListing, withHeldReasons } from './screen.js';
import { indexListings } from './search-document.js';
import { usualWait } from './submission-rules.js';
import { standingOf, takeDown, takenDown, websiteTaken } from './takedowns.js';
import { fold } from './tokens.js';

/** Creates a listing. For a listed product, updates the caller's own listing, or returns another's unchanged
 * if visible. @throws DomainError content_policy, website_url_taken */
export async function submitListing(
  actor: Actor,
  input: unknown,
  logo: Buffer | null = null,
  passed?: PassedSubmission,
) {
  requireAccount(actor, 'listings:write');
  const { submission, screened } = passed ?? (await screenSubmission(readSubmitted(actor, input, logo)));
  if (logo) {
    // Decode the logo last: it is the most expensive step.
    const { content, sent } = submission;
    content.logo_url = sent.logo_url = toStoredAddress(await uploadLogo(actor, logo));
  }
  const { row, outcome } = await storeSubmission(actor, actor.account.id, { submission, screened }, true);
  const [listing] = (await withHeldReasons(actor, [presentListing(row, actor)])) as [Listing];
  const warnings = contents.listingWarnings(submission, listing);
  const wait = listing.status === 'pending' ? await usualWait() : null;
  return {
    listing,
    url: listing.url,
    status: listing.status,
    created: outcome === 'created',
    ...(wait && { usual_wait: wait }),
    ...(warnings.length > 0 ? { warnings } : {}),
  };
}

/** Reads a submission. @throws DomainError validation_error */
export const readSubmitted = (actor: Actor, input: unknown, logo: Buffer | null) =>
  contents.readSubmission(withoutTypedLogo(input, logo), ListingSubmission, may(actor, 'listings'));

/** Screens a submission. @throws DomainError content_policy */
export const screenSubmission = async (submission: contents.ReadSubmission): Promise<PassedSubmission> => ({
  submission,
  screened: await screenListing(submission),
});

/** An uploaded logo takes precedence over an address (C8): removes the latter. */
function withoutTypedLogo(input: unknown, logo: Buffer | null): unknown {
  if (logo === null || typeof input !== 'object' || input === null) return input;
  const { logo_url: _, ...rest } = input as Record<string, unknown>;
  return rest;
}

/** `kept`: the product is another owner's listing, returned unchanged. */
export type SubmissionOutcome = 'created' | 'changed' | 'unchanged' | 'kept';

/** Stores a submission for an account, or without an owner (null). @param tellsOwner emails the owner of a new listing
 * @returns `before`: the previous fields of a changed listing @throws DomainError website_url_taken */
export async function storeSubmission(
  actor: Actor,
  ownerId: string | null,
  passed: PassedSubmission,
  tellsOwner = false,
): Promise<{ row: ListingModel; outcome: SubmissionOutcome; before?: object }> {
  const { submission } = passed;
  // Repeat only if the conflicting listing is deleted between our insert and select, so this loop ends.
  for (;;) {
    const row = await createListing(actor, ownerId, passed, tellsOwner);
    if (row) return { row, outcome: 'created' };
    const settled = await inTransaction(actor, async (trx) => {
      const existing = await ListingModel.query(trx).findOne({ url_key: submission.site.urlKey }).forUpdate();
      if (!existing) return null;
      if (existing.ownerId === ownerId) {
        const before = { ...contents.contentOf(existing), ...featureOf(existing) };
        const changed = await changeListing(trx, actor, existing, {
          ...submission,
          content: submission.sent,
        });
        return changed
          ? { row: changed, outcome: 'changed' as const, before }
          : { row: existing, outcome: 'unchanged' as const };
      }
      if (can(actor, 'see', existing)) return { row: existing, outcome: 'kept' as const };
      // For a page that was taken down, the error does not claim that another owner lists it (C5).
      const standing = await standingOf(trx, existing.websiteUrl);
      throw standing.verdict === 'refused' ? takenDown(actor, standing) : websiteTaken();
    });
    if (settled) return settled;
  }
}

/** Changes the sent fields. @param schema the fields that may be written: an owner's, or more if the caller
 * has checked for staff @throws DomainError not_found, content_policy, website_url_taken */
export async function updateListing(
  actor: Actor,
  slug: string,
  input: unknown,
  logo: Buffer | null = null,
  schema: contents.PatchSchema = ListingPatch,
): Promise<{ listing: Listing; warnings?: Warning[] }> {
  requireSignedIn(actor, 'listings:write');
  const change = contents.readPatch(withoutTypedLogo(input, logo), schema, may(actor, 'listings'));
  if (logo) {
    const existing = await findListing(actor, slug);
    authorize(actor, 'edit', existing);
    const content = contents.changedContent(contents.contentOf(existing), change.content);
    await screenListing({ content, typed: change.typed });
    change.content.logo_url = toStoredAddress(await uploadLogo(actor, logo));
  }
  const row = await inTransaction(actor, async (trx) => {
    const existing = await lockListing(trx, actor, slug);
    authorize(actor, 'edit', existing);
    return (await changeListing(trx, actor, existing, change)) ?? existing;
  });
  const listing = presentListing(row, actor);
  const warnings = contents.listingWarnings(change, listing);
  return { listing, ...(warnings.length > 0 ? { warnings } : {}) };
}

/** Changes a locked listing. @returns the new row, or null if nothing changes @throws DomainError as updateListing */
export async function changeListing(
  trx: Transaction,
  actor: Actor,
  existing: ListingModel,
  change: contents.ListingChange,
): Promise<ListingModel | null> {
  const changed = await changeContent(trx, actor, existing, change);
  return (await featureListing(trx, actor, changed ?? existing, change.feature)) ?? changed;
}

async function changeContent(
  trx: Transaction,
  actor: Actor,
  existing: ListingModel,
  { content: change, site, typed }: contents.ListingChange,
): Promise<ListingModel | null> {
  const settled = await settleFacts(trx, [change.facts]);
  const merged = contents.changedContent(contents.contentOf(existing), {
    ...change,
    ...(change.facts && { facts: settled[0] }),
  });
  const changed = differences(contents.contentOf(existing), merged);
  if (changed === null) return null;
  const isNewSite = 'website_url' in changed.after;
  // Another spelling of the same address is not a move.
  const moved = site && site.urlKey !== existing.urlKey ? site : null;
  // While a listing is rejected, its own takedown is ignored; once restored, it cannot move back to a page taken down.
  const exempt = existing.rejectedAt ? existing.id : null;
  const standing = moved ? await standingOf(trx, moved.websiteUrl, exempt) : undefined;
  if (standing?.verdict === 'refused') throw takenDown(actor, standing);
  const screened = await screenListing({ content: merged, typed }, trx);
  const mayHold = existing.baseStatus === 'live' && !may(actor, 'listings');
  const flag = mayHold && (await isNewFlag(existing.id, screened.flag, trx)) ? screened.flag : null;
  const isRenamed = nameShape(merged.name) !== nameShape(existing.name) && !isVerified(existing);
  const [namesake] = mayHold && isRenamed ? await namesakesOf([{ id: existing.id, ...merged }], trx) : [];
  const reason = mayHold ? heldBecause({ standing, flag, namesake }) : null;
  const before = existing.$clone();
  try {
    const row = await existing.$query(trx).patchAndFetch({
      ...contents.toColumns({ ...change, facts: merged.facts }),
      ...(site ? contents.siteColumns(site) : {}),
      nameKey: fold(merged.name),
      ...(isNewSite ? columnsForNewSite(merged.website_url, existing) : {}),
      ...(await columnsForIcon(trx, existing, changed.after)),
      ...(reason ? { baseStatus: 'pending' } : {}),
      updatedAt: new Date(),
      screenedBy: screened.by,
    } as Partial<ListingModel>);
    await indexListings(trx, [row]);
    await settlePictures(trx, before, row);
    if (isNewSite) {
      await LinkCheckModel.query(trx).deleteById(row.id);
      await LinkCheckModel.query(trx).insert({ listingId: row.id, dueAt: new Date() });
    }
    await recordFlag(trx, row.id, screened);
    // Take down the new page only if staff move the listing: nobody has reviewed a page chosen by the owner.
    if (moved && row.rejectedAt && may(actor, 'listings'))
      await takeDown(trx, actor, row, row.rejectedReason);
    await recordListing(trx, actor, row, 'listing.update', { ...changed, reason });
    return row;
  } catch (error) {
    if (error instanceof UniqueViolationError) throw websiteTaken();
    throw error;
  }
}

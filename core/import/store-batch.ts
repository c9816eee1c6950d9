// Stores rows of an import, in one statement where possible. Each row gets the same result as if stored alone.
import type { ImportModel } from '../../db/models/import.js';
import { ListingModel } from '../../db/models/listings.js';
import type { Actor } from '../kernel/actor.js';
import { differences } from '../kernel/audit.js';
import type { Warning } from '../kernel/check.js';
import { DomainError, fieldError, type Said } from '../kernel/errors.js';
import { log } from '../kernel/log.js';
import { commitWith, inTransaction } from '../kernel/transaction.js';
import { changedContent, contentOf, listingWarnings, type ReadSubmission } from '../listings/content.js';
import { firstSlug, insertListings } from '../listings/create.js';
import { changeOfFeature, featureOf, NOT_FEATURED, presentListing } from '../listings/present.js';
import type { Screened } from '../listings/screen.js';
import { takenSlugs } from '../listings/slugs.js';
import { type SubmissionOutcome, storeSubmission } from '../listings/submit.js';
import { standingsOf, takenDown } from '../listings/takedowns.js';
import { isOwnMedia } from '../pictures/media.js';
import { noteEffects, notesAbout } from './undo.js';

export interface ImportedRow {
  outcome: SubmissionOutcome;
  /** null for a listing that a dry run would create. */
  slug: string | null;
  warnings: Warning[];
}

export class Row {
  submission!: ReadSubmission;
  screened!: Screened;
  outcome: ImportedRow | null = null;
  refusal: DomainError | null = null;

  constructor(
    readonly line: number,
    readonly input: unknown,
    readonly remoteId?: string | null,
    readonly notes?: Said[],
  ) {}

  /** Runs a step. Its result becomes the row's outcome; a rule that it breaks becomes the row's refusal. */
  async attempt(step: () => ImportedRow | null | Promise<ImportedRow | null>): Promise<void> {
    try {
      this.outcome = await step();
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      this.refusal = error;
    }
  }
}

export const isOpen = ({ outcome, refusal }: Row) => outcome === null && refusal === null;

export function firstOfEach<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  const keys = new Set<string>();
  return items.filter((item) => !keys.has(keyOf(item)) && keys.add(keyOf(item)));
}

export interface Storing {
  readonly actor: Actor;
  /** Owner of new listings; null: none, so that only staff can change them. */
  readonly ownerId: string | null;
  readonly isDryRun: boolean;
  /** The import whose record notes what each row changes; null: no notes, so nothing can be undone. */
  readonly importId: string | null;
  /** The source of the rows, if it is followed (follow-rows.ts). */
  readonly following: ImportModel | null;
}

/** Stores rows that were read and screened, each with a different address. */
export async function storeRows(rows: readonly Row[], storing: Storing): Promise<void> {
  const { actor, ownerId, isDryRun, importId } = storing;
  const sites = rows.map(({ submission }) => submission.site.urlKey);
  const existing = await ListingModel.query().whereIn('url_key', sites);
  const listed = new Map(existing.map((row) => [row.urlKey, row]));
  const notes = await notesAbout(importId, existing);
  for (const row of rows) {
    const { submission, line } = row;
    const before = listed.get(submission.site.urlKey);
    await row.attempt(() => {
      if (!before) {
        changeOfFeature(NOT_FEATURED, submission.feature);
        return null;
      }
      const outcome = outcomeOf(before, ownerId, submission);
      const note = notes.get(before.id);
      if (note && outcome === 'changed' && note.line < line) throw repeatedSite(note.line);
      if (outcome === 'changed' && !isDryRun) return null;
      // The row was stored before the import was interrupted.
      if (note?.line === line && outcome === 'unchanged')
        return resultOf(actor, row, before, note.before ? 'changed' : 'created');
      return resultOf(actor, row, before, outcome);
    });
  }
  const fresh = rows.filter((row) => isOpen(row) && !listed.has(row.submission.site.urlKey));
  if (isDryRun) await predict(fresh, actor);
  else await insertTogether(fresh, storing);
  for (const row of rows.filter(isOpen)) await row.attempt(() => storeAlone(row, storing));
}

/** The outcome of a submission for a listed product. @throws DomainError validation_error */
function outcomeOf(existing: ListingModel, ownerId: string | null, { sent, feature }: ReadSubmission) {
  if (existing.ownerId !== ownerId) return 'kept';
  const isChange =
    differences(contentOf(existing), changedContent(contentOf(existing), sent)) !== null ||
    changeOfFeature(featureOf(existing), feature) !== null;
  return isChange ? 'changed' : 'unchanged';
}

export function repeatedSite(line: number) {
  return fieldError('website_url', `Line ${line} lists the same website with other words.`, 'repeated');
}

export function resultOf(
  actor: Actor,
  { submission }: Row,
  listing: ListingModel | null,
  outcome: SubmissionOutcome,
): ImportedRow {
  const warnings = listing ? listingWarnings(submission, presentListing(listing, actor)) : [];
  return { outcome, slug: listing?.slug ?? null, warnings };
}

async function predict(rows: readonly Row[], actor: Actor): Promise<void> {
  const websites = rows.map(({ submission }) => submission.site.websiteUrl);
  const standings = await standingsOf(undefined, websites);
  for (const [n, row] of rows.entries()) {
    await row.attempt(() => {
      const standing = standings[n];
      if (standing?.verdict === 'refused') throw takenDown(actor, standing);
      return { outcome: 'created', slug: null, warnings: [] };
    });
  }
}

/** Inserts rows with free slugs in one transaction. Other rows stay open; if it fails, all rows stay open. */
async function insertTogether(rows: readonly Row[], { actor, ownerId, importId, following }: Storing) {
  const slugOf = ({ submission }: Row) => firstSlug(submission);
  const plain = rows.filter(({ submission }) => !isOwnMedia(submission.content.logo_url));
  const named = firstOfEach(plain, slugOf);
  const taken = await takenSlugs(named.map(slugOf));
  const free = named.filter((row) => !taken.has(slugOf(row)));
  if (free.length === 0) return;
  const listings = free.map((row) => ({ ...row, slug: slugOf(row) }));
  const insert = inTransaction(actor, async (trx) => {
    const inserted = await insertListings(trx, actor, ownerId, listings);
    const effects = free.flatMap(({ line, remoteId }, n) => {
      const row = inserted[n];
      return row ? { line, remoteId, row, before: null, generation: following?.generation } : [];
    });
    await noteEffects(trx, importId, effects);
    return inserted;
  });
  const inserted = await insert.catch((error: unknown) => {
    log.debug({ err: error, rows: free.length }, 'rows of an import are stored one by one');
    return [];
  });
  for (const [n, row] of free.entries()) {
    const listing = inserted[n];
    if (listing) row.outcome = resultOf(actor, row, listing, 'created');
  }
}

async function storeAlone(row: Row, { actor, ownerId, importId, following }: Storing): Promise<ImportedRow> {
  const generation = following?.generation;
  const { line, remoteId } = row;
  const stored = await commitWith(
    actor,
    (sharing) => storeSubmission(sharing, ownerId, row),
    async ({ row: listing, outcome, before = null }, trx) => {
      const isEffect = outcome === 'created' || outcome === 'changed';
      if (trx && isEffect)
        await noteEffects(trx, importId, [{ line, remoteId, row: listing, before, generation }]);
    },
  );
  return resultOf(actor, row, stored.row, stored.outcome);
}

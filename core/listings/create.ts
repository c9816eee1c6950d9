// Creates listings. Unique indexes decide which addresses and slugs are free, not a query before the insert.
import type { Transaction } from 'objection';
import { ListingModel } from '../../db/models/listings.js';
import { prepare } from '../../db/prepared.js';
import { type Actor, may } from '../kernel/actor.js';
import { recordChanges } from '../kernel/audit.js';
import { inTransaction } from '../kernel/transaction.js';
import { recordFlag } from '../policy/flags.js';
import { type ReadSubmission, siteColumns } from './content.js';
import { settleFacts } from './fact-values.js';
import { namesakesOf } from './namesakes.js';
import { notifyOfArrival } from './owner-mail.js';
import { columnsForNewSite, settlePictures } from './pictures.js';
import { featureListing } from './present.js';
import { subjectOf } from './rights.js';
import { OWNER_FIELDS } from './schema.js';
import { heldBecause, type Screened } from './screen.js';
import { indexListings } from './search-document.js';
import { freeSlug, numberedSlug, toSlug } from './slugs.js';
import { mustWait, requireMaySubmit } from './submission-rules.js';
import { standingOf, standingsOf, takenDown } from './takedowns.js';
import { fold } from './tokens.js';

/** A submission with the verdict on its texts, which must be stored exactly as they were screened. */
export interface PassedSubmission {
  readonly submission: ReadSubmission;
  readonly screened: Screened;
}

const COLUMNS = [
  ...['owner_id', 'slug', 'url_key', 'url_key_version', 'name_key', 'base_status', 'screened_by'],
  ...OWNER_FIELDS,
  ...['screenshot_status', 'capture_url', 'capture_queued_at', 'capture_cause'],
].join(', ');

const insertRows = prepare<Record<string, unknown>>(
  `insert into listings (${COLUMNS}, created_at, updated_at, published_at, capture_number)
     select ${COLUMNS}, now(), now(), case base_status when 'live' then now() end, coalesce(capture_number, 0)
     from jsonb_populate_recordset(null::listings, $1::jsonb)
     -- In one order, so that two statements never wait for each other in a circle.
     order by url_key
   on conflict do nothing
   returning *`,
);

/** Creates a listing under the first free slug; null if its product is already listed.
 * @throws DomainError website_url_taken for a page that was taken down; as `inTransaction` */
export async function createListing(
  actor: Actor,
  ownerId: string | null,
  passed: PassedSubmission,
  tellsOwner = false,
): Promise<ListingModel | null> {
  const { submission } = passed;
  const { urlKey, websiteUrl } = submission.site;
  return inTransaction(actor, async (trx) => {
    for (let slug = firstSlug(submission); ; slug = await freeSlug(slugBase(submission), trx)) {
      const [row] = await insertListings(trx, actor, ownerId, [{ ...passed, slug }], tellsOwner);
      if (row) return row;
      if (await ListingModel.query(trx).findOne({ url_key: urlKey }).select('id')) return null;
      const standing = await standingOf(trx, websiteUrl);
      if (standing.verdict === 'refused') throw takenDown(actor, standing);
    }
  });
}

export const firstSlug = (submission: ReadSubmission): string => numberedSlug(slugBase(submission), 1);

const slugBase = ({ content, site }: ReadSubmission): string => toSlug(content.name, site.host);

/** Inserts listings of different products with their dependent rows, in the caller's transaction.
 * @returns the rows in order; null where the product is listed, the slug taken, or the page was taken down */
export async function insertListings(
  trx: Transaction,
  actor: Actor,
  ownerId: string | null,
  listings: readonly (PassedSubmission & { readonly slug: string })[],
  tellsOwner = false,
): Promise<(ListingModel | null)[]> {
  const named = listings.map(({ submission: { content } }) => ({ ownerId, ...content }));
  const [standings, namesakes, isWaiting] = await Promise.all([
    standingsOf(
      trx,
      listings.map(({ submission }) => submission.site.websiteUrl),
    ),
    may(actor, 'listings') ? [] : namesakesOf(named, trx),
    mustWait(trx, actor, ownerId),
  ]);
  const reasons = listings.map(({ screened }, n) => {
    const flag = may(actor, 'listings') ? null : screened.flag;
    return heldBecause({ standing: standings[n], flag, namesake: namesakes[n], isWaiting });
  });
  const facts = await settleFacts(
    trx,
    listings.map(({ submission }) => submission.content.facts),
  );
  const input = listings.flatMap(({ submission: { content, site }, screened, slug }, n) =>
    standings[n]?.verdict === 'refused'
      ? []
      : {
          ...content,
          facts: facts[n],
          ...ListingModel.columnNameMappers.format({
            ownerId,
            slug,
            screenedBy: screened.by,
            ...siteColumns(site),
            nameKey: fold(content.name),
            baseStatus: isWaiting || reasons[n] !== null ? 'pending' : 'live',
            ...columnsForNewSite(site.websiteUrl),
          }),
        },
  );
  const inserted = (await insertRows([JSON.stringify(input)], trx)).map((row) =>
    ListingModel.fromDatabaseJson(row),
  );
  if (inserted.length > 0) await requireMaySubmit(trx, actor, ownerId);
  const bySite = new Map(inserted.map((row) => [row.urlKey, row]));
  const rows = listings.map(({ submission }) => bySite.get(submission.site.urlKey) ?? null);
  const changes = listings.flatMap(({ submission }, n) => {
    const row = rows[n];
    if (!row) return [];
    const after = { ...submission.content, facts: row.facts, status: row.status };
    return { action: 'listing.create' as const, subject: subjectOf(row), after, reason: reasons[n] };
  });
  await Promise.all([
    indexListings(trx, inserted),
    recordChanges(trx, actor, changes),
    ...(tellsOwner ? inserted : []).map((row) => notifyOfArrival(trx, actor, row)),
  ]);
  for (const [n, { submission, screened }] of listings.entries()) {
    const row = rows[n];
    if (!row) continue;
    await settlePictures(trx, null, row);
    if (screened.flag) await recordFlag(trx, row.id, screened);
    rows[n] = (await featureListing(trx, actor, row, submission.feature)) ?? row;
  }
  return rows;
}

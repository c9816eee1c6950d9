// Inserting listings: one statement that confirms the actor, checks for takedowns, inserts the rows with their search
// documents, and writes the audit log. The unique indexes decide which addresses and slugs are free, never a query
// before the insert.
import type { Transaction } from 'objection';
import { ListingModel } from '../../db/models/listing.js';
import { pageOf } from '../addresses/page.js';
import type { ProductUrl } from '../addresses/site.js';
import type { Actor } from '../kernel/actor.js';
import { auditedAs, auditStatement } from '../kernel/audit.js';
import type { AuditAction } from '../kernel/audit-actions.js';
import { afterCommit } from '../kernel/background.js';
import type { MailKind } from '../kernel/outbox.js';
import { commitsAtOnce, confirmedStatement } from '../kernel/transaction.js';
import { derivedColumns, type ListingContent, siteColumns } from './content.js';
import { insertSearchRows, insertWords, vocabularyOf, withoutStored } from './indexing.js';
import { columnsForNewSite } from './pictures.js';
import { OWNER_FIELDS } from './schema.js';
import { toSearchDocument } from './search-document.js';
import { firstStatus } from './status.js';
import { type Standing, standingSql } from './takedowns.js';

export interface NewListing {
  readonly ownerId: string | null;
  readonly slug: string;
  readonly content: ListingContent;
  readonly site: ProductUrl;
  /** The expected standing of its page: if it is another, nothing is inserted. */
  readonly standing: Exclude<Standing, 'refused'>;
  /** Whether it is held for an admin, whatever the site's own setting. */
  readonly isHeld: boolean;
  /** The number of the screening. */
  readonly screenedBy: number;
  /** The reason, for the audit log. */
  readonly reason: string | null;
  /** Whether its owner gets an email that it has arrived. */
  readonly tellsOwner?: boolean;
}

export interface Inserted {
  /** null if the page has another standing, or the site or the slug is taken. */
  readonly row: ListingModel | null;
  readonly standing: Standing;
}

/** The values that a new row gets from its submission; the database fills in the rest. */
const COLUMNS = [
  ...[
    'owner_id',
    'slug',
    'url_key',
    'url_key_version',
    'name_key',
    'base_status',
    'screened_by',
    ...OWNER_FIELDS,
  ],
  ...['screenshot_status', 'capture_url', 'capture_queued_at', 'capture_cause'],
].join(', ');

const CREATE: AuditAction = 'listing.create';

const RECEIVED: MailKind = 'listing-received';

const CREATED = `(
  select '${CREATE}' as action, 'listing' as subject_type, id::text as subject_id, slug as subject_label,
    null::jsonb as before, content || jsonb_build_object('status', status) as after, reason
  from stored order by n) as change`;

const insertRows = confirmedStatement<Record<string, unknown> & { n: number; standing: Standing }>(
  `input as materialized (
     select input.*, ${standingSql('input')} as standing
     from jsonb_to_recordset($4::jsonb) as input (n integer, host text, path text, expected text, site text,
       content jsonb, others jsonb, reason text, name_joined text, lexemes text[], tells_owner boolean)
   ),
   inserted as (
     insert into listings (${COLUMNS}, created_at, updated_at, published_at, capture_number)
       select ${COLUMNS}, now(), now(), case base_status when 'live' then now() end, coalesce(capture_number, 0)
       from input cross join lateral jsonb_populate_record(null::listings, content || others) as listing
       where standing = expected and (select who_acts from who)
       -- In one order, so that two statements never wait for each other in a circle.
       order by url_key
     on conflict do nothing
     returning *
   ),
   stored as (
     select inserted.*, n, content, reason, name_joined, lexemes, tells_owner
     from inserted join input on input.site = inserted.url_key
   ),
   -- What an account submits within five minutes is told in one email, which the sweep of emails finds.
   mailed as (
     insert into mails (kind, user_id, data, batch, due_at)
       select '${RECEIVED}', owner_id, jsonb_build_object('id', id), owner_id,
         date_bin('5 minutes', now(), timestamptz 'epoch') + interval '5 minutes'
       from stored where tells_owner
   ),
   words as (${insertWords('$5', 'exists (select from inserted)')}),
   searched as (${insertSearchRows('stored')}),
   audited as (${auditStatement(6, CREATED)})`,
  `select inserted.*, input.n, input.standing
   from input left join inserted on input.site = inserted.url_key order by input.n`,
);

/**
 * Inserts listings of different sites, all in one transaction; each independently.
 * @param outer the transaction of a larger change
 * @returns the outcome of each, in order
 * @throws DomainError unauthorized, forbidden: like `inTransaction`
 */
export async function insertListings(
  actor: Actor,
  listings: readonly NewListing[],
  outer?: Transaction,
): Promise<Inserted[]> {
  const documents = listings.map(({ content }) => toSearchDocument(content));
  const input = listings.map(
    ({ site, slug, content, ownerId, standing, isHeld, reason, tellsOwner, screenedBy }, n) => ({
      n,
      ...pageOf(site.websiteUrl),
      expected: standing,
      site: site.urlKey,
      content,
      others: ListingModel.columnNameMappers.format({
        ownerId,
        slug,
        screenedBy,
        ...siteColumns(site),
        ...derivedColumns(content),
        baseStatus: firstStatus({ isHeld: isHeld || standing === 'held' }),
        ...columnsForNewSite(site.websiteUrl),
      }),
      reason,
      tells_owner: tellsOwner ?? false,
      name_joined: documents[n]?.nameJoined,
      lexemes: documents[n]?.lexemes,
    }),
  );
  const { words, noteStored } = withoutStored(vocabularyOf(documents));
  const values = [JSON.stringify(input), words, ...auditedAs(actor)];
  const rows = await insertRows(actor, values, outer);
  if (commitsAtOnce() && rows.some(({ id }) => id !== null)) {
    if (outer) afterCommit(outer, async () => noteStored());
    else noteStored();
  }
  return rows.map(({ n: _, standing, ...row }) => ({
    standing,
    row: row.id === null ? null : ListingModel.fromDatabaseJson(row),
  }));
}

// Keeps the search documents of listings in step with their texts.
import type { Transaction } from 'objection';
import { ListingModel } from '../../db/models/listings.js';
import { prepare } from '../../db/prepared.js';
import { contentOf } from './content.js';
import { SEARCH_VERSION, toSearchDocument } from './search-document.js';

// The words, which typos are corrected to, are stored in order, so that two writers of the same ones never deadlock.
const storeDocuments = prepare(
  `with words as (
     insert into search_words (word)
       select word from unnest($2::text[]) as new (word)
       where not exists (select from search_words as known where known.word = new.word)
       order by word
     on conflict do nothing
   )
   insert into listing_search (id, live, published_at, version, name_key, name_joined, search)
     select id, status = 'live', published_at, ${SEARCH_VERSION}, name_key, name_joined, array_to_tsvector(lexemes)
     from jsonb_to_recordset($1::jsonb) as document (id uuid, name_joined text, lexemes text[]) join listings using (id)
   on conflict (id) do update set live = excluded.live, published_at = excluded.published_at,
     version = excluded.version, name_key = excluded.name_key, name_joined = excluded.name_joined,
     search = excluded.search`,
);

/** Stores the search documents of these listings, in the transaction that wrote their texts. */
export async function indexListings(trx: Transaction, rows: readonly ListingModel[]): Promise<void> {
  if (rows.length === 0) return;
  const documents = rows.map((row) => ({ id: row.id, ...toSearchDocument(contentOf(row)) }));
  const stored = documents.map(({ id, nameJoined, lexemes }) => ({ id, name_joined: nameJoined, lexemes }));
  const words = [...new Set(documents.flatMap(({ vocabulary }) => vocabulary))];
  await storeDocuments([JSON.stringify(stored), words], trx);
}

/**
 * Rebuilds search documents that are missing or of an earlier version. Safe under concurrent writes and rebuilds;
 * resumable.
 * @param after the id to continue after, null for the first
 * @returns the last id processed and how many rows were rebuilt; null at the end
 */
export async function reindexSome(
  after: string | null,
  count: number,
): Promise<{ last: string; derived: number } | null> {
  return ListingModel.transaction(async (trx) => {
    const rows = await ListingModel.query(trx)
      .whereRaw(
        'not exists (select from listing_search as found where found.id = listings.id and version >= ?)',
        [SEARCH_VERSION],
      )
      .modify((query) => {
        if (after !== null) query.where('id', '>', after);
      })
      .orderBy('id')
      .limit(count)
      // A concurrent writer of the listing indexes it, too.
      .forUpdate()
      .skipLocked();
    await indexListings(trx, rows);
    const last = rows.at(-1);
    return last ? { last: last.id, derived: rows.length } : null;
  });
}

// Keeps the search documents of listings in step with their texts.
import { LRUCache } from 'lru-cache';
import type { Transaction } from 'objection';
import { ListingModel } from '../../db/models/listing.js';
import { prepare } from '../../db/prepared.js';
import { isCurrent, publicContentVersion } from '../../db/public-content.js';
import { contentOf } from './content.js';
import { SEARCH_VERSION, type SearchDocument, toSearchDocument } from './search-document.js';

/**
 * The statement that stores the dictionary words that typos are corrected to. They are sorted, so that two writers of
 * the same new words never deadlock.
 * @param words the parameter with the words, @param condition when to store them
 */
export function insertWords(words: string, condition = 'true'): string {
  return `insert into search_words (word)
    select word from unnest(${words}::text[]) as new (word)
      where ${condition} and not exists (select from search_words as known where known.word = new.word)
    order by word
    on conflict do nothing`;
}

/** The statement that stores search documents. @param rows listings with name_joined and lexemes */
export function insertSearchRows(rows: string): string {
  return `insert into listing_search (id, live, published_at, version, name_key, name_joined, search)
    select id, status = 'live', published_at, ${SEARCH_VERSION}, name_key, name_joined, array_to_tsvector(lexemes) from ${rows}`;
}

/** The dictionary words of these documents, each once, in order. */
export function vocabularyOf(documents: readonly SearchDocument[]): string[] {
  return [...new Set(documents.flatMap(({ vocabulary }) => vocabulary))].sort();
}

/** Words that this process knows are stored. */
interface StoredWords {
  readonly words: LRUCache<string, true>;
  /**
   * The version of the public content from which on they were stored: no word is ever deleted, but a restored backup
   * replaces them all.
   */
  readonly since: number;
}
const storedIn = new WeakMap<object, StoredWords>();
const MAX_STORED = 20_000;

/**
 * Drops the words that are stored already: most of a text's are, and each would cost a look-up.
 * @returns the others, and a function that marks them as stored, to be called after the commit
 */
export function withoutStored(words: readonly string[]): {
  words: readonly string[];
  noteStored(): void;
} {
  const stored = storedWords();
  if (!stored) return { words, noteStored: () => undefined };
  const others = words.filter((word) => !stored.get(word));
  const noteStored = () => {
    for (const word of others) stored.set(word, true);
  };
  return { words: others, noteStored };
}

function storedWords(): StoredWords['words'] | null {
  const database = ListingModel.knex();
  const stored = storedIn.get(database);
  if (stored && isCurrent(stored.since, [])) return stored.words;
  const since = publicContentVersion();
  if (since === null) return null;
  const words = new LRUCache<string, true>({ max: MAX_STORED });
  storedIn.set(database, { words, since });
  return words;
}

const storeDocuments = prepare(
  `with words as (${insertWords('$2')}), stored as (
     select listings.*, name_joined, lexemes
       from jsonb_to_recordset($1::jsonb) as document (id uuid, name_joined text, lexemes text[]) join listings using (id)
   )
   ${insertSearchRows('stored')}
   on conflict (id) do update set live = excluded.live, published_at = excluded.published_at,
     version = excluded.version, name_key = excluded.name_key, name_joined = excluded.name_joined,
     search = excluded.search`,
);

/**
 * Derives and stores the search documents of these listings, in the transaction that wrote their texts, with one
 * statement.
 */
export async function indexListings(trx: Transaction, rows: readonly ListingModel[]): Promise<void> {
  if (rows.length === 0) return;
  const documents = rows.map((row) => ({ id: row.id, ...toSearchDocument(contentOf(row)) }));
  const stored = documents.map(({ id, nameJoined, lexemes }) => ({ id, name_joined: nameJoined, lexemes }));
  await storeDocuments([JSON.stringify(stored), vocabularyOf(documents)], trx);
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

// Recomputes the keys of sites stored under an earlier version of the canonical form. Runs at each start, before any
// request is served, so that no duplicate is created beside a listing with an outdated key.
import { Model } from 'objection';
import { DomainError } from '../kernel/errors.js';
import { log } from '../kernel/log.js';
import { readProductUrl, URL_KEY_VERSION } from './site.js';

/** Tables with a `url_key`, and the column it is derived from. Only listings are numerous enough to store a version. */
const TABLES = [
  {
    table: 'listings',
    address: 'website_url',
    since: 'created_at',
    version: { url_key_version: URL_KEY_VERSION },
  },
  { table: 'catalog_entries', address: 'url', since: 'added_at', version: null },
  { table: 'policy_passes', address: 'website_url', since: 'created_at', version: null },
] as const;
const BATCH = 1_000;
const UNIQUE_VIOLATION = '23505';

interface ReKeyed {
  /** Rows whose key changed. */
  changed: number;
  /** Addresses whose new key belongs to another row: two rows for one site, left to an operator to resolve. */
  collided: string[];
}

/**
 * Updates the keys of listings, catalog entries and policy passes. Of two rows the older one comes first; a row whose
 * new key is taken keeps its old one, is logged, and is retried at the next start. `updated_at` stays, as nothing
 * visible changed. Safe to run in several processes, and to interrupt.
 */
export async function reKeySites(): Promise<ReKeyed> {
  const result: ReKeyed = { changed: 0, collided: [] };
  for (const table of TABLES) await reKeyTable(table, result);
  if (result.changed + result.collided.length > 0)
    log.info({ changed: result.changed }, 'addresses re-keyed');
  for (const address of result.collided) {
    log.warn({ address }, 'two rows are one site by the present rules: merge or delete one of them');
  }
  return result;
}

async function reKeyTable({ table, address, since, version }: (typeof TABLES)[number], result: ReKeyed) {
  const knex = Model.knex();
  // As text: a Date would truncate microseconds.
  let last: { id: string; since: string } | undefined;
  do {
    const query = knex(table).orderBy([since, 'id']).limit(BATCH);
    if (version) query.where('url_key_version', '<', URL_KEY_VERSION);
    if (last) query.whereRaw('(??, id) > (?, ?)', [since, last.since, last.id]);
    const rows = await query.select(
      { id: 'id', address, key: 'url_key' },
      knex.raw('??::text as since', [since]),
    );
    const [same, other] = [[], []] as [typeof rows, typeof rows];
    for (const row of rows) (keyOf(row) === row.key ? same : other).push(row);
    if (version && same.length > 0) {
      await knex(table)
        .whereIn(
          'id',
          same.map(({ id }) => id),
        )
        .update(version);
    }
    for (const row of other) {
      try {
        // Only if the key is still the one that was read: a concurrent change of the address has set its own.
        result.changed += await knex(table)
          .where({ id: row.id, url_key: row.key })
          .update({ url_key: keyOf(row), ...version });
      } catch (error) {
        if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error;
        result.collided.push(row.address);
      }
    }
    last = rows.at(-1);
  } while (last);
}

/** An address that the current rules refuse keeps its key. */
function keyOf({ address, key }: { address: string; key: string }): string {
  try {
    return readProductUrl(address).urlKey;
  } catch (error) {
    if (error instanceof DomainError) return key;
    throw error;
  }
}

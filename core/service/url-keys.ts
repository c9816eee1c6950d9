// Renews the keys by which products and pages are compared, after a change of their rules (URL_KEY_VERSION).
import { type ModelClass, type Transaction, UniqueViolationError } from 'objection';
import type { BaseModel } from '../../db/models/base.js';
import { ClaimModel, TakedownModel } from '../../db/models/desk.js';
import { ListingModel } from '../../db/models/listings.js';
import { CatalogEntryModel } from '../../db/models/settings.js';
import { pageOf, urlKeyOf, URL_KEY_VERSION as urlKeyVersion } from '../addresses/site.js';
import { systemActor } from '../kernel/actor.js';
import { say } from '../kernel/errors.js';
import { inTransaction } from '../kernel/transaction.js';
import { recordListing } from '../listings/rights.js';

const PAGE = 500;

/** Renews all outdated keys, in pages. If two listings become one product, the younger is marked as a
 * duplicate, and a moderator decides. @returns number of changed keys, and of duplicates */
export async function renewUrlKeys(signal?: AbortSignal): Promise<{ renewed: number; duplicates: number }> {
  await renewOthers(TakedownModel, 'website_url', pageOf);
  await renewOthers(CatalogEntryModel, 'url');
  const counts = { renewed: 0, duplicates: 0 };
  while (!signal?.aborted) {
    const rows = await ListingModel.query()
      .where('url_key_version', '<', urlKeyVersion)
      .orderBy('url_key_version')
      .limit(PAGE);
    if (rows.length === 0) break;
    // Keep the key of an address that would be refused now.
    const changed = rows.filter((row) => (urlKeyOf(row.websiteUrl) ?? row.urlKey) !== row.urlKey);
    const same = rows.filter((row) => !changed.includes(row)).map(({ id }) => id);
    await ListingModel.query().patch({ urlKeyVersion }).findByIds(same);
    for (const { id } of changed) {
      const outcome = await inTransaction(systemActor('job'), (trx) => renewListing(trx, id));
      if (outcome !== 'gone') counts.renewed += 1;
      if (outcome === 'duplicate') counts.duplicates += 1;
    }
  }
  return counts;
}

/** Renews the keys of another table. Deletes rows whose new key is taken; entries of the catalog keep their old one. */
async function renewOthers(
  model: ModelClass<BaseModel>,
  column: 'website_url' | 'url',
  others: (address: string) => object = () => ({}),
): Promise<void> {
  const rows = await model
    .query()
    .where('url_key_version', '<', urlKeyVersion)
    .select('id', `${column} as address`)
    .castTo<{ id: string; address: string }[]>();
  for (const { id, address } of rows) {
    const row = () => model.query().findById(id);
    try {
      await row().patch({
        ...others(address),
        urlKey: urlKeyOf(address) ?? undefined,
        urlKeyVersion,
      } as object);
    } catch (error) {
      if (!(error instanceof UniqueViolationError)) throw error;
      await (column === 'url' ? row().patch({ urlKeyVersion } as object) : row().delete());
    }
  }
}

async function renewListing(trx: Transaction, id: string): Promise<'renewed' | 'duplicate' | 'gone'> {
  const row = await ListingModel.query(trx).findById(id).forUpdate();
  const key = row && urlKeyOf(row.websiteUrl);
  if (!row || !key || row.urlKeyVersion >= urlKeyVersion) return 'gone';
  const holder = await ListingModel.query(trx).findOne({ url_key: key }).forUpdate();
  if (!holder || holder.id === id) {
    await setKey(trx, row, key);
    return 'renewed';
  }
  const [older, younger] = holder.createdAt > row.createdAt ? [row, holder] : [holder, row];
  if (older === row) {
    const former = row.urlKey;
    await setKey(trx, holder, `${holder.id} is moved`);
    await setKey(trx, row, key);
    await setKey(trx, holder, former);
  }
  await younger.$query(trx).patch({ duplicateOf: older.id, urlKeyVersion });
  await recordListing(trx, systemActor('job'), younger, 'listing.update', {
    after: { duplicate_of: older.slug },
    reason: say('audit-reason.duplicate'),
  });
  return 'duplicate';
}

/** Sets a listing's key, also in the rows of its claims and in the owner's proof. */
async function setKey(trx: Transaction, row: ListingModel, urlKey: string): Promise<void> {
  const former = row.urlKey;
  await ClaimModel.query(trx).where({ listing_id: row.id, url_key: former }).patch({ urlKey });
  const verifiedKey = row.verifiedKey === former ? urlKey : row.verifiedKey;
  await row.$query(trx).patch({ urlKey, urlKeyVersion, verifiedKey });
}

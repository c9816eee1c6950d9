// The version of an item at the review desk: the state a moderator saw when deciding.
import type { Transaction } from 'objection';
import { ListingModel } from '../../db/models/listing.js';

/** A digest that changes with the listing and its owner, with open reports and an appeal, and with every decision. */
export async function versionOf(listingId: string, trx?: Transaction): Promise<string> {
  const { rows } = await (trx ?? ListingModel.knex()).raw<{ rows: [{ version: string }] }>(
    `select md5(concat_ws(' ', extract(epoch from updated_at), status, owner_id,
       (select string_agg(id::text, ' ' order by id) from reports
         where listing_id = listings.id and closed_at is null),
       (select id from appeals where listing_id = listings.id and closed_at is null),
       (select concat(id, undone_at is null) from review_decisions
         where listing_id = listings.id order by created_at desc limit 1))) as version
     from listings where id = :listingId`,
    { listingId },
  );
  return rows[0].version;
}

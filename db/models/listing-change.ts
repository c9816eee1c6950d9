import { BaseModel, belongsTo } from './base.js';
import { ListingModel } from './listing.js';

/** The latest change of a listing that is or was public; written by triggers on listings. */
export class ListingChangeModel extends BaseModel {
  static override tableName = 'listing_changes';
  static override idColumn = 'listing_id';

  listingId!: string;
  slug!: string;
  noted!: number;
  /** Its position in the changes feed; null until a reader assigns one. */
  place!: number | null;
  changedAt!: Date;
  listing?: ListingModel | null;

  static override relationMappings = () => ({
    listing: belongsTo(ListingModel, 'listing_changes.listing_id', 'listings.id'),
  });
}

import { BaseModel, belongsTo } from './base.js';
import { ListingModel } from './listing.js';
import { UserModel } from './user.js';

/** An account's claim to control the site of a listing. */
export class ClaimModel extends BaseModel {
  static override tableName = 'claims';

  id!: string;
  userId!: string;
  listingId!: string;
  urlKey!: string;
  createdAt!: Date;
  checkedAt!: Date | null;
  verifiedAt!: Date | null;
  method!: 'dns' | 'file' | 'meta' | 'repository' | null;
  previousOwnerId!: string | null;
  undoneAt!: Date | null;
  user?: UserModel;
  previousOwner?: UserModel | null;
  listing?: ListingModel;

  static override relationMappings = () => ({
    user: belongsTo(UserModel, 'claims.user_id', 'users.id'),
    previousOwner: belongsTo(UserModel, 'claims.previous_owner_id', 'users.id'),
    listing: belongsTo(ListingModel, 'claims.listing_id', 'listings.id'),
  });
}

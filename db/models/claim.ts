import { Model } from 'objection';
import { BaseModel } from './base.js';
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
    user: {
      relation: Model.BelongsToOneRelation,
      modelClass: UserModel,
      join: { from: 'claims.user_id', to: 'users.id' },
    },
    previousOwner: {
      relation: Model.BelongsToOneRelation,
      modelClass: UserModel,
      join: { from: 'claims.previous_owner_id', to: 'users.id' },
    },
    listing: {
      relation: Model.BelongsToOneRelation,
      modelClass: ListingModel,
      join: { from: 'claims.listing_id', to: 'listings.id' },
    },
  });
}

import { BaseModel } from './base.js';

export class ShortlistEntryModel extends BaseModel {
  static override tableName = 'shortlist_entries';
  static override idColumn = ['user_id', 'listing_id'];

  userId!: string;
  listingId!: string;
  createdAt!: Date;
}

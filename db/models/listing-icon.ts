import { BaseModel } from './base.js';

/** What came of looking for the icon of a listing's site. */
export class ListingIconModel extends BaseModel {
  static override tableName = 'listing_icons';
  static override idColumn = 'listing_id';

  listingId!: string;
  /** null: settled. */
  dueAt!: Date | null;
  attempts!: number;
  /** The logo that was taken; the listing may have another one since. */
  logoUrl!: string | null;
  /** The owner removed a logo. */
  declined!: boolean;
}

import { BaseModel } from './base.js';

export class TakedownModel extends BaseModel {
  static override tableName = 'takedowns';

  id!: string;
  host!: string;
  /** '' for the front page. */
  path!: string;
  urlKey!: string;
  websiteUrl!: string;
  listingId!: string;
  listingName!: string;
  reason!: string | null;
  takenDownBy!: string | null;
  takenDownByEmail!: string | null;
  createdAt!: Date;
}

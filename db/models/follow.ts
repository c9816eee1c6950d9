import { BaseModel } from './base.js';

/** A search that an address follows. */
export class FollowModel extends BaseModel {
  static override tableName = 'follows';

  id!: string;
  emailKey!: string;
  language!: string;
  q!: string;
  category!: string;
  pricing!: string;
  createdAt!: Date;
  confirmedAt!: Date | null;
  toldUntil!: Date | null;
  nextAt!: Date | null;
}

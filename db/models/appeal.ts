import { BaseModel } from './base.js';

export class AppealModel extends BaseModel {
  static override tableName = 'appeals';

  id!: string;
  listingId!: string;
  rejectedAt!: Date;
  message!: string;
  createdAt!: Date;
  closedAt!: Date | null;
  closedBy!: string | null;
  outcome!: 'granted' | 'denied' | null;
  answer!: string | null;
}

import { BaseModel } from './base.js';

export class ReportModel extends BaseModel {
  static override tableName = 'reports';

  id!: string;
  listingId!: string;
  kind!: 'prohibited' | 'scam' | 'broken' | 'wrong' | 'rights' | 'other';
  message!: string | null;
  email!: string | null;
  reporterId!: string | null;
  reporterKey!: Buffer;
  createdAt!: Date;
  closedAt!: Date | null;
  closedBy!: string | null;
  outcome!: 'upheld' | 'dismissed' | null;
}

import { BaseModel } from './base.js';

export class TotpSecretModel extends BaseModel {
  static override tableName = 'totp_secrets';
  static override idColumn = 'user_id';

  userId!: string;
  secret!: Buffer;
  /** null: set up, and no code given yet. */
  confirmedAt!: Date | null;
  lastStep!: number | null;
  createdAt!: Date;
}

import { BaseModel } from './base.js';

export class OAuthRecordModel extends BaseModel {
  static override tableName = 'oauth_records';
  static override idColumn = ['model', 'id'];
  static override jsonAttributes = ['payload'];

  model!: string;
  id!: string;
  payload!: Record<string, unknown>;
  appId!: string | null;
  expiresAt!: Date | null;
  consumedAt!: Date | null;
  createdAt!: Date;
}

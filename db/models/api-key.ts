import { BaseModel, belongsTo } from './base.js';
import { UserModel } from './user.js';

export class ApiKeyModel extends BaseModel {
  static override tableName = 'api_keys';

  id!: string;
  userId!: string;
  name!: string | null;
  prefix!: string;
  hash!: Buffer;
  createdAt!: Date;
  lastUsedAt!: Date | null;
  /** null: everything that the account may do. */
  scopes!: string[] | null;
  expiresAt!: Date | null;
  /** Requests per window; null: as many as the account's. */
  rateLimit!: number | null;
  user?: UserModel;

  static override relationMappings = () => ({
    user: belongsTo(UserModel, 'api_keys.user_id', 'users.id'),
  });
}

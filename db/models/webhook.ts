import { BaseModel, belongsTo } from './base.js';
import { UserModel } from './user.js';

export class WebhookModel extends BaseModel {
  static override tableName = 'webhooks';

  id!: string;
  userId!: string;
  url!: string;
  events!: string[];
  /** Categories of the feed; null: all. */
  categories!: string[] | null;
  /** Encrypted, like the previous one. */
  secret!: Buffer;
  oldSecret!: Buffer | null;
  oldSecretUntil!: Date | null;
  /** The webhook's cursor in the changes feed, up to which deliveries were created. */
  feedPlace!: number;
  createdAt!: Date;
  pausedAt!: Date | null;
  pausedReason!: string | null;
  lastSuccessAt!: Date | null;
  claimedUntil!: Date | null;
  user?: UserModel;

  static override relationMappings = () => ({
    user: belongsTo(UserModel, 'webhooks.user_id', 'users.id'),
  });
}

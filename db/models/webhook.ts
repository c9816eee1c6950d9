import { Model } from 'objection';
import { BaseModel } from './base.js';
import { UserModel } from './user.js';

export class WebhookModel extends BaseModel {
  static override tableName = 'webhooks';

  id!: string;
  userId!: string;
  url!: string;
  events!: string[];
  /** Categories of the feed; null: all. */
  categories!: string[] | null;
  /** Sealed, as is the one before it. */
  secret!: Buffer;
  oldSecret!: Buffer | null;
  oldSecretUntil!: Date | null;
  /** The place in the changes of listings up to which deliveries were made. */
  feedPlace!: number;
  createdAt!: Date;
  pausedAt!: Date | null;
  pausedReason!: string | null;
  lastSuccessAt!: Date | null;
  claimedUntil!: Date | null;
  user?: UserModel;

  static override relationMappings = () => ({
    user: {
      relation: Model.BelongsToOneRelation,
      modelClass: UserModel,
      join: { from: 'webhooks.user_id', to: 'users.id' },
    },
  });
}

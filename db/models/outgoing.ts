import { UserModel } from './accounts.js';
import { belongsTo, type StoredMessage, table } from './base.js';

export class MailModel extends table('mails', { json: ['data'] }) {
  id!: string;
  kind!: string;
  userId!: string | null;
  emailKey!: string | null;
  /** An address that need not belong to an account. With `userId`: the recipient is not the account's own address. */
  address!: string | null;
  batch!: string | null;
  data!: unknown;
  requestId!: string | null;
  createdAt!: Date;
  dueAt!: Date;
  attempts!: number;
  leasedUntil!: Date | null;
  sentAt!: Date | null;
  failedAt!: Date | null;
  lastError!: string | null;
  /** The inbox of an unproven address, for its limits. */
  inbox!: string | null;
}

export class FollowModel extends table('follows') {
  id!: string;
  emailKey!: string;
  language!: string;
  q!: string;
  category!: string;
  pricing!: string;
  confirmedAt!: Date | null;
  toldUntil!: Date | null;
  nextAt!: Date | null;
}

export class WebhookModel extends table('webhooks', { json: ['pausedSaid'] }) {
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
  reviewsSince!: Date;
  /** The webhook's cursor in the changes feed, up to which deliveries were created. */
  feedPlace!: number;
  pausedAt!: Date | null;
  pausedReason!: string | null;
  pausedSaid!: StoredMessage | null;
  lastSuccessAt!: Date | null;
  leasedUntil!: Date | null;
  user?: UserModel;

  static override relationMappings = () => ({ user: belongsTo(UserModel, 'webhooks.user_id') });
}

export class WebhookDeliveryModel extends table('webhook_deliveries', { json: ['data', 'said'] }) {
  id!: string;
  webhookId!: string;
  type!: string;
  listingId!: string | null;
  data!: Record<string, unknown>;
  createdAt!: Date;
  /** The next attempt; null: none. */
  dueAt!: Date | null;
  attempts!: number;
  attemptedAt!: Date | null;
  deliveredAt!: Date | null;
  failedAt!: Date | null;
  lastStatus!: number | null;
  /** A message of an earlier release, or of our own process. */
  lastError!: string | null;
  said!: StoredMessage | null;
}

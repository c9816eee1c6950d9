import { UserModel } from './accounts.js';
import { belongsTo, type StoredMessage, table } from './base.js';

export class MailModel extends table('mails', { json: ['data'] }) {
  id!: string;
  kind!: string;
  userId!: string | null;
  emailKey!: string | null;
  /** The recipient's address, which may belong to no account. With `userId`, it replaces the account's own address. */
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
  /** The inbox of an unverified address, by which emails to it are limited. */
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
  /** Encrypted, like `oldSecret`. */
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
  /** The error as a text, not a message of the catalogues: from an earlier release, or from Node. */
  lastError!: string | null;
  said!: StoredMessage | null;
}

import { BaseModel } from './base.js';

/** An event that waits for a webhook, was delivered, or was given up. */
export class WebhookDeliveryModel extends BaseModel {
  static override tableName = 'webhook_deliveries';
  static override jsonAttributes = ['data'];

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
  lastError!: string | null;
}

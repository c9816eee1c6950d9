import { BaseModel } from './base.js';

/** An email that is queued, was sent, or was given up. */
export class MailModel extends BaseModel {
  static override tableName = 'mails';
  static override jsonAttributes = ['data'];

  id!: string;
  kind!: string;
  userId!: string | null;
  emailKey!: string | null;
  /** An address that need not belong to an account; with `userId`, another address than that account's. */
  address!: string | null;
  batch!: string | null;
  data!: unknown;
  requestId!: string | null;
  createdAt!: Date;
  dueAt!: Date;
  attempts!: number;
  claimedUntil!: Date | null;
  sentAt!: Date | null;
  failedAt!: Date | null;
  lastError!: string | null;
}

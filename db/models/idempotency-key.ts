import { BaseModel } from './base.js';

export class IdempotencyKeyModel extends BaseModel {
  static override tableName = 'idempotency_keys';
  static override idColumn = ['user_id', 'route', 'hash'];

  userId!: string;
  route!: string;
  hash!: Buffer;
  requestHash!: Buffer;
  startedAt!: Date;
  /** The request that runs under this key, until it has stored its answer. */
  owner!: string | null;
  leasedUntil!: Date;
  status!: number | null;
  answer!: Buffer | null;
}

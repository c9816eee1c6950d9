import { BaseModel } from './base.js';

export class PasskeyModel extends BaseModel {
  static override tableName = 'passkeys';

  id!: string;
  userId!: string;
  name!: string | null;
  credentialId!: string;
  publicKey!: Buffer;
  counter!: number;
  deviceType!: string;
  backedUp!: boolean;
  transports!: string[];
  aaguid!: string;
  createdAt!: Date;
  lastUsedAt!: Date | null;
}

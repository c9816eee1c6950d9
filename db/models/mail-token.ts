import { BaseModel } from './base.js';

export type TokenPurpose = 'reset-password' | 'verify-email' | 'change-email';

export class MailTokenModel extends BaseModel {
  static override tableName = 'mail_tokens';
  static override idColumn = 'hash';

  hash!: Buffer;
  userId!: string;
  purpose!: TokenPurpose;
  emailKey!: string;
  expiresAt!: Date;
}

import { BaseModel } from './base.js';

export class SetupLinkModel extends BaseModel {
  static override tableName = 'setup_links';
  static override idColumn = 'hash';

  hash!: Buffer;
  expiresAt!: Date;
}

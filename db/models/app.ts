import { BaseModel } from './base.js';

export class AppModel extends BaseModel {
  static override tableName = 'apps';

  id!: string;
  userId!: string;
  clientId!: string;
  name!: string;
  scopes!: string[];
  createdAt!: Date;
  lastUsedAt!: Date | null;
}

import { BaseModel } from './base.js';

export class PolicyPassModel extends BaseModel {
  static override tableName = 'policy_passes';

  id!: string;
  urlKey!: string;
  websiteUrl!: string;
  category!: 'adult' | 'drugs' | 'illegal';
  reason!: string;
  grantedBy!: string | null;
  createdAt!: Date;
}

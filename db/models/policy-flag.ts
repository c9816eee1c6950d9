import { BaseModel } from './base.js';

export class PolicyFlagModel extends BaseModel {
  static override tableName = 'policy_flags';
  static override idColumn = 'listing_id';

  listingId!: string;
  evidence!: {
    category: 'adult' | 'drugs' | 'illegal';
    field: string;
    matched: string;
    likelihood: number;
    rules: string[];
  };
  policyVersion!: string;
  createdAt!: Date;
}

/** A version of the policy with which every listing was screened. */
export class PolicyScreeningModel extends BaseModel {
  static override tableName = 'policy_screenings';
  static override idColumn = 'policy_version';

  policyVersion!: string;
  finishedAt!: Date;
}

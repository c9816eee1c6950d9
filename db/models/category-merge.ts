import { BaseModel } from './base.js';

/** A category that was merged into another, kept so that the merge can be undone. */
export class CategoryMergeModel extends BaseModel {
  static override tableName = 'category_merges';
  static override jsonAttributes = ['merged'];

  id!: string;
  merged!: { value: string; [member: string]: unknown };
  intoValue!: string;
  listingIds!: string[];
  bothIds!: string[];
  mergedAt!: Date;
}

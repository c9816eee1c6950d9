import { BaseModel } from './base.js';

/** The one row of the site's settings; `document` has the members of SettingsDocument in core/settings/schema.ts. */
export class SiteModel extends BaseModel {
  static override tableName = 'site';
  static override jsonAttributes = ['document'];

  id!: boolean;
  version!: number;
  document!: Record<string, unknown>;
  logoUrl!: string | null;
  faviconUrl!: string | null;
  socialImageUrl!: string | null;
  updatedAt!: Date;
}

/** How a value of a fact is spelled, by what all its spellings have in common; `isAlias`: of a value that it replaces. */
export class FactValueModel extends BaseModel {
  static override tableName = 'fact_values';
  static override idColumn = ['key', 'term'];

  key!: string;
  term!: string;
  value!: string;
  isAlias!: boolean;
}

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

/** A value of a fact that was renamed or merged, kept so that it can be undone. */
export class FactChangeModel extends BaseModel {
  static override tableName = 'fact_changes';

  id!: string;
  action!: 'rename' | 'merge';
  key!: string;
  value!: string;
  intoValue!: string;
  terms!: string[];
  listingIds!: string[];
  bothIds!: string[];
  changedAt!: Date;
}

export class CatalogEntryModel extends BaseModel {
  static override tableName = 'catalog_entries';

  id!: string;
  urlKey!: string;
  urlKeyVersion!: number;
  name!: string;
  url!: string;
  submitUrl!: string | null;
  kind!: string | null;
  notes!: string | null;
  status!: 'live' | 'submitted';
  proposedBy!: string | null;
  addedAt!: Date;
  checkedAt!: Date | null;
}

import { table } from './base.js';

/** The one row of the settings; `document` has the members of SettingsDocument in core/settings/schema.ts. */
export class SettingsModel extends table('site', { json: ['document'] }) {
  id!: boolean;
  version!: number;
  document!: Record<string, unknown>;
  logoUrl!: string | null;
  faviconUrl!: string | null;
  socialImageUrl!: string | null;
  updatedAt!: Date;
}

/** How a fact's value is spelled, by the form that all its spellings share; `isAlias`: of a replaced value. */
export class FactValueModel extends table('fact_values', { id: ['key', 'term'] }) {
  key!: string;
  term!: string;
  value!: string;
  isAlias!: boolean;
}

/** A category that was merged into another, kept so that the merge can be undone. */
export class CategoryMergeModel extends table('category_merges', { json: ['merged'] }) {
  id!: string;
  merged!: { value: string; [member: string]: unknown };
  intoValue!: string;
  listingIds!: string[];
  bothIds!: string[];
  mergedAt!: Date;
}

/** A value of a fact that was renamed or merged, kept so that it can be undone. */
export class FactChangeModel extends table('fact_changes') {
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

export class CatalogEntryModel extends table('catalog_entries') {
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

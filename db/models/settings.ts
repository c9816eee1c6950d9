import { table } from './base.js';

/** The one row of the settings; `document` has the members of SettingsRecord in core/settings/schema.ts. */
export class SettingsModel extends table('site', { json: ['document'] }) {
  version!: number;
  document!: Record<string, unknown>;
  updatedAt!: Date;
}

/** The spelling of a fact's value, by the `term` that its spellings share; `isAlias`: the term of a replaced value. */
export class FactValueModel extends table('fact_values', { id: ['key', 'term'] }) {
  key!: string;
  term!: string;
  value!: string;
  isAlias!: boolean;
}

/** A category, or a value of a fact, that was renamed or merged, kept so that it can be undone. */
export class ValueChangeModel extends table('value_changes', { json: ['merged'] }) {
  id!: string;
  action!: 'rename' | 'merge';
  /** `categories`, or the key of the fact. */
  key!: string;
  value!: string;
  intoValue!: string;
  /** The spellings that led to the value of a fact. */
  terms!: string[];
  /** The category, as it was in the settings. */
  merged!: Record<string, unknown> | null;
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

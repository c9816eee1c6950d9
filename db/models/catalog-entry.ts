import { BaseModel } from './base.js';

export class CatalogEntryModel extends BaseModel {
  static override tableName = 'catalog_entries';

  id!: string;
  urlKey!: string;
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

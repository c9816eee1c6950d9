import { BaseModel } from './base.js';

export class SavedViewModel extends BaseModel {
  static override tableName = 'saved_views';

  id!: string;
  userId!: string;
  list!: 'listings' | 'users' | 'audit';
  name!: string;
  query!: string;
  createdAt!: Date;
}

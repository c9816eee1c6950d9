import { BaseModel } from './base.js';

/** The one row of the site's settings; `document` has the members of SiteDocument in core/site/schema.ts. */
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

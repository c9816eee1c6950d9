import { BaseModel } from './base.js';

/** What is known of the site of a listing. */
export class LinkCheckModel extends BaseModel {
  static override tableName = 'link_checks';
  static override idColumn = 'listing_id';

  listingId!: string;
  dueAt!: Date;
  /** An admin wants to know now. */
  askedAt!: Date | null;
  checkedAt!: Date | null;
  outcome!: 'ok' | 'skipped' | 'unreachable' | 'parked' | null;
  detail!: string | null;
  /** In a row. */
  failures!: number;
  firstFailedAt!: Date | null;
  /** A moderator has looked at what was found. */
  seenAt!: Date | null;
}

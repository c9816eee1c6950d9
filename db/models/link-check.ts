import { BaseModel } from './base.js';

/** The last results of checking a listing's site. */
export class LinkCheckModel extends BaseModel {
  static override tableName = 'link_checks';
  static override idColumn = 'listing_id';

  listingId!: string;
  dueAt!: Date;
  /** Requested by an admin. */
  askedAt!: Date | null;
  checkedAt!: Date | null;
  outcome!: 'ok' | 'skipped' | 'unreachable' | 'parked' | null;
  detail!: string | null;
  /** Consecutive. */
  failures!: number;
  firstFailedAt!: Date | null;
  /** A moderator has reviewed the finding. */
  seenAt!: Date | null;
}

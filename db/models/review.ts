import { BaseModel } from './base.js';

/** A listing is held for a moderator, until they decide or the hold expires. */
export class ReviewClaimModel extends BaseModel {
  static override tableName = 'review_claims';
  static override idColumn = 'listing_id';

  listingId!: string;
  userId!: string;
  until!: Date;
}

export class ReviewSkipModel extends BaseModel {
  static override tableName = 'review_skips';
  static override idColumn = ['listing_id', 'user_id'];

  listingId!: string;
  userId!: string;
  until!: Date;
}

export class ListingLookModel extends BaseModel {
  static override tableName = 'listing_looks';
  static override idColumn = 'listing_id';

  listingId!: string;
  lookedAt!: Date;
}

/** What a decision changed, so that it can be undone. */
export interface ReviewUndo {
  /** Columns of the listing before the decision. */
  columns: Record<string, string | null>;
  reportIds: string[];
  appealId: string | null;
  /** The listing was marked as dead, and nobody had reviewed that. */
  isLinkSeen?: boolean;
  /** Nobody had reviewed the listing before. */
  isFirstLook?: boolean;
  /** The state after the decision: it can be undone as long as this is unchanged. */
  after?: Record<string, string | null>;
}

export class ReviewDecisionModel extends BaseModel {
  static override tableName = 'review_decisions';
  static override jsonAttributes = ['undo'];

  id!: string;
  listingId!: string;
  userId!: string | null;
  decision!: 'approve' | 'reject';
  undo!: ReviewUndo;
  createdAt!: Date;
  undoneAt!: Date | null;
}

export class ReviewReasonModel extends BaseModel {
  static override tableName = 'review_reasons';
  static override idColumn = 'position';

  position!: number;
  text!: string;
}

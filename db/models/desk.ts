import { UserModel } from './accounts.js';
import { belongsTo, type StoredMessage, table } from './base.js';
import { ListingModel } from './listings.js';

export class ClaimModel extends table('claims') {
  id!: string;
  userId!: string;
  listingId!: string;
  urlKey!: string;
  createdAt!: Date;
  checkedAt!: Date | null;
  verifiedAt!: Date | null;
  method!: 'dns' | 'file' | 'meta' | 'repository' | null;
  previousOwnerId!: string | null;
  undoneAt!: Date | null;
  user?: UserModel;
  previousOwner?: UserModel | null;
  listing?: ListingModel;

  static override relationMappings = () => ({
    user: belongsTo(UserModel, 'claims.user_id'),
    previousOwner: belongsTo(UserModel, 'claims.previous_owner_id'),
    listing: belongsTo(ListingModel, 'claims.listing_id'),
  });
}

export class ReportModel extends table('reports', { json: ['said'] }) {
  id!: string;
  listingId!: string;
  kind!: 'prohibited' | 'scam' | 'broken' | 'wrong' | 'rights' | 'other';
  message!: string | null;
  /** The text of a report by the service itself, as a message of the catalogues. */
  said!: StoredMessage | null;
  email!: string | null;
  reporterId!: string | null;
  reporterKey!: Buffer;
  closedAt!: Date | null;
  closedBy!: string | null;
  outcome!: 'upheld' | 'dismissed' | 'fixed' | null;
}

export class AppealModel extends table('appeals') {
  id!: string;
  listingId!: string;
  rejectedAt!: Date;
  message!: string;
  closedAt!: Date | null;
  closedBy!: string | null;
  outcome!: 'granted' | 'denied' | null;
  answer!: string | null;
}

export class TakedownModel extends table('takedowns') {
  id!: string;
  host!: string;
  /** '' for the home page. */
  path!: string;
  /** Port, query and route in the fragment; '' if there are none. */
  variant!: string;
  isWholeHost!: boolean;
  urlKey!: string;
  urlKeyVersion!: number;
  websiteUrl!: string;
  listingId!: string;
  listingName!: string;
  reason!: string | null;
  takenDownBy!: string | null;
  takenDownByEmail!: string | null;
  createdAt!: Date;
}

/** A listing is held for a moderator, until they decide or the hold expires. */
export class ReviewClaimModel extends table('review_claims', { id: 'listing_id' }) {
  listingId!: string;
  leasedBy!: string;
  leasedUntil!: Date;
}

export class ReviewSkipModel extends table('review_skips', { id: ['listing_id', 'user_id'] }) {
  listingId!: string;
  userId!: string;
  until!: Date;
}

export class ListingLookModel extends table('listing_looks', { id: 'listing_id' }) {
  listingId!: string;
}

/** What a decision changed, so that it can be undone. */
export interface ReviewUndo {
  columns: Partial<ListingModel>;
  reportIds: string[];
  appealId: string | null;
  /** Whether the decision was the first to note the dead site (`isLinkSeen`) or the listing (`isFirstLook`). */
  isLinkSeen: boolean;
  isFirstLook: boolean;
  /** The state after the decision, which can be undone as long as the state is unchanged. */
  after: string;
}

export class ReviewDecisionModel extends table('review_decisions', { json: ['undo'] }) {
  id!: string;
  listingId!: string;
  userId!: string | null;
  decision!: 'approve' | 'reject' | 'merge' | 'fixed' | 'dead_link';
  undo!: ReviewUndo;
  undoneAt!: Date | null;
}

export class SavedViewModel extends table('saved_views') {
  id!: string;
  userId!: string;
  list!: 'listings' | 'users' | 'audit';
  name!: string;
  query!: string;
}

export class AuditEntryModel extends table('audit_entries', { json: ['before', 'after', 'said', 'undo'] }) {
  /** A bigint, which pg parses as a number (db/pool.ts). */
  id!: number;
  at!: Date;
  actorId!: string | null;
  actorEmail!: string | null;
  keyId!: string | null;
  keyName!: string | null;
  door!: 'web' | 'rest' | 'mcp' | 'cli' | 'job';
  action!: string;
  subjectType!: string;
  subjectId!: string | null;
  subjectLabel!: string | null;
  before!: Record<string, unknown> | null;
  after!: Record<string, unknown> | null;
  reason!: string | null;
  /** The reason, if it is a message of the service. */
  said!: StoredMessage | null;
  batch!: string | null;
  undo!: { was: Partial<ListingModel>; is: object } | null;
}

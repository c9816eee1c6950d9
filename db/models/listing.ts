import { Model } from 'objection';
import { BaseModel, belongsTo } from './base.js';
import { PolicyFlagModel } from './policy-flag.js';
import { UserModel } from './user.js';

export class ListingModel extends BaseModel {
  static override tableName = 'listings';

  id!: string;
  ownerId!: string | null;
  slug!: string;
  urlKey!: string;
  urlKeyVersion!: number;
  name!: string;
  websiteUrl!: string;
  tagline!: string;
  description!: string | null;
  categories!: string[] | null;
  pricingModel!: string | null;
  pricingSummary!: string | null;
  ctaLabel!: string | null;
  features!: string[] | null;
  logoUrl!: string | null;
  source!: 'human';
  featured!: boolean;
  /** Its position on the front page; null: after those that have one. */
  featuredPosition!: number | null;
  /** When featuring ends. */
  featuredUntil!: Date | null;
  baseStatus!: 'draft' | 'pending' | 'live';
  rejectedAt!: Date | null;
  rejectedBy!: string | null;
  rejectedReason!: string | null;
  archivedAt!: Date | null;
  archivedBy!: string | null;
  archivedReason!: string | null;
  /** Generated: archived, else rejected, else the base status. */
  status!: 'draft' | 'pending' | 'live' | 'rejected' | 'archived';
  screenshotUrl!: string | null;
  screenshotStatus!: 'pending' | 'ready' | 'failed' | null;
  screenshotUpdatedAt!: Date | null;
  captureNumber!: number;
  captureUrl!: string | null;
  captureQueuedAt!: Date | null;
  /** The request that caused the capture (core/kernel/job-cause.ts). */
  captureCause!: { request_id?: string; traceparent?: string } | null;
  captureStartedAt!: Date | null;
  captureAttempts!: number;
  /** A number for the policy that screened it last. */
  screenedBy!: number | null;
  /** The finding of repeated link checks; null: nothing wrong. */
  linkStatus!: 'unreachable' | 'parked' | null;
  linkStatusAt!: Date | null;
  nameKey!: string;
  createdAt!: Date;
  updatedAt!: Date;
  publishedAt!: Date | null;
  /** Who proved control of which site: valid as long as both are still the listing's. */
  verifiedBy!: string | null;
  verifiedKey!: string | null;
  owner?: UserModel | null;
  policyFlag?: PolicyFlagModel | null;

  static override relationMappings = () => ({
    owner: belongsTo(UserModel, 'listings.owner_id', 'users.id'),
    policyFlag: {
      relation: Model.HasOneRelation,
      modelClass: PolicyFlagModel,
      join: { from: 'listings.id', to: 'policy_flags.listing_id' },
    },
  });
}

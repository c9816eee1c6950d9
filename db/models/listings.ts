import { Model } from 'objection';
import { UserModel } from './accounts.js';
import { belongsTo, type StoredMessage, table } from './base.js';

export class PolicyFlagModel extends table('policy_flags', { id: 'listing_id' }) {
  listingId!: string;
  evidence!: {
    category: 'adult' | 'drugs' | 'illegal';
    field: string;
    matched: string;
    likelihood: number;
    words: string[];
    rules: string[];
  };
  policyVersion!: string;
  createdAt!: Date;
}

/** A version of the policy with which every listing was screened. */
export class PolicyScreeningModel extends table('policy_screenings', { id: 'policy_version' }) {
  policyVersion!: string;
}

export class HostVerdictModel extends table('host_verdicts') {
  id!: string;
  /** The host without `www.`, and a path. */
  address!: string;
  verdict!: 'refuse' | 'hold' | 'pass';
  categories!: ('adult' | 'drugs' | 'illegal')[];
  reason!: string;
}

export class ListingModel extends table('listings') {
  id!: string;
  ownerId!: string | null;
  slug!: string;
  urlKey!: string;
  urlKeyVersion!: number;
  /** The older listing of the same product. */
  duplicateOf!: string | null;
  name!: string;
  websiteUrl!: string;
  tagline!: string;
  description!: string | null;
  categories!: string[] | null;
  pricingModel!: string | null;
  pricingSummary!: string | null;
  ctaLabel!: string | null;
  features!: string[] | null;
  facts!: Record<string, string | number | boolean | readonly string[]> | null;
  logoUrl!: string | null;
  /** Our copy of the picture at `logoUrl`; empty: unreadable, null: not read yet. */
  logoCopyUrl!: string | null;
  source!: 'human';
  featured!: boolean;
  /** Its position on the front page; null: after those that have one. */
  featuredPosition!: number | null;
  featuredUntil!: Date | null;
  baseStatus!: 'draft' | 'pending' | 'live';
  rejectedAt!: Date | null;
  rejectedBy!: string | null;
  rejectedReason!: string | null;
  archivedAt!: Date | null;
  archivedBy!: string | null;
  archivedReason!: string | null;
  archivedSaid!: StoredMessage | null;
  /** Generated: archived, else rejected, else the base status. */
  status!: 'draft' | 'pending' | 'live' | 'rejected' | 'archived';
  screenshotUrl!: string | null;
  screenshotStatus!: 'pending' | 'ready' | 'failed' | null;
  screenshotUpdatedAt!: Date | null;
  captureNumber!: number;
  captureUrl!: string | null;
  captureQueuedAt!: Date | null;
  /** The request that caused the capture (core/kernel/jobs.ts). */
  captureCause!: { request_id?: string; traceparent?: string; bulk?: true } | null;
  /** The lease of the worker that captures the site. */
  leasedUntil!: Date | null;
  captureAttempts!: number;
  /** The version of the policy that screened it last (PolicyScreeningModel). */
  screenedBy!: number | null;
  /** The finding of repeated link checks; null: nothing wrong. */
  linkStatus!: 'unreachable' | 'parked' | null;
  linkStatusAt!: Date | null;
  nameKey!: string;
  createdAt!: Date;
  updatedAt!: Date;
  publishedAt!: Date | null;
  /** The account that proved control of the site; valid while it owns the listing and the site is unchanged. */
  verifiedBy!: string | null;
  verifiedKey!: string | null;
  owner?: UserModel | null;
  policyFlag?: PolicyFlagModel | null;

  static override relationMappings = () => ({
    owner: belongsTo(UserModel, 'listings.owner_id'),
    policyFlag: {
      relation: Model.HasOneRelation,
      modelClass: PolicyFlagModel,
      join: { from: 'listings.id', to: 'policy_flags.listing_id' },
    },
  });
}

/** The latest change of a listing that is or was public; written by triggers on listings. */
export class ListingChangeModel extends table('listing_changes', { id: 'listing_id' }) {
  listingId!: string;
  slug!: string;
  /** Its position in the changes feed; null until a reader assigns one. */
  place!: number | null;
  changedAt!: Date;
  listing?: ListingModel | null;

  static override relationMappings = () => ({
    listing: belongsTo(ListingModel, 'listing_changes.listing_id'),
  });
}

/** The result of reading a listing's logo from its typed address, or else the icon of its site. */
export class ListingIconModel extends table('listing_icons', { id: 'listing_id' }) {
  listingId!: string;
  /** null: settled. */
  dueAt!: Date | null;
  leasedUntil!: Date | null;
  /** The logo that was taken; the listing may have another one since. */
  logoUrl!: string | null;
  declined!: boolean;
}

export class LinkCheckModel extends table('link_checks', { id: 'listing_id', json: ['said'] }) {
  listingId!: string;
  dueAt!: Date;
  leasedUntil!: Date | null;
  askedAt!: Date | null;
  checkedAt!: Date | null;
  outcome!: 'ok' | 'skipped' | 'unreachable' | 'parked' | null;
  said!: StoredMessage | null;
  failures!: number;
  firstFailedAt!: Date | null;
  seenAt!: Date | null;
}

export class MediaModel extends table('media') {
  id!: string;
  width!: number;
  height!: number;
  size!: number;
  hasThumbnail!: boolean;
  bytes!: Buffer | null;
  thumbnail!: Buffer | null;
  heldUntil!: Date;
}

export class ShortlistEntryModel extends table('shortlist_entries', { id: ['user_id', 'listing_id'] }) {
  userId!: string;
  listingId!: string;
  note!: string | null;
}

export class OwnSiteModel extends table('own_sites', { id: 'listing_id', json: ['offered', 'dismissed'] }) {
  listingId!: string;
  readAt!: Date | null;
  /** By field: what the website says, and what the owner declined. */
  offered!: Readonly<Record<string, string>> | null;
  dismissed!: Readonly<Record<string, string>> | null;
  /** Whether differences from the website are applied at once. */
  follows!: boolean;
}

export class RepositoryReadingModel extends table('repository_readings', {
  id: 'listing_id',
  json: ['facts'],
}) {
  listingId!: string;
  repository!: string;
  etag!: string | null;
  archived!: boolean;
  /** The facts we wrote. Any that differ now were changed by the owner. */
  facts!: Readonly<Record<string, string | number | boolean | null>>;
  readAt!: Date;
}

export class McpServerModel extends table('mcp_servers', { id: 'name' }) {
  name!: string;
  listingId!: string | null;
  server!: unknown;
  updatedAt!: Date;
}

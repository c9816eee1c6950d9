// Featured listings on the front page. Admins choose them and their order; each can have an end.
import type { Transaction } from 'objection';
import type { ListingModel } from '../../db/models/listings.js';
import type { Actor } from '../kernel/actor.js';
import { differences, recordChange } from '../kernel/audit.js';
import { fieldError, say } from '../kernel/errors.js';
import type { FeatureChange } from './content.js';
import { subjectOf } from './rights.js';
import type { Listing } from './schema.js';

type FeatureColumns = Pick<ListingModel, 'featured' | 'featuredPosition' | 'featuredUntil'>;
type Feature = Pick<Listing, 'featured' | 'featured_position' | 'featured_until'>;

export const NOT_FEATURED: Feature = { featured: false, featured_position: null, featured_until: null };

/** A condition in SQL: the row is featured at this moment. */
export const IS_FEATURED = 'featured and coalesce(featured_until > now(), true)';
/** The order of featured listings, in SQL. */
export const FEATURED_ORDER = 'listings.featured_position, listings.published_at desc, listings.id desc';

/** Whether a row is featured now. Nothing is written when its end passes. */
export function featureOf({ featured, featuredPosition, featuredUntil }: FeatureColumns): Feature {
  if (!featured || (featuredUntil !== null && featuredUntil <= new Date())) return NOT_FEATURED;
  return {
    featured,
    featured_position: featuredPosition,
    featured_until: featuredUntil?.toISOString() ?? null,
  };
}

/**
 * Features a listing, changes its position or its end, or stops featuring it, in the transaction of a caller who has
 * authorized it. `updated_at` stays: the content has not changed.
 * @returns the changed row, or null if nothing changes
 */
export async function featureListing(
  trx: Transaction,
  actor: Actor,
  row: ListingModel,
  change: FeatureChange,
): Promise<ListingModel | null> {
  const changed = changeOfFeature(featureOf(row), change);
  if (changed === null) return null;
  const { featured, featured_position: featuredPosition, featured_until: end } = changed.feature;
  const later = await row.$query(trx).patchAndFetch({
    featured,
    featuredPosition,
    featuredUntil: end === null ? null : new Date(end),
  });
  await recordChange(trx, actor, {
    action: featured ? 'listing.feature' : 'listing.unfeature',
    subject: subjectOf(row),
    before: changed.before,
    after: changed.after,
  });
  return later;
}

/** The resulting columns, or null if nothing changes. @throws DomainError validation_error */
export function changeOfFeature(before: Feature, change: FeatureChange) {
  const feature = afterChange(before, change);
  const changed = differences({ ...before }, { ...feature });
  return changed && { feature, ...changed };
}

function afterChange(before: Feature, change: FeatureChange): Feature {
  if (!(change.featured ?? before.featured)) {
    for (const field of ['featured_position', 'featured_until'] as const) {
      if (change[field] != null) throw fieldError(field, `"${field}" is for a featured listing.`, 'conflict');
    }
    return NOT_FEATURED;
  }
  const after = { ...before, ...change, featured: true };
  if (change.featured_until == null) return after;
  const end = new Date(change.featured_until);
  if (end <= new Date()) throw fieldError('featured_until', say('invalid.future'));
  return { ...after, featured_until: end.toISOString() };
}

// Featured listings on the front page: chosen and ordered by admins, with an optional end.
import type { Transaction } from 'objection';
import type { ListingModel } from '../../db/models/listings.js';
import type { Actor } from '../kernel/actor.js';
import { fieldError, say } from '../kernel/errors.js';
import { differences, recordChange } from '../kernel/transaction.js';
import type { FeatureChange } from './content.js';
import { type Feature, featureOf, NOT_FEATURED } from './present.js';
import { subjectOf } from './rights.js';

export const IS_FEATURED = 'featured and coalesce(featured_until > now(), true)';
export const FEATURED_ORDER = 'listings.featured_position, listings.published_at desc, listings.id desc';

/** Features a listing, changes its position or end, or stops featuring it; the caller has authorized it.
 * `updated_at` stays: the content has not changed. @returns the changed row, or null if nothing changes */
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

/** The new columns, or null if nothing changes. @throws DomainError validation_error */
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

// What brings a listing to the review desk, and which comes first.

/** The most urgent first: the order of the queue. */
export const REVIEW_SOURCES = ['appeal', 'report', 'policy', 'pending', 'link', 'new'] as const;
export type ReviewSource = (typeof REVIEW_SOURCES)[number];

/** Days after which a new listing that was neither reviewed nor reported leaves the queue. */
const NEW_DAYS = 30;

/** The listings of each source, as `select listing_id, since`. */
export const ITEMS_OF: Record<ReviewSource, string> = {
  // Listings archived by their owner wait until they are restored.
  appeal: `select listing_id, appeals.created_at as since from appeals join listings on listings.id = listing_id
    where closed_at is null and archived_at is null`,
  report: 'select listing_id, created_at as since from reports where closed_at is null',
  policy: `select listing_id, policy_flags.created_at as since
    from policy_flags join listings on listings.id = listing_id
    where status in ('live', 'pending')
      and not exists (select 1 from listing_looks where listing_looks.listing_id = policy_flags.listing_id)`,
  pending: "select id as listing_id, created_at as since from listings where status = 'pending'",
  link: `select id as listing_id, link_status_at as since
    from listings join link_checks on listing_id = id
    where link_status is not null and status = 'live' and seen_at is null`,
  // Listings by admins need no review.
  new: `select id as listing_id, created_at as since from listings
    where status = 'live' and created_at > now() - interval '${NEW_DAYS} days'
      and owner_id in (select id from users where role <> 'admin')
      and not exists (select 1 from listing_looks where listing_id = listings.id)`,
};

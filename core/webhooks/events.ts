// Events, rendered when they are sent: a late one is never older than one before. Events of the public feed are no rows:
// each webhook has a cursor in the changes feed (core/search/changes.ts), so a receiver that is away costs nothing.
import type { Transaction } from 'objection';
import { ListingChangeModel, ListingModel } from '../../db/models/listings.js';
import { WebhookDeliveryModel, WebhookModel } from '../../db/models/outgoing.js';
import { guest } from '../kernel/actor.js';
import { presentListing } from '../listings/present.js';
import { latestPosition, presentChange } from '../search/changes.js';
import { FEED_EVENTS } from './schema.js';

/** @returns null for an event that need not be sent any more */
export async function renderEvent(webhook: WebhookModel, delivery: WebhookDeliveryModel) {
  const timestamp = delivery.createdAt.toISOString();
  if (FEED_EVENTS.some((type) => type === delivery.type)) {
    const event = await renderFeedEvent(webhook, delivery);
    return event && { type: event.type, timestamp, data: event.data };
  }
  const { type, listingId, data } = delivery;
  if (listingId === null) return { type, timestamp, data };
  const row = await ListingModel.query().findById(listingId);
  // The listing has another owner now, so this account must not see it.
  if (row && row.ownerId !== webhook.userId) return null;
  const listing = row ? presentListing(row, guest('job')) : null;
  return { type, timestamp, data: { listing_id: listingId, listing, ...data } };
}

const BATCH = 50;

type FeedEvent = (typeof FEED_EVENTS)[number];

/** Makes deliveries of the next changes, and moves the cursor. @returns whether there may be more */
export async function takeFromFeed(webhookId: string): Promise<boolean> {
  const newest = await latestPosition();
  return WebhookModel.transaction(async (trx) => {
    const webhook = await WebhookModel.query(trx).findById(webhookId).forNoKeyUpdate();
    if (!webhook || !followsFeed(webhook) || webhook.feedPlace >= newest) return false;
    const rows = await ListingChangeModel.query(trx)
      .where('place', '>', webhook.feedPlace)
      .where('place', '<=', newest)
      .orderBy('place')
      .limit(BATCH)
      .withGraphFetched('listing');
    const past = await pastCategories(trx, rows);
    const deliveries = rows.flatMap((row) => {
      const type = eventOf(row, webhook.categories, past);
      if (!type || !webhook.events.includes(type)) return [];
      return [{ webhookId, type, listingId: row.listingId, data: { place: row.place } }];
    });
    if (deliveries.length > 0) await WebhookDeliveryModel.query(trx).insert(deliveries);
    const isAll = rows.length < BATCH;
    await webhook.$query(trx).patch({ feedPlace: isAll ? newest : (rows.at(-1)?.place ?? newest) });
    return !isAll || deliveries.length > 0;
  });
}

const followsFeed = ({ events }: WebhookModel) => FEED_EVENTS.some((event) => events.includes(event));

/** The body of a feed event, with the listing as it is now; null if it no longer concerns the webhook. */
async function renderFeedEvent(
  { id, events, categories }: WebhookModel,
  { listingId, data }: WebhookDeliveryModel,
): Promise<{ type: FeedEvent; data: Record<string, unknown> } | null> {
  const row = await ListingChangeModel.query().findById(String(listingId)).withGraphFetched('listing');
  if (!row) return null;
  const type = eventOf(row, categories, await pastCategories(undefined, [row]));
  if (!type || !events.includes(type)) return null;
  const change = presentChange(row, guest('job'));
  const gone = type === 'listing.removed' ? { removed: true, listing: null } : {};
  return { type, data: { ...change, ...gone, sequence: Number(data.place), since: await resumePoint(id) } };
}

/** A `since` for the changes feed that precedes every undelivered event, including this one. */
async function resumePoint(webhookId: string): Promise<string> {
  const { rows } = await WebhookModel.knex().raw<{ rows: [{ since: number }] }>(
    `select coalesce(min((data ->> 'place')::bigint) - 1, max(feed_place)) as since
      from webhooks left join webhook_deliveries on webhook_id = webhooks.id and delivered_at is null
      where webhooks.id = ?`,
    [webhookId],
  );
  return String(rows[0].since);
}

/** The webhook event of a change. Leaving its categories is a removal; null if the listing was never sent. */
function eventOf(
  { listingId, listing }: ListingChangeModel,
  wanted: readonly string[] | null,
  past: ReadonlyMap<string, readonly string[]>,
): FeedEvent | null {
  if (listing?.status !== 'live') return 'listing.removed';
  const isIn = (categories: readonly string[] = []) => categories.some((one) => wanted?.includes(one));
  if (wanted === null || isIn(listing.categories ?? [])) return 'listing.changed';
  return isIn(past.get(listingId)) ? 'listing.removed' : null;
}

async function pastCategories(trx: Transaction | undefined, rows: readonly ListingChangeModel[]) {
  const { rows: found } = await (trx ?? ListingChangeModel.knex()).raw<{
    rows: { listing_id: string; categories: string[] }[];
  }>(
    `select listing_id, array_agg(category) as categories from listing_past_categories
      where listing_id = any(?) group by listing_id`,
    [rows.map(({ listingId }) => listingId)],
  );
  return new Map(found.map(({ listing_id, categories }) => [listing_id, categories]));
}

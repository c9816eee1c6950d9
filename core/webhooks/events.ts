// Renders events when they are sent, so that none shows an older state than one before. The public feed needs no rows:
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
  const { type, listingId, data } = delivery;
  if (FEED_EVENTS.some((one) => one === type)) {
    const change = await ListingChangeModel.query().findById(String(listingId)).withGraphFetched('listing');
    const [event] = change ? await eventsOf(webhook, [change]) : [];
    if (!event) return null;
    const shown = presentChange(event.change, guest('job'));
    const gone = event.type === 'listing.removed' ? { removed: true, listing: null } : {};
    const place = { sequence: Number(data.place), since: await resumePoint(webhook.id) };
    return { type: event.type, timestamp, data: { ...shown, ...gone, ...place } };
  }
  if (listingId === null) return { type, timestamp, data };
  const row = await ListingModel.query().findById(listingId);
  // The listing has another owner now, so this account must not see it.
  if (row && row.ownerId !== webhook.userId) return null;
  const listing = row ? presentListing(row, guest('job')) : null;
  return { type, timestamp, data: { listing_id: listingId, listing, ...data } };
}

const BATCH = 50;

/** Creates deliveries for the next changes, and moves the cursor. @returns whether there may be more */
export async function takeFromFeed(webhookId: string): Promise<boolean> {
  const newest = await latestPosition();
  return WebhookModel.transaction(async (trx) => {
    const webhook = await WebhookModel.query(trx).findById(webhookId).forNoKeyUpdate();
    if (!webhook || webhook.feedPlace >= newest) return false;
    if (!FEED_EVENTS.some((event) => webhook.events.includes(event))) return false;
    const rows = await ListingChangeModel.query(trx)
      .where('place', '>', webhook.feedPlace)
      .where('place', '<=', newest)
      .orderBy('place')
      .limit(BATCH)
      .withGraphFetched('listing');
    const deliveries = (await eventsOf(webhook, rows, trx)).map(({ type, change }) => {
      return { webhookId, type, listingId: change.listingId, data: { place: change.place } };
    });
    if (deliveries.length > 0) await WebhookDeliveryModel.query(trx).insert(deliveries);
    const isAll = rows.length < BATCH;
    await webhook.$query(trx).patch({ feedPlace: isAll ? newest : (rows.at(-1)?.place ?? newest) });
    return !isAll || deliveries.length > 0;
  });
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

/** The events of changes for a webhook. A listing that leaves the webhook's categories counts as removed. */
async function eventsOf(
  { events, categories: wanted }: WebhookModel,
  changes: readonly ListingChangeModel[],
  trx?: Transaction,
) {
  const { rows } = await (trx ?? ListingChangeModel.knex()).raw<{ rows: { listing_id: string }[] }>(
    `select listing_id from listing_past_categories
      where listing_id = any(?::uuid[]) and category = any(?::text[])`,
    [changes.map(({ listingId }) => listingId), wanted ?? []],
  );
  const left = new Set(rows.map(({ listing_id }) => listing_id));
  return changes.flatMap((change) => {
    const isLive = change.listing?.status === 'live';
    const isWanted = wanted === null || change.listing?.categories?.some((one) => wanted.includes(one));
    const isRemoved = !isLive || (!isWanted && left.has(change.listingId));
    const type = isRemoved ? ('listing.removed' as const) : ('listing.changed' as const);
    return (isRemoved || isWanted) && events.includes(type) ? [{ type, change }] : [];
  });
}

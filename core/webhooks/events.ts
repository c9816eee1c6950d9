// The content of an event: rendered when it is sent, from the listing as it is then, so that an event that arrives late
// or twice is never older than one that arrived before.
import { ListingModel } from '../../db/models/listing.js';
import type { WebhookModel } from '../../db/models/webhook.js';
import type { WebhookDeliveryModel } from '../../db/models/webhook-delivery.js';
import { guest } from '../kernel/actor.js';
import { presentListing } from '../listings/present.js';
import { renderFeedEvent } from './feed.js';
import { FEED_EVENTS } from './schema.js';

export interface RenderedEvent {
  type: string;
  /** When it happened. */
  timestamp: string;
  data: Record<string, unknown>;
}

/** @returns null for an event that need not be sent any more */
export async function renderEvent(
  webhook: WebhookModel,
  delivery: WebhookDeliveryModel,
): Promise<RenderedEvent | null> {
  const timestamp = delivery.createdAt.toISOString();
  const isFromFeed = FEED_EVENTS.some((type) => type === delivery.type);
  if (isFromFeed) {
    const event = await renderFeedEvent(webhook, delivery);
    return event && { type: event.type, timestamp, data: event.data };
  }
  const { type, listingId, data } = delivery;
  if (listingId === null) return { type, timestamp, data };
  const row = await ListingModel.query().findById(listingId);
  // It has another owner now, so this account must not see it.
  if (row && row.ownerId !== webhook.userId) return null;
  const listing = row ? presentListing(row, guest('job')) : null;
  return { type, timestamp, data: { listing_id: listingId, listing, ...data } };
}

// Moves pictures from the database into the bucket of MEDIA_STORE, or back, while they are being served: a row with
// bytes is read from the row, one without from the bucket, and each moves in one transaction.
import type { Transaction } from 'objection';
import { MediaModel } from '../../db/models/listings.js';
import { requireAdmin } from '../kernel/access.js';
import type { Actor } from '../kernel/actor.js';
import { type BulkOutcome, type BulkWatch, runEach } from '../kernel/bulk.js';
import { DomainError } from '../kernel/errors.js';
import { lockMedia, mediaId, objectKey, removeObjects, thumbnailKey } from './media.js';
import { type ObjectStore, objectStore } from './media-store.js';

export const MEDIA_PLACES = ['bucket', 'database'] as const;
export type MediaPlace = (typeof MEDIA_PLACES)[number];

/** The ids of pictures that are not in the target yet. */
export async function picturesToMove(actor: Actor, to: MediaPlace): Promise<string[]> {
  requireAdmin(actor);
  const rows = await MediaModel.query()
    .select('id')
    .modify((query) => (to === 'bucket' ? query.whereNotNull('bytes') : query.whereNull('bytes')))
    .orderBy('id');
  return rows.map(({ id }) => id);
}

/** Moves pictures, each on its own. @throws DomainError unavailable (MEDIA_STORE names no bucket) */
export async function movePictures(
  actor: Actor,
  ids: readonly string[],
  to: MediaPlace,
  watch: BulkWatch = {},
): Promise<BulkOutcome<void>> {
  requireAdmin(actor);
  const store = objectStore();
  if (store === null) {
    throw new DomainError(
      'unavailable',
      'MEDIA_STORE names no bucket: both ways need it, also back to the database.',
    );
  }
  const move = to === 'bucket' ? toBucket : toDatabase;
  const outcome = await runEach(actor, ids, (trx, id) => move(trx, store, id), watch);
  // Once the bytes are in the row, the bucket is no longer read.
  if (to === 'database') {
    for (const { item: id } of outcome.done) await removeObjects(id);
  }
  return outcome;
}

async function toBucket(trx: Transaction, store: ObjectStore, id: string): Promise<void> {
  await lockMedia(trx, id);
  const row = await MediaModel.query(trx).findById(id).forUpdate();
  if (!row?.bytes) return;
  await store.put(objectKey(id), row.bytes);
  if (row.thumbnail) await store.put(thumbnailKey(id), row.thumbnail);
  await row.$query(trx).patch({ bytes: null, thumbnail: null });
}

async function toDatabase(trx: Transaction, store: ObjectStore, id: string): Promise<void> {
  await lockMedia(trx, id);
  const row = await MediaModel.query(trx).findById(id).forUpdate();
  if (!row || row.bytes) return;
  const bytes = await store.get(objectKey(id));
  if (bytes === null || mediaId(bytes) !== id) {
    throw new DomainError('not_found', 'The bucket does not have this picture.');
  }
  const thumbnail = row.hasThumbnail ? await store.get(thumbnailKey(id)) : null;
  await row.$query(trx).patch({ bytes, thumbnail });
}

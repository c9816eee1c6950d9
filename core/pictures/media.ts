// Pictures of listings: kept once per content, for as long as a listing shows them.
// Storing with its reference, and freeing, take the same advisory lock of the picture and so never overlap:
// bytes are freed only when, under the lock, nothing refers to them.
import { createHash } from 'node:crypto';
import type { RawBuilder, Transaction } from 'objection';
import { ListingModel } from '../../db/models/listing.js';
import { MediaModel } from '../../db/models/media.js';
import { afterCommit } from '../kernel/background.js';
import { config } from '../kernel/config.js';
import type { Picture } from './encode.js';
import { objectStore } from './media-store.js';

const MEDIA_ID = /^[A-Za-z0-9_-]{43}$/;
const MEDIA_PATH = /^\/media\/([A-Za-z0-9_-]{43})$/;

/** How long a capture may wait, stored, for the report that refers to it. */
const HOLD_SECONDS = 600;

export interface MediaFile {
  readonly id: string;
  readonly bytes: Buffer;
}

/** The unguessable name of a picture: the SHA-256 of its bytes, base64url. */
export function mediaId(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64url');
}

/** What a listing's row keeps of an own picture: `/media/{id}`, so that a new PUBLIC_URL breaks nothing. */
export function mediaPath(id: string): string {
  return `/media/${id}`;
}

/** The row's form of a picture address: own ones become paths, others stay as they are. */
export function toStoredAddress(address: string): string {
  const own = `${config.publicUrl}/media/`;
  const path = address.startsWith(own) ? address.slice(config.publicUrl.length) : address;
  return MEDIA_PATH.test(path) ? path : address;
}

/** Whether a row's address is a picture kept here. */
export function isOwnMedia(stored: string | null): boolean {
  return stored !== null && MEDIA_PATH.test(stored);
}

/** A picture address as it is shown: absolute. */
export function toPublicAddress<T extends string | null>(stored: T): T {
  return (isOwnMedia(stored) ? config.publicUrl + stored : stored) as T;
}

/** The 640 px version of an own screenshot; any other address is returned as it is. */
export function thumbnailAddress(address: string): string {
  return MEDIA_PATH.test(toStoredAddress(address)) ? `${address}/thumbnail` : address;
}

/**
 * Stores a picture that a row will refer to: kept ten minutes if none does.
 * @returns the path for the row, see `mediaPath`
 */
export async function holdMedia(picture: Picture): Promise<string> {
  const id = mediaId(picture.bytes);
  const heldUntil = new Date(Date.now() + HOLD_SECONDS * 1000);
  await MediaModel.transaction(async (trx) => {
    await lockMedia(trx, id);
    const objects = objectStore();
    if (objects) {
      await objects.put(objectKey(id), picture.bytes);
      if (picture.thumbnail) await objects.put(thumbnailKey(id), picture.thumbnail);
    }
    await MediaModel.query(trx)
      .insert({
        id,
        width: picture.width,
        height: picture.height,
        size: picture.bytes.length,
        hasThumbnail: picture.thumbnail !== null,
        bytes: objects ? null : picture.bytes,
        thumbnail: objects ? null : picture.thumbnail,
        heldUntil,
      })
      .onConflict('id')
      .merge(['held_until']);
  });
  return mediaPath(id);
}

/**
 * Ends the holding of pictures, in the transaction that wrote the references: from here on these keep them.
 * @returns those of the addresses that name a picture of ours that is not there
 */
export async function keepMedia(trx: Transaction, addresses: readonly (string | null)[]): Promise<string[]> {
  const missing: string[] = [];
  for (const id of ownIds(addresses)) {
    await lockMedia(trx, id);
    const kept = await MediaModel.query(trx).findById(id).patch({ heldUntil: new Date() });
    if (kept === 0) missing.push(mediaPath(id));
  }
  return missing;
}

/** A stored picture, or its thumbnail; null when there is none. Takes any text for an id. */
export async function readMedia(id: string, part: 'picture' | 'thumbnail'): Promise<MediaFile | null> {
  if (!MEDIA_ID.test(id)) return null;
  const isThumbnail = part === 'thumbnail';
  const row = await MediaModel.query()
    .findById(id)
    .select('has_thumbnail', isThumbnail ? 'thumbnail' : 'bytes');
  if (!row || (isThumbnail && !row.hasThumbnail)) return null;
  // A row without bytes was written while MEDIA_STORE named an object store.
  const kept = isThumbnail ? row.thumbnail : row.bytes;
  const bytes = kept ?? (await objectStore()?.get(isThumbnail ? thumbnailKey(id) : objectKey(id))) ?? null;
  return bytes && { id, bytes };
}

/**
 * Frees the bytes of pictures that rows no longer show, in the transaction that changed the rows, with the
 * addresses they had; foreign addresses and pictures still shown elsewhere are passed over.
 */
export async function freeMedia(
  trx: Transaction,
  addresses: readonly (string | null | undefined)[],
): Promise<void> {
  for (const id of ownIds(addresses)) await freeUnused(trx, id);
}

/** In one order for all, so that two transactions never wait for each other. */
function ownIds(addresses: readonly (string | null | undefined)[]): string[] {
  const ids = addresses
    .map((address) => MEDIA_PATH.exec(address ?? '')?.[1])
    .filter((id) => id !== undefined);
  return [...new Set(ids)].sort();
}

/** Frees what nothing shows: left by a crash between storing and reporting, or by rows changed by hand. */
export async function sweepMedia(limit = 500): Promise<number> {
  const orphans = await MediaModel.query()
    .whereNotExists(references(MediaModel.raw(`'/media/' || media.id`)))
    .where('held_until', '<', new Date())
    .orderBy('created_at')
    .limit(limit)
    .select('id');
  let freed = 0;
  for (const { id } of orphans) {
    if (await MediaModel.transaction((trx) => freeUnused(trx, id))) freed += 1;
  }
  return freed;
}

async function freeUnused(trx: Transaction, id: string): Promise<boolean> {
  await lockMedia(trx, id);
  const [freed] = await MediaModel.query(trx)
    .delete()
    .where('id', id)
    .where('held_until', '<=', new Date())
    .whereNotExists(references(mediaPath(id)))
    .returning(['id', MediaModel.raw('bytes is null as is_object') as unknown as string]);
  if (!freed) return false;
  if ((freed as MediaModel & { isObject: boolean }).isObject) afterCommit(trx, () => removeObjects(id));
  return true;
}

/** Objects know no transaction: they go when the row is gone for good, unless it is back by then. */
async function removeObjects(id: string): Promise<void> {
  await MediaModel.transaction(async (trx) => {
    await lockMedia(trx, id);
    if (await MediaModel.query(trx).findById(id).select('id')) return;
    await objectStore()?.remove([objectKey(id), thumbnailKey(id)]);
  });
}

/** Rows that show a picture; the partial indexes answer it. */
function references(path: string | RawBuilder) {
  return ListingModel.query()
    .select(ListingModel.raw('1'))
    .where((either) =>
      either
        .whereRaw(`(starts_with(logo_url, '/media/') and logo_url = ?)`, [path])
        .orWhereRaw(`(starts_with(screenshot_url, '/media/') and screenshot_url = ?)`, [path]),
    );
}

/** Held to the end of the transaction. */
async function lockMedia(trx: Transaction, id: string): Promise<void> {
  await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`media:${id}`]);
}

function objectKey(id: string): string {
  return `media/${id}.webp`;
}

function thumbnailKey(id: string): string {
  return `media/${id}.thumbnail.webp`;
}

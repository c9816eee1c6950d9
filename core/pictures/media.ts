// Pictures of listings and the directory, stored once per content while a row shows them. Storing and freeing
// take the same advisory lock per picture: bytes are freed only if, under the lock, nothing refers to them.
import type { Transaction } from 'objection';
import { MediaModel } from '../../db/models/listings.js';
import { afterCommit } from '../kernel/background.js';
import { config } from '../kernel/config.js';
import { sha256 } from '../kernel/sealing.js';
import type { Encoded } from '../reader/reader.js';
import { objectStore } from './media-store.js';

const MEDIA_ID = /^[A-Za-z0-9_-]{43}$/;
const MEDIA_PATH = /^\/media\/([A-Za-z0-9_-]{43})$/;

/** How long a new picture is kept for the row that will refer to it. */
const HOLD_SECONDS = 600;

/** The id of a picture: the SHA-256 of its bytes in base64url, unguessable. */
export const mediaId = (bytes: Buffer): string => sha256(bytes).toString('base64url');

/** The address of a stored picture in rows: `/media/{id}`, independent of PUBLIC_URL. */
const mediaPath = (id: string): string => `/media/${id}`;

/** An address as rows store it: our pictures become paths, other addresses stay unchanged. */
export function toStoredAddress(address: string): string {
  const own = `${config.publicUrl}/media/`;
  const path = address.startsWith(own) ? address.slice(config.publicUrl.length) : address;
  return MEDIA_PATH.test(path) ? path : address;
}

/** The id in the address of a stored picture, relative or absolute; null for any other address. */
export function storedMediaId(address: string | null): string | null {
  return MEDIA_PATH.exec(toStoredAddress(address ?? ''))?.[1] ?? null;
}

export const isOwnMedia = (stored: string | null): boolean => stored !== null && MEDIA_PATH.test(stored);

export function toPublicAddress<T extends string | null>(stored: T): T {
  return (isOwnMedia(stored) ? config.publicUrl + stored : stored) as T;
}

/** The 640 px thumbnail of a stored screenshot; other addresses unchanged. */
export function thumbnailAddress(address: string): string {
  return MEDIA_PATH.test(toStoredAddress(address)) ? `${address}/thumbnail` : address;
}

/** Stores a picture for ten minutes, or while a row refers to it. @returns the path for the row */
export async function holdMedia({ bytes, thumbnail, width, height }: Encoded): Promise<string> {
  const id = mediaId(bytes);
  const heldUntil = new Date(Date.now() + HOLD_SECONDS * 1000);
  await MediaModel.transaction(async (trx) => {
    await lockMedia(trx, id);
    const objects = objectStore();
    if (objects) {
      await objects.put(keyOf(id, 'picture'), bytes);
      if (thumbnail) await objects.put(keyOf(id, 'thumbnail'), thumbnail);
    }
    await MediaModel.query(trx)
      .insert({
        ...{ id, width, height, heldUntil },
        size: bytes.length,
        hasThumbnail: thumbnail !== undefined,
        bytes: objects ? null : bytes,
        thumbnail: objects ? null : (thumbnail ?? null),
      })
      .onConflict('id')
      // Restores the bytes of a row whose bucket is no longer readable.
      .merge(objects ? ['held_until'] : ['held_until', 'bytes', 'thumbnail']);
  });
  return mediaPath(id);
}

/** Retains pictures in the transaction that refers to them. @returns addresses of missing pictures */
export async function retainMedia(trx: Transaction, addresses: readonly (string | null)[]) {
  const missing: string[] = [];
  for (const id of ownIds(addresses)) {
    await lockMedia(trx, id);
    const kept = await MediaModel.query(trx).findById(id).patch({ heldUntil: new Date() });
    if (kept === 0) missing.push(mediaPath(id));
  }
  return missing;
}

/** A stored picture, or its thumbnail; null if there is none. Accepts any text as the id. */
export async function readMedia(id: string, part: 'picture' | 'thumbnail') {
  if (!MEDIA_ID.test(id)) return null;
  const isThumbnail = part === 'thumbnail';
  const column = isThumbnail ? 'thumbnail' : 'bytes';
  const row = await MediaModel.query().findById(id).select('has_thumbnail', column);
  if (!row || (isThumbnail && !row.hasThumbnail)) return null;
  // A row without bytes was written while MEDIA_STORE was an object store.
  const bytes = row[column] ?? (await objectStore()?.get(keyOf(id, part)));
  return bytes ? { id, bytes } : null;
}

/** Frees pictures that rows no longer show, by address; skips those still shown by other rows. */
export async function freeMedia(trx: Transaction, addresses: readonly (string | null | undefined)[]) {
  for (const id of ownIds(addresses)) await freeUnused(trx, id);
}

/** Sorted, so that every transaction takes these locks in the same order (no deadlocks). */
function ownIds(addresses: readonly (string | null | undefined)[]): string[] {
  const ids = addresses
    .map((address) => MEDIA_PATH.exec(address ?? '')?.[1])
    .filter((id) => id !== undefined);
  return [...new Set(ids)].sort();
}

/** SQL: a row shows the picture; uses the partial indexes. */
const IS_SHOWN = `exists (
  select from listings where starts_with(logo_url, '/media/') and logo_url = '/media/' || media.id
    or starts_with(logo_copy_url, '/media/') and logo_copy_url = '/media/' || media.id
    or starts_with(screenshot_url, '/media/') and screenshot_url = '/media/' || media.id
  union all
  select from site
  where '/media/' || media.id in (document->>'logo_url', document->>'favicon_url', document->>'social_image_url'))`;

/** Deletes orphans, left by a crash between storing and reporting, or by manual changes of rows. */
export async function sweepMedia(limit = 500): Promise<number> {
  const orphans = await MediaModel.query()
    .whereRaw(`not ${IS_SHOWN}`)
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
  const freed = await MediaModel.query(trx)
    .deleteById(id)
    .where('held_until', '<=', new Date())
    .whereRaw(`not ${IS_SHOWN}`);
  if (freed > 0 && objectStore()) afterCommit(trx, () => removeObjects(id));
  return freed > 0;
}

/** Objects are not transactional: delete them after the commit, unless a row needs them again. */
export async function removeObjects(id: string): Promise<void> {
  await MediaModel.transaction(async (trx) => {
    await lockMedia(trx, id);
    if (await MediaModel.query(trx).findById(id).whereNull('bytes').select('id')) return;
    await objectStore()?.remove([keyOf(id, 'picture'), keyOf(id, 'thumbnail')]);
  });
}

async function lockMedia(trx: Transaction, id: string): Promise<void> {
  await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`media:${id}`]);
}

const keyOf = (id: string, part: 'picture' | 'thumbnail') =>
  `media/${id}${part === 'thumbnail' ? '.thumbnail' : ''}.webp`;

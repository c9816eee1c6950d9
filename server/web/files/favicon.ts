// /favicon.ico, for clients that request it without reading a page: a bitmap, since not all of them render SVG or WebP.
import { drawIcon } from '../../../core/pictures/draw.js';
import { readMedia, storedMediaId } from '../../../core/pictures/media.js';
import { currentSite } from '../../../core/site/current.js';
import { assetBytes } from '../view/assets.js';
import type { Visit } from '../view/visit.js';

/** The source of the current icon, and its bytes. */
let drawn: { readonly from: string | null; readonly png: Promise<Buffer> } | null = null;

export async function sendFavicon({ res }: Visit): Promise<void> {
  const from = currentSite().favicon_url;
  const icon = drawn?.from === from ? drawn : { from, png: drawFavicon(from) };
  drawn = icon;
  // A failure is not cached.
  icon.png.catch(() => {
    if (drawn === icon) drawn = null;
  });
  res.set({ 'Cache-Control': 'public, max-age=3600', 'Content-Type': 'image/png' }).send(await icon.png);
}

/** @param address of the operator's icon; without one, or if its bytes are gone, the default mark is used */
async function drawFavicon(address: string | null): Promise<Buffer> {
  const id = storedMediaId(address);
  const own = id && (await readMedia(id, 'picture'));
  return drawIcon(own ? own.bytes : assetBytes('favicon.svg'));
}

// /favicon.ico, for those that ask for it without reading a page: a bitmap, since not all of them draw SVG or WebP.
import { drawIcon } from '../../../core/pictures/draw.js';
import { readMedia, storedMediaId } from '../../../core/pictures/media.js';
import { currentSite } from '../../../core/site/current.js';
import { assetBytes } from '../view/assets.js';
import type { Visit } from '../view/visit.js';

/** What the icon of now is drawn from, and its bytes. */
let drawn: { readonly from: string | null; readonly png: Promise<Buffer> } | null = null;

export async function sendFavicon({ res }: Visit): Promise<void> {
  const from = currentSite().favicon_url;
  const icon = drawn?.from === from ? drawn : { from, png: drawFavicon(from) };
  drawn = icon;
  // What failed is tried again.
  icon.png.catch(() => {
    if (drawn === icon) drawn = null;
  });
  res.set({ 'Cache-Control': 'public, max-age=3600', 'Content-Type': 'image/png' }).send(await icon.png);
}

/** @param address of the operator's icon; without one, or when its bytes are gone, it is the mark of the pages */
async function drawFavicon(address: string | null): Promise<Buffer> {
  const id = storedMediaId(address);
  const own = id && (await readMedia(id, 'picture'));
  return drawIcon(own ? own.bytes : assetBytes('favicon.svg'));
}

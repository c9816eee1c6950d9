// Pictures that are drawn: /cards/… for link previews, /badge/{slug}.svg for owners, /favicon.ico.
import { LRUCache } from 'lru-cache';
import { notFound } from '../../../core/kernel/errors.js';
import { drawIcon } from '../../../core/pictures/encode.js';
import { readMedia, storedMediaId } from '../../../core/pictures/media.js';
import { getListing } from '../../../core/search/search.js';
import { currentSettings, resolveCategory } from '../../../core/settings/current.js';
import type { Exchange } from '../../http/exchange.js';
import { badgeSvg } from '../card/badge.js';
import { drawCard } from '../card/card.js';
import { type CardSubject, cardUrl, categoryCard, homeCard, listingCard } from '../card/subjects.js';
import type { PageRoute } from '../route.js';
import { assetBytes } from '../view/assets.js';

const file = { isFile: true } as const;

export const pictureFiles: PageRoute[] = [
  { ...file, path: '/cards/:kind/:file', isOpen: true, show: sendCard },
  { ...file, path: '/badge/:file', isOpen: true, show: sendBadge },
  { ...file, path: '/favicon.ico', show: sendFavicon },
];

/** By address; concurrent requests for a picture that is being drawn wait for it. Cards take about 30 kB each. */
const drawn = new LRUCache<string, Buffer, () => Promise<Buffer>>({
  maxSize: 8 * 1024 * 1024,
  sizeCalculation: ({ length }) => length,
  fetchMethod: (_address, _stale, { context: draw }) => draw(),
});

const CARD = /^([a-z0-9-]+)\.[0-9a-f]{12}\.png$/;

/**
 * The subject of the card at an address.
 * @throws DomainError not_found
 */
async function subjectOf({ req, actor }: Exchange): Promise<CardSubject> {
  const { kind, file } = req.params;
  const name = CARD.exec(String(file))?.[1] ?? '';
  if (kind === 'listings' && name) return listingCard((await getListing(actor, name)).listing);
  const category = kind === 'categories' && resolveCategory(name);
  if (category) return categoryCard(category);
  if (kind === 'site' && name === 'home') return homeCard();
  throw notFound('page');
}

/** An outdated address redirects to the current picture: previews outlive the pages they were made from. */
async function sendCard(visit: Exchange): Promise<void> {
  const { req, res } = visit;
  const subject = await subjectOf(visit);
  const address = cardUrl(subject);
  // Pages elsewhere show it, with an outdated address, too.
  res.set('Cross-Origin-Resource-Policy', 'cross-origin');
  if (req.path !== address) {
    res.set('Cache-Control', 'public, no-cache').redirect(302, address);
    return;
  }
  const png = await drawn.fetch(address, { context: () => drawCard(subject.content) });
  res.set({ 'Content-Type': 'image/png', 'Cache-Control': 'public, max-age=31536000, immutable' });
  res.send(png);
}

async function sendBadge({ req, res, actor }: Exchange): Promise<void> {
  const slug = /^([a-z0-9-]+)\.svg$/.exec(String(req.params.file))?.[1];
  if (!slug) throw notFound('page');
  // Only live listings have a badge.
  await getListing(actor, slug);
  res.set({
    'Content-Type': 'image/svg+xml',
    // A day, so that we do not see each visitor of the sites that show it.
    'Cache-Control': 'public, max-age=86400',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
  res.send(await badgeSvg(req.query.theme === 'dark' ? 'dark' : 'light'));
}

/** A bitmap, for clients that request it without reading a page: not all of them render SVG or WebP. */
async function sendFavicon({ res }: Exchange): Promise<void> {
  const address = currentSettings().favicon_url ?? '';
  const png = await drawn.fetch(`/favicon.ico ${address}`, { context: () => drawFavicon(address) });
  res.set({ 'Cache-Control': 'public, max-age=3600', 'Content-Type': 'image/png' }).send(png);
}

/** @param address of the operator's icon; without one, or if its bytes are gone, the default mark is used */
async function drawFavicon(address: string): Promise<Buffer> {
  const id = storedMediaId(address);
  const own = id && (await readMedia(id, 'picture'));
  return drawIcon(own ? own.bytes : assetBytes('favicon.svg'));
}

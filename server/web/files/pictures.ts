// Pictures that are drawn: /cards/… for link previews, /badge/{slug}.svg for owners, /favicon.ico.
import { LRUCache } from 'lru-cache';
import { notFound } from '../../../core/kernel/errors.js';
import { escapeHtml } from '../../../core/kernel/text/html.js';
import { getListing } from '../../../core/search/search.js';
import { accentShades, DEFAULT_ACCENT } from '../../../core/settings/accent.js';
import { currentSettings } from '../../../core/settings/current.js';
import { english, fixedLanguage } from '../../../core/settings/texts.js';
import type { Exchange } from '../../http/exchange.js';
import type { PageRoute } from '../route.js';
import { drawMark } from '../view/art.js';
import { assetUrl } from '../view/assets.js';
import { drawCard, homeCard, listingCard } from '../view/card.js';
import { absolute } from '../view/links.js';

const file = { isFile: true } as const;

export const pictureFiles: PageRoute[] = [
  { ...file, path: '/cards/:kind/:file', isOpen: true, show: sendCard },
  { ...file, path: '/badge/:file', isOpen: true, show: sendBadge },
  { ...file, path: '/favicon.ico', show: sendFavicon },
];

/** Pictures by address; concurrent requests for one wait until it is drawn. Cards take about 30 kB each. */
const drawn = new LRUCache<string, Buffer, () => Promise<Buffer>>({
  maxSize: 8 * 1024 * 1024,
  sizeCalculation: ({ length }) => length,
  fetchMethod: (_address, _stale, { context: draw }) => draw(),
});

const CARD = /^([a-z0-9-]+)\.[0-9a-f]{12}\.png$/;

/** An outdated address redirects to the current picture: link previews keep old addresses. */
async function sendCard({ req, res, actor }: Exchange): Promise<void> {
  const { kind, file } = req.params;
  const name = CARD.exec(String(file))?.[1];
  if (!name) throw notFound('page');
  const { url, content } =
    kind === 'listings' ? listingCard((await getListing(actor, name)).listing) : homeCard();
  res.set('Cross-Origin-Resource-Policy', 'cross-origin');
  if (req.path !== url) {
    res.set('Cache-Control', 'public, no-cache').redirect(302, url);
    return;
  }
  const png = await drawn.fetch(url, { context: () => drawCard(content) });
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
    // Cached for a day, so that we do not see every visitor of the sites that show the badge.
    'Cache-Control': 'public, max-age=86400',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
  res.send(badgeSvg(req.query.theme === 'dark' ? 'dark' : 'light'));
}

/** Serves clients that request the icon without reading a page: not all of them render SVG. */
function sendFavicon({ res }: Exchange): void {
  const address = currentSettings().favicon_url ?? assetUrl('favicon.png');
  res.set('Cache-Control', 'public, max-age=3600').redirect(302, address);
}

// The badge that owners put on their own site: an SVG that is the same for every listing, and loads nothing.

const HEIGHT = 44;
const MARK = 24;
const SIDE = 10;
const LETTERS = 17;
const TEXT_LEFT = SIDE + MARK + 9;

const COLOURS = {
  light: { tile: '#fffefb', hair: '#e1dcd2', ink: '#231b14' },
  dark: { tile: '#1e1a15', hair: '#3a352e', ink: '#eeebe2' },
};

function words() {
  const text = (fixedLanguage() ?? english()).t('badge.listed-on', { site: currentSettings().name });
  // The fonts of visitors differ: the text is fitted to this length.
  const length = [...text].reduce((sum, letter) => sum + (letter > '\u2e80' ? LETTERS : LETTERS / 2), 0);
  return { text, length, width: Math.ceil(TEXT_LEFT + length + SIDE + 4) };
}

export function badgeOf(slug: string) {
  const { width, text } = words();
  const [page, image] = [`/listings/${slug}`, `/badge/${slug}.svg`].map(absolute);
  const picture = `<img src="${image}" alt="${escapeHtml(text)}" width="${width}" height="${HEIGHT}">`;
  return { width, height: HEIGHT, text, snippet: `<a href="${page}">\n  ${picture}\n</a>` };
}

function badgeSvg(theme: keyof typeof COLOURS): string {
  const { tile, hair, ink } = COLOURS[theme];
  const { text, length, width } = words();
  const said = escapeHtml(text);
  const shades = accentShades(currentSettings().accent_color ?? DEFAULT_ACCENT)[theme];
  const mark = drawMark({ x: SIDE, y: (HEIGHT - MARK) / 2, size: MARK }, { ...shades, ground: tile });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" role="img"><title>${said}</title><rect x=".5" y=".5" width="${width - 1}" height="${HEIGHT - 1}" rx="9" fill="${tile}" stroke="${hair}"/>${mark}<text x="${TEXT_LEFT}" y="${HEIGHT / 2 + 6}" textLength="${length}" lengthAdjust="spacingAndGlyphs" fill="${ink}" font-family="'Source Serif 4', Georgia, serif" font-weight="600" font-size="${LETTERS}">${said}</text></svg>`;
}

// Pictures that are drawn: /cards/… for link previews, /badge/{slug}.svg for owners, /favicon.ico.
import { LRUCache } from 'lru-cache';
import { config } from '../../../core/kernel/config.js';
import { notFound } from '../../../core/kernel/errors.js';
import { escapeHtml } from '../../../core/kernel/text/html.js';
import { drawIcon } from '../../../core/pictures/encode.js';
import { readMedia, storedMediaId } from '../../../core/pictures/media.js';
import { getListing } from '../../../core/search/search.js';
import { accentShades } from '../../../core/settings/accent.js';
import { currentSettings, resolveCategory } from '../../../core/settings/current.js';
import { english, fixedLanguage } from '../../../core/settings/texts.js';
import type { Exchange } from '../../http/exchange.js';
import { drawCard } from '../card/card.js';
import { drawable, drawMark, LIGHT, letteringFor } from '../card/glyphs.js';
import { type CardSubject, cardUrl, categoryCard, homeCard, listingCard } from '../card/subjects.js';
import type { PageRoute } from '../route.js';
import { assetBytes } from '../view/assets.js';
import { absolute, hostOf } from '../view/links.js';

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

async function subjectOf({ req, actor }: Exchange): Promise<CardSubject> {
  const { kind, file } = req.params;
  const name = CARD.exec(String(file))?.[1] ?? '';
  if (kind === 'listings' && name) return listingCard((await getListing(actor, name)).listing);
  const category = kind === 'categories' && resolveCategory(name);
  if (category) return categoryCard(category);
  if (kind === 'site' && name === 'home') return homeCard();
  throw notFound('page');
}

/** An outdated address redirects to the current picture: link previews outlive it. */
async function sendCard(visit: Exchange): Promise<void> {
  const { req, res } = visit;
  const subject = await subjectOf(visit);
  const address = cardUrl(subject);
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
  const draw = async () => {
    const id = storedMediaId(address);
    const own = id && (await readMedia(id, 'picture'));
    return drawIcon(own ? own.bytes : assetBytes('favicon.svg'));
  };
  const png = await drawn.fetch(`/favicon.ico ${address}`, { context: draw });
  res.set({ 'Cache-Control': 'public, max-age=3600', 'Content-Type': 'image/png' }).send(png);
}

// The badge that owners put on their own site: an SVG that is the same for every listing, and loads nothing.

const HEIGHT = 44;
const MARK = 24;
const SIDE = 10;
const LETTERS = 17;

const COLOURS = {
  light: LIGHT,
  dark: { tile: '#1e1a15', hair: '#3a352e', ink: '#eeebe2', marker: '#e4ca53', accent: '#95b1fe' },
};

/** The name of the directory, or its host if the font lacks its script. */
async function words() {
  const { t } = fixedLanguage() ?? english();
  const text = t('badge.listed-on', { site: currentSettings().name });
  const x = SIDE + MARK + 9;
  for (const candidate of [text, t('badge.listed-on', { site: hostOf(config.publicUrl) })].map(drawable)) {
    const letters = await letteringFor(candidate, 600);
    if (letters)
      return {
        text,
        outline: letters.path(candidate, x, HEIGHT / 2 + 6, LETTERS),
        width: Math.ceil(x + letters.width(candidate, LETTERS) + SIDE + 4),
      };
  }
  return { text, outline: '', width: x + SIDE };
}

export async function badgeOf(slug: string) {
  const { width, text } = await words();
  const [page, image] = [`/listings/${slug}`, `/badge/${slug}.svg`].map(absolute);
  const picture = `<img src="${image}" alt="${escapeHtml(text)}" width="${width}" height="${HEIGHT}">`;
  return { width, height: HEIGHT, text, snippet: `<a href="${page}">\n  ${picture}\n</a>` };
}

async function badgeSvg(theme: keyof typeof COLOURS): Promise<string> {
  const { accent_color } = currentSettings();
  const colours = { ...COLOURS[theme], ...(accent_color ? accentShades(accent_color)[theme] : {}) };
  const { text, outline, width } = await words();
  const mark = drawMark(
    { x: SIDE, y: (HEIGHT - MARK) / 2, size: MARK },
    { ...colours, ground: colours.tile },
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" role="img"><title>${escapeHtml(text)}</title><rect x=".5" y=".5" width="${width - 1}" height="${HEIGHT - 1}" rx="9" fill="${colours.tile}" stroke="${colours.hair}"/>${mark}<path d="${outline}" fill="${colours.ink}"/></svg>`;
}

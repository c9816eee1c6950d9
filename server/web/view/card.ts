// Pictures for link previews (Open Graph), which show the name and a sentence beside them: the pattern of a listing, with
// its screenshot or logo in the middle. Without a picture, and for the directory, the mark of the directory is shown.
import { createHash } from 'node:crypto';
import type { Listing } from '../../../core/listings/schema.js';
import { drawPng } from '../../../core/pictures/encode.js';
import { readMedia, storedMediaId } from '../../../core/pictures/media.js';
import { accentShades, DEFAULT_ACCENT } from '../../../core/settings/accent.js';
import { currentSettings } from '../../../core/settings/current.js';
import { ART_VIEW_BOX, artOf, drawMark } from './art.js';

/** Part of every address: raise it when the design changes. */
const DESIGN = 4;
const WIDTH = 1200;
const HEIGHT = 630;
const SCREENSHOT = { width: 720, height: 450 };
const LOGO = { width: 240, height: 240 };
/** Pixels between a picture and the edge of its tile. */
const INSET = 14;

export type Card = ReturnType<typeof cardOf>;

/** The address has a hash of the content, so that it can be cached for ever. */
function cardOf(path: string, alt: string, name: string, screenshot: string | null, logo: string | null) {
  const accent = currentSettings().accent_color ?? DEFAULT_ACCENT;
  const content = { name, picture: screenshot ?? logo, isWide: screenshot !== null, accent };
  const hash = createHash('sha256')
    .update(JSON.stringify([DESIGN, content]))
    .digest('hex')
    .slice(0, 12);
  return { url: `/cards/${path}.${hash}.png`, alt, content };
}

type Carded = Pick<Listing, 'slug' | 'name' | 'tagline' | 'screenshot_url' | 'logo_copy_url'>;

export function listingCard({ slug, name, tagline, screenshot_url, logo_copy_url }: Carded): Card {
  const [screenshot = null, logo = null] = [screenshot_url, logo_copy_url].map(storedMediaId);
  return cardOf(`listings/${slug}`, `${name}: ${tagline}`, name, screenshot, logo);
}

export function homeCard(): Card {
  const { name } = currentSettings();
  return cardOf('site/home', name, name, null, null);
}

/** @throws DomainError unavailable when too many cards are being drawn */
export function drawCard({ name, picture, isWide, accent }: Card['content']): Promise<Buffer> {
  return drawPng(async () => {
    const stored = picture && (await readMedia(picture, 'picture'));
    const box = stored && isWide ? SCREENSHOT : LOGO;
    const [left, top] = [(WIDTH - box.width) / 2, (HEIGHT - box.height) / 2];
    const colours = accentShades(accent).light;
    const { shape, deep } = artOf(name);
    const mark = { x: left + INSET, y: top + INSET, size: box.width - 2 * INSET };
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
<rect width="100%" height="100%" fill="${colours.wash}"/>
<svg width="100%" height="100%" viewBox="${ART_VIEW_BOX}" preserveAspectRatio="xMidYMid slice">
<path d="${shape}" fill="${colours.accent}" fill-opacity=".22"/><path d="${deep}" fill="${colours.marker}"/></svg>
<rect x="${left - INSET}" y="${top - INSET}" width="${box.width + 2 * INSET}" height="${box.height + 2 * INSET}" rx="28" fill="#fff"/>
${stored ? '' : drawMark(mark, { ...colours, ground: '#fff' })}</svg>`;
    return { svg, overlay: stored ? { bytes: stored.bytes, left, top, ...box } : null };
  });
}

// Reads a product's page: meta tags, icons and JSON-LD, also in its body, where some frameworks stream them.
// page-offer.ts decides what a listing may use.
import { isObject, type JsonObject, parseJson } from '../kernel/text/json.js';
import { parseUrl } from '../kernel/text/parse-url.js';
import { attributeOf, type Piece, readMarkup } from './markup.js';
import { type Ask, toUnreachable, type VisitOptions, visitSite } from './visit.js';

/** Maximum bytes read of a page: a head with long styles reaches 300 KB. */
const PAGE_BYTES = 512 * 1024;
/** Milliseconds for robots.txt, redirects and the page: someone is waiting. */
const TIME = 10_000;

/** Any failure of the site is a result, not an error.
 * @param place orHttp: try `http:` if `https:` fails, because the scheme was not typed */
export async function readPage(
  { address: first, orHttp = false }: { readonly address: string; readonly orHttp?: boolean },
  options: VisitOptions = {},
) {
  const ask = visitSite({ time: TIME, ...options });
  let address = first;
  try {
    const page = await openPage(address, ask).catch((error: unknown) => {
      if (!orHttp || toUnreachable(error).cause === 'robots') throw error;
      address = address.replace(/^https:/i, 'http:');
      return openPage(address, ask);
    });
    if (!page) return { outcome: 'nothing' as const };
    const facts = await readPageFacts(page.html, page.url);
    // `address` responded, with https or http; `url` is where it redirects.
    return { outcome: 'read' as const, facts, url: page.url.href, address };
  } catch (error) {
    // Private addresses have the same outcome: it reveals nothing about the internal network.
    const isForbidden = toUnreachable(error).cause === 'robots';
    return { outcome: isForbidden ? ('robots' as const) : ('unreachable' as const) };
  }
}

/** The page of a site; null if it has none, or responds with an error. @throws as visitSite */
export async function openPage(address: string, ask: Ask): Promise<{ html: string; url: URL } | null> {
  const { status, headers, bytes, url } = await ask(address, PAGE_BYTES);
  const type = headers['content-type'] ?? 'text/html';
  if (status !== 200 || !/html/i.test(type) || headers['content-encoding'] !== undefined) return null;
  return { html: decode(bytes, type), url };
}

const MARKS = { '\xef\xbb\xbf': 'utf-8', '\xfe\xff': 'utf-16be', '\xff\xfe': 'utf-16le' };
/** Leading characters in which a page may declare its encoding; some have long text before the declaration. */
const ENCODING_WITHIN = 8_192;

/** Decodes like a browser: by byte order mark, header or tag; else UTF-8 if valid, or Windows-1252. */
function decode(bytes: Buffer, type: string): string {
  const start = bytes.toString('latin1', 0, ENCODING_WITHIN);
  const marked = Object.entries(MARKS).find(([mark]) => start.startsWith(mark))?.[1];
  const [, header] = /charset\s{0,9}=\s{0,9}["']?([\w:-]{1,40})/i.exec(type) ?? [];
  const [, tag] = /<meta\s[^>]{0,200}charset\s{0,9}=\s{0,9}["']?([\w:-]{1,40})/i.exec(start) ?? [];
  // A tag that could be read byte by byte is not UTF-16.
  const labels = [marked, header, tag?.replace(/^utf-?16.*$/i, 'utf-8')];
  for (const label of labels)
    try {
      if (label) return new TextDecoder(label).decode(bytes);
    } catch {
      // Ignore labels that browsers do not know.
    }
  try {
    // Decode as a stream: the last character may be cut.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

interface PageIcon {
  /** An http(s) address, or a `data:` URL of a picture. */
  readonly url: string;
  readonly kind: 'touch' | 'svg' | 'icon';
  /** Declared longer side in pixels; 0 if not declared. */
  readonly size: number;
}

export interface PageFacts {
  readonly title: string;
  /** Meta tags by name or property, in lower case; of repeated ones the first. */
  readonly meta: ReadonlyMap<string, string>;
  /** Objects of JSON-LD, of the first level or of a `@graph`. */
  readonly things: readonly JsonObject[];
  /** Addresses of icons that may be a logo, best first. */
  readonly icons: readonly string[];
  /** The address of the best icon, or of the logo in JSON-LD. */
  readonly logo: string | null;
}

/** Maximum objects and icons, more than any page needs. */
const MOST_THINGS = 100;
const MOST_ICONS = 30;
/** Maximum links and bases: each address is parsed. */
const MOST_LINKS = 500;
const MOST_ADDRESS = 1_000;
const MOST_DATA = 64 * 1024;
/** Maximum characters of the title, and of meta tags and JSON-LD together. */
const MOST_TITLE = 10_000;
const MOST_TEXT = 128 * 1024;

function declaredLogo(things: readonly JsonObject[], url: URL): string | null {
  const [logo] = things.flatMap((thing) => thing.logo ?? []);
  const address = isObject(logo) ? (logo.url ?? logo.contentUrl) : logo;
  return typeof address === 'string' ? toWebAddress(address, url) : null;
}

/** Tags that end an SVG in HTML. A title inside an SVG is not the title of the page. */
const ENDS_DRAWING = new Set('body div head img meta p span svg'.split(' '));

/** Reads a page in linear time; the first of repeated members counts. Addresses are relative to its base. */
export async function readPageFacts(html: string, url: URL): Promise<PageFacts> {
  const meta = new Map<string, string>();
  const things: JsonObject[] = [];
  let left = MOST_TEXT;
  const fits = (text: string) => {
    left -= text.length;
    return left >= 0;
  };
  const icons: PageIcon[] = [];
  let [base, title] = [url, ''];
  let links = 0;
  let [isDrawing, isInTitle] = [false, false];
  /** Number of open templates, whose content is not part of the page. */
  let templates = 0;
  let script: string[] | null = null;

  const start = ({ name, attributes }: Extract<Piece, { kind: 'start' }>) => {
    const has = (attribute: string) => attributeOf(attributes, attribute)?.trim() ?? '';
    if (name === 'base' || name === 'link') {
      links += 1;
      if (links > MOST_LINKS) return;
    }
    if (name === 'title') isInTitle = title === '' && !isDrawing;
    else if (name === 'base') base = parseUrl(toWebAddress(has('href'), url) ?? '') ?? base;
    else if (name === 'script') script = /^application\/ld\+json\b/i.test(has('type')) ? [] : null;
    else if (name === 'meta') {
      const key = (has('property') || has('name')).toLowerCase();
      if (key !== '' && !meta.has(key) && fits(key + has('content'))) meta.set(key, has('content'));
    } else if (name === 'link') {
      const rel = has('rel').toLowerCase().split(/\s+/);
      const href = has('href');
      const isData = href.length <= MOST_DATA && /^data:image\//i.test(href);
      const address = href === '' ? null : isData ? href : toWebAddress(href, base);
      if (address === null) return;
      if (icons.length < MOST_ICONS) icons.push(...iconOf(rel, address, has('type'), has('sizes')));
    }
  };

  await readMarkup(html, (piece) => {
    if (piece.kind !== 'text' && piece.name === 'template') templates += piece.kind === 'start' ? 1 : -1;
    if (templates > 0) return;
    if (piece.kind !== 'text' && ENDS_DRAWING.has(piece.name))
      isDrawing = piece.name === 'svg' && piece.kind === 'start' && !piece.isClosed;
    if (piece.kind === 'start') start(piece);
    else if (piece.kind === 'text' && piece.within === 'title' && isInTitle) title += piece.text;
    else if (piece.kind === 'text') script?.push(piece.text);
    else if (piece.kind === 'end' && piece.name === 'script') {
      const json = script?.join('') ?? '';
      if (json !== '' && fits(json)) things.push(...readThings(json).slice(0, MOST_THINGS - things.length));
      script = null;
    }
  });
  const ranked = icons.filter((icon) => rank(icon) > 0).toSorted((one, other) => rank(other) - rank(one));
  const best = ranked.find((icon) => rank(icon) >= SIZED && !icon.url.startsWith('data:'));
  return {
    title: title.slice(0, MOST_TITLE),
    meta,
    things,
    // Browsers request /favicon.ico of every site.
    icons: [...new Set([...ranked.map((icon) => icon.url), new URL('/favicon.ico', url).href])],
    logo: best?.url ?? declaredLogo(things, url),
  };
}

/** The absolute http(s) address; null for other schemes, and if too long to store. */
function toWebAddress(href: string, base: URL): string | null {
  const url = href.length > MOST_ADDRESS ? null : parseUrl(href, base);
  return url && /^https?:$/.test(url.protocol) && url.href.length <= MOST_ADDRESS ? url.href : null;
}

function iconOf(rel: readonly string[], url: string, type: string, sizes: string): PageIcon[] {
  // "180x180", "any", "16x16 32x32": lists are short.
  const sides = sizes.slice(0, 100).match(/\d+/g) ?? [];
  const size = Math.max(0, ...sides.map(Number));
  if (rel.some((word) => word.startsWith('apple-touch-icon'))) return [{ url, kind: 'touch', size }];
  if (!rel.includes('icon')) return [];
  const isSvg = /svg/i.test(type) || /^data:image\/svg|^[^?#]*\.svg(?:[?#]|$)/i.test(url);
  return [{ url, kind: isSvg ? 'svg' : 'icon', size }];
}

function readThings(json: string): JsonObject[] {
  const roots = [parseJson(json)].flat().slice(0, MOST_THINGS).filter(isObject);
  return roots.flatMap((root) => [
    root,
    ...[root['@graph'] ?? []].flat().slice(0, MOST_THINGS).filter(isObject),
  ]);
}

/** Minimum shorter side of a logo in pixels. */
export const LEAST_SIDE = 48;

/** The lowest rank of an icon known to be large enough for a logo. */
const SIZED = 1e6;

/** Apple's icons first, then an SVG, then by size; last, icons whose size is unknown until they are decoded. */
function rank({ kind, size, url }: PageIcon): number {
  if (/\.ico(?:[?#]|$)/i.test(url)) return 1;
  if (kind === 'icon' && size < LEAST_SIDE) return size === 0 ? 2 : 0;
  return { touch: 3 * SIZED, svg: 2 * SIZED, icon: SIZED }[kind] + Math.min(size, 1_024);
}

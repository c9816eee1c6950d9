// The canonical form of a site's address: a product has one listing (C5).
import { isIP } from 'node:net';
import { getDomain } from 'tldts';
import { config } from '../kernel/config.js';
import { DomainError, fieldError, type Said, say } from '../kernel/errors.js';
import { own } from '../kernel/own.js';
import { foldLetters } from '../kernel/text/folding.js';
import { parseUrl } from '../kernel/text/parse-url.js';
import { onForge, productAt } from './products.js';

/** Increase it when a rule here or in products.ts changes: the worker then renews older keys. */
export const URL_KEY_VERSION = 3;

// Special-use names without public product pages: RFC 6761, RFC 6762, RFC 7686, arpa (parent of RFC 8375's home.arpa),
// and ICANN's private-use .internal. The reserved example names are allowed, because documentation uses them.
const UNREACHABLE_SUFFIXES = ['localhost', 'local', 'test', 'invalid', 'onion', 'internal', 'arpa'];
const TRACKING_PARAMETER = /^(utm_.*|gclid|gbraid|wbraid|dclid|fbclid|msclkid|mc_cid|mc_eid|ref|ref_src)$/i;
const INDEX_PAGE = /^(?:index|default)\.(?:[sx]?html?|xhtml|php\d?|phtml|aspx?|jspx?|cfm|cgi)$/i;
const MAX_ROUNDS = 16;

export interface ProductUrl {
  /** The address as typed, with https:// if the scheme was missing. */
  websiteUrl: string;
  /** The canonical form, without scheme: http and https are one site. */
  urlKey: string;
  /** Lower-case, punycode, without a leading www. */
  host: string;
}

/** Parses the address of a product page. @throws DomainError validation_error on `field` if it is no public
 * web page: another scheme, credentials, an IP literal, a single label, or a name that is never public */
export function readProductUrl(typed: string, field = 'website_url'): ProductUrl {
  const websiteUrl = withScheme(typed);
  const url = parseUrl(websiteUrl);
  if (url === null) throw notAPage(field, say('invalid.web-address'));
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw notAPage(field, say('invalid.http'));
  if (url.username || url.password) throw notAPage(field, say('invalid.credentials'));
  const hostname = url.hostname.replace(/\.$/, '');
  const problem = publicHostProblem(hostname);
  if (problem) throw notAPage(field, problem);
  const urlKey = canonicalKey(url);
  if (urlKey === null) throw notAPage(field, say('invalid.web-address'));

  // Spellings that browsers repair (https:\\host, http:////host, https://host\@other) are stored as parsed
  // here: another parser could find another host in them.
  const isPlain = /^https?:\/\/[^/\\][^\\]*$/i.test(websiteUrl);
  return {
    websiteUrl: isPlain ? websiteUrl : url.href,
    urlKey,
    host: withoutWww(hostname),
  };
}

/** The key of an address; null if it is no public web page. */
export function urlKeyOf(typed: string): string | null {
  try {
    return readProductUrl(typed).urlKey;
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

/** Normalises until nothing changes: decoding an escape may complete another one. */
function canonicalKey(typed: URL): string | null {
  let url = typed;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    // http and https are one site, so each may carry the other's default port.
    const port = ['', '80', '443'].includes(url.port) ? '' : `:${url.port}`;
    const host = withoutWww(url.hostname.replace(/\.$/, ''));
    const product = port
      ? null
      : productAt(host + unescaped(url.pathname).replace(/(?<!\/)\/+$/, ''), url.searchParams);
    const key = product ?? host + port + canonicalPath(url.pathname) + canonicalQuery(url) + hashRoute(url);
    const again = new URL(`https://${key}`);
    if (again.href === url.href) return key;
    url = again;
  }
  return null;
}

export function displayHost(websiteUrl: string): string {
  const url = parseUrl(websiteUrl);
  return url === null ? websiteUrl : withoutWww(url.hostname);
}

function withScheme(typed: string): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(typed) && !/^[^/?#:]+:\d+([/?#]|$)/.test(typed)) return typed;
  return `https://${typed.replace(/^\/\//, '')}`;
}

/** Why a host cannot be a public site's, as a sentence about a field, or null. */
export function publicHostProblem(hostname: string): Said | null {
  const isLocal = hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  if (config.screenshotAllowPrivate && isLocal) return null;
  if (isLocal) return say('invalid.local');
  const labels = hostname.split('.');
  if (labels.length < 2 || labels.includes('')) return say('invalid.single-label');
  if (UNREACHABLE_SUFFIXES.includes(labels.at(-1) ?? ''))
    return say('invalid.suffix', { suffix: labels.at(-1) });
  return null;
}

/** Drops `www.` only if a registrable name remains: not from www.com, nor before a public suffix. */
function withoutWww(hostname: string): string {
  if (!hostname.startsWith('www.')) return hostname;
  const registrable = getDomain(hostname, { allowPrivateDomains: true })?.length ?? hostname.length;
  let start = 0;
  while (hostname.startsWith('www.', start) && hostname.length - start - 'www.'.length >= registrable)
    start += 'www.'.length;
  return hostname.slice(start);
}

function unescaped(pathname: string): string {
  return pathname.replace(/%[\da-f]{2}/gi, (code) => {
    const char = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[\w.~-]/.test(char) ? char : code.toUpperCase();
  });
}

function canonicalPath(pathname: string): string {
  const plain = unescaped(pathname);
  let end = plain.length;
  for (;;) {
    while (plain[end - 1] === '/') end -= 1;
    const start = plain.lastIndexOf('/', end - 1) + 1;
    if (end === 0 || !INDEX_PAGE.test(plain.slice(start, end))) return plain.slice(0, end);
    end = start;
  }
}

/** Drops tracking and empty parameters (`?&=`). */
function canonicalQuery(url: URL): string {
  const kept = [...url.searchParams].filter(
    ([name, value]) => (name !== '' || value !== '') && !TRACKING_PARAMETER.test(name),
  );
  const sorted = new URLSearchParams(kept);
  sorted.sort();
  const query = sorted.toString();
  return query && `?${query}`;
}

/** The route of an application that routes by fragment (`#/one`); other fragments are positions on a page. */
function hashRoute({ hash }: URL): string {
  const route = /^#!?(\/.*)$/.exec(hash)?.[1];
  const inner = route ? parseUrl(route, 'https://example.com') : null;
  const text = inner ? canonicalPath(inner.pathname) + canonicalQuery(inner) : '';
  return text && `#${text.startsWith('/') ? '' : '/'}${text}`;
}

function notAPage(field: string, said: Said) {
  return fieldError(field, said, 'not_a_product_page');
}

interface Page {
  host: string;
  /** '' for the front page, else `/a/b`, with the query if that names the product. */
  path: string;
  /** Other differences: a non-default port (`:8443`), a query, a route in the fragment. */
  variant: string;
}

/** Maximum times that a server decodes a path. */
const MAX_DECODINGS = 3;
/** Characters around a page's name that servers or people ignore. */
const EDGE = '[\\p{P}\\p{Z}\\p{C}~^`|+$=<>]';
const EDGES = new RegExp(`^${EDGE}+|(?<!${EDGE})${EDGE}+$`, 'gu');
/** First segments of a path to a translation or a mobile copy (AMP) of a page. */
const TRANSLATED =
  /^(?:(?:en|de|fr|es|it|pt|nl|pl|ru|uk|ja|zh|ko|tr|ar|he|fa|hi|vi|th|sv|da|nb|fi|cs|hu|ro|bg|el)(?:[-_][a-z]{2,4})?|amp)$/;

/** The page of a stored website_url as takedowns compare it: without parts that servers ignore.
 * @param climbs whether an escaped `..` leads up, as on some servers, or is ignored */
export function pageOf(websiteUrl: string, climbs = true): Page {
  const url = parseUrl(websiteUrl);
  if (url === null) return { host: websiteUrl, path: '', variant: '' };
  const host = displayHost(websiteUrl).replace(/\.$/, '');
  const segments: string[] = [];
  for (const segment of decode(url.pathname).split(/[/\\]/)) {
    const name = segment.replace(/;.*/s, '').replace(/[\p{Z}\p{C}]/gu, '');
    if (name === '..' && climbs) segments.pop();
    else segments.push(name.replace(EDGES, ''));
  }
  const named = segments.filter((segment) => segment !== '');
  const product = productAt([host, ...named].join('/'), url.searchParams);
  if (product !== null) {
    const slash = product.indexOf('/');
    return { host: product.slice(0, slash), path: foldLetters(product.slice(slash)), variant: '' };
  }
  const port = ['', '80', '443'].includes(url.port) ? '' : `:${url.port}`;
  const path = named.filter((segment) => !INDEX_PAGE.test(segment));
  while (TRANSLATED.test(path[0] ?? '')) path.shift();
  if (path.at(-1) === 'amp') path.pop();
  return {
    host,
    path: path.map((segment) => `/${segment}`).join(''),
    variant: foldLetters(port + canonicalQuery(url) + hashRoute(url)),
  };
}

function decode(path: string): string {
  let text = path;
  for (let times = 0; times < MAX_DECODINGS; times += 1) {
    const decoded = text.replace(/(?:%[\da-f]{2})+/gi, (codes) =>
      Buffer.from(codes.replaceAll('%', ''), 'hex').toString('utf8'),
    );
    if (decoded === text) break;
    text = decoded;
  }
  return foldLetters(text);
}

const FORGES: Readonly<Record<string, (path: string, file: string) => string>> = {
  'github.com': (path, file) => `https://raw.githubusercontent.com/${path}/HEAD/${file}`,
  'gitlab.com': (path, file) => `https://gitlab.com/${path}/-/raw/HEAD/${file}`,
  'codeberg.org': (path, file) => `https://codeberg.org/api/v1/repos/${path}/raw/${file}`,
};

/** The repository of a page; for an account's page, the repository of the same name; else null. */
export function repositoryOf(websiteUrl: string) {
  const forge = displayHost(websiteUrl);
  const fileOf = own(FORGES, forge);
  const url = parseUrl(websiteUrl);
  if (!fileOf || url === null || url.port !== '') return null;
  const { path: named } = onForge([forge, ...url.pathname.split('/').filter(Boolean)].join('/'));
  if (named === '') return null;
  const path = named.includes('/') ? named : `${named}/${named}`;
  const name = path.slice(path.lastIndexOf('/') + 1);
  return { forge, name, path, fileAt: (file: string) => fileOf(path, file) };
}

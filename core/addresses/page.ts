// The page an address leads to, for takedowns: coarser than the key of a site, so that no spelling of a page that was
// taken down is another page.
import { parseUrl } from '../kernel/parse-url.js';
import { displayHost } from './site.js';

export interface Page {
  /** Lower-case, punycode, without www. */
  host: string;
  /** '' for the front page, else `/a/b`; before it the port (`:8443`) if it is not the default one. */
  path: string;
}

const INDEX_PAGE = /^index\.(html?|xhtml|php|aspx?|jsp)$/i;
/** No server would serve a path that is encoded more often than this. */
const MAX_DECODINGS = 3;

/**
 * The page of a stored website_url: without scheme, default ports of either, query and fragment, and without what
 * servers read past in a path: case, empty segments, blanks, dots at an end, parameters after a semicolon, the names of
 * index pages.
 */
export function pageOf(websiteUrl: string): Page {
  const url = parseUrl(websiteUrl);
  if (url === null) return { host: websiteUrl, path: '' };
  const port = ['', '80', '443'].includes(url.port) ? '' : `:${url.port}`;
  const segments = decode(url.pathname)
    .split(/[/\\]/)
    .map((segment) =>
      segment
        .replace(/;.*$/s, '')
        .replace(/[\p{Z}\p{C}]/gu, '')
        .replace(/\.+$/, ''),
    )
    .filter((segment) => segment !== '' && !INDEX_PAGE.test(segment));
  return {
    host: displayHost(websiteUrl).replace(/\.$/, ''),
    path: port + segments.map((segment) => `/${segment}`).join(''),
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
  return text.normalize('NFC').toLowerCase();
}

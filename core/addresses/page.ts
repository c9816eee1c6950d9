// The page an address leads to, for takedowns: coarser than a site's key, so that no other spelling of a page that was
// taken down counts as another page.
import { parseUrl } from '../kernel/text/parse-url.js';
import { displayHost } from './site.js';

export interface Page {
  /** Lower-case, punycode, without www. */
  host: string;
  /** '' for the front page, else `/a/b`; before it the port (`:8443`) if it is not the default one. */
  path: string;
}

const INDEX_PAGE = /^index\.(html?|xhtml|php|aspx?|jsp)$/i;
/** No server would decode a path more often than this. */
const MAX_DECODINGS = 3;

/** The page of a stored website_url: without scheme, query, fragment and what servers ignore in a path. */
export function pageOf(websiteUrl: string): Page {
  const url = parseUrl(websiteUrl);
  if (url === null) return { host: websiteUrl, path: '' };
  const port = ['', '80', '443'].includes(url.port) ? '' : `:${url.port}`;
  const segments = decode(url.pathname)
    .split(/[/\\]/)
    .map((segment) =>
      segment
        .replace(/;.*/s, '')
        .replace(/[\p{Z}\p{C}]/gu, '')
        .replace(/(?<!\.)\.+$/, ''),
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

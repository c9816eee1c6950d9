// Checks a site once, by the beginning of its page.
import { displayHost } from '../addresses/site.js';
import { type Said, say } from '../kernel/errors.js';
import { textOf } from './request.js';
import { type SiteAnswer, toUnreachable, type VisitOptions, visitSite } from './visit.js';

const PAGE_BYTES = 64 * 1024;
/** The page is explicitly gone. Other refusals (401, 403, 429, 451…) come from a working site. */
const GONE = [404, 410];

export interface Probe {
  readonly outcome: 'ok' | 'unreachable' | 'parked' | 'skipped';
  readonly found: Said;
  /** No server responded at all, perhaps because of this machine. */
  readonly isNetwork: boolean;
}

/** Any failure of the site is a result, not an error. */
export async function probeLink(
  { websiteUrl }: { readonly websiteUrl: string },
  options: VisitOptions = {},
): Promise<Probe> {
  try {
    return judge(websiteUrl, await visitSite(options)(websiteUrl, PAGE_BYTES));
  } catch (error) {
    const { said: found, cause } = toUnreachable(error);
    return { outcome: cause === 'robots' ? 'skipped' : 'unreachable', found, isNetwork: cause === 'network' };
  }
}

function judge(websiteUrl: string, answer: SiteAnswer): Probe {
  const { status, headers, url } = answer;
  const found = (outcome: Probe['outcome'], said: Said) => ({ outcome, found: said, isNetwork: false });
  if (GONE.includes(status)) return found('unreachable', say('link-found.status', { status }));
  // The failure is temporary: a challenge of Cloudflare, or a response that asks to retry later.
  const isPassing = headers['cf-mitigated'] !== undefined || headers['retry-after'] !== undefined;
  if (status >= 500 && isPassing) return found('skipped', say('link-found.for-now', { status }));
  if (status >= 500) return found('unreachable', say('link-found.status', { status }));
  const isPage = status >= 200 && status < 300 && /html/i.test(headers['content-type'] ?? 'html');
  const mark = isPage ? parkedBy(websiteUrl, url.href, textOf(answer)) : null;
  if (mark) return found('parked', mark);
  return found('ok', say('link-found.status', { status }));
}

// Pages of registrars and domain traders, by marks that no product page has by accident.

/** Hosts that only show parked domains, and that domains redirect to. */
const PARKING_HOSTS = [
  'sedoparking.com',
  'parkingcrew.net',
  'bodis.com',
  'parklogic.com',
  'hugedomains.com',
  'dan.com',
  'afternic.com',
  'undeveloped.com',
  'domainmarket.com',
];

/** Marks in the HTML of parked pages. */
const MARKS: Readonly<Record<string, RegExp>> = {
  // ParkingCrew, Sedo and others identify the page to Google's ads for parked domains by this attribute.
  'data-adblockkey': /<html\b[^<>]{0,1000}\sdata-adblockkey=/i,
  'window.park': /\bwindow\.park\s?=\s?"/,
  // GoDaddy and Afternic: near the beginning of a page with nothing else.
  '/lander':
    /^[\s\S]{0,300}<script>window\.onload\s?=\s?function\(\)\s?\{\s?window\.location\.href\s?=\s?"\/lander"/i,
};
/** A script that only parked pages run. */
const PARKING_SCRIPT =
  /<script\b[^<>]{0,300}\ssrc="[^"<>]{0,300}\b(?:parkingcrew\.net|sedoparking\.com|bodis\.com|parklogic\.com)\//i;
const TITLE = /<title[^<>]{0,100}>([^<]{0,200})<\/title/i;

/** The evidence that a page, at `shown` after redirects from `asked`, is a parked domain; or null. */
export function parkedBy(asked: string, shown: string, html: string): Said | null {
  const [from, to] = [displayHost(asked), displayHost(shown)];
  const isOf = (host: string, other: string) => host === other || host.endsWith(`.${other}`);
  const parking = PARKING_HOSTS.find((host) => isOf(to, host) && !isOf(from, host));
  if (parking) return say('link-found.parked-host', { host: parking });
  const [mark] = Object.entries(MARKS).find(([, pattern]) => pattern.test(html)) ?? [];
  if (mark) return say('link-found.parked-mark', { mark });
  if (PARKING_SCRIPT.test(html)) return say('link-found.parked-script');
  return isForSale(from, TITLE.exec(html)?.[1] ?? '') ? say('link-found.for-sale') : null;
}

/** A title that offers this very domain: “example.com is for sale”. */
function isForSale(host: string, title: string): boolean {
  const text = title.trim().replace(/^(?:(?:the )?domain (?:name )?|www\.)/i, '');
  const isNamed = text.toLowerCase().startsWith(host);
  return (
    isNamed && /^ (?:(?:(?:is|may be) )?for sale|is available for purchase)/i.test(text.slice(host.length))
  );
}

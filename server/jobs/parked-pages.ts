// Recognises pages of registrars and domain traders. Only marks that no product page has by accident: a false negative
// is noticed by moderators, a false positive costs them time.
import { displayHost } from '../../core/addresses/site.js';
import { ENGLISH } from '../../core/languages/catalogues.js';

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

/** Marks in the source of parking services' pages, with a name; their scripts have none. */
const MARKS: readonly (readonly [RegExp, string | null])[] = [
  // ParkingCrew, Sedo and others identify the page to Google's ads for parked domains by this attribute.
  [/<html[^>]*\sdata-adblockkey=/i, 'data-adblockkey'],
  [/<script[^>]*\ssrc="[^"]*\b(?:parkingcrew\.net|sedoparking\.com|bodis\.com|parklogic\.com)\//i, null],
  // Bodis.
  [/\bwindow\.park\s*=\s*"/, 'window.park'],
  // GoDaddy and Afternic: a page with nothing else.
  [
    /^.{0,200}<script>window\.onload\s*=\s*function\(\)\s*\{\s*window\.location\.href\s*=\s*"\/lander"/is,
    '/lander',
  ],
];

/**
 * Whether a page is that of a parked domain.
 * @param asked the requested address
 * @param shown the final address, after redirects
 * @param html the beginning of the page
 * @returns a sentence with the evidence, or null
 */
export function parkedBy(asked: string, shown: string, html: string): string | null {
  const [from, to] = [displayHost(asked), displayHost(shown)];
  const isOf = (host: string, other: string) => host === other || host.endsWith(`.${other}`);
  const parking = PARKING_HOSTS.find((host) => isOf(to, host) && !isOf(from, host));
  if (parking) return ENGLISH.t('link-found.parked-host', { host: parking });
  const mark = MARKS.find(([pattern]) => pattern.test(html));
  if (mark) {
    const [, name] = mark;
    return name === null
      ? ENGLISH.t('link-found.parked-script')
      : ENGLISH.t('link-found.parked-mark', { mark: name });
  }
  return isForSale(from, html) ? ENGLISH.t('link-found.for-sale') : null;
}

/** A title that offers this very domain: “example.com is for sale”. */
function isForSale(host: string, html: string): boolean {
  const [, title = ''] = /<title[^>]*>([^<]{1,200})<\/title>/i.exec(html) ?? [];
  const text = title.trim().toLowerCase();
  const names = [host, `www.${host}`, `the domain ${host}`, `the domain name ${host}`, `domain ${host}`];
  return names.some((name) =>
    [' is for sale', ' may be for sale', ' is available for purchase', ' for sale'].some((offer) =>
      text.startsWith(name + offer),
    ),
  );
}

// One check of a listing's site: HEAD, then GET if HEAD is not conclusive. It reads little, and requests nothing twice.
import { attributeOf, readMarkup } from '../../core/addresses/markup.js';
import { displayHost } from '../../core/addresses/site.js';
import {
  Disallowed,
  type SiteAnswer,
  toUnreachable,
  type VisitOptions,
  visitSite,
} from '../../core/addresses/site-visit.js';
import { ENGLISH } from '../../core/languages/catalogues.js';
import type { LinkResult } from '../../core/upkeep/link-checks.js';

/** Findings are stored in English, for programs: pages and emails translate them (`retell`). */
const { t } = ENGLISH;

const PAGE_BYTES = 64 * 1024;
/** The page is explicitly gone. Other refusals (401, 403, 429, 451…) come from a working site. */
const GONE = [404, 410];

/** The finding; `isNetwork` if no server responded at all, which may be the fault of this machine. */
export type Probe = LinkResult & { readonly isNetwork: boolean };

/** Checks a site once. Any failure there is a result, not an error. */
export async function probeLink(websiteUrl: string, options: VisitOptions = {}): Promise<Probe> {
  const ask = visitSite(options);
  try {
    const head = await ask(websiteUrl, 'HEAD', PAGE_BYTES).catch((error: unknown) => {
      // Some servers reset connections on HEAD.
      if ((error as { code?: string }).code === 'ECONNRESET') return null;
      throw error;
    });
    const isPage = /html/i.test(head?.headers['content-type'] ?? 'html');
    const answer = head && isFine(head) && !isPage ? head : await ask(websiteUrl, 'GET', PAGE_BYTES);
    return await judge(websiteUrl, answer);
  } catch (error) {
    if (error instanceof Disallowed)
      return { outcome: 'skipped', detail: t('link-found.robots'), isNetwork: false };
    const { message, isNetwork } = toUnreachable(error);
    return { outcome: 'unreachable', detail: message, isNetwork };
  }
}

const isFine = ({ status }: SiteAnswer) => status >= 200 && status < 300;

async function judge(websiteUrl: string, answer: SiteAnswer): Promise<Probe> {
  const { status, headers, url, bytes } = answer;
  const found = (outcome: Probe['outcome'], detail: string) => ({ outcome, detail, isNetwork: false });
  if (GONE.includes(status)) return found('unreachable', t('link-found.status', { status }));
  // A challenge of Cloudflare, or an announced pause.
  const isPassing = headers['cf-mitigated'] !== undefined || headers['retry-after'] !== undefined;
  if (status >= 500 && isPassing) return found('skipped', t('link-found.for-now', { status }));
  if (status >= 500) return found('unreachable', t('link-found.status', { status }));
  const mark = isFine(answer) ? await parkedBy(websiteUrl, url.href, new TextDecoder().decode(bytes)) : null;
  if (mark) return found('parked', mark);
  return found('ok', t('link-found.status', { status }));
}

// Pages of registrars and domain traders: only marks that no product page has by accident.

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

/** The host of a script that only parked pages run. */
const PARKING_SCRIPT = /\b(?:parkingcrew\.net|sedoparking\.com|bodis\.com|parklogic\.com)\//i;
/** Bodis. */
const BODIS = /\bwindow\.park\s*=\s*"/;
/** GoDaddy and Afternic: near the beginning of a page with nothing else. */
const LANDER = /<script>window\.onload\s*=\s*function\(\)\s*\{\s*window\.location\.href\s*=\s*"\/lander"/i;
const LANDER_WITHIN = 400;
const MAX_TITLE_LENGTH = 200;

/** The evidence that a page, at `shown` after redirects from `asked`, is that of a parked domain; or null. */
export async function parkedBy(asked: string, shown: string, html: string): Promise<string | null> {
  const [from, to] = [displayHost(asked), displayHost(shown)];
  const isOf = (host: string, other: string) => host === other || host.endsWith(`.${other}`);
  const parking = PARKING_HOSTS.find((host) => isOf(to, host) && !isOf(from, host));
  if (parking) return t('link-found.parked-host', { host: parking });
  const { isMarked, hasParkingScript, title } = await readPage(html);
  // ParkingCrew, Sedo and others identify the page to Google's ads for parked domains by this attribute.
  if (isMarked) return t('link-found.parked-mark', { mark: 'data-adblockkey' });
  if (hasParkingScript) return t('link-found.parked-script');
  if (BODIS.test(html)) return t('link-found.parked-mark', { mark: 'window.park' });
  if (LANDER.test(html.slice(0, LANDER_WITHIN))) return t('link-found.parked-mark', { mark: '/lander' });
  return isForSale(from, title) ? t('link-found.for-sale') : null;
}

async function readPage(html: string) {
  const page = { isMarked: false, hasParkingScript: false, title: '' };
  let titles = 0;
  await readMarkup(html, (piece) => {
    if (piece.kind === 'text') {
      if (piece.within === 'title' && titles === 1) page.title += piece.text;
    } else if (piece.kind === 'start') {
      const { name, attributes } = piece;
      if (name === 'title') titles += 1;
      if (name === 'html') page.isMarked ||= attributeOf(attributes, 'data-adblockkey') !== undefined;
      if (name === 'script')
        page.hasParkingScript ||= PARKING_SCRIPT.test(attributeOf(attributes, 'src') ?? '');
    }
  });
  return page;
}

/** A title that offers this very domain: “example.com is for sale”. */
function isForSale(host: string, title: string): boolean {
  if (title.length > MAX_TITLE_LENGTH) return false;
  const text = title.trim().toLowerCase();
  const names = [host, `www.${host}`, `the domain ${host}`, `the domain name ${host}`, `domain ${host}`];
  return names.some((name) =>
    [' is for sale', ' may be for sale', ' is available for purchase', ' for sale'].some((offer) =>
      text.startsWith(name + offer),
    ),
  );
}

// One check of a listing's site: HEAD, then GET if HEAD is not conclusive. It reads little, and requests nothing twice.
import {
  Disallowed,
  type SiteAnswer,
  toUnreachable,
  type VisitOptions,
  visitSite,
} from '../../core/addresses/site-visit.js';
import { ENGLISH } from '../../core/languages/catalogues.js';
import type { LinkResult } from '../../core/listings/link-checks.js';
import { parkedBy } from './parked-pages.js';

/** Findings are stored in English, for programs: pages and emails translate them (`retell`). */
const { t } = ENGLISH;

/** Maximum bytes read of a page. */
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
  const found = (outcome: 'unreachable' | 'parked', detail: string) => ({
    outcome,
    detail,
    isNetwork: false,
  });
  if (GONE.includes(status)) return found('unreachable', t('link-found.status', { status }));
  // A challenge of Cloudflare, or an announced pause.
  const isPassing = headers['cf-mitigated'] !== undefined || headers['retry-after'] !== undefined;
  if (status >= 500 && isPassing)
    return { outcome: 'skipped', detail: t('link-found.for-now', { status }), isNetwork: false };
  if (status >= 500) return found('unreachable', t('link-found.status', { status }));
  const mark = isFine(answer) ? await parkedBy(websiteUrl, url.href, new TextDecoder().decode(bytes)) : null;
  if (mark) return found('parked', mark);
  return { outcome: 'ok', detail: t('link-found.status', { status }), isNetwork: false };
}

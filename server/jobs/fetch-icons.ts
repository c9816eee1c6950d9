// Looks for the icons of sites whose listings have no logo.
import pLimit from 'p-limit';
import {
  type Ask,
  Disallowed,
  type SiteAnswer,
  toUnreachable,
  type VisitOptions,
  visitSite,
} from '../../core/addresses/site-visit.js';
import { DomainError } from '../../core/kernel/errors.js';
import { areaLog } from '../../core/kernel/log.js';
import { manifestIcons } from '../../core/listings/page-facts.js';
import { isSharedPage, logosOf } from '../../core/listings/page-offer.js';
import { type DueIcon, leaseIcons, settleIcon } from '../../core/listings/pictures.js';
import { readPage } from '../../core/listings/preview.js';
import { encodeLogo, type Picture } from '../../core/pictures/encode.js';
import { MAX_LOGO_BYTES } from '../../core/pictures/logo-limits.js';
import { holdMedia } from '../../core/pictures/media.js';

const log = areaLog('jobs');

/** Sites read in one run, and concurrently. */
const BATCH = 20;
const CONCURRENCY = 4;
const MANIFEST_BYTES = 64 * 1024;
/** Pictures that are requested of a site at most. */
const MOST_TRIED = 4;
/** Pixels of the shorter side below which an icon is too coarse for a logo. */
const LEAST_SIDE = 48;

/** Reads the sites that are due. @returns how many */
export async function fetchDueIcons({
  signal,
  ...options
}: VisitOptions & { signal?: AbortSignal } = {}): Promise<number> {
  const leased = await leaseIcons(BATCH);
  const limit = pLimit(CONCURRENCY);
  await limit.map(leased, async (due) => {
    if (!signal?.aborted) await fetchOne(due, options);
  });
  return leased.length;
}

async function fetchOne(due: DueIcon, options: VisitOptions): Promise<void> {
  try {
    await settleIcon(due, await findIcon(due.websiteUrl, options));
  } catch (error) {
    // Without a result the site is due again when the lease expires.
    log.error({ err: error, site: due.websiteUrl }, 'the icon of a site could not be fetched');
  }
}

async function findIcon(websiteUrl: string, options: VisitOptions): Promise<string | null | 'unreachable'> {
  if (isSharedPage(websiteUrl)) return null;
  const ask = visitSite(options);
  try {
    const page = await readPage(websiteUrl, ask);
    if (!page) return 'unreachable';
    const logos = logosOf(page.facts, page.url);
    if (logos.length === 0 && page.facts.manifest)
      logos.push(...(await readManifest(ask, page.facts.manifest)));
    for (const address of logos.slice(0, MOST_TRIED)) {
      const picture = await readPicture(ask, address);
      if (picture && Math.min(picture.width, picture.height) >= LEAST_SIDE) return await holdMedia(picture);
    }
    return null;
  } catch (error) {
    if (error instanceof Disallowed) return null;
    toUnreachable(error);
    return 'unreachable';
  }
}

/** A file of the site; null if there is none. */
async function readFile(ask: Ask, address: string, most: number): Promise<SiteAnswer | null> {
  try {
    const answer = await ask(address, 'GET', most);
    return answer.status === 200 ? answer : null;
  } catch (error) {
    if (!(error instanceof Disallowed)) toUnreachable(error);
    return null;
  }
}

async function readManifest(ask: Ask, address: string): Promise<string[]> {
  const answer = await readFile(ask, address, MANIFEST_BYTES);
  return answer ? manifestIcons(answer.bytes.toString('utf8'), answer.url) : [];
}

/** null for what is no picture. */
async function readPicture(ask: Ask, address: string): Promise<Picture | null> {
  const answer = await readFile(ask, address, MAX_LOGO_BYTES + 1);
  if (!answer) return null;
  try {
    return await encodeLogo(answer.bytes);
  } catch (error) {
    if (error instanceof DomainError && error.code !== 'unavailable') return null;
    throw error;
  }
}

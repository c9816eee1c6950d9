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
import { encodeLogo } from '../../core/pictures/encode.js';
import { MAX_LOGO_BYTES } from '../../core/pictures/logo-limits.js';
import { holdMedia } from '../../core/pictures/media.js';
import { leaseIcons, settleIcon } from '../../core/upkeep/icons.js';
import { goodIcons, manifestIcons } from '../../core/upkeep/page-facts.js';
import { isSharedPage } from '../../core/upkeep/page-offer.js';
import { readPage } from '../../core/upkeep/preview.js';

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
    if (signal?.aborted) return;
    await findIcon(due.websiteUrl, options)
      .then((icon) => settleIcon(due, icon))
      // Without a result the site is due again when the lease expires.
      .catch((error: unknown) =>
        log.error({ err: error, site: due.websiteUrl }, 'the icon of a site could not be fetched'),
      );
  });
  return leased.length;
}

async function findIcon(websiteUrl: string, options: VisitOptions): Promise<string | null | 'unreachable'> {
  if (isSharedPage(websiteUrl)) return null;
  const ask = visitSite(options);
  try {
    const page = await readPage(websiteUrl, ask);
    if (!page) return 'unreachable';
    const { manifest } = page.facts;
    let icons: string[] | null = goodIcons(page.facts);
    if (icons.length === 0 && manifest)
      icons = await readFile(ask, manifest, MANIFEST_BYTES, ({ bytes, url }) =>
        manifestIcons(`${bytes}`, url),
      );
    for (const address of icons?.slice(0, MOST_TRIED) ?? []) {
      const picture = await readFile(ask, address, MAX_LOGO_BYTES + 1, ({ bytes }) => encodeLogo(bytes));
      if (picture && Math.min(picture.width, picture.height) >= LEAST_SIDE) return await holdMedia(picture);
    }
    return null;
  } catch (error) {
    if (error instanceof Disallowed) return null;
    toUnreachable(error);
    return 'unreachable';
  }
}

/** null for what is not there, or not what it should be. */
async function readFile<T>(
  ask: Ask,
  address: string,
  most: number,
  read: (answer: SiteAnswer) => T | Promise<T>,
): Promise<T | null> {
  try {
    const answer = await ask(address, 'GET', most);
    return answer.status === 200 ? await read(answer) : null;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'unavailable') throw error;
    const isWrong = [DomainError, Disallowed, SyntaxError].some((kind) => error instanceof kind);
    if (!isWrong) toUnreachable(error);
    return null;
  }
}

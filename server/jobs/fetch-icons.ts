// Looks for the icons of sites whose listings have no logo.
import pLimit from 'p-limit';
import { areaLog } from '../../core/kernel/log.js';
import { LOGO_LIMITS } from '../../core/pictures/encode.js';
import { holdMedia } from '../../core/pictures/media.js';
import { read } from '../../core/reader/reader.js';
import { leaseIcons, settleIcon } from '../../core/upkeep/icons.js';
import { isSharedPage } from '../../core/upkeep/page-offer.js';

const log = areaLog('jobs');

/** Sites read in one run, and concurrently. */
const BATCH = 20;
const CONCURRENCY = 4;

/** Reads the sites that are due. @returns how many */
export async function fetchDueIcons({ signal }: { signal?: AbortSignal } = {}): Promise<number> {
  const leased = await leaseIcons(BATCH);
  const limit = pLimit(CONCURRENCY);
  await limit.map(leased, async (due) => {
    if (signal?.aborted) return;
    await findIcon(due.websiteUrl, signal)
      .then((icon) => settleIcon(due, icon))
      // Without a result the site is due again when the lease expires.
      .catch((error: unknown) =>
        log.error({ err: error, site: due.websiteUrl }, 'the icon of a site could not be fetched'),
      );
  });
  return leased.length;
}

async function findIcon(websiteUrl: string, signal?: AbortSignal): Promise<string | null | 'unreachable'> {
  if (isSharedPage(websiteUrl)) return null;
  const found = await read('icon', { address: websiteUrl, ...LOGO_LIMITS }, { signal });
  if (found === 'unreachable') return found;
  return found === 'none' ? null : holdMedia({ ...found, thumbnail: null });
}

// Reads the logos that owners typed, and looks for the icons of sites whose listings have no logo.
import pLimit from 'p-limit';
import { config } from '../../core/kernel/config.js';
import { areaLog } from '../../core/kernel/log.js';
import { LOGO_LIMITS } from '../../core/pictures/encode.js';
import { holdMedia } from '../../core/pictures/media.js';
import { read } from '../../core/reader/reader.js';
import { type DueIcon, leaseIcons, settleIcon } from '../../core/upkeep/icons.js';
import { isSharedPage } from '../../core/upkeep/page-offer.js';

const log = areaLog('jobs');

/** Sites read in one run, and concurrently. */
const BATCH = 20;
const CONCURRENCY = 4;

/** Reads what is due. @returns how many */
export async function fetchDueIcons({ signal }: { signal?: AbortSignal } = {}): Promise<number> {
  const leased = await leaseIcons(BATCH, config.siteIcons);
  const limit = pLimit(CONCURRENCY);
  await limit.map(leased, async (due) => {
    if (signal?.aborted) return;
    await findIcon(due, signal)
      .then((icon) => settleIcon(due, icon))
      // Without a result it is due again when the lease expires.
      .catch((error: unknown) => log.error({ err: error, address: due.address }, 'a logo could not be read'));
  });
  return leased.length;
}

async function findIcon({ address, isTyped }: DueIcon, signal?: AbortSignal) {
  if (!isTyped && isSharedPage(address)) return null;
  const found = await read(isTyped ? 'logo' : 'icon', { address, ...LOGO_LIMITS }, { signal });
  if (found === 'unreachable') return found;
  return found === 'none' ? null : holdMedia({ ...found, thumbnail: null });
}

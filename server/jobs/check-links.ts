// Checks the websites of listings that are due, and reads logos and icons.
import pLimit from 'p-limit';
import { displayHost } from '../../core/addresses/site.js';
import { checkDueClaims } from '../../core/claims/claims.js';
import { readOwnSites } from '../../core/claims/own-site.js';
import { config } from '../../core/kernel/config.js';
import { areaLog, orLogged } from '../../core/kernel/log.js';
import { LOGO_LIMITS } from '../../core/pictures/encode.js';
import { holdMedia } from '../../core/pictures/media.js';
import { read } from '../../core/reader/reader.js';
import { type DueIcon, leaseIcons, settleIcon } from '../../core/upkeep/icons.js';
import { type DueLink, leaseLinks, postponeLinks, settleLink } from '../../core/upkeep/link-checks.js';
import { isSharedPage } from '../../core/upkeep/page-offer.js';
import { askRepository } from '../../core/upkeep/repository-facts.js';

const log = areaLog('jobs');

/** Sites checked in one run, and concurrently: at most 40 a minute, however many are due. */
const BATCH = 20;
const CONCURRENCY = 4;
const HOST_DELAY_MS = 60_000;
/** If none of this many hosts or more responded, this machine counts as offline, and the checks wait. */
const OFFLINE_HOSTS = 3;
const OFFLINE_DELAY_MS = 60 * 60 * 1000;

export async function checkDueLinks(
  { signal }: { signal?: AbortSignal } = {},
  now = new Date(),
): Promise<number> {
  await checkDueClaims(signal);
  const links = await leaseLinks(BATCH, now);
  const hosts = links.map(({ websiteUrl }) => displayHost(websiteUrl));
  const first = links.filter((_link, index) => hosts.indexOf(hosts[index] ?? '') === index);
  const others = links.filter((link) => !first.includes(link));
  for (const [index, link] of others.entries())
    await postponeLinks([link], new Date(now.getTime() + HOST_DELAY_MS * (index + 1)));
  const visits = await pLimit(CONCURRENCY).map(first, (link) => visitSite(link, signal));
  const done = visits.filter((visit) => visit !== null);
  const visited = done.map(({ link }) => link);
  if (done.length >= OFFLINE_HOSTS && done.every(({ isNetwork }) => isNetwork)) {
    log.warn({ sites: done.length }, 'no site answers at all: this machine seems to be offline');
    await postponeLinks(visited, new Date(now.getTime() + OFFLINE_DELAY_MS));
    return 0;
  }
  for (const { link, ...found } of done)
    await settleLink(link, found, now).catch((error: unknown) =>
      // One failure, such as a listing that the policy now refuses, must not keep the other results from being stored.
      log.error({ err: error, site: link.websiteUrl }, 'the check of a site could not be stored'),
    );
  await readOwnSites(
    visited.map(({ listingId }) => listingId),
    signal,
  );
  return done.length;
}

/** Visits a site. @returns null if it was not visited: it is due again when the lease expires */
async function visitSite(link: DueLink, signal?: AbortSignal) {
  const { websiteUrl, endpoint: url, repository } = link;
  if (signal?.aborted) return null;
  try {
    return {
      link,
      ...(await read('link', { websiteUrl }, { signal })),
      mcp: url === null ? null : await orLogged(read('mcp', { url }, { signal }), 'an MCP server failed'),
      repository: repository ? await askRepository(repository, signal) : null,
    };
  } catch (error) {
    // An error of our own says nothing about the site.
    log.error({ err: error, site: websiteUrl }, 'a site could not be checked');
    return null;
  }
}

/** Reads the logos that owners typed, and looks for the icons of sites whose listings have no logo. @returns how many */
export async function fetchDueIcons({ signal }: { signal?: AbortSignal } = {}): Promise<number> {
  const leased = await leaseIcons(BATCH, config.siteIcons);
  const limit = pLimit(CONCURRENCY);
  await limit.map(leased, async (due) => {
    if (signal?.aborted) return;
    await findIcon(due, signal)
      .then((icon) => settleIcon(due, icon))
      // Without a result the logo is due again when its lease expires.
      .catch((error: unknown) => log.error({ err: error, address: due.address }, 'a logo could not be read'));
  });
  return leased.length;
}

async function findIcon({ address, isTyped }: DueIcon, signal?: AbortSignal) {
  if (!isTyped && isSharedPage(address)) return null;
  const found = await read(isTyped ? 'logo' : 'icon', { address, ...LOGO_LIMITS }, { signal });
  if (found === 'unreachable') return found;
  return found === 'none' ? null : holdMedia(found);
}

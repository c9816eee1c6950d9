// Checks the websites of listings that are due.
import pLimit from 'p-limit';
import { displayHost } from '../../core/addresses/site.js';
import { checkDueClaims } from '../../core/claims/claims.js';
import { readDueSites } from '../../core/claims/own-site.js';
import { config } from '../../core/kernel/config.js';
import { areaLog } from '../../core/kernel/log.js';
import { type Probe, read } from '../../core/reader/reader.js';
import { type DueLink, leaseLinks, postponeLinks, settleLink } from '../../core/upkeep/link-checks.js';
import { askRepository } from '../../core/upkeep/repository-facts.js';

const log = areaLog('jobs');

/** Sites checked in one run, and concurrently: at most 40 a minute, however many are due. */
const BATCH = 20;
const CONCURRENCY = 4;
/** Between two requests to one host. */
const HOST_DELAY_MS = 60_000;
/** If no host of at least this many responded, this machine is offline, and the checks wait. */
const OFFLINE_HOSTS = 3;
const OFFLINE_DELAY_MS = 60 * 60 * 1000;

/** Checks the sites that are due. @returns how many */
export async function checkDueLinks(
  { signal }: { signal?: AbortSignal } = {},
  now = new Date(),
): Promise<number> {
  await checkDueClaims(signal);
  if (config.linkChecks) await readDueSites(signal);
  const links = await leaseLinks(BATCH, now);
  const hosts = links.map(({ websiteUrl }) => displayHost(websiteUrl));
  const first = links.filter((_link, index) => hosts.indexOf(hosts[index] ?? '') === index);
  const others = links.filter((link) => !first.includes(link));
  for (const [index, link] of others.entries())
    await postponeLinks([link], new Date(now.getTime() + HOST_DELAY_MS * (index + 1)));
  const probes = new Map<DueLink, Probe>();
  const more = new Map<DueLink, Pick<Parameters<typeof settleLink>[1], 'mcp' | 'repository'>>();
  const limit = pLimit(CONCURRENCY);
  await limit.map(first, async (link) => {
    if (signal?.aborted) return;
    await read('link', { websiteUrl: link.websiteUrl }, { signal }).then(
      (probe) => probes.set(link, probe),
      // An error of our own says nothing about the site: it is checked again when the lease expires.
      (error: unknown) => log.error({ err: error, site: link.websiteUrl }, 'a site could not be checked'),
    );
    if (!probes.has(link)) return;
    const { endpoint: url, repository } = link;
    more.set(link, {
      mcp: url === null ? null : await read('mcp', { url }, { signal }).catch(() => null),
      repository: repository ? await askRepository(repository, signal) : null,
    });
  });
  if (probes.size >= OFFLINE_HOSTS && [...probes.values()].every(({ isNetwork }) => isNetwork)) {
    log.warn({ sites: probes.size }, 'no site answers at all: this machine seems to be offline');
    await postponeLinks([...probes.keys()], new Date(now.getTime() + OFFLINE_DELAY_MS));
    return 0;
  }
  for (const [link, { outcome, found }] of probes)
    await settleLink(link, { outcome, found, ...more.get(link) }, now);
  return probes.size;
}

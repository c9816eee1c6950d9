// The state of the service: its version, the doctor's checks, the figures of the metrics.
import { VERSION } from '../../../core/kernel/package.js';
import { runChecks } from '../../../core/operations/checks.js';
import { getStatus } from '../../../core/operations/status.js';
import { cacheUse } from '../../cache/dependency-cache.js';
import type { PageRoute } from '../route.js';
import type { Visit } from '../view/visit.js';
import { sendConsole } from './page.js';

export const statusPages: PageRoute[] = [
  { method: 'get', path: '/admin/status', access: 'admin', run: showStatus },
];

const MEGABYTE = 1024 * 1024;

async function showStatus(visit: Visit): Promise<void> {
  const [status, checks] = await Promise.all([
    getStatus(visit.actor),
    runChecks(visit.actor, visit.language.t),
  ]);
  const { hit, miss } = cacheUse;
  await sendConsole(visit, 'status', {
    section: 'status',
    head: { title: visit.language.t('console.section.status') },
    version: VERSION,
    checks,
    status,
    process: {
      uptime: Math.round(process.uptime()),
      memory: Math.round(process.memoryUsage.rss() / MEGABYTE),
      /** Share of its uptime in which it was busy. */
      busy: Math.round(performance.eventLoopUtilization().utilization * 100),
      cached: hit + miss === 0 ? null : Math.round((100 * hit) / (hit + miss)),
    },
  });
}

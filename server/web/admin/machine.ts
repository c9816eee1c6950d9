// The machine: its job queue, and its state.
import { getOverview, getStatus } from '../../../core/console/overview.js';
import { VERSION } from '../../../core/kernel/package.js';
import { runChecks } from '../../../core/service/checks.js';
import { findJobs, JobQuery, retryFailedJob, retryFailedJobs } from '../../../core/service/jobs.js';
import { cacheUse } from '../../cache/dependencies.js';
import type { Exchange } from '../../http/exchange.js';
import type { PageRoute } from '../route.js';
import { idOf } from '../view/links.js';
import { listLink, readListState, sendConsole } from './page.js';

const QUEUE = '/admin/queue';
const MEGABYTE = 1024 * 1024;

export const machinePages: PageRoute[] = [
  { path: QUEUE, show: showQueue },
  { path: `${QUEUE}/retry`, does: ({ actor }) => retryFailedJobs(actor), to: `${QUEUE}?done=jobs-retried` },
  {
    path: `${QUEUE}/:id/retry`,
    does: (visit) => retryFailedJob(visit.actor, idOf(visit)),
    to: `${QUEUE}?done=job-retried`,
  },
  { path: '/admin/status', show: showStatus },
];

async function showQueue(visit: Exchange): Promise<void> {
  const { actor } = visit;
  const state = readListState(JobQuery, visit.req);
  const [{ jobs }, { jobs: counts, screenshots }] = await Promise.all([
    findJobs(actor, state),
    getOverview(actor),
  ]);
  await sendConsole(visit, 'queue', { jobs, counts, screenshots, state, href: listLink(QUEUE, state) });
}

async function showStatus(visit: Exchange): Promise<void> {
  const { t } = visit.language;
  const [status, checks] = await Promise.all([getStatus(visit.actor), runChecks(visit.actor, t)]);
  const { hit, miss } = cacheUse;
  await sendConsole(visit, 'status', {
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

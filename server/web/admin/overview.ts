// The overview of the console, and the status of the machine.
import { countProposals } from '../../../core/catalog/manage.js';
import { latestChanges } from '../../../core/console/audit-log.js';
import { getOverview, getStatus } from '../../../core/console/overview.js';
import { may } from '../../../core/kernel/actor.js';
import { VERSION } from '../../../core/kernel/package.js';
import { findReviews } from '../../../core/moderation/reviews.js';
import { runChecks } from '../../../core/service/checks.js';
import { findJobs, JobQuery, retryFailedJob, retryFailedJobs } from '../../../core/service/jobs.js';
import { cacheUse } from '../../cache/dependencies.js';
import type { Exchange } from '../../http/exchange.js';
import type { PageRoute } from '../route.js';
import { idOf } from '../view/links.js';
import { toFoldedHistory } from './labels.js';
import { listLink, readListState, sendConsole } from './page.js';

const QUEUE = '/admin/queue';
const SHOWN = 8;

export const overviewPages: PageRoute[] = [
  { path: '/admin', access: 'desk', show: showOverview },
  { path: QUEUE, show: showQueue },
  { path: `${QUEUE}/retry`, does: ({ actor }) => retryFailedJobs(actor), to: `${QUEUE}?done=jobs-retried` },
  {
    path: `${QUEUE}/:id/retry`,
    does: (visit) => retryFailedJob(visit.actor, idOf(visit)),
    to: `${QUEUE}?done=job-retried`,
  },
  { path: '/admin/status', show: showStatus },
];

async function showOverview(visit: Exchange): Promise<void> {
  const { actor, language } = visit;
  const isForAdmins = may(actor, 'admin');
  const [overview, waiting, proposals, latest] = await Promise.all([
    getOverview(actor),
    findReviews(actor, { sort: 'oldest', limit: SHOWN }),
    isForAdmins ? countProposals(actor) : 0,
    isForAdmins ? latestChanges(actor) : null,
  ]);
  await sendConsole(visit, 'overview', {
    section: 'overview',
    overview,
    waiting,
    proposals,
    history: latest && (await toFoldedHistory(language, latest)).slice(0, SHOWN),
  });
}

async function showQueue(visit: Exchange): Promise<void> {
  const { actor, req } = visit;
  const state = readListState(JobQuery, req);
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
      memory: Math.round(process.memoryUsage.rss() / 1_048_576),
      /** The share of its uptime in which the process was busy. */
      busy: Math.round(performance.eventLoopUtilization().utilization * 100),
      cached: hit + miss === 0 ? null : Math.round((100 * hit) / (hit + miss)),
    },
  });
}

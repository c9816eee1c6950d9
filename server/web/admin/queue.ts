// The job queue: waiting, running and failed jobs.
import { findJobs, JobQuery, retryFailedJob, retryFailedJobs } from '../../../core/operations/jobs.js';
import { getOverview } from '../../../core/operations/overview.js';
import type { PageRoute } from '../route.js';
import type { Visit } from '../view/visit.js';
import { listLink, readListState, sendConsole } from './page.js';

const PATH = '/admin/queue';

export const queuePages: PageRoute[] = [
  { method: 'get', path: PATH, access: 'admin', run: showQueue },
  {
    method: 'post',
    path: `${PATH}/retry`,
    access: 'admin',
    run: async (visit) => {
      await retryFailedJobs(visit.actor);
      visit.res.redirect(303, `${PATH}?done=jobs-retried`);
    },
  },
  {
    method: 'post',
    path: `${PATH}/:id/retry`,
    access: 'admin',
    run: async (visit) => {
      await retryFailedJob(visit.actor, String(visit.req.params.id));
      visit.res.redirect(303, `${PATH}?done=job-retried`);
    },
  },
];

async function showQueue(visit: Visit): Promise<void> {
  const actor = visit.actor;
  const state = readListState(JobQuery, visit.req);
  const [{ jobs }, { jobs: counts, screenshots }] = await Promise.all([
    findJobs(actor, state),
    getOverview(actor),
  ]);
  await sendConsole(visit, 'queue', {
    section: 'queue',
    head: { title: visit.language.t('console.section.queue') },
    jobs,
    counts,
    screenshots,
    state,
    href: listLink(PATH, state),
  });
}

// The queue: what waits, what runs, what failed and why.
import { type Request, type Response, Router } from 'express';
import { findJobs, JobQuery, retryFailedJob } from '../../../core/operations/jobs.js';
import { getOverview } from '../../../core/operations/overview.js';
import { formSteps } from '../form/form.js';
import { visitorOf } from '../view/visitor.js';
import { listLink, readListState, sendConsole } from './page.js';

const PATH = '/admin/queue';

export function queuePages(): Router {
  const router = Router();
  router.get(PATH, showQueue);
  router.post(`${PATH}/:id/retry`, ...formSteps(), async (req, res) => {
    await retryFailedJob(visitorOf(res), String(req.params.id));
    res.redirect(303, `${PATH}?done=job-retried`);
  });
  return router;
}

async function showQueue(req: Request, res: Response): Promise<void> {
  const actor = visitorOf(res);
  const state = readListState(JobQuery, req);
  const [{ jobs }, { jobs: counts, screenshots }] = await Promise.all([
    findJobs(actor, state),
    getOverview(actor),
  ]);
  await sendConsole(req, res, 'queue', {
    section: 'queue',
    head: { title: 'Queue' },
    jobs,
    counts,
    screenshots,
    state,
    href: listLink(PATH, state),
  });
}

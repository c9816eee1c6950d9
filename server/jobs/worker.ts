// The job worker of a process: the queue, its jobs, and the browser they use.
import { workOnImports } from '../../core/import/run-waiting.js';
import { systemActor } from '../../core/kernel/actor.js';
import { config } from '../../core/kernel/config.js';
import type { JobDefinition, JobName, RunningJob } from '../../core/kernel/jobs.js';
import { areaLog } from '../../core/kernel/log.js';
import { closeQueue, openQueue } from '../../core/kernel/queue.js';
import { reindexListings } from '../../core/listings/search-document.js';
import { sendQueuedMail, sweepMails } from '../../core/mail/sending/send.js';
import { rescreenIfChanged } from '../../core/moderation/policy-review.js';
import { queueReviewEvents, sendDeskMails } from '../../core/moderation/team-news.js';
import { moveLateListings } from '../../core/moderation/value-changes.js';
import { closeMediaStore } from '../../core/pictures/media-store.js';
import { sendDigests } from '../../core/readers/digests.js';
import { foldCounts } from '../../core/search/counts.js';
import { countPopularity } from '../../core/search/popular.js';
import { backUpIfDue } from '../../core/service/backup.js';
import { cleanUp } from '../../core/service/retention.js';
import { renewUrlKeys } from '../../core/service/url-keys.js';
import { sweepCaptures } from '../../core/upkeep/captures.js';
import { scheduleLinkChecks } from '../../core/upkeep/link-checks.js';
import { AT_A_TIME, sendEvents, sweepWebhooks } from '../../core/webhooks/send.js';
import { BrowserStart } from './browser-start.js';
import { captureScreenshots } from './capture-screenshot.js';
import { checkDueLinks, fetchDueIcons } from './check-links.js';

const log = areaLog('jobs');

const mailLog = areaLog('mails');

/** Releases the jobs in progress and closes the browser. */
export type StopWorker = () => Promise<void>;

/** A recurring job, done by one worker at a time. @param every seconds */
const recurring = <N extends JobName>(
  name: N,
  every: number,
  run: (job: RunningJob<N>) => Promise<unknown>,
): JobDefinition<N> => ({ name, concurrency: 1, every, run: async (job) => void (await run(job)) });

function tell(counts: object, what: string, to = log): void {
  if (Object.values(counts).some((count) => count > 0)) to.info(counts, what);
}

const sweepScreenshots = async () => tell(await sweepCaptures(), 'screenshots swept');

export const sendMail: JobDefinition<'send-mail'> = {
  name: 'send-mail',
  concurrency: 2,
  async run(job) {
    const pause = await sendQueuedMail(job.data.mailId);
    if (pause !== null) job.repeatIn(pause);
  },
};

const sendWebhookEvents: JobDefinition<'send-events'> = {
  name: 'send-events',
  concurrency: AT_A_TIME,
  async run(job) {
    const hasMore = await sendEvents(job.data.webhookId, job.signal);
    if (hasMore) job.repeatIn(0);
  },
};

export const fetchIcons = recurring('fetch-icons', 60, async ({ signal }) => {
  for (let count = 1; count > 0 && !signal.aborted; ) {
    count = await fetchDueIcons({ signal });
    tell({ count }, 'logos and icons read');
  }
});

const RECURRING = [
  fetchIcons,
  recurring('sweep-screenshots', 30, sweepScreenshots),
  recurring('sweep-mails', 30, async () =>
    tell({ found: await sweepMails() }, 'lost emails queued again', mailLog),
  ),
  // Checked hourly: a service that was down when digests were due sends them when it is back.
  recurring('send-digests', 3600, async ({ signal }) =>
    tell({ sent: (await sendDigests(signal)) + (await sendDeskMails()) }, 'digests queued', mailLog),
  ),
  recurring('sweep-webhooks', 10, async () => {
    await queueReviewEvents();
    await sweepWebhooks();
  }),
  recurring('schedule-links', 3600, async () =>
    tell({ scheduled: await scheduleLinkChecks() }, 'checks of sites scheduled'),
  ),
  recurring('check-links', 30, async ({ signal }) =>
    tell({ checked: await checkDueLinks({ signal }) }, 'sites checked'),
  ),
  recurring('housekeeping', 3600, async () => {
    // Requests for pages fold the counts, but requests for JSON lists do not.
    await foldCounts();
    await countPopularity();
    const moved = await moveLateListings(systemActor('job'));
    tell({ moved }, 'listings moved to the current value of their category');
    log.info(await cleanUp(), 'housekeeping done');
  }),
  // Compares policy versions hourly and when verdicts on hosts change. If they differ, rescreens everything once.
  recurring('rescreen', 3600, async ({ signal }) => {
    const done = await rescreenIfChanged(signal);
    if (done) log.info(done, 'listings screened with the changed content policy');
  }),
  // Runs imports that were started in the console, or left by a killed worker.
  recurring('run-imports', 30, ({ signal }) => workOnImports(signal)),
];

/** Checked hourly: a service that was down when a backup was due makes it when it is back. */
const backUp = (databaseUrl: string): JobDefinition<'back-up'> => ({
  ...recurring('back-up', 3600, () => backUpIfDue(systemActor('job'), databaseUrl)),
  isOff: config.backupDir === null,
});

/** @param callbackUrl origin of the web process that receives the reports */
export async function startWorker(databaseUrl: string, callbackUrl: () => string): Promise<StopWorker> {
  const browser = config.screenshots ? new BrowserStart() : null;
  const captures = captureScreenshots(async () => browser?.current() ?? null, callbackUrl);
  const jobs = [...captures, sendMail, sendWebhookEvents, ...RECURRING, backUp(databaseUrl)];
  await openQueue(databaseUrl, jobs as unknown as JobDefinition<JobName>[]);
  // Recovers jobs that were lost while no worker was running, and captures that waited for a browser.
  const swept = Promise.resolve(browser?.current())
    .then(sweepScreenshots)
    .catch((error: unknown) => {
      log.warn({ err: error }, 'the first sweep failed; the next is due in 30 seconds');
    });
  const stopping = new AbortController();
  const upgraded = upgradeRows(stopping.signal);
  return async () => {
    stopping.abort();
    const closed = browser?.close();
    await upgraded;
    await swept;
    await closeQueue();
    await closed;
    closeMediaStore();
  };
}

/** Rebuilds rows after an upgrade changed the rules of search or addresses. Without a change, each costs one query. */
async function upgradeRows(signal: AbortSignal): Promise<void> {
  try {
    tell(await renewUrlKeys(signal), 'addresses compared by new rules');
    tell({ derived: await reindexListings(signal) }, 'search index rebuilt');
  } catch (error) {
    log.warn({ err: error }, 'the upgrade of rows was interrupted; the next start resumes it');
  }
}

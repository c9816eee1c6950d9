// The job worker of a process: the queue, its jobs, and the browser they use.
import { workOnImports } from '../../core/import/work.js';
import { systemActor } from '../../core/kernel/actor.js';
import { config } from '../../core/kernel/config.js';
import type { JobDefinition, JobName } from '../../core/kernel/jobs.js';
import { areaLog } from '../../core/kernel/log.js';
import { closeQueue, openQueue } from '../../core/kernel/queue.js';
import { sweepCaptures } from '../../core/listings/captures.js';
import { reindexListings } from '../../core/listings/search-document.js';
import { moveLateListings } from '../../core/moderation/categories.js';
import { rescreenIfChanged } from '../../core/moderation/policy-review.js';
import { backUpIfDue } from '../../core/operations/backup.js';
import { sendQueuedMail, sweepMails } from '../../core/operations/mails.js';
import { cleanUp } from '../../core/operations/retention.js';
import { closeMediaStore } from '../../core/pictures/media-store.js';
import { sendDigests } from '../../core/readers/digests.js';
import { foldListingCounts } from '../../core/search/facets.js';
import { sendEvents, sweepWebhooks } from '../../core/webhooks/send.js';
import { BrowserStart } from './browser-start.js';
import { captureScreenshot, httpReport } from './capture-screenshot.js';
import { checkLinks, scheduleLinks } from './check-links.js';
import { fetchIcons } from './fetch-icons.js';

const log = areaLog('jobs');

export interface Worker {
  /** Releases the jobs in progress and closes the browser. */
  close(): Promise<void>;
}

const sweepScreenshots = {
  name: 'sweep-screenshots' as const,
  concurrency: 1,
  every: 30,
  run: async () => {
    const swept = await sweepCaptures();
    if (swept.failed + swept.queued > 0) log.info(swept, 'screenshots swept');
  },
} satisfies JobDefinition<'sweep-screenshots'>;

const housekeeping: JobDefinition<'housekeeping'> = {
  name: 'housekeeping',
  concurrency: 1,
  every: 3600,
  async run() {
    // Readers of pages fold the counts, but not those who only request lists as JSON.
    await foldListingCounts();
    const moved = await moveLateListings(systemActor('job'));
    if (moved > 0) log.info({ moved }, 'listings moved to the present value of their category');
    log.info(await cleanUp(), 'housekeeping done');
  },
};

/** Compares the versions hourly and after an import of hosts: after a change everything is rescreened, once. */
const rescreen: JobDefinition<'rescreen'> = {
  name: 'rescreen',
  concurrency: 1,
  every: 3600,
  async run(job) {
    const done = await rescreenIfChanged(job.signal);
    if (done) log.info(done, 'listings screened with the changed content policy');
  },
};

/** What was started in the console; also what a worker left that was killed. */
const runImports: JobDefinition<'run-imports'> = {
  name: 'run-imports',
  concurrency: 1,
  every: 30,
  run: async (job) => void (await workOnImports(job.signal)),
};

const mailLog = areaLog('mails');

export const sendMail: JobDefinition<'send-mail'> = {
  name: 'send-mail',
  concurrency: 2,
  async run(job) {
    const pause = await sendQueuedMail(job.data.mailId, job.signal);
    if (pause !== null) job.repeatIn(pause);
  },
};

/** Checked hourly, so that a service that was down at the hour sends them when it is back. */
const digests: JobDefinition<'send-digests'> = {
  name: 'send-digests',
  concurrency: 1,
  every: 3600,
  async run(job) {
    const sent = await sendDigests(job.signal);
    if (sent > 0) mailLog.info({ sent }, 'digests queued');
  },
};

const sweepOutbox: JobDefinition<'sweep-mails'> = {
  name: 'sweep-mails',
  concurrency: 1,
  every: 30,
  async run() {
    const found = await sweepMails();
    if (found > 0) mailLog.info({ found }, 'lost emails queued again');
  },
};

const sendWebhookEvents: JobDefinition<'send-events'> = {
  name: 'send-events',
  concurrency: 4,
  async run(job) {
    const hasMore = await sendEvents(job.data.webhookId, { signal: job.signal });
    if (hasMore) job.repeatIn(0);
  },
};

const sweepWebhookEvents: JobDefinition<'sweep-webhooks'> = {
  name: 'sweep-webhooks',
  concurrency: 1,
  every: 10,
  run: async () => {
    await sweepWebhooks();
  },
};

/** Checked hourly, so that a service that was down at the hour makes its backup when it is back. */
const backUp = (databaseUrl: string): JobDefinition<'back-up'> => ({
  name: 'back-up',
  isOff: config.backupDir === null,
  concurrency: 1,
  every: 3600,
  run: async () => void (await backUpIfDue(systemActor('job'), databaseUrl)),
});

/** Starts working on jobs. @param callbackUrl origin of the web process that receives the reports */
export async function startWorker(databaseUrl: string, callbackUrl: () => string): Promise<Worker> {
  const browser = config.screenshots ? new BrowserStart() : null;
  const capture = captureScreenshot({
    browser: async () => browser?.current() ?? null,
    concurrency: config.screenshotConcurrency,
    report: httpReport(callbackUrl),
  });
  const jobs = [
    capture,
    sweepScreenshots,
    sendMail,
    sweepOutbox,
    digests,
    sendWebhookEvents,
    sweepWebhookEvents,
    scheduleLinks,
    checkLinks,
    fetchIcons,
    housekeeping,
    rescreen,
    runImports,
    backUp(databaseUrl),
  ] as unknown as JobDefinition<JobName>[];
  await openQueue(databaseUrl, jobs);
  // Recovers at once what was lost while no worker was running, and captures that were waiting for a browser.
  const swept = Promise.resolve(browser?.current())
    .then(sweepScreenshots.run)
    .catch((error: unknown) => {
      log.warn({ err: error }, 'the first sweep failed; the next is due in 30 seconds');
    });
  const stopping = new AbortController();
  const reindexed = reindex(stopping.signal);
  return {
    close: async () => {
      stopping.abort();
      const closed = browser?.close();
      await reindexed;
      await swept;
      await closeQueue();
      await closed;
      await closeMediaStore();
    },
  };
}

/** After an upgrade with another search version; otherwise it costs one query. */
async function reindex(signal: AbortSignal): Promise<void> {
  try {
    const derived = await reindexListings(signal);
    if (derived > 0) log.info({ derived }, 'search index rebuilt');
  } catch (error) {
    log.warn({ err: error }, 'rebuilding the search index was interrupted; the next start resumes it');
  }
}

// The jobs of the outbox: one per email, and the sweep that finds emails whose job was lost.

import type { JobDefinition } from '../../core/kernel/jobs.js';
import { areaLog } from '../../core/kernel/log.js';
import { sendQueuedMail, sweepMails } from '../../core/operations/mails.js';
import { sendDigests } from '../../core/readers/digests.js';

const log = areaLog('mails');

export const sendMail: JobDefinition<'send-mail'> = {
  name: 'send-mail',
  concurrency: 2,
  async run(job) {
    const pause = await sendQueuedMail(job.data.mailId, job.signal);
    if (pause !== null) job.repeatIn(pause);
  },
};

/** Checked hourly, so that a service that was down at the hour sends them when it is back. */
export const digests: JobDefinition<'send-digests'> = {
  name: 'send-digests',
  concurrency: 1,
  every: 3600,
  async run(job) {
    const sent = await sendDigests(job.signal);
    if (sent > 0) log.info({ sent }, 'digests queued');
  },
};

export const sweepOutbox: JobDefinition<'sweep-mails'> = {
  name: 'sweep-mails',
  concurrency: 1,
  every: 30,
  async run() {
    const found = await sweepMails();
    if (found > 0) log.info({ found }, 'lost emails queued again');
  },
};

// The jobs of the outbox: one per email, and the sweep that finds emails whose job was lost.

import type { JobDefinition } from '../../core/kernel/jobs.js';
import { areaLog } from '../../core/kernel/log.js';
import { sendQueuedMail, sweepMails } from '../../core/operations/mails.js';
import { withLockRenewal } from './lock-renewal.js';

const log = areaLog('mails');

export const sendMail: JobDefinition<'send-mail'> = {
  name: 'send-mail',
  concurrency: 2,
  async run(job) {
    const pause = await withLockRenewal(job, () => sendQueuedMail(job.data.mailId, job.signal));
    if (pause !== null) job.repeatIn(pause);
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

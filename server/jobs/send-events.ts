// The jobs of webhooks: one for each that has something to send, and the sweep that finds them.
import type { JobDefinition } from '../../core/kernel/jobs.js';
import { sendEvents, sweepWebhooks } from '../../core/webhooks/send.js';
import { withLockRenewal } from './lock-renewal.js';

export const sendWebhookEvents: JobDefinition<'send-events'> = {
  name: 'send-events',
  concurrency: 4,
  async run(job) {
    const hasMore = await withLockRenewal(job, () => sendEvents(job.data.webhookId, { signal: job.signal }));
    if (hasMore) job.repeatIn(0);
  },
};

export const sweepWebhookEvents: JobDefinition<'sweep-webhooks'> = {
  name: 'sweep-webhooks',
  concurrency: 1,
  every: 10,
  run: async () => {
    await sweepWebhooks();
  },
};

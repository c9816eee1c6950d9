// directory-admin webhooks …
import { Option } from 'commander';
import { resolveUser } from '../core/accounts/users.js';
import { findWebhooks, listAnyDeliveries, setWebhookPaused } from '../core/webhooks/deliveries.js';
import { DELIVERY_STATES } from '../core/webhooks/schema.js';
import type { Verb, Verbs } from './kit/command.js';
import { shortTime } from './kit/output.js';
import { eachVerb, listVerb } from './kit/verbs.js';

const ID = '1b4e28ba-2fa1-4d2b-9f3e-0a1b2c3d4e5f';

export const verbs: Verbs = {
  'list [user]': listVerb({
    summary: 'List the webhooks of an account, or all, newest first.',
    isPaged: true,
    examples: ['webhooks list', 'webhooks list ada@example.com --json'],
    find: async (actor, query, user) =>
      findWebhooks(actor, { ...query, owner: user && (await resolveUser(actor, user)).id }),
    rows: ({ webhooks }) => webhooks,
    columns: [
      'id!',
      'host',
      'owner',
      { title: 'events?', value: ({ events }) => events.join(' ') },
      { title: 'waiting', value: ({ waiting }) => String(waiting) },
      { title: 'arrived!?', value: (hook) => shortTime(hook.last_success_at) || 'never' },
      'paused: paused_at!',
    ],
    empty: 'There are no webhooks.',
  }),
  'log <webhook>': listVerb({
    summary: 'List the deliveries of a webhook, newest first.',
    options: [new Option('--state <state>', 'only these').choices(DELIVERY_STATES)],
    isPaged: true,
    examples: [`webhooks log ${ID}`, `webhooks log ${ID} --state failed`],
    find: (actor, query, id = '') => listAnyDeliveries(actor, id, query),
    rows: ({ deliveries }) => deliveries,
    columns: [
      'made: created_at!',
      'event: type!',
      'state!',
      'tries: attempts',
      'next: next_attempt_at!',
      'error',
    ],
    empty: 'Nothing was sent, and nothing waits.',
  }),
  'pause <webhooks...>': pausing(true, {
    summary: 'Pause webhooks. Their events wait for 30 days.',
    examples: [`webhooks pause ${ID} --reason "It floods a stranger"`],
  }),
  'resume <webhooks...>': pausing(false, {
    summary: 'Resume webhooks and send their waiting events.',
    examples: [`webhooks resume ${ID}`],
  }),
};

function pausing(paused: boolean, described: Pick<Verb, 'summary' | 'examples'>): Verb {
  return eachVerb({
    ...described,
    options: ['reason', 'as'],
    change: async (actor, id, { reason }) => {
      await setWebhookPaused(actor, id, paused, { reason });
      return [`${paused ? 'Paused' : 'Resumed'} ${id}.`, { id, paused }];
    },
  });
}

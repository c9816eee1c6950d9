import { Type } from '@sinclair/typebox';
import { resolveUser } from '../core/accounts/users.js';
import { OwnedQuery } from '../core/kernel/lists.js';
import { findWebhooks, setWebhookPaused } from '../core/webhooks/webhooks.js';
import type { Verb, Verbs } from './kit/command.js';
import { shortTime } from './kit/output.js';
import { eachVerb, listVerb } from './kit/verbs.js';

const ID = '1b4e28ba-2fa1-4d2b-9f3e-0a1b2c3d4e5f';

export const verbs: Verbs = {
  'list [user]': listVerb({
    summary: 'List the webhooks of an account, or all, newest first.',
    query: Type.Omit(OwnedQuery, ['owner']),
    examples: ['webhooks list', 'webhooks list ada@example.com --json'],
    find: async (actor, query, user) =>
      findWebhooks(actor, { ...query, owner: user && (await resolveUser(actor, user)).id }),
    rows: ({ webhooks }) => webhooks,
    columns: [
      'id!',
      'host',
      'owner',
      { title: 'events?', value: ({ events }) => events.join(' ') },
      { title: 'arrived!?', value: (hook) => shortTime(hook.last_success_at) || 'never' },
      'paused: paused_at!',
    ],
    empty: 'There are no webhooks.',
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

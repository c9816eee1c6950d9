// directory-admin webhooks …
import { type Command, Option } from 'commander';
import { resolveUser } from '../core/accounts/users.js';
import {
  findWebhooks,
  listAnyDeliveries,
  type OwnedWebhook,
  setWebhookPaused,
} from '../core/webhooks/operators.js';
import { DELIVERY_STATES, type WebhookDelivery } from '../core/webhooks/schema.js';
import {
  addVerb,
  asOption,
  type Finish,
  jsonOptions,
  type PageOptions,
  pageOptions,
  reasonOption,
} from './command.js';
import { type FormatOptions, formatOf, printJsonLine, printPage, say } from './output.js';
import { withSession } from './session.js';
import type { Column } from './table.js';
import { shortTime } from './text.js';

const ID = '1b4e28ba-2fa1-4d2b-9f3e-0a1b2c3d4e5f';

export function addWebhookVerbs(webhooks: Command, finish: Finish): void {
  addVerb(webhooks, finish, {
    usage: 'list [user]',
    summary: 'List the webhooks of an account, or all, newest first.',
    options: [...pageOptions(), ...jsonOptions()],
    examples: ['webhooks list', 'webhooks list ada@example.com --json'],
    run: listWebhooks,
  });
  addVerb(webhooks, finish, {
    usage: 'log <webhook>',
    summary: 'List the deliveries of a webhook, newest first.',
    options: [
      new Option('--state <state>', 'only these').choices(DELIVERY_STATES),
      ...pageOptions(),
      ...jsonOptions(),
    ],
    examples: [`webhooks log ${ID}`, `webhooks log ${ID} --state failed`],
    run: listLog,
  });
  addVerb(webhooks, finish, {
    usage: 'pause <webhooks...>',
    summary: 'Pause webhooks. Their events wait for 30 days.',
    options: [reasonOption(), asOption(), ...jsonOptions()],
    examples: [`webhooks pause ${ID} --reason "It floods a stranger"`],
    run: (ids: string[], options: PauseOptions) => setPaused(ids, options, true),
  });
  addVerb(webhooks, finish, {
    usage: 'resume <webhooks...>',
    summary: 'Resume webhooks and send their waiting events.',
    options: [reasonOption(), asOption(), ...jsonOptions()],
    examples: [`webhooks resume ${ID}`],
    run: (ids: string[], options: PauseOptions) => setPaused(ids, options, false),
  });
}

const COLUMNS: readonly Column<OwnedWebhook>[] = [
  { title: 'id', value: ({ id }) => id, isWhole: true },
  { title: 'host', value: ({ host }) => host },
  { title: 'owner', value: ({ owner }) => owner },
  { title: 'events', value: ({ events }) => events.join(' '), isExtra: true },
  { title: 'waiting', value: ({ waiting }) => String(waiting), align: 'right' },
  {
    title: 'arrived',
    value: (hook) => shortTime(hook.last_success_at) || 'never',
    isWhole: true,
    isExtra: true,
  },
  { title: 'paused', value: ({ paused_at }) => shortTime(paused_at), isWhole: true },
];

function listWebhooks(user: string | undefined, options: FormatOptions & PageOptions): Promise<void> {
  return withSession({}, async ({ actor }) => {
    const owner = user === undefined ? undefined : (await resolveUser(actor, user)).id;
    const list = await findWebhooks(actor, { owner, page: options.page, limit: options.limit });
    printPage(options, list, { rows: list.webhooks, columns: COLUMNS, empty: 'There are no webhooks.' });
  });
}

const LOG_COLUMNS: readonly Column<WebhookDelivery>[] = [
  { title: 'made', value: ({ created_at }) => shortTime(created_at), isWhole: true },
  { title: 'event', value: ({ type }) => type, isWhole: true },
  { title: 'state', value: ({ state }) => state, isWhole: true },
  { title: 'tries', value: ({ attempts }) => String(attempts), align: 'right' },
  { title: 'next', value: ({ next_attempt_at }) => shortTime(next_attempt_at), isWhole: true },
  { title: 'error', value: ({ error }) => error ?? '' },
];

function listLog(id: string, options: FormatOptions & PageOptions & { state?: string }): Promise<void> {
  return withSession({}, async ({ actor }) => {
    const { state, page, limit } = options;
    const list = await listAnyDeliveries(actor, id, { state, page, limit });
    printPage(options, list, {
      rows: list.deliveries,
      columns: LOG_COLUMNS,
      empty: 'Nothing was sent, and nothing waits.',
    });
  });
}

interface PauseOptions extends FormatOptions {
  reason?: string;
  as?: string;
}

function setPaused(ids: string[], options: PauseOptions, paused: boolean): Promise<void> {
  return withSession(options, async ({ actor }) => {
    for (const id of ids) {
      await setWebhookPaused(actor, id, paused, { reason: options.reason });
      if (formatOf(options) === 'table') say(`${paused ? 'Paused' : 'Resumed'} ${id}.`);
      else printJsonLine({ id, paused });
    }
  });
}

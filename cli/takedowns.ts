// directory-admin listings takedowns, lift
import { Option } from 'commander';
import { findTakedowns, liftTakedown } from '../core/moderation/takedowns.js';
import { asOption, reasonOption, type Verb } from './command.js';
import { shortTime } from './text.js';
import { eachVerb, listVerb } from './verbs.js';

export const takedownVerbs: readonly Verb[] = [
  listVerb({
    usage: 'takedowns',
    summary: 'List rejected pages, which cannot be submitted again, newest first.',
    options: [new Option('--query <text>', 'part of a page, a name or a reason')],
    isPaged: true,
    examples: ['listings takedowns', 'listings takedowns --query example.com --json'],
    find: findTakedowns,
    rows: ({ takedowns }) => takedowns,
    columns: [
      { title: 'id', value: (takedown) => takedown.id, isWhole: true },
      { title: 'page', value: (takedown) => takedown.page },
      { title: 'listing', value: (takedown) => takedown.listing_name },
      { title: 'reason', value: (takedown) => takedown.reason },
      { title: 'by', value: (takedown) => takedown.taken_down_by },
      { title: 'since', value: (takedown) => shortTime(takedown.taken_down_at) },
    ],
    empty: 'Nothing is taken down.',
  }),
  eachVerb({
    usage: 'lift <takedowns...>',
    summary: 'Lift takedowns: their pages can be submitted again. Listings stay rejected.',
    options: [reasonOption(), asOption()],
    examples: ['listings lift 1b4e28ba-2fa1-4d2b-9f3e-0a1b2c3d4e5f --reason "Sold to a new owner"'],
    change: async (actor, id, { reason }) => {
      await liftTakedown(actor, id, { reason });
      return [`Lifted ${id}: its page may be submitted again.`, { lifted: true, id }];
    },
  }),
];

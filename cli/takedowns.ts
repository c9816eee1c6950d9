// directory-admin listings takedowns, lift

import { type Command, Option } from 'commander';
import { findTakedowns, liftTakedown, type Takedown } from '../core/moderation/takedowns.js';
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

const COLUMNS: readonly Column<Takedown>[] = [
  { title: 'id', value: (takedown) => takedown.id, isWhole: true },
  { title: 'page', value: (takedown) => takedown.page },
  { title: 'listing', value: (takedown) => takedown.listing_name },
  { title: 'reason', value: (takedown) => takedown.reason },
  { title: 'by', value: (takedown) => takedown.taken_down_by },
  { title: 'since', value: (takedown) => shortTime(takedown.taken_down_at) },
];

export function addTakedownVerbs(listings: Command, finish: Finish): void {
  addVerb(listings, finish, {
    usage: 'takedowns',
    summary: 'List rejected pages, which cannot be submitted again, newest first.',
    options: [
      new Option('--query <text>', 'part of a page, a name or a reason'),
      ...pageOptions(),
      ...jsonOptions(),
    ],
    examples: ['listings takedowns', 'listings takedowns --query example.com --json'],
    run: listTakedowns,
  });
  addVerb(listings, finish, {
    usage: 'lift <takedowns...>',
    summary: 'Lift takedowns: their pages can be submitted again. Listings stay rejected.',
    options: [reasonOption(), asOption(), ...jsonOptions()],
    examples: ['listings lift 1b4e28ba-2fa1-4d2b-9f3e-0a1b2c3d4e5f --reason "Sold to a new owner"'],
    run: liftTakedowns,
  });
}

function listTakedowns(options: FormatOptions & PageOptions & { query?: string }): Promise<void> {
  return withSession({}, async ({ actor }) => {
    const { query: q, page, limit } = options;
    const list = await findTakedowns(actor, { q, page, limit });
    printPage(options, list, { rows: list.takedowns, columns: COLUMNS, empty: 'Nothing is taken down.' });
  });
}

interface LiftOptions extends FormatOptions {
  reason?: string;
  as?: string;
}

function liftTakedowns(ids: string[], options: LiftOptions): Promise<void> {
  return withSession(options, async ({ actor }) => {
    for (const id of ids) {
      await liftTakedown(actor, id, { reason: options.reason });
      if (formatOf(options) === 'table') say(`Lifted ${id}: its page may be submitted again.`);
      else printJsonLine({ lifted: true, id });
    }
  });
}

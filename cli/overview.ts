// directory-admin overview
import type { Command } from 'commander';
import { getOverview } from '../core/operations/overview.js';
import { defineVerb, type Finish, jsonOptions } from './command.js';
import { type FormatOptions, formatOf, paint, printJson, printJsonLine, say } from './output.js';
import { withSession } from './session.js';
import { groupDigits } from './text.js';

export function defineOverview(overview: Command, finish: Finish): void {
  defineVerb(overview, finish, {
    options: jsonOptions(),
    examples: ['overview', 'overview --json'],
    run: showOverview,
  });
}

function showOverview(options: FormatOptions): Promise<void> {
  return withSession({ queue: true }, async ({ actor }) => {
    const overview = await getOverview(actor);
    const format = formatOf(options);
    if (format === 'json') printJson(overview);
    else if (format === 'ndjson') printJsonLine(overview);
    else {
      for (const [subject, counts] of Object.entries(overview)) {
        const parts = Object.entries(counts as Record<string, number>).map(
          ([state, number]) => `${groupDigits(number)} ${state}`,
        );
        say(`${paint('bold', subject.padEnd(11))}  ${parts.join('  ')}`);
      }
    }
  });
}

// directory-admin overview
import { getOverview } from '../core/console/overview.js';
import { type FormatOptions, paint, printResult, say } from './kit/output.js';
import type { Session } from './kit/session.js';
import { groupDigits } from './kit/text.js';

export const command = {
  examples: ['overview', 'overview --json'],
  queue: true,
  within: async ({ actor }: Session, options: FormatOptions) => {
    const overview = await getOverview(actor);
    printResult(options, {
      document: overview,
      line: overview,
      text: () => {
        for (const [subject, counts] of Object.entries(overview)) {
          const parts = Object.entries(counts as Record<string, number>).map(
            ([state, number]) => `${groupDigits(number)} ${state}`,
          );
          say(`${paint('bold', subject.padEnd(11))}  ${parts.join('  ')}`);
        }
      },
    });
  },
};

import { getOverview } from '../core/console/overview.js';
import { groupDigits, paint } from './kit/output.js';
import type { Session } from './kit/session.js';

export const command = {
  examples: ['overview', 'overview --json'],
  does: async ({ actor }: Session) => {
    const overview = await getOverview(actor);
    const lines = Object.entries(overview).map(([subject, counts]) => {
      const byState = Object.entries(counts as Record<string, number>);
      const parts = byState.map(([state, number]) => `${groupDigits(number)} ${state}`);
      return `${paint('bold', subject.padEnd(11))}  ${parts.join('  ')}`;
    });
    return { document: overview, lines: [overview], text: lines.join('\n') };
  },
};

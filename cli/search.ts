// directory-admin search …
import { countStale, reindexListings } from '../core/listings/search-document.js';
import { listMisses } from '../core/search/query-log.js';
import { type Verbs, wholeNumberOption } from './kit/command.js';
import { count, EXIT, note } from './kit/output.js';
import { startProgress } from './kit/prompt.js';
import { listVerb } from './kit/verbs.js';

export const verbs: Verbs = {
  misses: listVerb({
    summary: 'List the most frequent searches without results.',
    options: [wholeNumberOption('--limit <number>', 'how many').default(50)],
    examples: ['search misses', 'search misses --limit 10 --json'],
    find: async (_actor, { limit }) => ({ misses: await listMisses(limit as number) }),
    rows: ({ misses }) => misses,
    columns: ['searches', 'query', 'last: last_at'],
    empty: 'Every search found something.',
  }),
  reindex: {
    summary:
      'Rebuild the search rows of an earlier release now, with progress. The server does it in the background. A second run continues.',
    examples: ['search reindex', 'search reindex --json'],
    does: async ({ signal }) => {
      const { total, stale } = await countStale();
      const progress = startProgress('deriving', stale);
      const derived = await reindexListings(signal, progress.step).finally(progress.stop);
      const left = (await countStale()).stale;
      const text = `${count(derived, 'listing')} of ${total} derived anew.`;
      if (left > 0) note(`${count(left, 'listing')} left: run it again.`);
      return { document: { total, derived, left }, text, code: left > 0 ? EXIT.partly : EXIT.done };
    },
  },
};

// directory-admin search …

import { countStale, reindexListings } from '../core/listings/search-document.js';
import { explainSearch } from '../core/search/explain.js';
import { listMisses } from '../core/search/query-log.js';
import { type Verbs, wholeNumberOption } from './kit/command.js';
import { EXIT } from './kit/exit.js';
import {
  type Column,
  count,
  type FormatOptions,
  formatOf,
  note,
  printJson,
  printJsonLine,
  printTable,
  say,
} from './kit/output.js';
import { startProgress } from './kit/prompt.js';
import { listVerb } from './kit/verbs.js';

type Explanation = Awaited<ReturnType<typeof explainSearch>>;

const TERMS: readonly Column<Explanation['terms'][number]>[] = [
  'word',
  { title: 'share', value: ({ share }) => `${Math.round(share * 100)} %` },
  { title: 'read as', value: ({ forms }) => forms.join(', ') },
];
const RESULTS: readonly Column<Explanation['results'][number]>[] = [
  'slug',
  'tier: match',
  { title: 'score', value: ({ score }) => score.toFixed(3) },
  { title: 'words', value: ({ words }) => words.toFixed(3) },
  { title: 'name', value: ({ name_boost }) => name_boost.toFixed(3) },
  { title: 'cover', value: ({ cover }) => `${Math.round(cover * 100)} %` },
  { title: 'found', value: ({ found }) => found.join(' ') },
];

export const verbs: Verbs = {
  'explain <query>': {
    summary: 'Show how a search is understood, and why its first results rank as they do.',
    examples: ['search explain "self hosted photo backup"', 'search explain "trello alternative" --json'],
    does: async (_session, query: string, options: FormatOptions) => {
      const explanation = await explainSearch(query);
      if (formatOf(options) === 'json') return printJson(explanation);
      if (formatOf(options) === 'ndjson') return explanation.results.forEach(printJsonLine);
      printTable(explanation.terms, TERMS);
      say(`\n${count(explanation.full_matches, 'listing')} with all words; ${explanation.plan}\n`);
      if (explanation.results.length === 0) return say('Nothing was found.');
      printTable(explanation.results, RESULTS);
    },
  },
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

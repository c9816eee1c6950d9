// directory-admin search …
import { type Command, InvalidArgumentError, Option } from 'commander';
import { explainSearch } from '../core/search/explain.js';
import { countStale, reindexListings } from '../core/search/reindex.js';
import { listMisses, type SearchMiss } from '../core/search/searches.js';
import { addVerb, type Finish, jsonOptions } from './command.js';
import { EXIT, type ExitCode } from './exit.js';
import {
  type FormatOptions,
  formatOf,
  note,
  printJson,
  printJsonLine,
  printList,
  printTable,
  say,
} from './output.js';
import { startProgress } from './progress.js';
import { withSession } from './session.js';
import type { Column } from './table.js';
import { count, shortTime } from './text.js';

export function addSearchVerbs(search: Command, finish: Finish): void {
  addVerb(search, finish, {
    usage: 'explain <query>',
    summary: 'Show how a search is understood, and why its first results rank as they do.',
    options: jsonOptions(),
    examples: ['search explain "self hosted photo backup"', 'search explain "trello alternative" --json'],
    run: explain,
  });
  addVerb(search, finish, {
    usage: 'misses',
    summary: 'List the most frequent searches without results.',
    options: [new Option('--limit <number>', 'how many').argParser(readLimit).default(50), ...jsonOptions()],
    examples: ['search misses', 'search misses --limit 10 --json'],
    run: showMisses,
  });
  addVerb(search, finish, {
    usage: 'reindex',
    summary:
      'Rebuild the search rows of an earlier release now, with progress. The server does it in the background. A second run continues.',
    options: jsonOptions(),
    examples: ['search reindex', 'search reindex --json'],
    run: reindex,
  });
}

function readLimit(text: string): number {
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1 || limit > 5000) {
    throw new InvalidArgumentError('It must be a whole number from 1 to 5000.');
  }
  return limit;
}

type Explanation = Awaited<ReturnType<typeof explainSearch>>;

const TERMS: readonly Column<Explanation['terms'][number]>[] = [
  { title: 'word', value: ({ word }) => word },
  { title: 'share', value: ({ share }) => `${Math.round(share * 100)} %` },
  { title: 'read as', value: ({ forms }) => forms.join(', ') },
];
const RESULTS: readonly Column<Explanation['results'][number]>[] = [
  { title: 'slug', value: ({ slug }) => slug },
  { title: 'tier', value: ({ match }) => match },
  { title: 'score', value: ({ score }) => score.toFixed(3) },
  { title: 'words', value: ({ words }) => words.toFixed(3) },
  { title: 'name', value: ({ name_boost }) => name_boost.toFixed(3) },
  { title: 'cover', value: ({ cover }) => `${Math.round(cover * 100)} %` },
  { title: 'found', value: ({ found }) => found.join(' ') },
];

function explain(query: string, options: FormatOptions): Promise<void> {
  return withSession({}, async () => {
    const explanation = await explainSearch(query);
    if (formatOf(options) === 'json') return printJson(explanation);
    if (formatOf(options) === 'ndjson') {
      for (const result of explanation.results) printJsonLine(result);
      return;
    }
    printTable(explanation.terms, TERMS);
    say(`\n${count(explanation.full_matches, 'listing')} with all words; ${explanation.plan}\n`);
    if (explanation.results.length === 0) return say('Nothing was found.');
    printTable(explanation.results, RESULTS);
  });
}

const MISSES: readonly Column<SearchMiss>[] = [
  { title: 'searches', value: ({ searches }) => String(searches) },
  { title: 'query', value: ({ query }) => query },
  { title: 'last', value: ({ last_at }) => shortTime(last_at.toISOString()) },
];

function showMisses({ limit, ...options }: FormatOptions & { limit: number }): Promise<void> {
  return withSession({}, async () => {
    const misses = await listMisses(limit);
    printList(options, {
      document: { misses },
      rows: misses,
      columns: MISSES,
      empty: 'Every search found something.',
    });
  });
}

function reindex(options: FormatOptions): Promise<ExitCode> {
  return withSession({}, async ({ signal }) => {
    const { total, stale } = await countStale();
    const progress = startProgress('deriving', stale);
    const derived = await reindexListings(signal, (some) => {
      for (let step = 0; step < some; step += 1) progress.step();
    }).finally(() => progress.stop());
    const left = (await countStale()).stale;
    if (formatOf(options) === 'table') {
      say(`${count(derived, 'listing')} of ${total} derived anew.`);
      if (left > 0) note(`${count(left, 'listing')} left: run it again.`);
    } else printJson({ total, derived, left });
    return left > 0 ? EXIT.partly : EXIT.done;
  });
}

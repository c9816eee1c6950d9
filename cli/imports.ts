// directory-admin imports …, sources …
import { Option } from 'commander';
import { listFaults } from '../core/import/faults.js';
import { findRun, getImport, listImports, undoImport } from '../core/import/records.js';
import type { CATEGORY_MODES, IMPORT_KINDS } from '../core/import/rows.js';
import * as importSources from '../core/import/sources.js';
import { undoRows } from '../core/import/undo.js';
import { readingOptions } from './import.js';
import type { Options, Verbs } from './kit/command.js';
import { count } from './kit/output.js';
import { confirmChange, startProgress } from './kit/prompt.js';
import { listVerb } from './kit/verbs.js';

const ID = '1b4e28ba-2fa1-4d2b-9f3e-0a1b2c3d4e5f';

export const verbs: Verbs = {
  list: listVerb({
    summary: 'List the latest imports.',
    examples: ['imports list'],
    find: async (actor) => ({ imports: await listImports(actor) }),
    rows: ({ imports }) => imports,
    columns: ['id!', 'source', 'kind', 'state', 'rows: position', 'at: created_at'],
    empty: 'Nothing was imported.',
  }),
  'show <id>': {
    summary: 'Show an import, and why rows had no effect.',
    examples: [`imports show ${ID} --json`],
    does: async ({ actor }, id: string) => {
      const run = await getImport(actor, id);
      const faults = await listFaults(actor, id);
      const lines = faults.map((at) => `line ${at.line}: ${at.field ?? '-'}: ${at.code}: ${at.error}`);
      const text = [`${run.source}: ${run.state}. ${countedText(run.counts) || 'No rows'}.`, ...lines].join(
        '\n',
      );
      return { document: { import: run, faults }, text };
    },
  },
  'undo <id>': {
    summary:
      'Undo an import: listings that it created are removed, and those that it changed get their previous values. What was changed since stays.',
    options: ['yes', 'as'],
    examples: [`imports undo ${ID} --yes`],
    does: async ({ actor, signal }, id: string, options: Options) => {
      const { counts, source } = await getImport(actor, id);
      const rows = (counts.created ?? 0) + (counts.changed ?? 0);
      if (!options.yes) await confirmChange(`Undo the import of ${source}, ${count(rows, 'row')}?`, rows);
      await undoImport(actor, id, { byWorker: false });
      const progress = startProgress('Undoing', rows);
      let told = 0;
      for await (const { undone, left } of undoRows(actor, await findRun(id), signal)) {
        progress.step(undone + left - told);
        told = undone + left;
      }
      progress.stop();
      const after = await getImport(actor, id);
      const { undone = 0, left = 0 } = after.counts;
      const kept = left > 0 ? `, ${left} left: they were changed since` : '';
      return { document: { import: after }, text: `${count(undone, 'row')} undone${kept}.` };
    },
  },
};

interface SourceOptions extends Options {
  every?: (typeof importSources.INTERVALS)[number];
  gone?: (typeof importSources.GONE)[number];
  owner?: string;
  format?: (typeof IMPORT_KINDS)[number];
  categories?: (typeof CATEGORY_MODES)[number];
}

const FOLLOWING = [
  new Option('--every <interval>', 'how often it is read again').choices(importSources.INTERVALS),
  new Option(
    '--gone <fate>',
    'archive listings that it no longer has, or have a moderator review them',
  ).choices(importSources.GONE),
];

export const sources: Verbs = {
  list: listVerb({
    summary: 'List the sources that the directory follows, with the results of their latest reading.',
    examples: ['sources list'],
    find: importSources.listSources,
    rows: (found) => found.sources,
    columns: [
      'id!',
      'source',
      'every',
      'state',
      { title: 'did', value: ({ counts, error }) => error ?? countedText(counts) },
      'next: due_at!',
    ],
    empty: 'No sources are followed.',
  }),
  'follow <source>': {
    summary: 'Follow an address: it is read at once by the worker, then every night or week.',
    options: [...FOLLOWING, 'owner', ...readingOptions(), 'as'],
    examples: ['sources follow https://github.com/owner/awesome-list --every week --gone review'],
    does: ({ actor }, source: string, options: SourceOptions) => {
      const { every, gone, owner, format: kind, categories } = options;
      const input = { source, every, gone, owner, options: { kind, categories } };
      return resultOf(importSources.followSource(actor, input), (followed) => `Follows ${followed}.`);
    },
  },
  'change <id>': {
    summary: 'Change how often a source is read, and what happens to listings that it no longer has.',
    options: [...FOLLOWING, 'as'],
    examples: [`sources change ${ID} --every week`],
    does: ({ actor }, id: string, { every, gone }: SourceOptions) =>
      resultOf(importSources.changeSource(actor, id, { every, gone }), (source) => `Changed ${source}.`),
  },
  'read <id>': {
    summary: 'Read a source now, in the worker.',
    options: ['as'],
    examples: [`sources read ${ID}`],
    does: ({ actor }, id: string) =>
      resultOf(importSources.readSource(actor, id), (source) => `${source} waits for the worker.`),
  },
  'unfollow <id>': {
    summary: 'Stop following a source. Its listings stay.',
    options: ['as'],
    examples: [`sources unfollow ${ID}`],
    does: ({ actor }, id: string) =>
      resultOf(importSources.unfollowSource(actor, id), (source) => `No longer follows ${source}.`),
  },
};

async function resultOf(change: Promise<{ source: importSources.Source }>, say: (source: string) => string) {
  const document = await change;
  return { document, lines: [document.source], text: say(document.source.source) };
}

/** `3 created, 1 refused` */
const countedText = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts)
    .map(([outcome, rows]) => `${rows} ${outcome}`)
    .join(', ');

// directory-admin imports …
import {
  discardImport,
  getImport,
  listFaults,
  listImports,
  runUndo,
  undoImport,
} from '../core/import/manage.js';
import { asOption, type Options, type Verbs, yesOption } from './kit/command.js';
import { printResult, say } from './kit/output.js';
import { startProgress } from './kit/progress.js';
import { confirmChange } from './kit/prompt.js';
import { count, shortTime } from './kit/text.js';
import { listVerb } from './kit/verbs.js';

const ID = '1b4e28ba-2fa1-4d2b-9f3e-0a1b2c3d4e5f';

export const verbs: Verbs = {
  list: listVerb({
    summary: 'List the latest imports.',
    examples: ['imports list'],
    find: async (actor) => ({ imports: await listImports(actor) }),
    rows: ({ imports }) => imports,
    columns: [
      { title: 'id', value: ({ id }) => id, isWhole: true },
      { title: 'source', value: ({ source }) => source },
      { title: 'kind', value: ({ kind }) => kind },
      { title: 'state', value: ({ state }) => state },
      { title: 'rows', value: ({ position }) => String(position) },
      { title: 'at', value: (run) => shortTime(run.created_at) },
    ],
    empty: 'Nothing was imported.',
  }),
  'show <id>': {
    summary: 'Show an import, and why rows had no effect.',
    examples: [`imports show ${ID} --json`],
    within: async ({ actor }, id: string, options: Options) => {
      const run = await getImport(actor, id);
      const faults = await listFaults(actor, id);
      const counts = Object.entries(run.counts).map(([outcome, rows]) => `${rows} ${outcome}`);
      printResult(options, {
        document: { import: run, faults },
        text: () => {
          say(`${run.source}: ${run.state}. ${counts.join(', ') || 'No rows'}.`);
          for (const { line, field, code, error } of faults)
            say(`line ${line}: ${field ?? '-'}: ${code}: ${error}`);
        },
      });
    },
  },
  'undo <id>': {
    summary:
      'Take back what an import has done: its listings go, and those it changed are as they were. What was changed since stays.',
    options: [yesOption(), asOption()],
    examples: [`imports undo ${ID} --yes`],
    within: async ({ actor, signal }, id: string, options: Options) => {
      const { counts, source } = await getImport(actor, id);
      const rows = (counts.created ?? 0) + (counts.changed ?? 0);
      if (!options.yes) await confirmChange(`Undo the import of ${source}, ${count(rows, 'row')}?`, rows);
      await undoImport(actor, id, { byWorker: false });
      const progress = startProgress('Undoing', rows);
      let told = 0;
      for await (const { undone, left } of runUndo(actor, id, signal)) {
        progress.step(undone + left - told);
        told = undone + left;
      }
      progress.stop();
      const after = await getImport(actor, id);
      const { undone = 0, left = 0 } = after.counts;
      const kept = left > 0 ? `, ${left} left: they were changed since` : '';
      printResult(options, { document: { import: after }, text: `${count(undone, 'row')} undone${kept}.` });
    },
  },
  'forget <id>': {
    summary: 'Delete the record of an import that was undone or never started.',
    options: [asOption()],
    hasFormats: false,
    examples: [`imports forget ${ID}`],
    within: ({ actor }, id: string, _options: Options) => discardImport(actor, id),
  },
};

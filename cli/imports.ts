// directory-admin imports …
import { listFaults, listRefused, refusedTable } from '../core/import/faults.js';
import { discardImport, getImport, listImports, runUndo, undoImport } from '../core/import/records.js';
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
      const counts = Object.entries(run.counts).map(([outcome, rows]) => `${rows} ${outcome}`);
      const lines = faults.map((at) => `line ${at.line}: ${at.field ?? '-'}: ${at.code}: ${at.error}`);
      const text = [`${run.source}: ${run.state}. ${counts.join(', ') || 'No rows'}.`, ...lines].join('\n');
      return { document: { import: run, faults }, text };
    },
  },
  'refused <id>': {
    summary: 'Print the rows that an import refused as CSV, with the reasons, to mend and import again.',
    examples: [`imports refused ${ID} > mend.csv`],
    does: async ({ actor }, id: string) => {
      const refused = await listRefused(actor, id);
      return { document: refused, text: refusedTable(refused).trimEnd() };
    },
  },
  'undo <id>': {
    summary:
      'Take back what an import has done: its listings go, and those it changed are as they were. What was changed since stays.',
    options: ['yes', 'as'],
    examples: [`imports undo ${ID} --yes`],
    does: async ({ actor, signal }, id: string, options: Options) => {
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
      return { document: { import: after }, text: `${count(undone, 'row')} undone${kept}.` };
    },
  },
  'forget <id>': {
    summary: 'Delete the record of an import that was undone or never started.',
    options: ['as'],
    hasFormats: false,
    examples: [`imports forget ${ID}`],
    does: ({ actor }, id: string) => discardImport(actor, id),
  },
};

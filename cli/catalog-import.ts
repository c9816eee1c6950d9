// directory-admin catalog import
import { NewEntry } from '../core/catalog/entries.js';
import { addEntry } from '../core/catalog/manage.js';
import { type SettledRow, type SourceRow, settleRow, type TextKind } from '../core/import/rows.js';
import { importRows } from '../core/import/runs.js';
import type { Actor } from '../core/kernel/actor.js';
import { findUnknownFields } from '../core/kernel/check.js';
import { dryRun } from '../core/kernel/transaction.js';
import type { Options } from './command.js';
import type { ExitCode } from './exit.js';
import { countFirst, reportImport } from './import.js';
import { readRows } from './input.js';
import { withSession } from './session.js';

const OUTCOMES = {
  created: { label: 'added', isAlwaysTold: true },
  existing: { label: 'in the catalog already', isAlwaysTold: true },
};

/** Columns of the catalog's own export that an import ignores. */
const EXPORTED = ['added_at', 'checked_at'];

export async function importCatalog(
  file: string,
  options: Options & { format?: TextKind },
): Promise<ExitCode> {
  const reading = { kind: options.format };
  const total = await countFirst(file, reading);
  return withSession(options, ({ actor, signal }) => {
    const take = async (some: readonly SourceRow[]) => {
      const settled: SettledRow[] = [];
      for (const row of some)
        settled.push(await settleRow(row, () => takeRow(actor, row.input, options.dryRun ?? false)));
      return settled;
    };
    const rows = importRows(take, readRows(file, reading), signal);
    return reportImport(rows, options, { total, signal }, { outcomes: OUTCOMES, about: {}, key: 'url' });
  });
}

async function takeRow(actor: Actor, input: unknown, isDryRun: boolean) {
  const add = () => addEntry(actor, input);
  const { entry, created } = await (isDryRun ? dryRun(add) : add());
  const known = [...Object.keys(NewEntry.properties), ...EXPORTED];
  return {
    outcome: created ? 'created' : 'existing',
    slug: entry.url,
    warnings: findUnknownFields(known, input),
  };
}

// directory-admin catalog import
import { addEntry, previewEntry } from '../core/catalog/manage.js';
import { NewEntry } from '../core/catalog/schema.js';
import type { Actor } from '../core/kernel/actor.js';
import { findUnknownFields } from '../core/kernel/check.js';
import type { ExitCode } from './exit.js';
import { countFirst, type ImportOptions, runImport, type TakenRow } from './import.js';
import { withSession } from './session.js';

const OUTCOMES = {
  created: { label: 'added', isAlwaysTold: true },
  existing: { label: 'in the catalog already', isAlwaysTold: true },
};

/** Columns of the catalog's own export that an import ignores. */
const EXPORTED = ['added_at', 'checked_at'];

export async function importCatalog(file: string, options: ImportOptions): Promise<ExitCode> {
  const total = await countFirst(file, options);
  return withSession(options, ({ actor, signal }) =>
    runImport(
      file,
      options,
      { total, signal },
      {
        outcomes: OUTCOMES,
        about: {},
        take: (_line, input) => takeRow(actor, input, options.dryRun ?? false),
      },
    ),
  );
}

async function takeRow(actor: Actor, input: unknown, isDryRun: boolean): Promise<TakenRow> {
  const { entry, created } = await (isDryRun ? previewEntry : addEntry)(actor, input);
  const known = [...Object.keys(NewEntry.properties), ...EXPORTED];
  return {
    outcome: created ? 'created' : 'existing',
    result: { url: entry.url },
    warnings: findUnknownFields(known, input).map(({ error }) => error),
  };
}

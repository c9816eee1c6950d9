// directory-admin listings import
import { openImport } from '../core/imports.js';
import type { ExitCode } from './exit.js';
import { countFirst, type ImportOptions, runImport } from './import.js';
import { withSession } from './session.js';

const OUTCOMES = {
  created: { label: 'created', isAlwaysTold: true },
  changed: { label: 'changed', isAlwaysTold: true },
  unchanged: { label: 'unchanged', isAlwaysTold: true },
  kept: { label: 'left to their owners' },
};

export async function importListings(
  file: string,
  options: ImportOptions & { owner?: string },
): Promise<ExitCode> {
  const total = await countFirst(file, options);
  return withSession(options, async ({ actor, signal }) => {
    const target = await openImport(actor, { owner: options.owner, isDryRun: options.dryRun });
    return runImport(
      file,
      options,
      { total, signal },
      {
        outcomes: OUTCOMES,
        about: { owner: target.owner?.email ?? null },
        take: async (line, input) => {
          const { outcome, slug, warnings } = await target.importRow(line, input);
          return { outcome, result: { slug }, warnings: warnings.map(({ error }) => error) };
        },
      },
    );
  });
}

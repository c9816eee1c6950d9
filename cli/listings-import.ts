// directory-admin listings import
import { EXAMPLES_FILE } from '../core/import/examples.js';
import { openImport } from '../core/import/import.js';
import type { ExitCode } from './exit.js';
import { countFirst, type ImportOptions, runImport } from './import.js';
import { withSession } from './session.js';

const OUTCOMES = {
  created: { label: 'created', isAlwaysTold: true },
  changed: { label: 'changed', isAlwaysTold: true },
  unchanged: { label: 'unchanged', isAlwaysTold: true },
  kept: { label: 'left to their owners' },
};

/** Enough for two batches in progress and one waiting (core/import/batches.ts). */
const ROWS_UNDER_WAY = 300;

interface ListingImportOptions extends ImportOptions {
  owner?: string;
}

export async function importListings(file: string, options: ListingImportOptions): Promise<ExitCode> {
  const total = await countFirst(file, options);
  return withSession({ ...options, queue: true }, async ({ actor, signal }) => {
    const target = await openImport(actor, { owner: options.owner, isDryRun: options.dryRun });
    return runImport(
      file,
      options,
      { total, signal },
      {
        outcomes: OUTCOMES,
        ...(options.dryRun ? {} : { concurrency: ROWS_UNDER_WAY }),
        about: { owner: target.owner?.email ?? null },
        take: async (line, input) => {
          const { outcome, slug, warnings } = await target.importRow(line, input);
          const remark =
            outcome === 'kept' ? `left to its owner: ${slug} belongs to another account` : undefined;
          return { outcome, result: { slug }, warnings: warnings.map(({ error }) => error), remark };
        },
      },
    );
  });
}

/** directory-admin db seed: fills an empty directory with example listings. */
export const seedListings = (options: ListingImportOptions) => importListings(EXAMPLES_FILE, options);

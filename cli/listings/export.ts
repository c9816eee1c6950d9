// directory-admin listings export: every listing a filter matches, in a format that import reads.
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Option } from 'commander';
import { own } from '../../core/kernel/own.js';
import { toCsv } from '../../core/kernel/text/csv.js';
import { factCells, factColumn } from '../../core/listings/facts.js';
import { WRITE_FIELDS } from '../../core/listings/schema.js';
import { eachListing } from '../../core/moderation/listings.js';
import type { AdminListing } from '../../core/moderation/schema.js';
import { allFacts } from '../../core/settings/facts.js';
import type { Options, Verb } from '../kit/command.js';
import { EXIT, Refusal } from '../kit/exit.js';
import { io } from '../kit/io.js';
import { count, note } from '../kit/output.js';
import { startProgress } from '../kit/prompt.js';
import { filterOf } from '../kit/verbs.js';
import { LISTINGS } from './selection.js';

interface ExportOptions extends Options {
  format?: 'ndjson' | 'csv';
  fields?: string[];
}

const EXTRA_FIELDS = ['slug', 'status', 'owner', 'url', 'created_at', 'updated_at', 'published_at'];

export const exportVerb: Verb = {
  summary: 'Write listings to a file or standard output, as import reads them.',
  options: [
    ...(LISTINGS.filters ?? []),
    new Option('--format <format>', 'csv for a file that ends in .csv, else ndjson').choices([
      'ndjson',
      'csv',
    ]),
    new Option('--fields <fields...>', 'further fields, which an import ignores').choices(EXTRA_FIELDS),
  ],
  hasFormats: false,
  examples: ['listings export listings.ndjson', 'listings export live.csv --status live --fields slug owner'],
  does: async ({ actor, signal }, file: string | undefined, options: ExportOptions) => {
    const format = options.format ?? (file?.toLowerCase().endsWith('.csv') ? 'csv' : 'ndjson');
    const fields = WRITE_FIELDS.flatMap((field) =>
      field === 'facts' && format === 'csv' ? factColumns() : field,
    ).concat(options.fields ?? []);
    const path = file === undefined || file === '-' ? null : file;
    const output = path === null ? io.stdout : createWriteStream(path, { mode: 0o600 });
    const progress = path === null ? null : startProgress('Exporting');
    let exported = 0;
    async function* lines(): AsyncGenerator<string> {
      if (format === 'csv') yield toCsv([], fields);
      for await (const listing of eachListing(actor, filterOf(LISTINGS, options))) {
        if (signal.aborted) return;
        const row = pick(listing, fields);
        yield format === 'csv' ? toCsv([row], fields, { header: false }) : `${JSON.stringify(row)}\n`;
        exported += 1;
        progress?.step();
      }
    }
    try {
      await pipeline(lines, output, { end: path !== null });
    } catch (error) {
      if (path === null) throw error;
      throw new Refusal(
        `${path} cannot be written: ${(error as Error).message}. The export is not complete.`,
      );
    } finally {
      progress?.stop();
    }
    if (signal.aborted) note(`Stopped after ${count(exported, 'listing')}: the export is not complete.`);
    else if (path !== null) note(`Exported ${count(exported, 'listing')} to ${path}.`);
    return signal.aborted ? EXIT.partly : EXIT.done;
  },
};

const factColumns = () => allFacts().map(({ key }) => factColumn(key));

function pick(listing: AdminListing, fields: readonly string[]): Record<string, unknown> {
  const owner = listing.owner?.email ?? null;
  const values: Record<string, unknown> = { ...listing, ...factCells(listing.facts), owner };
  return Object.fromEntries(fields.map((field) => [field, own(values, field) ?? null]));
}

// directory-admin listings export: every listing a filter matches, in a form that import takes back.
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { Writable } from 'node:stream';
import { toCsv } from '../core/kernel/csv.js';
import { LISTING_FIELDS } from '../core/listings/schema.js';
import { eachListing } from '../core/moderation/listings.js';
import type { AdminListing } from '../core/moderation/schema.js';
import { EXIT, type ExitCode, UsageError } from './exit.js';
import { type ListingFilterOptions, toListingFilter } from './listing-selection.js';
import { hasReader, note } from './output.js';
import { startProgress } from './progress.js';
import { withSession } from './session.js';
import { count } from './text.js';

export interface ExportOptions extends ListingFilterOptions {
  format?: 'ndjson' | 'csv';
  fields?: string[];
}

/** What an import takes. */
const WRITE_FIELDS: readonly string[] = LISTING_FIELDS;
/** Fields beyond those that can be asked for. */
export const EXTRA_FIELDS = ['slug', 'status', 'owner', 'url', 'created_at', 'updated_at', 'published_at'];

export async function exportListings(file: string | undefined, options: ExportOptions): Promise<ExitCode> {
  const format = options.format ?? (file?.toLowerCase().endsWith('.csv') ? 'csv' : 'ndjson');
  const fields = [...WRITE_FIELDS, ...(options.fields ?? [])];
  return withSession({}, async ({ actor, signal }) => {
    const output = file === undefined || file === '-' ? process.stdout : await openOutput(file);
    const progress = output === process.stdout ? null : startProgress('Exporting', null);
    let exported = 0;
    try {
      if (format === 'csv') await write(output, toCsv([], fields));
      for await (const listing of eachListing(actor, toListingFilter(options))) {
        if (signal.aborted) break;
        const row = pick(listing, fields);
        const text = format === 'csv' ? toCsv([row], fields, { header: false }) : `${JSON.stringify(row)}\n`;
        await write(output, text);
        exported += 1;
        progress?.step();
      }
    } finally {
      progress?.stop();
      if (output !== process.stdout) await new Promise<void>((resolve) => output.end(() => resolve()));
    }
    if (!hasReader()) return EXIT.done;
    if (signal.aborted) note(`Stopped after ${count(exported, 'listing')}: the export is not complete.`);
    else if (output !== process.stdout) note(`Exported ${count(exported, 'listing')} to ${file}.`);
    return signal.aborted ? EXIT.partly : EXIT.done;
  });
}

function pick(listing: AdminListing, fields: readonly string[]): Record<string, unknown> {
  const values: Record<string, unknown> = { ...listing, owner: listing.owner?.email ?? null };
  return Object.fromEntries(fields.map((field) => [field, values[field] ?? null]));
}

async function openOutput(file: string): Promise<Writable> {
  const output = createWriteStream(file, { mode: 0o600 });
  await once(output, 'open').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${file} cannot be written (${error.code}).`);
  });
  return output;
}

async function write(output: Writable, text: string): Promise<void> {
  if (!output.write(text) && hasReader()) await once(output, 'drain');
}

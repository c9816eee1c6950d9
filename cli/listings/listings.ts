import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Option } from 'commander';
import { findAuditEntries } from '../../core/console/audit-log.js';
import { own } from '../../core/kernel/own.js';
import { toCsv } from '../../core/kernel/text/csv.js';
import { factCells, factColumn } from '../../core/listings/facts.js';
import { WRITE_FIELDS } from '../../core/listings/schema.js';
import { eachListing, findAllListings } from '../../core/moderation/listings.js';
import { type AdminListing, AdminListingQuery } from '../../core/moderation/schema.js';
import { allFacts } from '../../core/settings/facts.js';
import { printHistory, SHOWN } from '../audit.js';
import { importListingsVerb } from '../import.js';
import type { Options, Verbs } from '../kit/command.js';
import { count, EXIT, io, note, printRecord, Refusal } from '../kit/output.js';
import { startProgress } from '../kit/prompt.js';
import { filterOf, listVerb } from '../kit/verbs.js';
import { createVerb, editVerb } from './edit.js';
import { moderationVerbs } from './moderation.js';
import { LISTINGS, oneListing } from './selection.js';

const FORMATS = ['ndjson', 'csv'] as const;
type ExportOptions = Options & { format?: (typeof FORMATS)[number]; fields?: string[] };

const EXTRA_FIELDS = ['slug', 'status', 'owner', 'url', 'created_at', 'updated_at', 'published_at'];

export const verbs: Verbs = {
  list: listVerb({
    summary: 'List listings in any status, newest first.',
    query: AdminListingQuery,
    examples: ['listings list --status pending', 'listings list --featured --sort featured --json'],
    find: findAllListings,
    rows: ({ listings }) => listings,
    columns: LISTINGS.columns,
    empty: 'No listing matches.',
  }),
  'show <listing>': {
    summary: 'Show a listing and its history.',
    examples: ['listings show example-notes', 'listings show example-notes --json'],
    does: async ({ actor }, slugOrId: string) => {
      const { owner, ...listing } = await oneListing(actor, slugOrId);
      const { entries } = await findAuditEntries(actor, { subject: listing.id, limit: SHOWN });
      return {
        document: { listing, owner, history: entries },
        lines: [{ ...listing, owner }],
        text: () => {
          printRecord({ ...listing, owner: owner ? `${owner.name} <${owner.email}>` : 'nobody' });
          printHistory(entries);
        },
      };
    },
  },
  create: createVerb,
  'edit <listing>': editVerb,
  ...moderationVerbs,
  'import <file>': importListingsVerb,
  'export [file]': {
    summary: 'Write listings to a file or standard output, as import reads them.',
    options: [
      ...(LISTINGS.filters ?? []),
      new Option('--format <format>', 'csv for a file that ends in .csv, else ndjson').choices(FORMATS),
      new Option('--fields <fields...>', 'further fields, which an import ignores').choices(EXTRA_FIELDS),
    ],
    hasFormats: false,
    examples: [
      'listings export listings.ndjson',
      'listings export live.csv --status live --fields slug owner',
    ],
    does: async ({ actor, signal }, file: string | undefined, options: ExportOptions) => {
      const format = options.format ?? (file?.toLowerCase().endsWith('.csv') ? 'csv' : 'ndjson');
      const facts = format === 'csv' ? allFacts().map(({ key }) => factColumn(key)) : ['facts'];
      const own = WRITE_FIELDS.flatMap((field) => (field === 'facts' ? facts : field));
      const fields = [...own, ...(options.fields ?? [])];
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
        const { message } = error as Error;
        throw new Refusal(`${path} cannot be written: ${message}. The export is not complete.`);
      } finally {
        progress?.stop();
      }
      if (signal.aborted) note(`Stopped after ${count(exported, 'listing')}: the export is not complete.`);
      else if (path !== null) note(`Exported ${count(exported, 'listing')} to ${path}.`);
      return signal.aborted ? EXIT.partly : EXIT.done;
    },
  },
};

function pick(listing: AdminListing, fields: readonly string[]): Record<string, unknown> {
  const owner = listing.owner?.email ?? null;
  const values: Record<string, unknown> = { ...listing, ...factCells(listing.facts), owner };
  return Object.fromEntries(fields.map((field) => [field, own(values, field) ?? null]));
}

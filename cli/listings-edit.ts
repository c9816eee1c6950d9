// directory-admin listings edit: changes some fields of one listing, showing them before and after.
import { Option } from 'commander';
import { openImport } from '../core/import/import.js';
import { readListCell } from '../core/kernel/text/csv.js';
import {
  LIST_FIELDS,
  type Listing,
  ListingPatch,
  OPTIONAL_FIELDS,
  OWNER_FIELDS,
  type OwnerField,
} from '../core/listings/schema.js';
import { updateListing } from '../core/listings/submit.js';
import { EXIT, type ExitCode, Refusal, UsageError } from './exit.js';
import { oneListing } from './listing-selection.js';
import { type FormatOptions, formatOf, note, printFields, printJson, printJsonLine, say } from './output.js';
import { confirmChange } from './prompt.js';
import { withSession } from './session.js';

export interface EditOptions extends FormatOptions {
  clear?: string[];
  yes?: boolean;
  dryRun?: boolean;
  as?: string;
  [field: string]: unknown;
}

/** `--website-url <text>` and so on, one for each write field. */
export const fieldOptions = () => [
  ...OWNER_FIELDS.map((field) => {
    const name = field.replaceAll('_', '-');
    return LIST_FIELDS.includes(field)
      ? new Option(`--${name} <items>`, 'separated by semicolons')
      : new Option(`--${name} <text>`, describeField(field));
  }),
  new Option('--clear <fields...>', 'empty optional fields').choices(OPTIONAL_FIELDS),
];

function describeField(field: OwnerField): string {
  const { maxLength, enum: words } = ListingPatch.properties[field] as {
    maxLength?: number;
    enum?: unknown[];
  };
  if (words) return `one of ${words.filter((word) => word !== null).join(', ')}`;
  return maxLength ? `at most ${maxLength} characters` : '';
}

export function editListing(slugOrId: string, options: EditOptions): Promise<ExitCode> {
  const patch = readPatch(options);
  if (Object.keys(patch).length === 0) {
    throw new UsageError('Say what to change, such as --tagline "…". --help lists the fields.');
  }
  return withSession({ ...options, queue: true }, async ({ actor, signal }) => {
    const current = await oneListing(actor, slugOrId);
    if (formatOf(options) === 'table') showPlan(current, patch);
    if (options.dryRun) {
      if (formatOf(options) !== 'table') printJson({ dry_run: true, slug: current.slug, change: patch });
      return EXIT.done;
    }
    if (!options.yes) await confirmChange(`Change ${current.slug}?`, 1);
    signal.throwIfAborted();
    const { listing, warnings = [] } = await updateListing(actor, current.slug, patch);
    for (const { error } of warnings) note(error);
    if (formatOf(options) === 'json') printJson({ listing });
    else if (formatOf(options) === 'ndjson') printJsonLine(listing);
    else say(`Changed ${listing.slug}: ${listing.url}`);
    return EXIT.done;
  });
}

/** Creates a listing, as one row of an import; a site that is listed already is refused. */
export function createListing(options: EditOptions & { owner?: string }): Promise<void> {
  const { owner, dryRun } = options;
  const fields = readPatch(options);
  return withSession({ ...options, queue: true }, async ({ actor }) => {
    const take = async (isDryRun: boolean) =>
      (await openImport(actor, { owner, isDryRun })).importRow(1, fields);
    const { outcome, slug: known } = await take(true);
    if (outcome !== 'created') throw new Refusal(`This website is listed already, as ${known}.`);
    if (dryRun) {
      if (formatOf(options) !== 'table') printJson({ dry_run: true, listing: fields });
      else say('Dry run: the listing can be created.');
      return;
    }
    const { slug, warnings } = await take(false);
    for (const { error } of warnings) note(error);
    const { owner: account, ...listing } = await oneListing(actor, slug ?? '');
    if (formatOf(options) === 'json') printJson({ listing, owner: account });
    else if (formatOf(options) === 'ndjson') printJsonLine({ ...listing, owner: account });
    else say(`Created ${listing.slug}: ${listing.url}`);
  });
}

function readPatch(options: EditOptions): Partial<Record<OwnerField, unknown>> {
  const patch: Partial<Record<OwnerField, unknown>> = {};
  for (const field of OWNER_FIELDS) {
    const given = options[toOptionName(field)];
    if (given !== undefined) patch[field] = LIST_FIELDS.includes(field) ? readListCell(String(given)) : given;
  }
  for (const field of options.clear ?? []) patch[field as OwnerField] = null;
  return patch;
}

/** As commander names it: `website_url` is --website-url is `websiteUrl`. */
const toOptionName = (field: string) => field.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

function showPlan(current: Listing, patch: Partial<Record<OwnerField, unknown>>): void {
  const show = (value: unknown) => (Array.isArray(value) ? value.join('; ') : String(value ?? '–'));
  printFields(
    Object.entries(patch).map(([field, value]) => [
      field,
      `${show(current[field as OwnerField])}\n→ ${show(value)}`,
    ]),
  );
}

// directory-admin listings create, edit: one listing, by options for its fields.
import { Type } from '@sinclair/typebox';
import { Option } from 'commander';
import { findOwner } from '../../core/import/import-rows.js';
import type { System } from '../../core/kernel/actor.js';
import { own } from '../../core/kernel/own.js';
import { readListCell } from '../../core/kernel/text/csv.js';
import { toCamelCase } from '../../core/kernel/text/names.js';
import { commitWith, dryRun as rehearse } from '../../core/kernel/transaction.js';
import { listingWarnings, readSubmission } from '../../core/listings/content.js';
import { readFactText, writeFactText } from '../../core/listings/facts.js';
import { presentListing } from '../../core/listings/present.js';
import * as schema from '../../core/listings/schema.js';
import { screenSubmission, storeSubmission, updateListing } from '../../core/listings/submit.js';
import { allFacts, findFact } from '../../core/settings/facts.js';
import { isToBeDone } from '../kit/batch.js';
import { BATCH, type Options, optionsOf, readPairs, type Verb } from '../kit/command.js';
import { formatOf, note, printFields, Refusal, UsageError } from '../kit/output.js';
import { oneListing } from './selection.js';

export interface EditOptions extends Options {
  clear?: schema.OwnerField[];
  fact?: string[];
  owner?: string;
  [field: string]: unknown;
}

const TEXT_FIELDS = schema.OWNER_FIELDS.filter((field) => field !== 'facts');

export const fieldOptions = [
  ...optionsOf(Type.Pick(schema.ListingPatch, TEXT_FIELDS)),
  new Option(
    '--fact <key=value...>',
    'a fact; several values separated by semicolons, an empty one clears it',
  ),
];

export const editVerb: Verb = {
  summary: 'Change fields of a listing. The content policy applies.',
  options: [
    ...fieldOptions,
    new Option('--clear <fields...>', 'empty optional fields').choices(schema.OPTIONAL_FIELDS),
    ...BATCH,
  ],
  examples: ['listings edit example-notes --categories "ai;productivity" --clear pricing_summary --yes'],
  does: async ({ actor, signal }, slugOrId: string, options: EditOptions) => {
    const patch = readFieldOptions(options);
    if (Object.keys(patch).length === 0)
      throw new UsageError('Say what to change, such as --tagline "…". --help lists the fields.');
    const current = await oneListing(actor, slugOrId);
    if (formatOf(options) === 'table') showPlan(current, patch);
    const { slug } = current;
    const about = { slug, change: patch };
    if (!(await isToBeDone(options, signal, { plan: `change ${slug}`, about }))) return;
    const { listing, warnings = [] } = await updateListing(actor, slug, patch);
    for (const { error } of warnings) note(error);
    return { document: { listing }, lines: [listing], text: `Changed ${listing.slug}: ${listing.url}` };
  },
};

export const createVerb: Verb = {
  summary: 'Create a listing. The content policy applies; a website that is listed already is refused.',
  options: [...fieldOptions, 'owner', 'dry-run', 'as'],
  examples: ['listings create --name Board --website-url board.example.com --tagline "Plans" --dry-run'],
  does: async ({ actor }, options: EditOptions) => {
    const { owner, dryRun } = options;
    const fields = readFieldOptions(options);
    const ownerId = (await findOwner(actor, owner))?.id ?? null;
    const submission = readSubmission(fields, schema.ImportedListing);
    const passed = await screenSubmission(submission);
    const create = async (acting: System) => {
      const { row, outcome } = await storeSubmission(acting, ownerId, passed);
      if (outcome !== 'created') throw new Refusal(`This website is listed already, as ${row.slug}.`);
      return presentListing(row, acting);
    };
    const planned = { dry_run: true, listing: fields };
    const stored = await (dryRun ? rehearse(actor, create) : commitWith(actor, create, async () => {}));
    if (dryRun) return { document: planned, text: 'Dry run: the listing can be created.' };
    for (const { error } of listingWarnings(submission, stored)) note(error);
    const created = await oneListing(actor, stored.slug);
    const { owner: account, ...listing } = created;
    const text = `Created ${listing.slug}: ${listing.url}`;
    return { document: { listing, owner: account }, lines: [created], text };
  },
};

export function readFieldOptions(options: EditOptions): Partial<Record<schema.OwnerField, unknown>> {
  const patch: Partial<Record<schema.OwnerField, unknown>> = {};
  for (const field of TEXT_FIELDS) {
    const given = own(options, toCamelCase(field));
    if (given !== undefined)
      patch[field] = schema.LIST_FIELDS.includes(field) ? readListCell(String(given)) : given;
  }
  if (options.fact) patch.facts = readFactOptions(options.fact);
  for (const field of options.clear ?? []) patch[field] = null;
  return patch;
}

/** `key=value`, read by the type of the fact. @throws UsageError */
function readFactOptions(typed: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(readPairs(typed)).map(([key, values]) => {
      const fact = findFact(key);
      const known = allFacts().map((one) => one.key);
      if (!fact) throw new UsageError(`There is no fact ${key}. Facts: ${known.join(', ')}.`);
      return [key, readFactText(fact, values.join('; '))];
    }),
  );
}

function showPlan(current: schema.Listing, patch: Partial<Record<schema.OwnerField, unknown>>): void {
  const factsIn = (facts: object) =>
    Object.entries(facts).map(([key, value]) => `${key}: ${writeFactText(value) || '–'}`);
  const partsOf = (value: unknown) => (typeof value === 'object' && value ? factsIn(value) : [value ?? '–']);
  const show = (value: unknown) => (Array.isArray(value) ? value : partsOf(value)).join('; ');
  printFields(
    Object.entries(patch).map(([field, value]) => [field, `${show(own(current, field))}\n→ ${show(value)}`]),
  );
}

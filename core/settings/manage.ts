// Changes the settings: by admins, audited, each change a version.
import type { ModelClass, Transaction } from 'objection';
import type { BaseModel } from '../../db/models/base.js';
import { SettingsModel } from '../../db/models/settings.js';
import { type Actor, requireAdmin, systemActor } from '../kernel/actor.js';
import { differences, recordChange } from '../kernel/audit.js';
import { afterCommit } from '../kernel/background.js';
import { check } from '../kernel/check.js';
import {
  collecting,
  DomainError,
  type FieldError,
  fieldError,
  invalidField,
  say,
  validationError,
} from '../kernel/errors.js';
import { inTransaction } from '../kernel/transaction.js';
import { encodeUpload } from '../pictures/encode.js';
import { freeMedia, holdMedia, retainMedia, toPublicAddress, toStoredAddress } from '../pictures/media.js';
import {
  allCategories,
  invalidateSettings,
  refreshSettings,
  toSettingsRecord,
  withDefaults,
} from './current.js';
import { type FactDefinition, MAX_FACTS } from './fact-schema.js';
import { allFacts } from './facts.js';
import { findProblems, problem } from './rules.js';
import {
  type DirectoryCategory,
  PICTURE_FIELDS,
  SETTINGS_PICTURES,
  SettingsPatch,
  type SettingsPicture,
  type SettingsRecord,
} from './schema.js';

/** Longer side of each picture, in pixels. */
const PICTURE_SIZES: Readonly<Record<SettingsPicture, number>> = {
  logo: 512,
  favicon: 256,
  'social-image': 1200,
};

/** The settings as stored; null stands for the default. */
export async function getSettings(actor: Actor): Promise<SettingsRecord> {
  requireAdmin(actor);
  return presentSettings(await readRecord());
}

/** Changes the settings. @param input SettingsPatch @throws DomainError site_changed */
export async function updateSettings(actor: Actor, input: unknown): Promise<SettingsRecord> {
  requireAdmin(actor);
  const { version, ...changes } = readPatch(input);
  const record = await withLockedSettings(actor, async (trx, before) => {
    if (version !== undefined && version !== before.version)
      throw new DomainError('site_changed', say('error.site-changed'));
    return changeSettings(trx, actor, before, await keepUsed(trx, before, changes));
  });
  return presentSettings(record);
}

/** Adds a line of synonyms, unless it exists. @param line as in SettingsPatch */
export async function addSynonyms(actor: Actor, line: string): Promise<void> {
  requireAdmin(actor);
  await withLockedSettings(actor, (trx, before) => {
    const synonyms = [...new Set([...(before.synonyms ?? []), line])];
    return changeSettings(trx, actor, before, readPatch({ synonyms }));
  });
}

/** Adds facts at the end, unless there are too many or a key is in use. Only while the table `into` of their
 * readings is empty: an operator who removes a fact does not get it back. */
export async function addFactsOnce(into: ModelClass<BaseModel>, added: readonly FactDefinition[]) {
  if (await into.query().first()) return;
  const actor = systemActor('job');
  await withLockedSettings(actor, (trx, before) => {
    const facts = allFacts(before.facts);
    const fresh = added.filter((fact) => facts.every(({ key }) => key !== fact.key));
    const fitting = fresh.slice(0, Math.max(0, MAX_FACTS - facts.length));
    return changeSettings(trx, actor, before, { facts: [...facts, ...fitting] });
  });
  await refreshSettings();
}

/** Locks the settings: readers are not blocked; a second writer waits, even if there is no row yet. */
export async function lockSettings(trx: Transaction): Promise<SettingsRecord> {
  await trx.raw('lock table site in share row exclusive mode');
  return readRecord(trx);
}

/** Runs a change of the locked settings in a transaction; later reads have it. */
export async function withLockedSettings<T>(
  actor: Actor,
  change: (trx: Transaction, before: SettingsRecord) => Promise<T>,
): Promise<T> {
  const result = await inTransaction(actor, async (trx) => change(trx, await lockSettings(trx)));
  invalidateSettings();
  return result;
}

/** Changes locked settings, in `withLockedSettings`. */
export async function changeSettings(
  trx: Transaction,
  actor: Actor,
  before: SettingsRecord,
  changes: SettingsPatch,
) {
  const after: SettingsRecord = { ...before, ...changes };
  const changed = differences(auditable(before), auditable(after));
  if (changed === null) return before;
  await settlePictures(trx, before, after);
  await markStale(trx, before.facts, after.facts);
  const { version, updated_at: _, ...document } = after;
  const columns = { id: true, version: version + 1, document, updatedAt: new Date() };
  const row = await SettingsModel.query(trx).insert(columns).onConflict('id').merge().returning('*');
  await recordChange(trx, actor, {
    action: 'site.update',
    subject: { type: 'site', id: 'site', label: withDefaults(after).name },
    ...changed,
  });
  return toSettingsRecord(row);
}

let reindex: () => Promise<unknown> = async () => undefined;

/** @param run rebuilds outdated search documents; core/listings/search-document.ts sets it */
export const onStaleSearch = (run: typeof reindex): void => {
  reindex = run;
};

/** Marks the search documents of listings with facts that are now searched or filtered differently. */
async function markStale(trx: Transaction, before: SettingsRecord['facts'], after: SettingsRecord['facts']) {
  const rulesOf = ({ key, type, filter, pages, staff }: FactDefinition) =>
    JSON.stringify([key, type, Boolean(filter || pages), Boolean(pages), Boolean(staff)]);
  const [was, is] = [allFacts(before).map(rulesOf), allFacts(after).map(rulesOf)];
  const changed = [...was.filter((one) => !is.includes(one)), ...is.filter((one) => !was.includes(one))];
  if (changed.length === 0) return;
  const keys = [...new Set(changed.map((one) => JSON.parse(one)[0]))];
  await trx.raw(
    `update listing_search set version = 0 from listings
       where listings.id = listing_search.id and jsonb_exists_any(facts, ?::text[])`,
    [keys],
  );
  afterCommit(trx, async () => {
    // Rebuild the documents with the new facts.
    invalidateSettings();
    await refreshSettings();
    await reindex();
  });
}

/** Keeps the categories that a change omits but listings have, as hidden ones. */
async function keepUsed(trx: Transaction, before: SettingsRecord, changes: SettingsPatch) {
  if (changes.categories === undefined) return changes;
  const categories = allCategories(changes.categories);
  const missing = allCategories(before.categories).filter(
    ({ value }) => !categories.some((kept) => kept.value === value || kept.aliases?.includes(value)),
  );
  const chosen = new Set(categories.flatMap(({ value, aliases = [] }) => [value, ...(aliases ?? [])]));
  const { rows } = await trx.raw<{ rows: { value: string }[] }>(
    'select value from unnest(?::text[]) as value where exists (select from listings where categories @> array[value])',
    [missing.map(({ value }) => value)],
  );
  const used = missing.filter((category) => rows.some(({ value }) => value === category.value));
  const hidden = used.map((category): DirectoryCategory => {
    const aliases = category.aliases?.filter((alias) => !chosen.has(alias));
    return { ...category, aliases, hidden: true };
  });
  return hidden.length === 0 ? changes : { ...changes, categories: [...categories, ...hidden] };
}

/** Stores a picture of the directory. @throws DomainError not_found (no such picture), and as encodeUpload */
export async function setSettingsPicture(actor: Actor, picture: string, bytes: Buffer | null) {
  requireAdmin(actor);
  const kind = SETTINGS_PICTURES.find((known) => known === picture);
  if (kind === undefined) throw new DomainError('not_found', 'The site has no such picture.');
  if (bytes === null) throw fieldError('picture', '"picture" is required: a file.', 'required');
  return updateSettings(actor, { [pictureField(kind)]: await storePicture(kind, bytes) });
}

/** Stores a picture. @returns its path, valid for ten minutes @throws DomainError as encodeUpload */
export async function storePicture(kind: SettingsPicture, bytes: Buffer, field = 'picture'): Promise<string> {
  return holdMedia(await encodeUpload(bytes, { field, size: PICTURE_SIZES[kind] }));
}

export function pictureField(picture: SettingsPicture): (typeof PICTURE_FIELDS)[number] {
  return `${picture.replace('-', '_')}_url` as (typeof PICTURE_FIELDS)[number];
}

/** A patch from a form or file, as it is stored. @throws DomainError validation_error */
export function readPatch(input: unknown): SettingsPatch {
  const { patch, errors } = checkFields(input);
  const problems = [...errors, ...findProblems(patch)];
  if (problems.length > 0) throw validationError(problems);
  const pictures = PICTURE_FIELDS.filter((field) => patch[field]);
  const values = Object.entries(patch).map(([field, value]) => {
    // Having no facts, or hiding nothing, is different from the default.
    const isEmptyList = Array.isArray(value) && value.length === 0 && !/^(facts|hidden_parts)$/.test(field);
    return [field, isEmptyList ? null : value];
  });
  return {
    ...Object.fromEntries(values),
    ...(patch.accent_color ? { accent_color: patch.accent_color.toLowerCase() } : {}),
    ...Object.fromEntries(pictures.map((field) => [field, toStoredAddress(patch[field] as string)])),
  };
}

/** The valid fields, and the errors of the others, so that all are reported at once. */
function checkFields(input: unknown): { patch: SettingsPatch; errors: readonly FieldError[] } {
  const errors: FieldError[] = [];
  const patch = collecting(
    errors,
    () => check(SettingsPatch, input),
    (error) => (error.field === 'accent_color' ? invalidField(error, say('invalid.colour')) : error),
  );
  const isValid = ([name]: [string, unknown]) => !errors.some(({ field }) => field === name);
  const rest = () => Object.fromEntries(Object.entries(input as object).filter(isValid));
  return { patch: patch ?? check(SettingsPatch, rest()), errors };
}

const readRecord = async (trx?: Transaction) => toSettingsRecord(await SettingsModel.query(trx).first());

async function settlePictures(trx: Transaction, before: SettingsRecord, after: SettingsRecord) {
  const changed = PICTURE_FIELDS.filter((field) => before[field] !== after[field]);
  const missing = await retainMedia(
    trx,
    changed.map((field) => after[field]),
  );
  const unknown = changed.find((field) => missing.includes(after[field] ?? ''));
  if (unknown) throw validationError([problem(unknown, 'names a picture that is not here (any more)')]);
  const shown = PICTURE_FIELDS.map((field) => after[field]);
  const gone = changed.map((field) => before[field]).filter((address) => !shown.includes(address));
  await freeMedia(trx, gone);
}

/** The change for the audit log: only the pages and texts that changed. */
function auditable({
  pages,
  mail_texts: words,
  version: _version,
  updated_at: _at,
  ...record
}: SettingsRecord): Record<string, unknown> {
  const texts = (pages ?? []).map(({ slug, title, text }) => [`page ${slug}`, `# ${title}\n\n${text}`]);
  const order = pages?.map(({ slug }) => slug) ?? null;
  const mails = words?.map(({ language, message, text }) => [`${message} (${language})`, text]);
  const named = mails?.map(([name]) => name) ?? null;
  return {
    ...record,
    pages: order,
    mail_texts: named,
    ...Object.fromEntries([...texts, ...(mails ?? [])]),
  };
}

function presentSettings(record: SettingsRecord): SettingsRecord {
  const addresses = PICTURE_FIELDS.map((field) => [field, toPublicAddress(record[field])]);
  return { ...record, ...Object.fromEntries(addresses) };
}

// The directory's settings, cached in this process, as every page needs them. Reloaded after a change or,
// while notifications of changes are disconnected, once a second.
import { Model } from 'objection';
import { FactValueModel, SettingsModel } from '../../db/models/settings.js';
import { isCurrent, publicContentVersion } from '../../db/public-content.js';
import { config } from '../kernel/config.js';
import { defineOpenValues } from '../kernel/schema.js';
import type { OperatorPage, PagePart } from './parts.js';
import * as schema from './schema.js';

/** How long cached settings are used while notifications are disconnected. */
const TTL_WITHOUT_NOTIFICATIONS_MS = 1_000;

/** The settings, with values of the configuration where the operator set none. */
export type Settings = schema.SettingsRecord & { readonly name: string };

interface Reading {
  readonly record: schema.SettingsRecord;
  readonly aliases: FactAliases;
  /** The version of the public content when the read began; null: disconnected. */
  readonly since: number | null;
  readonly at: number;
  readonly knex: unknown;
}

/** The new values of renamed and merged facts' values, by key and term. */
type FactAliases = ReadonlyMap<string, ReadonlyMap<string, string>>;

const UNTOUCHED: schema.SettingsRecord = toSettingsRecord(undefined);

let latest: Reading = {
  record: UNTOUCHED,
  aliases: new Map(),
  since: null,
  at: Number.NEGATIVE_INFINITY,
  knex: null,
};
let running: { readonly since: number | null; readonly done: Promise<void> } | null = null;

/** Current as of the last `refreshSettings`. */
export function currentSettings(): Settings {
  return withDefaults(latest.record);
}

/** A different object after each reload. */
export const settingsState = (): object => latest.record;

/** The parts that pages leave out. Default: the catalog of other directories, if this directory lists no software. */
export function hiddenParts({ hidden_parts: chosen, schema_type: type, things }: schema.SettingsRecord) {
  const isSoftware = type ? /Software|Application/.test(type) : !things?.length;
  return chosen ?? (isSoftware ? [] : (['catalog'] as const));
}

/** Whether pages show a part that the operator may switch off. */
export const isShown = (part: PagePart): boolean => !hiddenParts(latest.record).includes(part);

export const publishedPages = (settings: schema.SettingsRecord = latest.record): readonly OperatorPage[] =>
  (settings.pages ?? []).filter(({ draft }) => !draft);

/** The operator's categories, as of the last `refreshSettings`; null: the standard ones. */
export const currentCategories = (): schema.SettingsRecord['categories'] => latest.record.categories;

export const currentFacts = (): schema.SettingsRecord['facts'] => latest.record.facts;

export const currentAliases = (): FactAliases => latest.aliases;

/** Completes a record with values of the configuration. */
export function withDefaults(record: schema.SettingsRecord): Settings {
  return {
    ...record,
    name: record.name ?? config.serviceName,
    contact_email: record.contact_email ?? config.contactEmail,
  };
}

/** Reloads the settings if they may have changed: await it before rendering. Keeps them during an outage. */
export async function refreshSettings(): Promise<void> {
  if (isTrusted(latest)) return;
  const since = publicContentVersion();
  // A reading that began before the latest change does not have it.
  if (running?.since !== since) {
    const done = read(since)
      .catch(() => undefined)
      .finally(() => {
        running = null;
      });
    running = { since, done };
  }
  await running?.done;
}

/** Makes the next `refreshSettings` reload in any case. */
export function invalidateSettings(): void {
  latest = { ...latest, since: null, at: Number.NEGATIVE_INFINITY };
}

function isTrusted({ since, at, knex }: Reading): boolean {
  if (knex !== Model.knex()) return false;
  if (publicContentVersion() === null) return performance.now() - at < TTL_WITHOUT_NOTIFICATIONS_MS;
  return since !== null && isCurrent(since, []);
}

async function read(since: number | null): Promise<void> {
  const knex = Model.knex();
  const record = latest.knex === knex ? latest.record : UNTOUCHED;
  // An unresponsive database is queried once a second, not by every request.
  latest = { ...latest, record, since: null, at: performance.now(), knex };
  const row = await SettingsModel.query().first();
  const aliases = await readAliases();
  latest = { record: toSettingsRecord(row), aliases, since, at: performance.now(), knex };
}

const MAX_FACT_ALIASES = 10_000;

async function readAliases(): Promise<FactAliases> {
  const rows = await FactValueModel.query()
    .where('is_alias', true)
    .orderBy(['key', 'term'])
    .limit(MAX_FACT_ALIASES);
  const byKey = new Map<string, Map<string, string>>();
  for (const { key, term, value } of rows) byKey.set(key, (byKey.get(key) ?? new Map()).set(term, value));
  return byKey;
}

export function toSettingsRecord(row: SettingsModel | undefined): schema.SettingsRecord {
  const document = row?.document ?? {};
  const names = [...schema.SETTINGS_FIELDS, ...schema.PICTURE_FIELDS];
  return {
    ...Object.fromEntries(names.map((name) => [name, document[name] ?? null])),
    version: row?.version ?? 0,
    updated_at: row?.updatedAt.toISOString() ?? null,
  } as schema.SettingsRecord;
}

// The categories of the directory: the operator's, or the standard ones.

export type Category = string;

const STANDARD: readonly schema.DirectoryCategory[] = schema.STANDARD_CATEGORIES.map((value) => ({ value }));

/** All categories in order, including hidden ones. */
export function allCategories(categories = currentCategories()): readonly schema.DirectoryCategory[] {
  return categories ?? STANDARD;
}

export function categoryValues(): readonly Category[] {
  return allCategories().map(({ value }) => value);
}

/** The values that pages show, in order. */
export function shownCategories(): readonly Category[] {
  return allCategories().flatMap(({ value, hidden }) => (hidden ? [] : [value]));
}

export function findCategory(value: string): schema.DirectoryCategory | undefined {
  return allCategories().find((category) => category.value === value);
}

/** The category of a current, renamed or merged value; undefined if there is none. */
export function resolveCategory(text: string): Category | undefined {
  const found = allCategories().find(({ value, aliases }) => value === text || aliases?.includes(text));
  return found?.value;
}

defineOpenValues('categories', { values: categoryValues, resolve: resolveCategory });

// Repairs a row where possible, and notes it: joins lines, cuts long texts, extracts an address from
// surrounding words. Drops optional values that are still invalid; an invalid required value refuses the row.
import type { TSchema } from '@sinclair/typebox';
import { type DomainError, type Said, say } from '../kernel/errors.js';
import { own } from '../kernel/own.js';
import { isObject } from '../kernel/text/json.js';
import { clip } from '../kernel/text/shorten.js';
import { PRICING_MODELS } from '../listings/fields.js';
import { ImportedListing, LIST_FIELDS, OWNER_FIELDS, REQUIRED_FIELDS } from '../listings/schema.js';

type Fields = Record<string, unknown>;

interface Rules extends TSchema {
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly items?: Rules;
}

const ADDRESS = /https?:\/\/[^\s<>"'()[\]]+(?:\([^\s<>"'()[\]]*\)[^\s<>"'()[\]]*)*/i;
/** Left in cells by spreadsheets: line breaks, and other characters that no line may contain. */
const CONTROLS = /[^\P{Cc}\t]+/gu;

/** `Name (https://…)`, `[Name](https://…)`, `Name <https://…>`: links from Airtable, Notion and others. */
function namedAddress(cell: string): { name: string; address: string } | null {
  const text = cell.trim();
  const at = Math.max(text.lastIndexOf('(http'), text.lastIndexOf('<http'));
  const address = text.slice(at + 1, -1);
  if (at < 0 || !/[)>]$/.test(text) || !/^https?:\/\/[^\s<>]+$/i.test(address)) return null;
  return {
    name: text
      .slice(0, at)
      .trim()
      .replace(/^\[|\]$/g, ''),
    address,
  };
}

const withoutAddress = (text: string): string => namedAddress(text)?.name || text;

export function repair(row: Fields, notes: Said[]): Fields {
  const fields = withAddress(row, notes);
  return Object.fromEntries(
    Object.entries(fields).map(([field, value]) => {
      const rules = own<Record<string, Rules>>(ImportedListing.properties, field);
      if (field === 'pricing_model' && typeof value === 'string') return [field, modelOf(value)];
      return [field, rules ? shortened(field, rules, value, notes) : value];
    }),
  );
}

function shortened(field: string, rules: Rules, value: unknown, notes: Said[]): unknown {
  if (Array.isArray(value) && rules.items) {
    const { items, maxItems = value.length } = rules;
    const isCategory = field === 'categories';
    if (value.length > maxItems && !isCategory)
      notes.push(say('import-note.items', { field, most: maxItems }));
    return (isCategory ? value : value.slice(0, maxItems)).map((item) =>
      shortened(field, items, item, notes),
    );
  }
  // Keep names of categories, which match-categories.ts maps, and addresses: a cut one would lead to another page.
  if (typeof value !== 'string' || field === 'categories' || field.endsWith('_url')) return value;
  const { maxLength: most, 'x-text': kind } = rules;
  const text = kind === 'line' ? value.trim().replace(CONTROLS, ' ') : value;
  if (kind === 'line' && /\S[ \t]*[\r\n]\s*\S/.test(value.slice(0, MAX_LOOKED_AT)))
    notes.push(say('import-note.joined', { field }));
  if (most === undefined || text.trim().length <= most) return text;
  notes.push(say('import-note.cut', { field, most }));
  return clip(text, most);
}

const MAX_LOOKED_AT = 10_000;

/** Extracts the address from its cell, or from the cell of the name if its own cell is empty. */
function withAddress(row: Fields, notes: Said[]): Fields {
  const fields = new Map(Object.entries(row));
  const { name, website_url: site } = row;
  const named = typeof name === 'string' ? namedAddress(name) : null;
  if (named) {
    fields.set('name', named.name);
    if ((site ?? '') === '') fields.set('website_url', named.address);
  }
  for (const field of ['website_url', 'logo_url']) {
    const value = fields.get(field);
    if (typeof value !== 'string' || !/\s|^[<[(]/.test(value.trim())) continue;
    const address = ADDRESS.exec(value)?.[0].replace(/[,;]$/, '');
    if (!address) continue;
    const label = namedAddress(value)?.name;
    if (field === 'website_url' && label && (name ?? '') === '') fields.set('name', label);
    else if (!label) notes.push(say('import-note.address', { field, address }));
    fields.set(field, address);
  }
  return Object.fromEntries(fields);
}

/** Reads `One-Time` or `one time` as a pricing model. */
function modelOf(value: string): string {
  const word = value
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-');
  return (PRICING_MODELS as readonly string[]).includes(word) ? word : value;
}

/** Drops invalid optional fields; null if required ones are invalid. An unknown pricing model becomes the summary. */
export function withoutRefused(row: Fields, { details }: DomainError, notes: Said[]): Fields | null {
  const errors = details.errors ?? [];
  const isKept = (field: string) =>
    (REQUIRED_FIELDS as readonly string[]).includes(field) || field === 'categories' || field === 'website';
  if (errors.length === 0 || errors.some(({ field }) => isKept(field))) return null;
  const { pricing_model: model, pricing_summary: summary } = row;
  const isMoved = typeof model === 'string' && !summary && model.length <= 80;
  for (const { field, error } of errors) {
    if (field === 'pricing_model' && isMoved) notes.push(say('import-note.moved', { value: model }));
    else notes.push(say('import-note.dropped', { reason: error }));
  }
  const refused = new Set(errors.map(({ path }) => path.split('/').slice(1, 3).join('/')));
  const isLeft = (path: string) => !refused.has(path) && !refused.has(path.split('/')[0] ?? '');
  const left = Object.entries(row).flatMap(([field, value]) => {
    if (field !== 'facts' || !isObject(value))
      return errors.some((error) => error.field === field) ? [] : [[field, value]];
    return [[field, Object.fromEntries(Object.entries(value).filter(([key]) => isLeft(`facts/${key}`)))]];
  });
  return {
    ...Object.fromEntries(left),
    ...(isMoved && errors.some(({ field }) => field === 'pricing_model') ? { pricing_summary: model } : {}),
  };
}

const SEPARATORS = [/\r?\n/, /;/, /\|/, /,/];
/** Longer items are sentences, which contain commas themselves. */
const MAX_WORD = 40;

/** Splits the list cells of a field at the separator that most of its cells have. */
export class Splitter {
  private readonly usual = new Map<string, RegExp | null>();

  constructor(private readonly isKnown: (name: string) => boolean) {}

  /** Learns from the first rows. A table with all our fields is our own export, with semicolons only. */
  learn(rows: readonly Fields[]): void {
    if (OWNER_FIELDS.every((field) => field === 'facts' || (rows[0] && field in rows[0])))
      for (const field of LIST_FIELDS) this.usual.set(field, /;/);
    for (const field of LIST_FIELDS) {
      const cells = rows
        .map((row) => own(row, field))
        .filter((cell) => typeof cell === 'string' && cell !== '') as string[];
      if (this.usual.has(field) || cells.length === 0) continue;
      const most = SEPARATORS.find((separator) => {
        const split = cells.filter((cell) => separator.test(cell));
        const words = split.flatMap((cell) => cell.split(separator));
        const isOfWords = separator.source !== ',' || words.every((word) => word.trim().length <= MAX_WORD);
        return split.length > 0 && split.length * 2 >= cells.length && isOfWords;
      });
      this.usual.set(field, most ?? null);
    }
  }

  /** The items of a cell; parses JSON. */
  split(field: string, cell: string): string[] {
    const usual = this.usual.get(field);
    const parts = (separator: RegExp) =>
      cell
        .split(separator)
        .map(withoutAddress)
        .map((part) => part.trim())
        .filter(Boolean);
    if (usual?.test(cell) || usual?.source === ';') return parts(usual);
    const known = SEPARATORS.find(
      (separator) => field === 'categories' && separator.test(cell) && parts(separator).every(this.isKnown),
    );
    return parts(known ?? (cell.includes(';') ? /;/ : /\r?\n/));
  }
}

// The options of an import, and its record as doors present it.
import { type Static, Type } from '@sinclair/typebox';
import type { ImportState } from '../../db/models/import.js';
import { check } from '../kernel/check.js';
import { word } from '../kernel/schema.js';
import { categoryValue } from '../site/schema.js';
import { IMPORT_KINDS, type ImportKind } from './rows.js';

/** Missing categories: refuse the row, leave them out, add them, or also remove those without listings. */
export const CATEGORY_MODES = ['strict', 'known', 'add', 'only'] as const;
export type CategoryMode = (typeof CATEGORY_MODES)[number];

const names = (value = Type.String({ maxLength: 200 }), options = {}) =>
  Type.Record(Type.String({ maxLength: 200 }), value, { maxProperties: 500, ...options });

export const ImportOptions = Type.Object(
  {
    kind: Type.Optional(word(IMPORT_KINDS)),
    separator: Type.Optional(
      Type.String({ minLength: 1, maxLength: 1, description: 'Between cells of CSV.' }),
    ),
    depth: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 6,
        description: 'Headings of Markdown below this level are no categories.',
      }),
    ),
    columns: Type.Optional(
      names(undefined, { description: 'Fields by the columns they are read from; empty: none.' }),
    ),
    categories: Type.Optional(word(CATEGORY_MODES)),
    category_map: Type.Optional(
      names(undefined, { description: 'Categories by what the source calls them; empty: none.' }),
    ),
    category: Type.Optional(categoryValue({ description: 'Of rows that name none.' })),
  },
  { title: 'ImportOptions' },
);
export type ImportOptions = Static<typeof ImportOptions>;

/** An import, as doors present it. */
export interface ImportRecord {
  readonly id: string;
  readonly kind: ImportKind;
  /** The name of a file, or an address. */
  readonly source: string;
  readonly state: ImportState;
  readonly dry_run: boolean;
  readonly options: ImportOptions;
  /** The email of the owner of its listings; null: none. */
  readonly owner: string | null;
  /** The last row that is settled, and how many there are, where that is known. */
  readonly position: number;
  readonly total: number | null;
  /** Rows by outcome. */
  readonly counts: Readonly<Record<string, number>>;
  readonly error: string | null;
  /** Whether a worker can start it, or go on with it. */
  readonly can_go_on: boolean;
  readonly created_at: string;
  readonly finished_at: string | null;
}

/** The source of an import, and its options. */
export interface ImportInput {
  /** A file's name, or an address. */
  readonly source: string;
  /** It cannot be read again: a later import of the same name is another one. */
  readonly isOnce?: boolean;
  /** Email or id of the owner of its listings. */
  readonly owner?: string | null;
  readonly options?: unknown;
}

/** Without unset options, so that equal ones compare equal. */
export function readOptions(input: unknown): ImportOptions {
  const options = check(ImportOptions, input ?? {});
  return Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined),
  ) as ImportOptions;
}

// Shared by the files of core/import: the rows that every reader yields, options, and the record.
import { type Static, Type } from '@sinclair/typebox';
import type { BulkFailure } from '../kernel/bulk.js';
import { check } from '../kernel/check.js';
import { DomainError, type FieldError, type Said, say } from '../kernel/errors.js';
import { titled, word } from '../kernel/schema.js';
import type { ServerJson } from '../listings/servers.js';
import { categoryValue } from '../settings/schema.js';

export const IMPORT_KINDS =
  // biome-ignore format: one line
  ['csv', 'xlsx', 'ndjson', 'json', 'yaml', 'markdown', 'bookmarks', 'opml', 'mcp', 'directory'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];
/** Kinds that are a single file; the others are fetched page by page. */
export type FileKind = Exclude<ImportKind, 'directory'>;

/** Whether a source is read again and its listings follow it; a directory always is. */
export const isFollowed = ({ kind, every }: { readonly kind: string; readonly every?: string | null }) =>
  kind === 'directory' || (every ?? null) !== null;

/** Thrown when the import was stopped, taken over by another process, or undone. */
export class ImportInterrupted extends Error {}

interface RowProblem extends Omit<BulkFailure, 'code'> {
  readonly field: string | null;
  readonly code: string;
  /** All errors of the row, if several fields are wrong. */
  readonly all?: readonly FieldError[];
}

export interface SourceRow {
  /** The row's first line, from 1; for sources without lines, its number. */
  readonly line: number;
  readonly input?: Record<string, unknown>;
  /** The row as in the source, if its fields were renamed. */
  readonly raw?: Record<string, unknown>;
  readonly shelves?: readonly string[];
  readonly problem?: RowProblem;
  /** The server.json of an MCP server, stored whole. */
  readonly server?: ServerJson | null;
  /** The words of a line with a link that is no listing. */
  readonly leftOut?: string;
  /** The repairs so far; absent if the row may not be repaired. */
  readonly notes?: Said[];
  readonly remoteId?: string | null;
  readonly isGone?: boolean;
  /** Position to resume from after this row. */
  readonly cursor?: string;
}

/** Rows processed together. Ten would already bring half the gain of a hundred. */
const ROWS_AT_ONCE = 100;

export async function* inGroups<T>(items: AsyncIterable<T>): AsyncGenerator<T[]> {
  let group: T[] = [];
  for await (const item of items) {
    group.push(item);
    if (group.length < ROWS_AT_ONCE) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

/** Category names read per listing: each is compared with all categories of the directory. */
export const MOST_SHELVES = 50;

export const MAX_SOURCE_BYTES = 20 * 1024 * 1024;

export const sourceError = (said: Said) => new DomainError('validation_error', said, { field: 'source' });

export const sourceTooLarge = (bytes = MAX_SOURCE_BYTES) =>
  sourceError(say('error.import-large', { megabytes: bytes / 1024 / 1024 }));

export type SettledRow = {
  readonly line: number;
  readonly name?: string;
  readonly cursor?: string;
} & (
  | { readonly problem: RowProblem; readonly raw?: Record<string, unknown> }
  /** A line with a link that is no listing. */
  | { readonly leftOut: string }
  | {
      readonly outcome: string;
      readonly slug: string | null;
      readonly warnings?: readonly string[];
      readonly notes?: readonly Said[];
    }
);

/** Missing categories: refuse the row, omit them, make them topics, add them, or add them and remove empty ones. */
export const CATEGORY_MODES = ['strict', 'known', 'topics', 'add', 'only'] as const;
export type CategoryMode = (typeof CATEGORY_MODES)[number];

const text = Type.String({ maxLength: 200 });
const names = (description: string) =>
  Type.Optional(Type.Record(text, text, { maxProperties: 500, description }));

export const ImportOptions = titled('ImportOptions', {
  kind: Type.Optional(word(IMPORT_KINDS)),
  separator: Type.Optional(Type.String({ minLength: 1, maxLength: 1, description: 'Between CSV cells.' })),
  depth: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 6,
      description: 'Headings of Markdown below this level are not categories.',
    }),
  ),
  columns: names('Fields by the columns they are read from; empty: none.'),
  categories: Type.Optional(word(CATEGORY_MODES)),
  category_map: names('Categories by their names in the source; empty: none.'),
  category: Type.Optional(categoryValue({ description: 'The category of rows that name none.' })),
});
export type ImportOptions = Static<typeof ImportOptions>;

export interface ImportInput {
  readonly source: string;
  /** The source cannot be read again: a later import of the same name is a different one. */
  readonly isOnce?: boolean;
  readonly owner?: string | null;
  readonly options?: unknown;
}

/** Reads options and drops unset ones, so that equal options compare equal. */
export function readOptions(input: unknown): ImportOptions {
  const options = check(ImportOptions, input ?? {});
  return Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined),
  ) as ImportOptions;
}

// The rows of a source, before they are mapped to fields: what every reader yields.
import { DomainError, type Said, say } from '../kernel/errors.js';

/** What sources can be. */
export const IMPORT_KINDS = ['csv', 'ndjson', 'json', 'markdown', 'mcp', 'directory'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];
/** Those that are one text; the others are read page by page from an address. */
export type TextKind = Exclude<ImportKind, 'directory'>;

/** The import was stopped, taken over by another process, or undone. */
export class ImportInterrupted extends Error {}

/** Why a row was refused. */
export interface RowProblem {
  readonly field: string | null;
  readonly code: string;
  readonly error: string;
  /** The same for pages, in their language. */
  readonly said?: Said;
}

export interface SourceRow {
  /** The first line of the row, from 1; for sources without lines, the number of the row. */
  readonly line: number;
  readonly input?: Record<string, unknown>;
  /** What the source calls its categories. */
  readonly shelves?: readonly string[];
  readonly problem?: RowProblem;
}

/** Bytes of a source that is held in memory as a whole. */
export const MAX_SOURCE_BYTES = 20 * 1024 * 1024;

export const sourceError = (said: Said): DomainError =>
  new DomainError('validation_error', said, { field: 'source' });

export const sourceTooLarge = () =>
  sourceError(say('error.import-large', { megabytes: MAX_SOURCE_BYTES / 1024 / 1024 }));

export function problemOf({ code, message, said, details }: DomainError): RowProblem {
  return {
    field: details.field ?? null,
    code,
    error: message,
    said: said ?? details.errors?.[0]?.said,
  };
}

/** A row with its outcome. */
export type SettledRow = {
  readonly line: number;
  /** Its name, for the list of faults. */
  readonly name?: string;
} & (
  | { readonly problem: RowProblem }
  | { readonly outcome: string; readonly slug: string | null; readonly warnings?: readonly string[] }
);

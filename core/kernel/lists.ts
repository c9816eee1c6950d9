// Pages of lists, and cursors, which are opaque to clients and validated on return.
import { Type } from '@sinclair/typebox';
import type { Model, QueryBuilder } from 'objection';
import { isUuid, type Warning } from './check.js';
import { fieldError, notFound } from './errors.js';
import { log } from './log.js';
import { DEFAULT_PAGE_SIZE, pageParameters, titled, uuid } from './schema.js';

export interface Cursor {
  /** Sort order; the cursor is invalid in any other. */
  order: string;
  page: number;
  /** Sort key and id of the previous page's last row. */
  after: readonly [key: string | number, id: string];
}

export function writeCursor({ order, page, after }: Cursor): string {
  return Buffer.from(JSON.stringify([order, page, ...after])).toString('base64url');
}

/** @param orders the accepted sort orders @throws DomainError validation_error on `cursor` */
export function readCursor(text: string, orders: readonly string[]): Cursor {
  try {
    const [order, page, key, id] = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    const isWhole =
      orders.includes(order) &&
      Number.isSafeInteger(page) &&
      page > 0 &&
      isKeyOf(order, key) &&
      typeof id === 'string' &&
      /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);
    if (isWhole) return { order, page, after: [key, id] };
  } catch {
    // Invalid JSON is reported below.
  }
  throw fieldError(
    'cursor',
    '"cursor" must be the next_cursor of a page with the same search and order.',
    'bad_format',
  );
}

function isKeyOf(order: string, key: unknown): boolean {
  if (order === 'relevance' || order === 'popular') return typeof key === 'number' && Number.isFinite(key);
  if (typeof key !== 'string' || key.includes('\0') || !key.isWellFormed()) return false;
  if (order === 'name') return true;
  // Date.parse accepts days that do not exist; PostgreSQL does not.
  const time = new Date(key);
  return !Number.isNaN(time.getTime()) && time.toISOString() === key && time.getUTCFullYear() > 0;
}

export const MAX_ADMIN_PAGE = 100;

/** Clamps a limit to the maximum, with a warning (C5). */
export function clampLimit(limit: number | undefined, max: number): { limit: number; warnings: Warning[] } {
  if (limit === undefined || limit <= max) return { limit: limit ?? DEFAULT_PAGE_SIZE, warnings: [] };
  const error = `"limit" is at most ${max} here, and ${max} was used.`;
  return { limit: max, warnings: [{ field: 'limit', code: 'limit_clamped', error }] };
}

/** Reads a page of an admin list. @param inOrder adds the order, and columns that only the page needs
 * @returns the rows, and the other members of every list response (C7) */
export async function readPage<M extends Model>(
  { page = 1, limit: wanted }: { page?: number; limit?: number },
  matching: () => QueryBuilder<M, M[]>,
  inOrder: (rows: QueryBuilder<M, M[]>) => QueryBuilder<M, M[]>,
) {
  const { limit, warnings } = clampLimit(wanted, MAX_ADMIN_PAGE);
  const [total, rows] = await Promise.all([
    matching().resultSize(),
    inOrder(matching())
      .offset((page - 1) * limit)
      .limit(limit),
  ]);
  return { rows, members: { page, limit, total, ...(warnings.length > 0 ? { warnings } : {}) } };
}

const LEFT_OUT_KEPT = 100;
const leftOut = new Map<string, string>();

/** Up to 100 rows that lists of this process left out as unpresentable: `slug (id)`, or ids. */
export const rowsLeftOut = (): readonly string[] => [...leftOut.values()];

/** Presents the rows of a list. Leaves out and logs a row that fails; the status page names it. */
export function presentEach<Row extends { id?: unknown; slug?: string }, Shown>(
  rows: readonly Row[],
  present: (row: Row) => Shown,
): Shown[] {
  return rows.flatMap((row) => {
    const id = String(row.id);
    try {
      const shown = present(row);
      leftOut.delete(id);
      return [shown];
    } catch (error) {
      if (!leftOut.has(id))
        log.error({ err: error, row: id }, 'a row cannot be presented: lists leave it out');
      if (leftOut.size < LEFT_OUT_KEPT) leftOut.set(id, row.slug ? `${row.slug} (${id})` : id);
      return [];
    }
  });
}

/** @param what the noun for the error @throws DomainError not_found, also for an invalid id */
export async function oneOf<M extends Model>(rows: QueryBuilder<M, M[]>, id: string, what: string) {
  const row = isUuid(id) ? await rows.findById(id) : undefined;
  if (!row) throw notFound(what);
  return row;
}

/** Filter of admin lists: all accounts' rows, or one owner's. */
export const OwnedQuery = titled('OwnedQuery', {
  owner: Type.Optional(uuid()),
  ...pageParameters(MAX_ADMIN_PAGE),
});

/** Newest first, ties by id. */
export const newestFirst = <M extends Model>(rows: QueryBuilder<M, M[]>): QueryBuilder<M, M[]> =>
  rows.orderBy([
    { column: 'created_at', order: 'desc' },
    { column: 'id', order: 'desc' },
  ]);

/** A LIKE pattern that finds the text anywhere, literally. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

// Cursors: the position where a page ended, opaque to clients and validated on return.
import { fieldError } from './errors.js';

export interface Cursor {
  /** The sort order it was issued for; it is invalid in any other. */
  order: string;
  /** The number of the next page. */
  page: number;
  /** The sort key and the id of the last row of the previous page. */
  after: readonly [key: string | number, id: string];
}

export function writeCursor({ order, page, after }: Cursor): string {
  return Buffer.from(JSON.stringify([order, page, ...after])).toString('base64url');
}

/** @param orders the sort orders it may belong to @throws DomainError validation_error on `cursor` */
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
    // Invalid: reported below.
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

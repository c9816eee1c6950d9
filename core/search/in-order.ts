// Lists by date or name: all listings of a scope, or the matches of words. A few matches are all read and
// sorted; otherwise a walk along the index of the order stops when the page is full.
import { prepare } from '../../db/prepared.js';
import type { Cursor } from '../kernel/lists.js';
import { PRESENTED_SELECT, type PresentedRow } from '../listings/present.js';
import { requiredTexts } from './candidates.js';
import { Bindings, runSearch } from './statement.js';
import type { Tiers } from './tiers.js';
import type { Reading } from './understanding.js';

export type FixedOrder = 'newest' | 'created' | 'name';

export interface Ordered {
  readonly listings: readonly PresentedRow[];
  readonly total: number;
  /** How many results page numbers can reach; later ones need a cursor. */
  readonly reachable: number;
  readonly isEstimate: boolean;
  /** Where reading stopped before the page was full: more may follow. null: the page is full, or all was read. */
  readonly stopped: OrderedWindow['after'];
}

/** A page of listings that were all read. */
export const allRead = (listings: readonly PresentedRow[], total: number): Ordered => ({
  listings,
  total,
  reachable: total,
  isEstimate: false,
  stopped: null,
});

export interface OrderedWindow {
  readonly offset: number;
  readonly limit: number;
  readonly after: Cursor['after'] | null;
}

/** The condition of a page that continues after a score. */
export const beyondScore = ({ after }: OrderedWindow, id: string, bindings: Bindings) =>
  after === null
    ? ''
    : `where (score, ${id}) < (${bindings.bind(after[0], 'float8')}, ${bindings.bind(after[1], 'uuid')})`;

const KEYS = {
  newest: { column: 'published_at', direction: 'desc', type: 'timestamptz' },
  created: { column: 'created_at', direction: 'desc', type: 'timestamptz' },
  name: { column: 'name_key', direction: 'asc', type: 'text collate "C"' },
} as const;

export function placeIn(order: FixedOrder, row: PresentedRow): Cursor['after'] {
  if (order === 'name') return [row.nameKey, row.id];
  const time = order === 'created' ? row.createdAt : (row.publishedAt ?? row.createdAt);
  return [time.toISOString(), row.id];
}

function beyond(order: FixedOrder, after: OrderedWindow['after'], bindings: Bindings): string {
  if (after === null) return '';
  const { column, direction, type } = KEYS[order];
  const sign = direction === 'asc' ? '>' : '<';
  return ` and (${column}, id) ${sign} (${bindings.bind(after[0], type)}, ${bindings.bind(after[1], 'uuid')})`;
}

function orderBy(order: FixedOrder, of = ''): string {
  const { column, direction } = KEYS[order];
  return `order by ${of}${column} ${direction}, ${of}id ${direction}`;
}

function pageOf(
  rows: string,
  order: FixedOrder,
  { offset, limit, after }: OrderedWindow,
  bindings: Bindings,
) {
  return `select id from ${rows}${beyond(order, after, bindings)} ${orderBy(order)}
    offset ${bindings.hidden(offset, 'bigint')} limit ${bindings.hidden(limit, 'int')}`;
}

/** Reads the ids from an index alone, then the rows of the page. @param where a condition on `listings` */
export async function listWhere(
  where: string,
  order: FixedOrder,
  window: OrderedWindow,
  bindings: Bindings,
  isCounted: boolean,
) {
  const total = isCounted
    ? `select count(*)::int as total from listings where ${where}`
    : 'select 0 as total';
  const list = prepare<PresentedRow & { total: number }>(
    `select total, ${PRESENTED_SELECT} from (${total}) as counted
       left join listings on listings.id = any(array(${pageOf(`listings where ${where}`, order, window, bindings)}))
     ${orderBy(order, 'listings.')}`,
  );
  const rows = await list(bindings.values);
  const listings = rows.filter(({ id }) => id !== null);
  const placeOf = (row: PresentedRow) => placeIn(order, row);
  return { listings, total: rows[0]?.total ?? 0, most: Number.POSITIVE_INFINITY, placeOf };
}

const MAX_EFFORT = 150_000;

/** Rows one page may read; each limit takes about the same time at a million listings. The limits are the
 * same for every page: if one stops early, later ones stop there too, and skip none. */
const BUDGET = {
  /** Rows of a walk: the newest listings are adjacent on disk, neighbours by name are not. */
  walk: { newest: 15_000, name: 3000 },
  /** Sorted matches: rows from all over the table. */
  sorted: 3000,
  texts: 400,
};

/** The live listings with all words. @throws DomainError unavailable after a timeout */
export async function listMatches(
  reading: Asked,
  order: 'newest' | 'name',
  window: OrderedWindow,
  budget = BUDGET,
): Promise<Ordered> {
  const { tiers, vocabulary, query } = reading;
  if (tiers === null) return allRead([], 0);
  const isQuoted = query.phrases.length + query.excluded.length > 0;
  const texts = isQuoted ? budget.texts : null;
  const most = texts ?? budget.sorted;
  const search: OrderedSearch = { reading, tiers, order, window, rows: budget.walk[order], most, texts };
  const { probe, probed, effort } = tiers.inOrder;
  const { size } = vocabulary;
  const expected = (probe === null ? 1 : probed) * size;
  const isSortable = expected <= most && effort * size <= MAX_EFFORT;
  return (isSortable ? await sortAll(search) : null) ?? walk(search);
}

type Asked = Pick<Reading, 'tiers' | 'vocabulary' | 'query'>;

interface OrderedSearch {
  readonly reading: Asked;
  readonly tiers: Tiers;
  readonly order: 'newest' | 'name';
  readonly window: OrderedWindow;
  /** Maximum rows of a walk, rows sorted, and texts read. */
  readonly rows: number;
  readonly most: number;
  readonly texts: number | null;
}

async function walk({ reading, tiers, order, window, rows, texts }: OrderedSearch): Promise<Ordered> {
  const { column } = KEYS[order];
  const bindings = new Bindings();
  const limit = bindings.bind(window.limit, 'int');
  const ahead = `from listing_search where live${beyond(order, window.after, bindings)} ${orderBy(order)}`;
  // PostgreSQL reads only as many rows of a common table expression as are fetched, in its order. The row at
  // which reading stopped is looked up only if the page is not full.
  const sql = `
    with matched as materialized (
      select id, ${column}${texts ? ', search' : ''} from (select id, ${column}, search ${ahead} limit ${rows}) as s
      where (search @@ ${bindings.query(tiers.inOrder.tsquery)}) is true limit ${texts ?? rows}
    ),
    page as materialized (
      select id from matched s where true${requiredTexts(reading, bindings)} offset ${bindings.bind(window.offset, 'bigint')} limit ${limit}
    ),
    stopped as materialized (
      select * from (
        (select ${column} as stopped_key, id as stopped_id from matched offset ${(texts ?? rows) - 1} limit 1)
        union all
        (select ${column}, id ${ahead} offset ${rows - 1} limit 1)
      ) as last where (select count(*) from page) < ${limit} limit 1
    )
    select stopped.*, ${PRESENTED_SELECT} from (select) as one left join stopped on true
      left join listings on listings.id = any(array(select id from page)) ${orderBy(order, 'listings.')}`;
  type Stopped = { stopped_key: Date | string | null; stopped_id: string | null };
  const found = await runSearch<PresentedRow & Stopped>(sql, bindings.values);
  const listings = found.filter(({ id }) => id !== null);
  const { stopped_key: key = null, stopped_id: id = null } = found[0] ?? {};
  const stopped =
    key === null || id === null ? null : ([key instanceof Date ? key.toISOString() : key, id] as const);
  const seen = window.offset + listings.length;
  const isEnd = stopped === null && listings.length < window.limit && window.after === null;
  if (isEnd && (listings.length > 0 || window.offset === 0)) return allRead(listings, seen);
  const { share } = tiers.inOrder;
  const { size } = reading.vocabulary;
  const total = Math.max(Math.round(share * size), seen, stopped ? 1 : 0);
  const inReach = rows < size ? Math.round(Math.min(share * rows, texts ?? rows)) : total;
  const reachable = stopped ? Math.min(inReach, seen) : Math.max(inReach, seen);
  return { listings, total, reachable: Math.min(total, reachable), isEstimate: true, stopped };
}

/** All matches from the index of words, sorted; null if there are more than may be read. */
async function sortAll({ reading, tiers, order, window, most }: OrderedSearch): Promise<Ordered | null> {
  const { tsquery, probe } = tiers.inOrder;
  const bindings = new Bindings();
  const met = probe === tsquery ? 'true' : `(search @@ ${bindings.query(tsquery)}) is true`;
  const sql = `
    with read as materialized (
      select id, published_at, name_key, ${met}${requiredTexts(reading, bindings)} as meets
      from (select * from listing_search where live and search @@ ${bindings.query(probe ?? tsquery)} limit ${most}) as s
    )
    select counted.*, ${PRESENTED_SELECT}
    from (select count(*) as read, count(*) filter (where meets) as total from read) as counted
      left join listings on listings.id = any(array(${pageOf('read where meets', order, window, bindings)}))
    ${orderBy(order, 'listings.')}`;
  const rows = await runSearch<PresentedRow & { read: number; total: number }>(sql, bindings.values);
  const { read = 0, total = 0 } = rows[0] ?? {};
  if (read >= most) return null;
  const listings = rows.filter(({ id }) => id !== null);
  return allRead(listings, total);
}

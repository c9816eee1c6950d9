// The matches of all words by date or by name: if there are few, all are read and sorted, otherwise a walk along the
// index of the order stops when the page is full.
import { PRESENTED_SELECT, type PresentedRow } from '../listings/present.js';
import { rowsOf, type Scope } from './candidates.js';
import { Bindings, runSearch } from './statement.js';
import { requiredTexts } from './texts.js';
import type { Tiers } from './tiers.js';
import type { Reading } from './understanding.js';

export type FixedOrder = 'newest' | 'created' | 'name';

export interface Ordered {
  readonly listings: readonly PresentedRow[];
  readonly total: number;
  /** How many of them page numbers reach; a cursor continues beyond. */
  readonly reachable: number;
  readonly isEstimate: boolean;
  /** The last listing read, if reading stopped before the page was full: more may follow. */
  readonly stopped: OrderedWindow['after'];
}

export interface OrderedWindow {
  readonly offset: number;
  readonly limit: number;
  readonly after: readonly [key: string | number, id: string] | null;
}

const KEYS = {
  newest: { column: 'published_at', direction: 'desc', type: 'timestamptz' },
  created: { column: 'created_at', direction: 'desc', type: 'timestamptz' },
  name: { column: 'name_key', direction: 'asc', type: 'text collate "C"' },
} as const;
/** Rows that a walk reads in the time of one match through the index of words: measured at a million listings. */
const WALK_PER_MATCH = 1.6;
/** Up to this many matches are all read, and so counted, even if a walk would be shorter. */
const ALWAYS_COUNTED = 1000;

/**
 * How much one page may read. The same for every page: where one stops, all later ones stop, so that none is skipped.
 */
export interface Budget {
  /** Rows of a walk: the newest listings are adjacent on disk, those with neighbouring names are not. */
  readonly walk: Readonly<Record<FixedOrder, number>>;
  /** Matches that are sorted: rows from all over the table. */
  readonly sorted: number;
  /** Texts, for quoted and excluded words. */
  readonly texts: number;
}

/** Chosen at a million listings, so that each limit takes about the same time. */
const BUDGET: Budget = {
  walk: { newest: 20_000, created: 20_000, name: 4000 },
  sorted: 4000,
  texts: 500,
};
/** One's own listings are few, and are all read. */
const OWN = 8000;
/** Testing a row for a word costs this fraction of reading the row; for quoted words in a text, a larger one. */
const PER_WORD = 0.1;
const PER_PHRASE = 0.25;
/** Maximum index entries read for the matches to sort; a quarter more for each further word. */
const MAX_EFFORT = 250_000;
const PER_LIST = 0.25;

/** @throws DomainError unavailable when it takes too long */
export async function listMatches(
  reading: Reading,
  scope: Scope,
  order: FixedOrder,
  window: OrderedWindow,
  budget: Budget = BUDGET,
): Promise<Ordered> {
  const { tiers, vocabulary, query } = reading;
  if (tiers === null) return { listings: [], total: 0, reachable: 0, isEstimate: false, stopped: null };
  const { probed, probe, effort } = tiers.inOrder;
  const { size } = vocabulary;
  const words = query.words.length + query.phrases.flat().length;
  const quotes = query.phrases.length + query.excluded.length;
  const within = (reads: number) => Math.ceil(reads / (1 + words * PER_WORD + quotes * PER_PHRASE));
  const texts = quotes > 0 ? within(budget.texts) : null;
  const most = texts ?? within(budget.sorted);
  const search: OrderedSearch = {
    reading,
    tiers,
    order,
    window,
    rows: within(budget.walk[order]),
    most,
    texts,
  };
  if (scope.kind === 'own') return (await sortAll({ ...search, most: OWN }, scope)).found;
  const breakEven = Math.sqrt(((window.offset + window.limit) * size) / WALK_PER_MATCH);
  const isSortable =
    probe === null
      ? size <= most
      : probed * size <= most && effort * size * (1 + words * PER_LIST) <= MAX_EFFORT;
  const isShort = probed * size <= Math.max(ALWAYS_COUNTED, breakEven);
  const sorted = isSortable && isShort ? await sortAll(search, scope) : null;
  if (sorted?.areAll) return sorted.found;
  const walked = await walk(search);
  // These results are final, unless all matches are few enough to be sorted.
  if (walked.stopped === null || sorted || !isSortable) return walked;
  const all = await sortAll(search, scope);
  return all.areAll ? all.found : walked;
}

interface OrderedSearch {
  readonly reading: Reading;
  readonly tiers: Tiers;
  readonly order: FixedOrder;
  readonly window: OrderedWindow;
  /** Maximum rows of a walk. */
  readonly rows: number;
  /** Maximum rows that are sorted. */
  readonly most: number;
  /** Maximum matches whose texts are read. */
  readonly texts: number | null;
}

function beyond(order: FixedOrder, after: OrderedWindow['after'], bindings: Bindings): string {
  if (after === null) return '';
  const { column, direction, type } = KEYS[order];
  return ` and (${column}, s.id) ${direction === 'asc' ? '>' : '<'} (${bindings.bind(after[0], type)}, ${bindings.bind(after[1], 'uuid')})`;
}

function orderBy(order: FixedOrder, of = ''): string {
  const { column, direction } = KEYS[order];
  return `order by ${of}${column} ${direction}, ${of}id ${direction}`;
}

/** Where a walk stopped: the key and id of the last row it read, or nulls. */
interface Stopped {
  readonly stopped_key: Date | string | null;
  readonly stopped_id: string | null;
}

async function walk({ reading, tiers, order, window, rows, texts }: OrderedSearch): Promise<Ordered> {
  const { column } = KEYS[order];
  const bindings = new Bindings();
  const limit = bindings.bind(window.limit, 'int');
  const ahead = `from listing_search s where live${beyond(order, window.after, bindings)} ${orderBy(order)}`;
  // PostgreSQL reads only as many rows of a common table expression as are fetched, in its order. The row at which
  // reading stopped is looked up only if the page is not full.
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
      left join (page join listings using (id)) on true ${orderBy(order, 'listings.')}`;
  const found = await runSearch<PresentedRow & Stopped>(sql, bindings.values);
  const listings = found.filter(({ id }) => id !== null);
  const { stopped_key: key = null, stopped_id: id = null } = found[0] ?? {};
  const stopped =
    key === null || id === null ? null : ([key instanceof Date ? key.toISOString() : key, id] as const);
  const seen = window.offset + listings.length;
  const isEnd = stopped === null && listings.length < window.limit && window.after === null;
  if (isEnd && (listings.length > 0 || window.offset === 0))
    return { listings, total: seen, reachable: seen, isEstimate: false, stopped };
  const { share } = tiers.inOrder;
  const { size } = reading.vocabulary;
  const total = Math.max(Math.round(share * size), seen, stopped ? 1 : 0);
  const inReach = rows < size ? Math.round(Math.min(share * rows, texts ?? rows)) : total;
  const reachable = stopped ? Math.min(inReach, seen) : Math.max(inReach, seen);
  return { listings, total, reachable: Math.min(total, reachable), isEstimate: true, stopped };
}

interface Sorted {
  readonly found: Ordered;
  /** Nothing was left unread. */
  readonly areAll: boolean;
}

/** The first of the matches from the index of words, sorted. */
async function sortAll(
  { reading, tiers, order, window, most }: OrderedSearch,
  scope: Scope,
): Promise<Sorted> {
  const { tsquery, probe } = tiers.inOrder;
  const bindings = new Bindings();
  const met =
    probe === null || probe === tsquery ? 'true' : `(s.search @@ ${bindings.query(tsquery)}) is true`;
  const created = order === 'created' ? ', (select created_at from listings where listings.id = s.id)' : '';
  const sql = `
    with read as materialized (
      select s.id, published_at, name_key${created}, ${met}${requiredTexts(reading, bindings)} as meets
      from (${rowsOf({ ...tiers.inOrder, tsquery: probe ?? tsquery }, scope, bindings, most)}) as s
    ),
    page as (
      select id from read s where meets${beyond(order, window.after, bindings)}
      ${orderBy(order)} offset ${bindings.bind(window.offset, 'bigint')} limit ${bindings.bind(window.limit, 'int')}
    )
    select counted.*, ${PRESENTED_SELECT}
    from (select count(*) as read, count(*) filter (where meets) as total from read) as counted
      left join (page join listings using (id)) on true ${orderBy(order, 'listings.')}`;
  const rows = await runSearch<PresentedRow & { read: number; total: number }>(sql, bindings.values);
  const { read = 0, total = 0 } = rows[0] ?? {};
  const listings = rows.filter(({ id }) => id !== null);
  const areAll = read < most;
  const expected = Math.round(tiers.inOrder.share * reading.vocabulary.size);
  return {
    found: {
      listings,
      total: areAll ? total : Math.max(total, expected),
      reachable: total,
      isEstimate: !areAll,
      stopped: null,
    },
    areAll,
  };
}

// The matches of all words by date or by name: all of them sorted where they are few, else a walk along the order that
// stops when the page is full.
import { PRESENTED_SELECT, type PresentedRow } from '../listings/present.js';
import { inScope, meets, type Scope } from './candidates.js';
import { Bindings, runSearch } from './statement.js';
import { requiredTexts } from './texts.js';
import type { Tiers } from './tiers.js';
import type { Reading } from './understanding.js';

export type FixedOrder = 'newest' | 'created' | 'name';

export interface Ordered {
  readonly listings: readonly PresentedRow[];
  readonly total: number;
  readonly isEstimate: boolean;
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
/** Rows of a walk in the time of reading one match through the index of words: measured at a million listings. */
const WALK_PER_MATCH = 1.6;
/** A walk gives up after this many times the rows it should need; the words then stand only in old listings. */
const PATIENCE = 3;
const SHORTEST_WALK = 2000;
const LONGEST_WALK = 150_000;
/** Texts that are read for quoted and excluded words, at most. */
const TEXTS_READ = 2000;
/** Matches that are sorted, at most. */
const MOST_SORTED = 50_000;

/** @throws DomainError unavailable when it takes too long */
export async function listMatches(
  reading: Reading,
  scope: Scope,
  order: FixedOrder,
  window: OrderedWindow,
): Promise<Ordered> {
  const { tiers, vocabulary, query } = reading;
  if (tiers === null) return { listings: [], total: 0, isEstimate: false };
  const wanted = window.offset + window.limit;
  const expected = tiers.all.share * vocabulary.size;
  const readsTexts = query.phrases.length + query.excluded.length > 0;
  const isProbed = tiers.all.probe !== null;
  const isCommon = expected > Math.sqrt((wanted * vocabulary.size) / WALK_PER_MATCH);
  if (scope.kind === 'live' && (isCommon || !isProbed)) {
    const needed = Math.ceil((PATIENCE * wanted) / Math.max(tiers.all.share, 1e-6));
    const rows = Math.min(Math.max(SHORTEST_WALK, needed), readsTexts ? TEXTS_READ : LONGEST_WALK);
    const listings = await walk(reading, order, window, rows);
    const isAll = listings.length === window.limit || (!isProbed && rows < vocabulary.size);
    if (isAll) return { listings, total: Math.max(Math.round(expected), listings.length), isEstimate: true };
  }
  return sortAll(reading, tiers, scope, order, window);
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

async function walk(
  reading: Reading,
  order: FixedOrder,
  window: OrderedWindow,
  rows: number,
): Promise<PresentedRow[]> {
  const bindings = new Bindings();
  const sql = `
    select ${PRESENTED_SELECT} from (
      select id from (
        select * from listing_search s where live${beyond(order, window.after, bindings)} ${orderBy(order)} limit ${bindings.bind(rows, 'int')}
      ) as s
      where (search @@ ${bindings.query(reading.tiers?.all.tsquery ?? '')}) is true${requiredTexts(reading, bindings)}
      ${orderBy(order)} offset ${bindings.bind(window.offset, 'int')} limit ${bindings.bind(window.limit, 'int')}
    ) as page join listings using (id) ${orderBy(order, 'listings.')}`;
  return runSearch<PresentedRow>(sql, bindings.values);
}

async function sortAll(
  reading: Reading,
  tiers: Tiers,
  scope: Scope,
  order: FixedOrder,
  window: OrderedWindow,
): Promise<Ordered> {
  const bindings = new Bindings();
  const { phrases, excluded } = reading.query;
  const most = phrases.length + excluded.length > 0 ? TEXTS_READ : MOST_SORTED;
  const created = order === 'created' ? ', (select created_at from listings where listings.id = s.id)' : '';
  const sql = `
    with found as materialized (
      select s.id, published_at, name_key${created} from (
        select id, published_at, name_key, search from listing_search
        where ${inScope(scope, bindings)} and ${meets(tiers.all, bindings)} limit ${most}
      ) as s where true${requiredTexts(reading, bindings)}
    ),
    page as (
      select id from found s where true${beyond(order, window.after, bindings)}
      ${orderBy(order)} offset ${bindings.bind(window.offset, 'int')} limit ${bindings.bind(window.limit, 'int')}
    )
    select total, ${PRESENTED_SELECT} from (select count(*) as total from found) as counted
      left join (page join listings using (id)) on true ${orderBy(order, 'listings.')}`;
  const rows = await runSearch<PresentedRow & { total: number }>(sql, bindings.values);
  const total = rows[0]?.total ?? 0;
  const listings = rows.filter(({ id }) => id !== null);
  return { listings, total, isEstimate: tiers.all.share * reading.vocabulary.size > most };
}

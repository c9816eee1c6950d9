// The matches of all words by date or by name: all of them sorted where they are few, else a walk along the order that
// stops when the page is full.
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
  /** How many of them pages by number lead to; a cursor goes on. */
  readonly reachable: number;
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
/** The newest listings lie side by side on disk, those of neighbouring names do not. */
const LONGEST_WALK = { newest: 50_000, created: 50_000, name: 8_000 };
/** Texts that are read for quoted and excluded words, at most. */
const TEXTS_READ = 2000;
/** So few matches are all read, and so counted, even where a walk would be shorter. */
const ALWAYS_COUNTED = 1000;
/** Matches that are sorted, at most: rows from all over the table. */
const MOST_SORTED = 8000;

/** @throws DomainError unavailable when it takes too long */
export async function listMatches(
  reading: Reading,
  scope: Scope,
  order: FixedOrder,
  window: OrderedWindow,
): Promise<Ordered> {
  const { tiers, vocabulary, query } = reading;
  if (tiers === null) return { listings: [], total: 0, reachable: 0, isEstimate: false };
  const wanted = window.offset + window.limit;
  const share = Math.max(tiers.all.share, 1e-6);
  const { probed } = tiers.all;
  const expected = Math.round(share * vocabulary.size);
  const readsTexts = query.phrases.length + query.excluded.length > 0;
  const isProbed = tiers.all.probe !== null;
  const most = readsTexts ? TEXTS_READ : MOST_SORTED;
  const breakEven = Math.sqrt((wanted * vocabulary.size) / WALK_PER_MATCH);
  const isCommon = probed * vocabulary.size > Math.min(most, Math.max(ALWAYS_COUNTED, breakEven));
  if (scope.kind === 'live' && (isCommon || (!isProbed && vocabulary.size > most))) {
    const longest = readsTexts ? Math.min(LONGEST_WALK[order], TEXTS_READ / share) : LONGEST_WALK[order];
    const needed = readsTexts ? longest : (PATIENCE * wanted) / share;
    const rows = Math.min(Math.max(SHORTEST_WALK, Math.ceil(needed)), Math.ceil(longest));
    const inReach = rows < vocabulary.size ? Math.round(share * longest) : expected;
    const listings = window.offset > inReach ? [] : await walk(reading, order, window, rows);
    const isFull = listings.length === window.limit;
    // What is found is the best there is, unless all matches are few enough to be sorted.
    if (
      isFull ||
      !isProbed ||
      window.offset > inReach ||
      (listings.length > 0 && probed * vocabulary.size > most)
    ) {
      const total = Math.max(expected, window.offset + listings.length);
      return { listings, total, reachable: Math.min(total, inReach), isEstimate: true };
    }
  }
  return sortAll(reading, tiers, scope, order, window, most);
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
  most: number,
): Promise<Ordered> {
  const bindings = new Bindings();
  const created = order === 'created' ? ', (select created_at from listings where listings.id = s.id)' : '';
  const sql = `
    with found as materialized (
      select s.id, published_at, name_key${created} from (${rowsOf(tiers.all, scope, bindings, most)}) as s where true${requiredTexts(reading, bindings)}
    ),
    page as (
      select id from found s where true${beyond(order, window.after, bindings)}
      ${orderBy(order)} offset ${bindings.bind(window.offset, 'int')} limit ${bindings.bind(window.limit, 'int')}
    )
    select total, ${PRESENTED_SELECT} from (select count(*) as total from found) as counted
      left join (page join listings using (id)) on true ${orderBy(order, 'listings.')}`;
  const rows = await runSearch<PresentedRow & { total: number }>(sql, bindings.values);
  const counted = rows[0]?.total ?? 0;
  const expected = Math.round(tiers.all.share * reading.vocabulary.size);
  const isEstimate = Math.max(counted, tiers.all.probed * reading.vocabulary.size) >= most;
  const listings = rows.filter(({ id }) => id !== null);
  return {
    listings,
    total: isEstimate ? Math.max(counted, expected) : counted,
    reachable: counted,
    isEstimate,
  };
}

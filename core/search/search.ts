// A page of search results.
import type { Actor } from '../kernel/actor.js';
import type { Warning } from '../kernel/check.js';
import { type Cursor, readCursor, writeCursor } from '../kernel/cursor.js';
import { type PresentedRow, presentListing } from '../listings/present.js';
import type { ListingPage, ListingQuery } from '../listings/schema.js';
import { findByAddress } from './address.js';
import type { Scope } from './candidates.js';
import { type Facets, facetsOf, groupsOf } from './facets.js';
import { type FixedOrder, listMatches } from './in-order.js';
import { MAX_TERMS, parseQuery, wordsToMark } from './query.js';
import { type Match, type Ranking, rankMatches } from './ranking.js';
import { countSearch } from './searches.js';
import { type Reading, readSearch, withoutFilters } from './understanding.js';

interface Asked {
  readonly scope: Scope;
  readonly page: number;
  readonly limit: number;
  readonly warnings: readonly Warning[];
  /** Whether filters are counted, too. */
  readonly isCounted: boolean;
}

export interface SearchResult {
  readonly page: ListingPage;
  /** If they were asked for. */
  readonly facets: Facets | null;
  /** The words to mark in the results. */
  readonly words: readonly string[];
}

/** The results, before they are presented. */
interface Found {
  readonly listings: readonly PresentedRow[];
  readonly order: string;
  readonly total: number;
  /** How many of them page numbers reach. */
  readonly reachable: number;
  readonly isEstimate: boolean;
  readonly full: number;
  readonly leftOut: readonly string[];
  /** Found by the address itself, not by words. */
  readonly isByAddress?: boolean;
  /** Where reading stopped before the page was full: the cursor continues there. */
  readonly stopped?: Cursor['after'] | null;
  /** The matches by category and pricing model, if filters are counted. */
  readonly counted: Pick<Ranking, 'groups' | 'scale'> | null;
  /** The key of the last row, for the cursor. */
  readonly placeOf: (listing: PresentedRow) => Cursor['after'];
}

/**
 * A page of a search: by relevance, by date or by name. By date or name, listings with most of the words are included
 * only if none has all of them, and are sorted by relevance.
 * @throws DomainError validation_error on `cursor`, unavailable
 */
export async function searchListings(
  actor: Actor,
  query: ListingQuery & { q: string },
  asked: Asked,
): Promise<SearchResult> {
  const { scope, limit } = asked;
  const reading = await readSearch(parseQuery(query.q), query);
  const fixed = fixedOrder(query, scope);
  const cursor =
    query.cursor === undefined
      ? null
      : readCursor(query.cursor, fixed ? [fixed, 'relevance'] : ['relevance']);
  const window = {
    offset: cursor ? 0 : (asked.page - 1) * limit,
    limit: limit + 1,
    after: cursor?.after ?? null,
  };
  const found = await find(reading, asked, cursor?.order === 'relevance' ? null : fixed, window, query);
  if (scope.kind === 'live' && asked.page === 1 && !cursor) {
    const isWhole = !query.category && !query.pricing;
    countSearch(actor, reading.typed, query.q, isWhole ? found.total > 0 : null);
  }
  const rows = found.listings.slice(0, limit);
  const last = rows.at(-1);
  const next = found.listings.length > limit && last ? found.placeOf(last) : (found.stopped ?? null);
  const page = cursor?.page ?? asked.page;
  const warnings = [...asked.warnings, ...tooManyTerms(reading)];
  const listed: ListingPage = {
    listings: rows.map((row) => presentListing(row, actor)),
    page,
    limit,
    total: found.total,
    total_pages: Math.ceil(Math.min(found.total, found.reachable) / limit),
    total_is_estimate: found.isEstimate,
    next_cursor: next ? writeCursor({ order: found.order, page: page + 1, after: next }) : null,
    match: found.full > 0 || found.total === 0 ? 'all' : 'most',
    full_matches: found.full,
    left_out: [...found.leftOut],
    corrected_to: found.total > 0 && !found.isByAddress ? correctionOf(reading) : null,
    ...(warnings.length > 0 ? { warnings } : {}),
  };
  return {
    page: listed,
    facets: found.counted ? facetsOf(found.counted, query) : null,
    words: wordsToMark(reading.typed, listed.corrected_to),
  };
}

function fixedOrder({ sort }: ListingQuery, scope: Scope): FixedOrder | null {
  if (sort === 'relevance') return null;
  if (sort === 'name') return 'name';
  return scope.kind === 'own' ? 'created' : 'newest';
}

type SearchWindow = Parameters<typeof listMatches>[3];

async function find(
  reading: Reading,
  { scope, isCounted }: Asked,
  fixed: FixedOrder | null,
  window: SearchWindow,
  { category, pricing, sort }: ListingQuery,
): Promise<Found> {
  const { address } = reading.query;
  /** Counted without the filters, as each count ignores its own. */
  let counted: Found['counted'] = null;
  if (address && scope.kind === 'live' && (window.after === null || Number(window.after[0]) < 0)) {
    const all = await findByAddress(address);
    if (isCounted && all.length > 0) counted = { groups: all.flatMap(groupsOf), scale: 1 };
    const listings = all.filter(
      (row) =>
        (!category || row.categories?.includes(category)) && (!pricing || row.pricingModel === pricing),
    );
    if (listings.length > 0) return { ...allOf(listings, window), counted };
  }
  const isFiltered = category !== undefined || pricing !== undefined;
  const wanted = sort === 'relevance' ? 'all' : 'inOrder';
  if (isCounted && counted === null && (fixed || isFiltered)) {
    const all = isFiltered ? withoutFilters(reading) : reading;
    counted = await rankMatches(all, scope, { offset: 0, limit: 0, after: null }, all.tiers?.[wanted]);
  }
  if (fixed) {
    const found = await listMatches(reading, scope, fixed, window);
    const placeOf = (row: PresentedRow): Cursor['after'] => [keyOf(row, fixed), row.id];
    const isAll = found.total > 0 || window.after !== null;
    if (isAll) return { ...found, order: fixed, full: found.total, leftOut: [], counted, placeOf };
  }
  const after = window.after as [number, string] | null;
  const isBoth = isCounted && counted === null;
  const ranking = await rankMatches(
    reading,
    scope,
    { ...window, after },
    isBoth ? reading.tiers?.[wanted] : null,
  );
  const { matches, full, ranked, isEstimate } = ranking;
  const scores = new Map(matches.map(({ listing, score }) => [listing.id, score]));
  return {
    listings: matches.map(({ listing }) => listing),
    order: 'relevance',
    total: isEstimate ? Math.max(full, ranked) : ranked,
    reachable: ranked,
    isEstimate,
    full,
    leftOut: leftOut(reading, matches),
    counted: isBoth ? ranking : counted,
    placeOf: (row) => [scores.get(row.id) ?? 0, row.id],
  };
}

/** All of a few listings. Their scores count down from -1, which no other search uses. */
function allOf(listings: readonly PresentedRow[], { offset, limit, after }: SearchWindow): Found {
  const total = listings.length;
  const start = after ? -Number(after[0]) : offset;
  return {
    listings: listings.slice(start, start + limit),
    order: 'relevance',
    total,
    reachable: total,
    isEstimate: false,
    full: total,
    leftOut: [],
    isByAddress: true,
    counted: null,
    placeOf: (row) => [-1 - listings.indexOf(row), row.id],
  };
}

function keyOf(row: PresentedRow, order: FixedOrder): string {
  if (order === 'name') return row.nameKey;
  const time = order === 'created' ? row.createdAt : (row.publishedAt ?? row.createdAt);
  return time.toISOString();
}

/** The words that the best of the partial matches lacks; none while full matches fill the page. */
function leftOut({ terms }: Reading, matches: readonly Match[]): string[] {
  const best = matches.find(({ isFull }) => !isFull);
  if (!best) return [];
  // Several English words may stand for one that was typed.
  const found = new Set(terms.filter((_, index) => best.found & (2 ** index)).map(({ text }) => text));
  const missing = terms.filter(({ meaning, isSolid, text }) => meaning > 0 && isSolid && !found.has(text));
  return [...new Set(missing.map(({ text }) => text))];
}

/** The search as it was interpreted, if words were corrected or an address replaced by its name. */
function correctionOf({ terms, query }: Reading): string | null {
  if (query.called !== null) return terms.map(({ text, correctedTo }) => correctedTo ?? text).join(' ');
  if (terms.every(({ correctedTo }) => correctedTo === null)) return null;
  return terms.map(({ text, correctedTo }) => correctedTo ?? text).join(' ');
}

function tooManyTerms({ query }: Reading): Warning[] {
  if (query.ignored.length === 0) return [];
  const error = `A search takes at most ${MAX_TERMS} different words; left out: ${query.ignored.slice(0, 20).join(', ')}.`;
  return [{ field: 'q', code: 'too_many_terms', error }];
}

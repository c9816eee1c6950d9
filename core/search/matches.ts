import { displayHost, readProductUrl } from '../addresses/site.js';
import type { Actor } from '../kernel/actor.js';
import type { Warning } from '../kernel/check.js';
import { DomainError } from '../kernel/errors.js';
import type { Cursor } from '../kernel/lists.js';
import { PRESENTED_SELECT, type PresentedRow } from '../listings/present.js';
import type { ListingPage, ListingQuery } from '../listings/schema.js';
import { isShared } from '../listings/search-document.js';
import { inScope, requiredTexts, type Scope } from './candidates.js';
import { type Facets, facetsOf, lexemesOf, offerFilters } from './facets.js';
import type { Filter } from './filters.js';
import * as inOrder from './in-order.js';
import { MAX_TERMS, parseQuery, wordsToMark } from './query.js';
import { countSearch } from './query-log.js';
import { type Match, type Ranking, rankMatches } from './ranking.js';
import { Bindings, runSearch } from './statement.js';
import { type Reading, readSearch, withoutFilters } from './understanding.js';

export type Order = inOrder.FixedOrder | 'relevance' | 'popular';

export interface Found extends inOrder.Ordered {
  readonly order: Order;
  /** The listing's position in this order, for the cursor. */
  readonly placeOf: (listing: PresentedRow) => Cursor['after'];
  readonly search?: {
    readonly said: Pick<
      ListingPage,
      'match' | 'full_matches' | 'left_out' | 'corrected_to' | 'suggested_filters'
    >;
    readonly facets: Facets | null;
    readonly words: readonly string[];
    readonly warnings: readonly Warning[];
  };
}

interface Matches extends Found {
  readonly full: number;
  readonly leftOut: readonly string[];
  /** Whether the listings were found by an address, not by words. */
  readonly isByAddress?: boolean;
  /** Counts by category and pricing model, if filters are counted. */
  readonly counted: Pick<Ranking, 'groups' | 'scale'> | null;
}

interface Asked {
  readonly scope: Scope;
  readonly order: Order;
  readonly window: inOrder.OrderedWindow;
  readonly filters: readonly Filter[];
  readonly isCounted: boolean;
}

/** Listings of a search that the query log keeps: those of the first page. */
const MAX_SHOWN = 20;

/** A page of a search. Except by relevance, partial matches appear only if no listing has all words, and are
 * then sorted by relevance. @throws DomainError unavailable */
export async function searchListings(
  actor: Actor,
  query: ListingQuery & { q: string },
  asked: Asked,
): Promise<Found> {
  const typed = parseQuery(query.q);
  const asTyped = await readSearch(typed, asked.filters);
  const readAs = correctionOf(asTyped);
  let reading = asTyped;
  // Corrected words are searched as if typed right.
  if (readAs && !asTyped.query.address) {
    const { phrases, excluded, endsOpen } = typed;
    reading = await readSearch({ ...parseQuery(readAs), phrases, excluded, endsOpen }, asked.filters);
  }
  let found = await findMatches(reading, asked, query.sort);
  if (found.total === 0 && reading !== asTyped) {
    reading = asTyped;
    found = await findMatches(reading, asked, query.sort);
  }
  if (asked.scope.kind === 'live' && asked.window.offset === 0 && asked.window.after === null) {
    const isWhole = asked.filters.length === 0;
    const shown = found.listings.slice(0, Math.min(asked.window.limit - 1, MAX_SHOWN)).map(({ id }) => id);
    countSearch(actor, typed, query.q, isWhole ? shown : null);
  }
  const offers =
    asked.scope.kind === 'live' && asked.filters.length === 0
      ? await offerFilters(reading, found.total === 0)
      : [];
  const corrected = found.total > 0 && !found.isByAddress ? readAs : null;
  return {
    ...found,
    search: {
      said: {
        match: found.full > 0 || found.total === 0 ? 'all' : 'most',
        full_matches: found.full,
        left_out: [...found.leftOut],
        corrected_to: corrected,
        ...(offers.length > 0 ? { suggested_filters: offers } : {}),
      },
      facets: found.counted ? facetsOf(found.counted, asked.filters, query.sort === 'relevance') : null,
      words: wordsToMark(reading.typed, corrected),
      warnings: tooManyTerms(reading),
    },
  };
}

async function findMatches(
  reading: Reading,
  { scope, order, window, filters, isCounted }: Asked,
  sort: ListingQuery['sort'],
): Promise<Matches> {
  const { address } = reading.query;
  /** Counted without the filters, as each count ignores its own. */
  let counted: Matches['counted'] = null;
  if (address && scope.kind === 'live' && (window.after === null || Number(window.after[0]) < 0)) {
    const all = await findByAddress(address);
    const listings = all.filter((row) => {
      const lexemes = lexemesOf(row);
      return filters.every((filter) => filter.lexemes.some((one) => lexemes.includes(one)));
    });
    // Fewer results need no filters.
    if (listings.length > 0) return { ...allOf(listings, window), counted: { groups: [], scale: 1 } };
  }
  const isFiltered = filters.length > 0;
  const wanted = sort === 'relevance' || sort === 'popular' ? 'all' : 'inOrder';
  const isFixed = order !== 'relevance' && order !== 'popular';
  if (isCounted && counted === null && (isFixed || isFiltered)) {
    const all = isFiltered ? withoutFilters(reading) : reading;
    const nothing = { offset: 0, limit: 0, after: null };
    counted = await rankMatches(all, scope, nothing, { counted: wanted, filters });
  }
  if (isFixed) {
    const found =
      scope.kind === 'own' || order === 'created'
        ? await listOwn(reading, scope, order, window)
        : await inOrder.listMatches(reading, order, window);
    const placeOf = (row: PresentedRow) => inOrder.placeIn(order, row);
    if (found.total > 0 || window.after !== null)
      return { ...found, order, full: found.total, leftOut: [], counted, placeOf };
  }
  const isBoth = isCounted && counted === null;
  const isPopular = order === 'popular';
  const ranking = await rankMatches(reading, scope, window, {
    counted: isBoth ? wanted : null,
    isNarrowed: isFiltered,
    isPopular,
  });
  const { matches, full, ranked, isEstimate } = ranking;
  const scores = new Map(matches.map(({ id, score }) => [id, score]));
  return {
    listings: matches,
    order: isPopular ? order : 'relevance',
    total: isEstimate ? Math.max(full, ranked) : ranked,
    reachable: ranked,
    isEstimate,
    stopped: null,
    full,
    leftOut: leftOut(reading, matches),
    counted: isBoth ? ranking : counted,
    placeOf: (row) => [scores.get(row.id) ?? 0, row.id],
  };
}

/** The caller's own matches: few enough to count them all. */
async function listOwn(
  reading: Reading,
  scope: Scope,
  order: inOrder.FixedOrder,
  window: inOrder.OrderedWindow,
) {
  const bindings = new Bindings();
  const matches = `select from listing_search as s where s.id = listings.id
    and s.search @@ ${bindings.query(reading.tiers?.inOrder.tsquery ?? null)}${requiredTexts(reading, bindings)}`;
  const where = `${inScope(scope, bindings)} and exists (${matches})`;
  const { listings, total } = await inOrder.listWhere(where, order, window, bindings, true);
  return inOrder.allRead(listings, total);
}

/** A few listings, all shown. Their scores count down from -1, which no other search uses. */
function allOf(
  listings: readonly PresentedRow[],
  { offset, limit, after }: inOrder.OrderedWindow,
): Omit<Matches, 'counted'> {
  const total = listings.length;
  const start = after ? -Number(after[0]) : offset;
  return {
    ...inOrder.allRead(listings.slice(start, start + limit), total),
    order: 'relevance',
    full: total,
    leftOut: [],
    isByAddress: true,
    placeOf: (row) => [-1 - listings.indexOf(row), row.id],
  };
}

/** Words missing from the best partial match. Empty if full matches fill the page. */
function leftOut({ terms }: Reading, matches: readonly Match[]): string[] {
  const best = matches.find(({ isFull }) => !isFull);
  if (!best) return [];
  // Several English words may translate one typed word.
  const found = new Set(terms.filter((_, index) => best.found & (2 ** index)).map(({ text }) => text));
  const missing = terms.filter(({ meaning, isSolid, text }) => meaning > 0 && isSolid && !found.has(text));
  return [...new Set(missing.map(({ text }) => text))];
}

/** The interpreted search, if words were corrected or an address replaced by its name. */
function correctionOf({ terms, query, repairs }: Reading): string | null {
  // A name that was typed in parts is no typo.
  const isName = repairs.get(query.words.map(({ joined }) => joined).join(''))?.isKnown;
  const isRight = isName || terms.every(({ correctedTo }) => correctedTo === null);
  return query.called === null && isRight
    ? null
    : terms.map(({ text, correctedTo }) => correctedTo ?? text).join(' ');
}

function tooManyTerms({ query }: Reading): Warning[] {
  if (query.ignored.length === 0) return [];
  const error = `A search takes at most ${MAX_TERMS} different words; left out: ${query.ignored.slice(0, 20).join(', ')}.`;
  return [{ field: 'q', code: 'too_many_terms', error }];
}

const MAX_LISTINGS = 50;

/** Live listings at an address, the exact page first. */
async function findByAddress(address: URL): Promise<PresentedRow[]> {
  const key = urlKeyOf(address);
  if (key === null) return [];
  const host = displayHost(address.href);
  const bindings = new Bindings();
  const exact = `select id from listings where status = 'live' and url_key = ${bindings.bind(key, 'text')}`;
  const ofHost = isShared(host)
    ? 'false'
    : `live and search @@ ${bindings.query(`'/${host.replace(/['\\]/g, '')}'`)}`;
  const sql = `
    with exact as (${exact}), of_host as (select id from listing_search where ${ofHost} limit ${MAX_LISTINGS})
    select ${PRESENTED_SELECT} from (select id from exact union select id from of_host) as found
      join listings using (id)
    order by id in (select id from exact) desc, published_at desc, id desc limit ${MAX_LISTINGS}`;
  return runSearch<PresentedRow>(sql, bindings.values);
}

/** Anything with a dot may have been typed: node.js is not the address of a public page, and no error. */
function urlKeyOf(address: URL): string | null {
  try {
    return readProductUrl(address.href).urlKey;
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

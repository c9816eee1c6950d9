import { displayHost, urlKeyOf } from '../addresses/site.js';
import type { Actor } from '../kernel/actor.js';
import type { Warning } from '../kernel/check.js';
import type { Cursor } from '../kernel/lists.js';
import { PRESENTED_SELECT, type PresentedRow } from '../listings/present.js';
import type { ListingPage, ListingQuery } from '../listings/schema.js';
import { isShared } from '../listings/search-document.js';
import { inScope, requiredTexts, type Scope } from './candidates.js';
import { type Facets, facetsOf, offerFilters } from './facets.js';
import type { Filter } from './filters.js';
import * as inOrder from './in-order.js';
import { MAX_TERMS, parseQuery, wordsToMark } from './query.js';
import { countSearch } from './query-log.js';
import { type Match, type Ranking, rankMatches } from './ranking.js';
import { Bindings, runSearch } from './statement.js';
import { type Reading, readSearch, withoutFilters } from './understanding.js';
import { quote } from './word-forms.js';

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

/** Maximum listings of a search that the query log stores, from its first page. */
const MAX_SHOWN = 20;
const NO_ROWS: inOrder.OrderedWindow = { offset: 0, limit: 0, after: null };

/** A page of a search. In lists by date or name, partial matches appear only if no listing has all
 * words, and are then sorted by relevance. @throws DomainError unavailable */
export async function searchListings(
  actor: Actor,
  { q, sort }: ListingQuery & { q: string },
  asked: Asked,
): Promise<Found> {
  const { window, filters } = asked;
  const typed = parseQuery(q);
  const asTyped = await readSearch(typed, filters);
  const readAs = correctionOf(asTyped);
  const { phrases, excluded, endsOpen } = typed;
  // Corrected words are searched as if typed correctly.
  const corrected =
    readAs === null || typed.address
      ? asTyped
      : await readSearch({ ...parseQuery(readAs), phrases, excluded, endsOpen }, filters);
  const first = await findMatches(corrected, asked, sort);
  const isWrong = first.total === 0 && corrected !== asTyped;
  const [reading, found] = isWrong ? [asTyped, await findMatches(asTyped, asked, sort)] : [corrected, first];
  const isLive = asked.scope.kind === 'live';
  const isWhole = filters.length === 0;
  if (isLive && window.offset === 0 && window.after === null) {
    const shown = found.listings.slice(0, Math.min(window.limit - 1, MAX_SHOWN)).map(({ id }) => id);
    countSearch(actor, typed, q, isWhole ? shown : null);
  }
  const offers = isLive && isWhole ? await offerFilters(reading, found.total === 0) : [];
  const correctedTo = found.total > 0 && !found.isByAddress ? readAs : null;
  return {
    ...found,
    search: {
      said: {
        match: found.full > 0 || found.total === 0 ? 'all' : 'most',
        full_matches: found.full,
        left_out: [...found.leftOut],
        corrected_to: correctedTo,
        ...(offers.length > 0 ? { suggested_filters: offers } : {}),
      },
      facets: found.counted ? facetsOf(found.counted, filters, sort === 'relevance') : null,
      words: wordsToMark(reading.typed, correctedTo),
      warnings: tooManyTerms(reading),
    },
  };
}

async function findMatches(
  reading: Reading,
  { scope, order, window, isCounted }: Asked,
  sort: ListingQuery['sort'],
): Promise<Matches> {
  const found = scope.kind === 'live' ? await findByAddress(reading, window) : null;
  if (found) return found;
  const isPopular = order === 'popular';
  const isFixed = order !== 'relevance' && !isPopular;
  const which = isCounted ? (sort === 'relevance' || sort === 'popular' ? 'all' : 'inOrder') : null;
  const isApart = isFixed || reading.filters.length > 0;
  // Count without the filters: each count ignores its own filter.
  const counted = which && isApart ? await rankMatches(withoutFilters(reading), scope, NO_ROWS, which) : null;
  if (isFixed) {
    const listed =
      scope.kind === 'own' || order === 'created'
        ? await listOwn(reading, scope, order, window)
        : await inOrder.listMatches(reading, order, window);
    const placeOf = (row: PresentedRow) => inOrder.placeIn(order, row);
    if (listed.total > 0 || window.after !== null)
      return { ...listed, order, full: listed.total, leftOut: [], counted, placeOf };
  }
  const ranking = await rankMatches(reading, scope, window, isApart ? null : which, isPopular);
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
    counted: counted ?? (which && ranking),
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

/** Live listings at an address, the exact page first; null if the search is no address, or no listing is
 * there. Their scores count down from -1, which no other search uses. */
async function findByAddress(
  { query: { address }, filters }: Reading,
  { offset, limit, after }: inOrder.OrderedWindow,
): Promise<Matches | null> {
  // Not every word with a dot is an address: node.js has no public host.
  const key = address && urlKeyOf(address.href);
  if (!key || (after && Number(after[0]) >= 0)) return null;
  const host = displayHost(address.href);
  const bindings = new Bindings();
  const exact = `select id from listings where status = 'live' and url_key = ${bindings.bind(key, 'text')}`;
  const ofHost = isShared(host)
    ? 'false'
    : `live and search @@ ${bindings.query(`'/${host.replace(/['\\]/g, '')}'`)}`;
  const filtered = filters.map(
    ({ lexemes }) => ` and search @@ ${bindings.query(lexemes.map(quote).join('|'))}`,
  );
  const sql = `
    with exact as (${exact}), of_host as (select id from listing_search where ${ofHost} limit ${MAX_LISTINGS})
    select ${PRESENTED_SELECT} from (select id from exact union select id from of_host) as found
      join listings using (id)
    where exists (select from listing_search where id = found.id${filtered.join('')})
    order by id in (select id from exact) desc, published_at desc, id desc limit ${MAX_LISTINGS}`;
  const listings = await runSearch<PresentedRow>(sql, bindings.values);
  const total = listings.length;
  if (total === 0) return null;
  const start = after ? -Number(after[0]) : offset;
  return {
    ...inOrder.allRead(listings.slice(start, start + limit), total),
    order: 'relevance',
    full: total,
    leftOut: [],
    isByAddress: true,
    // An address has few results: counting filters is unnecessary.
    counted: { groups: [], scale: 1 },
    placeOf: (row) => [-1 - listings.indexOf(row), row.id],
  };
}

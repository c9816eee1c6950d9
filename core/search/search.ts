// Reads public listings and the caller's own: visibility, search, filters, order and paging, for every door.
// Staff read through core/moderation/listings.ts.
import { prepare } from '../../db/prepared.js';
import { type Actor, accountId, requireAccount } from '../kernel/actor.js';
import { check, type Warning } from '../kernel/check.js';
import { DomainError, notFound, say } from '../kernel/errors.js';
import { clampLimit, presentEach, readCursor, writeCursor } from '../kernel/lists.js';
import { PRESENTED_SELECT, type PresentedRow, presentListing } from '../listings/present.js';
import { can } from '../listings/rights.js';
import { type Listing, type ListingPage, ListingQuery, MAX_PUBLIC_PAGE } from '../listings/schema.js';
import { withHeldReasons } from '../listings/screen.js';
import { isSlug } from '../listings/slugs.js';
import { keysUnder } from './a-to-z.js';
import { inScope, type Scope } from './candidates.js';
import { sampleTerms } from './counts.js';
import { countFacets, countListings, type Facets, presentFacets } from './facets.js';
import { type Filter, isOfFact, readFilters } from './filters.js';
import { allRead, listMatches, listWhere, type OrderedWindow, placeIn } from './in-order.js';
import { type Found, type Order, searchListings } from './matches.js';
import { listPopular } from './popular.js';
import { parseQuery } from './query.js';
import { Bindings } from './statement.js';
import { tiersOfFilters } from './tiers.js';
import { readVocabulary } from './vocabulary.js';

/** The last row that page numbers of a search can reach; a cursor continues from there (C3, deep_page). */
const DEEPEST_SEARCH_ROW = 100_000;

/** A page of the live listings, or with `mine: 1` of the caller's own in every status. @param input ListingQuery
 * @throws DomainError deep_page */
export async function findListings(actor: Actor, input: unknown): Promise<ListingPage> {
  const isCounted = (input as ListingQuery | null)?.facets === 1;
  return (await find(actor, input, isCounted)).page;
}

/** findListings with the counts of each filter and the words to highlight. @throws as `findListings` */
export async function findWithFacets(actor: Actor, input: unknown) {
  const { page, facets, words } = await find(actor, input, true);
  return { page, facets: facets as Facets, words };
}

async function find(actor: Actor, input: unknown, isCounted: boolean) {
  const checked = check(ListingQuery, input);
  const query = { ...checked, q: checked.q?.trim() ?? '' };
  const isMine = query.mine === 1;
  if (isMine) requireAccount(actor, 'listings:read');
  const scope: Scope = isMine
    ? { kind: 'own', ownerId: accountId(actor) ?? '', status: query.status ?? null }
    : { kind: 'live' };
  const filters = readFilters(query);
  const { limit, warnings } = clampLimit(query.limit, MAX_PUBLIC_PAGE);
  if (query.q && query.cursor === undefined && (query.page ?? 1) * limit > DEEPEST_SEARCH_ROW) {
    const message = `A search is paged by number only up to row ${DEEPEST_SEARCH_ROW}. Go on with "cursor", the next_cursor of the previous page.`;
    throw new DomainError('deep_page', message, { field: 'page' });
  }
  const order = orderOf(query, isMine);
  // In any order, the cursor may have reached the partial matches, which are sorted by relevance.
  const cursor =
    query.cursor === undefined ? null : readCursor(query.cursor, query.q ? [order, 'relevance'] : [order]);
  const page = cursor?.page ?? query.page ?? 1;
  const window = { offset: cursor ? 0 : (page - 1) * limit, limit: limit + 1, after: cursor?.after ?? null };
  const isByRelevance = order === 'relevance' || cursor?.order === 'relevance';
  const found = query.q
    ? await searchListings(actor, query, {
        scope,
        order: isByRelevance ? 'relevance' : order,
        window,
        filters,
        isCounted,
      })
    : await listAll(query, filters, scope, order as Exclude<Order, 'relevance'>, window);
  const facets = isCounted ? (found.search?.facets ?? (await countFacets(filters))) : null;
  const rows = found.listings.slice(0, limit);
  const last = rows.at(-1);
  const next = found.listings.length > limit && last ? found.placeOf(last) : found.stopped;
  const allWarnings = [...warnings, ...withoutEffect(query, isMine), ...(found.search?.warnings ?? [])];
  return {
    page: {
      listings: await withHeldReasons(
        actor,
        presentEach(rows, (row) => presentListing(row, actor)),
      ),
      page,
      limit,
      total: found.total,
      total_pages: Math.ceil(Math.min(found.total, found.reachable) / limit),
      total_is_estimate: found.isEstimate,
      next_cursor: next ? writeCursor({ order: found.order, page: page + 1, after: next }) : null,
      ...(facets && query.facets ? { facets: presentFacets(facets) } : {}),
      ...found.search?.said,
      ...(allWarnings.length > 0 ? { warnings: allWarnings } : {}),
    },
    facets,
    words: found.search?.words ?? [],
  };
}

function orderOf({ q, sort }: ListingQuery, isMine: boolean): Order {
  if (sort === 'name' || sort === 'popular' || (sort === 'relevance' && q)) return sort;
  return isMine ? 'created' : 'newest';
}

/** Lists a scope with filters. Counts of live listings with at most one filter are stored. */
async function listAll(
  { category, pricing, letter }: ListingQuery,
  filters: readonly Filter[],
  scope: Scope,
  order: Exclude<Order, 'relevance'>,
  window: OrderedWindow,
): Promise<Found> {
  const isWhole = scope.kind === 'live' && letter === undefined;
  const counted = isWhole ? await countListings(filters) : null;
  const haveFacts = filters.some(isOfFact);
  const vocabulary = await readVocabulary();
  const tiers = tiersOfFilters(filters, vocabulary);
  if (isWhole && (haveFacts || counted === null) && order !== 'created' && order !== 'popular') {
    const placeOf = (row: PresentedRow) => placeIn(order, row);
    const found = await listMatches({ tiers, vocabulary, query: parseQuery('') }, order, window);
    const isEstimate = found.isEstimate && counted === null;
    return { ...found, total: counted ?? found.total, isEstimate, order, placeOf };
  }
  const bindings = new Bindings();
  const conditions = [inScope(scope, bindings)];
  // A literal, for the category's partial index; the schema has validated it. Quoted, so that null is text.
  if (category) conditions.push(`categories @> '{"${category}"}'::text[]`);
  if (pricing) conditions.push(`pricing_model = ${bindings.bind(pricing, 'text')}`);
  if (letter) {
    const [from, below] = keysUnder(letter);
    conditions.push(`name_key >= ${bindings.bind(from, 'text')}`);
    if (below !== null) conditions.push(`name_key < ${bindings.bind(below, 'text')}`);
  }
  if (haveFacts) {
    const met = `s.search @@ ${bindings.query(tiers.all.tsquery)}`;
    conditions.push(`exists (select from listing_search as s where s.id = listings.id and ${met})`);
  }
  const where = conditions.join(' and ');
  const [{ listings, total, placeOf, most }, sample] = await Promise.all([
    order === 'popular'
      ? listPopular(where, window, bindings, !isWhole)
      : listWhere(where, order, window, bindings, !isWhole),
    isWhole && counted === null ? sampleTerms(filters) : null,
  ]);
  const all = allRead(listings, counted ?? sample?.count('') ?? total);
  return {
    ...all,
    isEstimate: sample?.isEstimate ?? false,
    reachable: Math.min(all.total, most),
    order,
    placeOf,
  };
}

const listingBySlug = prepare<PresentedRow>(`select ${PRESENTED_SELECT} from listings where slug = $1`);

const mergedInto = prepare<{ slug: string }>(
  `select older.slug from listings join listings as older on older.id = listings.duplicate_of
   where listings.slug = $1 and older.status = 'live'`,
);

/** @throws DomainError not_found if missing or not visible; with `movedTo` if merged */
export async function getListing(actor: Actor, slug: string): Promise<{ listing: Listing }> {
  const [row] = isSlug(slug) ? await listingBySlug([slug]) : [];
  if (!row || !can(actor, 'see', row)) {
    const [older] = row?.status === 'archived' ? await mergedInto([slug]) : [];
    throw older
      ? new DomainError('not_found', say('error.merged', older), { movedTo: older.slug })
      : notFound('listing');
  }
  const listing = presentListing(row, actor);
  if (row.status === 'live') return { listing };
  const [held = listing] = await withHeldReasons(actor, [listing]);
  return { listing: held };
}

/** Warns of parameters that others make ineffective. */
function withoutEffect({ q, status, cursor, page, letter }: ListingQuery, isMine: boolean): Warning[] {
  const cases = [
    [status && !isMine, 'status', '"status" has an effect only together with mine=1.'],
    [
      cursor !== undefined && page !== undefined,
      'page',
      '"page" has no effect together with a cursor, which goes on where its page ended.',
    ],
    [q && letter, 'letter', '"letter" has no effect together with "q".'],
  ] as const;
  return cases.flatMap(([applies, field, error]) =>
    applies ? [{ field, code: 'unknown_field' as const, error }] : [],
  );
}

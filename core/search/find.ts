// Reading listings: visibility, search, filters, order and paging. Every interface reads through this file.
import type { QueryBuilder } from 'objection';
import { raw } from 'objection';
import { ListingModel } from '../../db/models/listing.js';
import { prepare } from '../../db/prepared.js';
import { requireAccount } from '../kernel/access.js';
import { type Actor, accountId } from '../kernel/actor.js';
import { check } from '../kernel/check.js';
import { type Cursor, readCursor, writeCursor } from '../kernel/cursor.js';
import { DomainError, notFound } from '../kernel/errors.js';
import { clampLimit } from '../kernel/lists.js';
import { DEFAULT_PAGE_SIZE } from '../kernel/schema.js';
import {
  PRESENTED_COLUMNS,
  PRESENTED_SELECT,
  type PresentedRow,
  presentListing,
} from '../listings/present.js';
import { can } from '../listings/rights.js';
import {
  type Listing,
  type ListingPage,
  ListingQuery,
  type ListingSort,
  MAX_PUBLIC_PAGE,
} from '../listings/schema.js';
import { withHeldWords } from '../listings/screen.js';
import { isSlug } from '../listings/slugs.js';
import { countOf } from './counts.js';
import { countFacets, type Facets } from './facets.js';
import { type CountedRow, readFirstPage } from './first-page.js';
import { keysUnder } from './letters.js';
import { type SearchResult, searchListings } from './search.js';

/** The last page of a search by number; the cursor continues from there (C3, deep_page). */
const DEEPEST_SEARCH_ROW = 100_000;

type ListingRows = QueryBuilder<ListingModel, ListingModel[]>;

/**
 * A page of listings: the live ones, or with `mine: 1` the caller's own in every status.
 * @param input the query (schema ListingQuery), numbers as numbers
 * @throws DomainError validation_error, unauthorized (mine as a guest), deep_page
 */
export async function findListings(actor: Actor, input: unknown): Promise<ListingPage> {
  return (await find(actor, input, false)).page;
}

/**
 * The same with how many live listings each filter would show, and the words of a search.
 * @throws DomainError as `findListings`
 */
export async function findWithFacets(
  actor: Actor,
  input: unknown,
): Promise<SearchResult & { facets: Facets }> {
  const found = await find(actor, input, true);
  return { ...found, facets: found.facets ?? (await countFacets(check(ListingQuery, input))) };
}

async function find(actor: Actor, input: unknown, isCounted: boolean): Promise<SearchResult> {
  const query = check(ListingQuery, input);
  const isMine = query.mine === 1;
  if (isMine) requireAccount(actor, 'listings:read');
  const { limit, warnings } = clampLimit(query.limit, MAX_PUBLIC_PAGE);
  const page = query.page ?? 1;
  const q = query.q?.trim() ?? '';
  if (q && query.cursor === undefined && page * limit > DEEPEST_SEARCH_ROW) throw deepPage();
  if (query.status && !isMine) {
    warnings.push({
      field: 'status',
      code: 'unknown_field',
      error: '"status" has an effect only together with mine=1.',
    });
  }
  if (query.cursor !== undefined && query.page !== undefined) {
    const error = '"page" has no effect together with a cursor, which goes on where its page ended.';
    warnings.push({ field: 'page', code: 'unknown_field', error });
  }
  if (q && query.letter) {
    const error = '"letter" has no effect together with "q".';
    warnings.push({ field: 'letter', code: 'unknown_field', error });
  }
  if (q) {
    const scope = isMine
      ? { kind: 'own' as const, ownerId: accountId(actor) ?? '', status: query.status ?? null }
      : { kind: 'live' as const };
    return searchListings(actor, { ...query, q }, { scope, page, limit, warnings, isCounted });
  }
  const order = orderOf(query.sort ?? 'newest', isMine);
  const cursor = query.cursor === undefined ? null : readCursor(query.cursor, [order.name]);

  const scope = () => {
    const rows = isMine
      ? ListingModel.query().where('owner_id', accountId(actor))
      : ListingModel.query().where('status', 'live');
    if (isMine && query.status) rows.where('status', query.status);
    // As a literal, which the schema has validated: each category has a partial index of its own. Quoted: a bare
    // null would be a missing element.
    if (query.category) rows.whereRaw(`categories @> '{"${query.category}"}'::text[]`);
    if (query.pricing) rows.where('pricing_model', query.pricing);
    if (query.letter) whereUnder(rows, query.letter);
    return rows;
  };
  const offset = cursor ? 0 : (page - 1) * limit;
  // Public listings are counted already; one's own listings, and those of a letter, are counted in the query of the
  // page.
  const isUncounted = isMine || query.letter !== undefined;
  const isFirst = !isUncounted && !cursor && offset === 0 && limit === DEFAULT_PAGE_SIZE;
  const found = isFirst
    ? await readFirstPage({ ...query, sort: order.name === 'name' ? 'name' : 'newest' }, limit + 1)
    : ((await pageOf(scope(), order, cursor, offset, limit + 1).select(
        (isUncounted ? scope().count() : countOf(query)).as('total'),
      )) as unknown as CountedRow[]);
  const isPastTheEnd = found.length === 0 && (offset > 0 || cursor !== null);
  const total = isPastTheEnd ? await countBeyond(query, isUncounted, scope()) : (found[0]?.total ?? 0);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const listed: ListingPage = {
    listings: await withHeldWords(rows.map((row) => presentListing(row, actor))),
    page: cursor?.page ?? page,
    limit,
    total,
    total_pages: Math.ceil(total / limit),
    total_is_estimate: false,
    next_cursor:
      found.length > limit && last
        ? writeCursor({ order: order.name, page: (cursor?.page ?? page) + 1, after: order.placeOf(last) })
        : null,
    ...(warnings.length > 0 ? { warnings } : {}),
  };
  return { page: listed, facets: null, words: [] };
}

const listingBySlug = prepare<PresentedRow>(`select ${PRESENTED_SELECT} from listings where slug = $1`);

/**
 * One listing by its slug.
 * @throws DomainError not_found when missing, or not live and the caller is neither its owner nor an admin
 */
export async function getListing(actor: Actor, slug: string): Promise<{ listing: Listing }> {
  const [row] = isSlug(slug) ? await listingBySlug([slug]) : [];
  if (!row || !can(actor, 'see', row)) throw notFound('listing');
  const [listing] = await withHeldWords([presentListing(row, actor)]);
  return { listing: listing as Listing };
}

interface Order {
  name: string;
  /** The expression sorted by, before the id. */
  key: ReturnType<typeof raw>;
  direction: 'asc' | 'desc';
  placeOf: (row: PresentedRow) => Cursor['after'];
  keyType: 'timestamptz' | 'text collate "C"';
}

function orderOf(sort: ListingSort, isMine: boolean): Order {
  if (sort === 'name') {
    return {
      name: 'name',
      key: raw('name_key'),
      direction: 'asc',
      placeOf: (row) => [row.nameKey, row.id],
      keyType: 'text collate "C"',
    };
  }
  return {
    name: isMine ? 'created' : 'newest',
    key: raw(isMine ? 'created_at' : 'published_at'),
    direction: 'desc',
    placeOf: (row) => [(isMine ? row.createdAt : (row.publishedAt ?? row.createdAt)).toISOString(), row.id],
    keyType: 'timestamptz',
  };
}

function whereUnder(rows: ListingRows, letter: string): void {
  const [from, below] = keysUnder(letter);
  rows.where('name_key', '>=', from);
  if (below !== null) rows.where('name_key', '<', below);
}

/** The ids of a page come from an index alone; only then are its rows read. */
function pageOf(
  rows: ListingRows,
  { key, direction, keyType }: Order,
  cursor: Cursor | null,
  offset: number,
  count: number,
): ListingRows {
  if (cursor) {
    const beyond = direction === 'asc' ? '>' : '<';
    rows.whereRaw(`(?, id) ${beyond} (?::${keyType}, ?::uuid)`, [key, cursor.after[0], cursor.after[1]]);
  }
  const page = rows.select('id').orderBy(key, direction).orderBy('id', direction).offset(offset).limit(count);
  return ListingModel.query()
    .select(PRESENTED_COLUMNS)
    .whereIn('id', page)
    .orderBy(key, direction)
    .orderBy('id', direction);
}

/** The total, for a page beyond the last one. */
async function countBeyond(query: ListingQuery, isUncounted: boolean, rows: ListingRows): Promise<number> {
  if (isUncounted) return rows.resultSize();
  const counted = await ListingModel.query().select(countOf(query).as('total')).limit(1);
  return (counted[0] as CountedRow | undefined)?.total ?? 0;
}

function deepPage(): DomainError {
  return new DomainError(
    'deep_page',
    `A search is paged by number only up to row ${DEEPEST_SEARCH_ROW}. Go on with "cursor", the next_cursor of the page before.`,
    { field: 'page' },
  );
}

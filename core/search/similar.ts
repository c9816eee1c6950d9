// Listings similar to another one, by the rare words they share; and those that call themselves an alternative to it.
import { prepare } from '../../db/prepared.js';
import type { Actor } from '../kernel/actor.js';
import { PRESENTED_SELECT, type PresentedRow, presentListing } from '../listings/present.js';
import type { Listing } from '../listings/schema.js';
import { toSearchDocument } from '../listings/search-document.js';
import { joinWords } from '../listings/words.js';
import { Bindings, runSearch } from './statement.js';
import { quote } from './terms.js';
import { readVocabulary, type Vocabulary } from './vocabulary.js';

/** Words of a listing that are searched for in others: its rarest, those of name and tagline counting more. */
const MAX_WORDS = 10;
/** A word in more than this share of listings is ignored. */
const TOO_COMMON = 0.2;
const IN_NAME = 1.5;
const IN_TAGLINE = 2;
/** Index entries of words that may be read. */
const MAX_EFFORT = 12_000;
const CANDIDATES = 400;
const MAX_ALTERNATIVES = 50;
/**
 * Newest listings that share a category, read before choosing: few enough for a common category among a million
 * listings.
 */
const CATEGORY_CANDIDATES = 200;

interface DistinctiveWord {
  readonly tsquery: string;
  readonly share: number;
  readonly worth: number;
}

export interface Neighbours {
  /** The most similar live listings, best first; filled up with the newest of its categories. */
  readonly similar: readonly Listing[];
  /** Slugs of live listings whose texts call them an alternative to it, at most 50. */
  readonly alternatives: readonly string[];
}

/**
 * The related listings on a listing's page. One query.
 * @param listing one that the actor may see
 */
export async function findNeighbours(actor: Actor, listing: Listing, limit = 4): Promise<Neighbours> {
  const vocabulary = await readVocabulary();
  const words = distinctiveWords(toSearchDocument(listing).lexemes, vocabulary);
  const bindings = new Bindings();
  const { bind } = { bind: bindings.bind.bind(bindings) };
  const isOther = `id <> ${bind(listing.id, 'uuid')}`;
  const most = bind(limit, 'int');
  const categories = bind(listing.categories ?? [], 'text[]');
  const filter = listing.categories?.length ? `and categories && ${categories}` : '';
  // Candidates share at least two of the words; one pair after the other, as in candidates.ts.
  const pairs = bind(pairsOf(words, vocabulary.size), 'tsquery[]');
  const sql = `
    with candidates as materialized (
      select found.ctid from unnest(${pairs}) as pair cross join lateral (
        select ctid from listing_search where live and search @@ pair limit ${CANDIDATES}
      ) as found limit ${CANDIDATES}
    ),
    alike as materialized (
      select id, shared.worth from listing_search s cross join lateral (
        select sum(worth) as worth from unnest(${column(words, 'tsquery', 'tsquery')}, ${column(words, 'worth', 'float8')}) as words (query, worth)
        where s.search @@ query
      ) as shared
      where s.ctid = any(array(select ctid from candidates)) and ${isOther}
      order by shared.worth desc, id desc limit ${most}
    ),
    related as (
      select id, cardinality(array(select unnest(categories) intersect select unnest(${categories}))) as worth from (
        select id, categories, published_at from listings
        where (select count(*) from alike) < ${most} and status = 'live' and ${isOther} ${filter}
        order by published_at desc limit ${CATEGORY_CANDIDATES}
      ) as newest
      where id not in (select id from alike) order by worth desc, published_at desc, id desc limit ${most}
    )
    select ${PRESENTED_SELECT}, alternatives
    from (select ${alternativesTo(listing, bindings)} as alternatives) as named
      left join ((select 1 as turn, * from alike union all select 2, * from related) as found join listings using (id)) on true
    order by turn, worth desc, published_at desc, id desc limit ${most}`;
  const rows = await runSearch<PresentedRow & { alternatives: string[] }>(sql, bindings.values);
  return {
    similar: rows.filter(({ id }) => id !== null).map((row) => presentListing(row, actor)),
    alternatives: rows[0]?.alternatives ?? [],
  };

  function column(items: readonly DistinctiveWord[], key: keyof DistinctiveWord, type: string): string {
    return bind(
      items.map((item) => item[key]),
      `${type}[]`,
    );
  }
}

function distinctiveWords(lexemes: readonly string[], vocabulary: Vocabulary): DistinctiveWord[] {
  const all = new Set(lexemes);
  return lexemes
    .filter((lexeme) => /^~?\p{L}[\p{L}\p{N}+#]*$/u.test(lexeme))
    .filter((lexeme) => vocabulary.has(lexeme) && vocabulary.frequency(lexeme) < TOO_COMMON)
    .map((lexeme) => {
      const root = lexeme.replace('~', '');
      const field = all.has(`+${root}`) ? IN_TAGLINE : all.has(`^${root}`) ? IN_NAME : 1;
      const share = vocabulary.frequency(lexeme);
      return { tsquery: quote(lexeme), share, worth: Math.log(1 / share) * field };
    })
    .sort((a, b) => b.worth - a.worth || (a.tsquery < b.tsquery ? -1 : 1))
    .slice(0, MAX_WORDS);
}

/** All pairs of the words, the rarest first, within the limit of index entries. */
function pairsOf(words: readonly DistinctiveWord[], size: number): string[] {
  let effort = 0;
  return words
    .flatMap((one, index) => words.slice(index + 1).map((other) => ({ one, other })))
    .sort((a, b) => b.one.worth + b.other.worth - (a.one.worth + a.other.worth))
    .filter(({ one, other }) => {
      effort += Math.min(one.share, other.share) * size;
      return effort <= MAX_EFFORT;
    })
    .map(({ one, other }) => `${one.tsquery}&${other.tsquery}`);
}

/** Null if a name is too short to be distinguished from other words. */
function alternativeTo({ name }: Pick<Listing, 'name'>): string | null {
  const joined = joinWords(name);
  return joined.length < 2 ? null : quote(`@${joined}`);
}

function alternativesTo(listing: Listing, bindings: Bindings): string {
  return `array(select slug from (
    select id from listing_search where live and search @@ ${bindings.query(alternativeTo(listing))}
      and id <> ${bindings.bind(listing.id, 'uuid')} limit ${MAX_ALTERNATIVES}
  ) as found join listings using (id))`;
}

const alternatives = prepare<PresentedRow>(`
  select ${PRESENTED_SELECT} from (
    select id, published_at from listing_search
    where live and search @@ (select $1::tsquery) and id <> $2::uuid limit ${CANDIDATES}
  ) as found join listings using (id)
  order by found.published_at desc, found.id desc limit ${MAX_ALTERNATIVES}`);

/** Live listings whose texts call them an alternative to this one, newest first, at most 50. */
export async function findAlternatives(
  actor: Actor,
  listing: Pick<Listing, 'id' | 'name'>,
): Promise<Listing[]> {
  const rows = await alternatives([alternativeTo(listing), listing.id]);
  return rows.map((row) => presentListing(row, actor));
}

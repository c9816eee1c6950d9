// Listings like another one, by the rare words they share; and those that say they are an alternative to it.
import { prepare } from '../../db/prepared.js';
import type { Actor } from '../kernel/actor.js';
import { PRESENTED_SELECT, type PresentedRow, presentListing } from '../listings/present.js';
import type { Listing } from '../listings/schema.js';
import { joinWords } from '../listings/words.js';
import { findRelated } from './related.js';
import { runSearch } from './statement.js';
import { quote } from './terms.js';
import { readVocabulary, type Vocabulary } from './vocabulary.js';

/** Words of a listing that are looked for in others: its rarest, those of name and tagline counting more. */
const MOST_WORDS = 10;
/** In more listings than this share a word tells nothing. */
const TOO_COMMON = 0.2;
const IN_NAME = 1.5;
const IN_TAGLINE = 2;
/** Entries of the index of words that may be read. */
const MOST_EFFORT = 30_000;
const CANDIDATES = 400;
const MOST_ALTERNATIVES = 50;

interface Feature {
  readonly tsquery: string;
  readonly share: number;
  readonly worth: number;
}

const lexemesOf = prepare<{ lexemes: string[] }>(
  'select tsvector_to_array(search) as lexemes from listing_search where id = $1',
);

/** Candidates share at least two of the words; $1 such pairs, $2 the listing itself, $3 and $4 words and their worth. */
const SIMILAR = `
  with candidates as materialized (
    select ctid from listing_search where live and search @@ (select $1::tsquery) limit ${CANDIDATES}
  )
  select ${PRESENTED_SELECT} from (
    select s.id, shared.worth from listing_search s cross join lateral (
      select sum(worth) as worth from unnest($3::tsquery[], $4::float8[]) as words (query, worth) where s.search @@ query
    ) as shared
    where s.ctid = any(array(select ctid from candidates)) and s.id <> $2::uuid
    order by shared.worth desc, s.id desc limit $5::int
  ) as found join listings using (id) order by found.worth desc, found.id desc`;

/**
 * Live listings most like this one, the likest first; filled up with the newest of its categories.
 * @param listing one that the actor may see
 */
export async function findSimilar(
  actor: Actor,
  listing: Pick<Listing, 'id' | 'categories'>,
  limit = 4,
): Promise<Listing[]> {
  const [[row], vocabulary] = await Promise.all([lexemesOf([listing.id]), readVocabulary()]);
  const words = telling(row?.lexemes ?? [], vocabulary);
  const pairs = pairsOf(words, vocabulary.size);
  const found =
    pairs.length === 0
      ? []
      : await runSearch<PresentedRow>(SIMILAR, [
          pairs.join('|'),
          listing.id,
          words.map(({ tsquery }) => tsquery),
          words.map(({ worth }) => worth),
          limit,
        ]);
  const similar = found.map((row) => presentListing(row, actor));
  if (similar.length >= limit) return similar;
  const known = new Set(similar.map(({ id }) => id));
  const related = await findRelated(actor, listing, limit + similar.length);
  return [...similar, ...related.filter(({ id }) => !known.has(id))].slice(0, limit);
}

function telling(lexemes: readonly string[], vocabulary: Vocabulary): Feature[] {
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
    .slice(0, MOST_WORDS);
}

/** Every two of the words, the most telling first, as far as the index may be read. */
function pairsOf(words: readonly Feature[], size: number): string[] {
  let effort = 0;
  return words
    .flatMap((one, index) => words.slice(index + 1).map((other) => ({ one, other })))
    .sort((a, b) => b.one.worth + b.other.worth - (a.one.worth + a.other.worth))
    .filter(({ one, other }) => {
      effort += Math.min(one.share, other.share) * size;
      return effort <= MOST_EFFORT;
    })
    .map(({ one, other }) => `(${one.tsquery}&${other.tsquery})`);
}

const alternatives = prepare<PresentedRow>(`
  select ${PRESENTED_SELECT} from (
    select id, published_at from listing_search
    where live and search @@ (select $1::tsquery) and id <> $2::uuid limit ${CANDIDATES}
  ) as found join listings using (id)
  order by found.published_at desc, found.id desc limit ${MOST_ALTERNATIVES}`);

/** Live listings whose texts say that they are an alternative to this one, newest first, at most 50. */
export async function findAlternatives(
  actor: Actor,
  listing: Pick<Listing, 'id' | 'name'>,
): Promise<Listing[]> {
  const name = joinWords(listing.name);
  if (name.length < 2) return [];
  const rows = await alternatives([quote(`@${name}`), listing.id]);
  return rows.map((row) => presentListing(row, actor));
}

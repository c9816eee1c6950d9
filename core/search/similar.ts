// Listings for the same need: they share a category and words of name and tagline or a topic, or their texts call
// them an alternative to it, listed here or not (lexemes like `@trello`).
import { Type } from '@sinclair/typebox';
import type { Actor } from '../kernel/actor.js';
import { presentEach } from '../kernel/lists.js';
import { response } from '../kernel/schema.js';
import { termsOf } from '../listings/facts.js';
import { instant, PRESENTED_SELECT, type PresentedRow, presentListing } from '../listings/present.js';
import { Listing } from '../listings/schema.js';
import { toSearchDocument } from '../listings/search-document.js';
import { fold, guessLanguage, isStopWord, joinWords, stem } from '../listings/tokens.js';
import { Bindings, runSearch } from './statement.js';
import { readVocabulary, type Vocabulary } from './vocabulary.js';
import { quote } from './word-forms.js';

/** Maximum words of a need, and maximum topics. */
const MAX_TRAITS = 10;
/** A word or topic in a larger share of listings means nothing, unless the listings are few. */
const TOO_COMMON = 0.2;
const FEW = 5;
/** Topics say more than words. */
const TOPIC_WEIGHT = 2;
/** Maximum topics of a kind, and how many listings must have each: more than one, but statistics are inexact. */
const MAX_TOPICS = 4;
const SHARED = 1.5;
/** A topic is rare if at most this many listings have it, or this share of all. */
const RARE = 2.5;
const RARE_SHARE = 0.0005;
/** Index entries that may be read, and listings compared. */
const MAX_EFFORT = 2000;
const CANDIDATES = 60;

/** A word of the need or a topic, and the share of listings that have it. */
interface Trait {
  readonly root: string;
  readonly query: string;
  readonly share: number;
  readonly worth: number;
}

/** The related listings of a listing's page, in one query: those that share words of its need or topics, most
 * alike first, then the newest of its first category. @param listing visible to the actor */
export async function findNeighbours(actor: Actor, listing: Listing, limit = 4) {
  const vocabulary = await readVocabulary();
  const words = needOf(listing, vocabulary);
  const topics = topicsOf(listing, vocabulary);
  const bindings = new Bindings();
  const self = bindings.bind(listing.id, 'uuid');
  const traits = [...words, ...topics];
  const categories = bindings.query(listing.categories?.map((value) => quote(`#${value}`)).join('|') ?? null);
  const most = bindings.bind(limit, 'int');
  const [category] = listing.categories ?? [];
  // A literal, as each category has a partial index (the schema has validated it).
  const ofCategory = category ? `categories @> '{"${category}"}'::text[]` : 'true';
  const alternatives = [alternativeTo(listing.name), kindOf(listing, vocabulary)].filter(
    (one) => one !== null,
  );
  // One query at a time, rarest first: reading ends with the last candidate. Test the category in the rows: in
  // the index, the long list of the category would be read for each query. Without `materialized`, the planner expects
  // so many alternatives that it searches for the first one without the index.
  const sql = `
    with candidates as materialized (
      select found.id from unnest(${bindings.bind(probesOf(words, topics, vocabulary), 'tsquery[]')}) as probe
        cross join lateral (
          select id from listing_search where live and search @@ probe and (search @@ ${categories}) is true limit ${CANDIDATES}
        ) as found limit ${CANDIDATES}
    ),
    alternatives as materialized (
      select id from listing_search where live and search @@ ${bindings.query(alternatives.join('|') || null)} and id <> ${self}
    ),
    newest as materialized (
      select id from listings where status = 'live' and ${ofCategory} order by published_at desc, id desc limit 2 * ${most} + 1
    ),
    alike as (
      select id, id in (select id from candidates) as "isAlike", published_at as since, (
        select coalesce(sum(worth), 0)
        from unnest(${bindings.column(traits, 'query', 'tsquery')}, ${bindings.column(traits, 'worth', 'float8')}) as trait (query, worth)
        where search @@ query
      ) as worth
      from listing_search
      where id = any(array(select id from candidates union select id from newest)) and id <> ${self}
      order by "isAlike" desc, worth desc, since desc, id desc limit ${most}
    )
    select ${PRESENTED_SELECT}, "isAlike", flags.*
    from (
      select (select checked_at from link_checks where listing_id = ${self} and outcome = 'ok') as "reachedAt",
        exists (select from alternatives) as "hasAlternatives"
    ) as flags left join (alike join listings using (id)) on true
    order by "isAlike" desc, worth desc, since desc, id desc`;
  const rows = await runSearch<
    PresentedRow & { isAlike: boolean | null; hasAlternatives: boolean; reachedAt: Date | null }
  >(sql, bindings.values);
  const found = rows.filter(({ id }) => id !== null);
  return {
    similar: presentEach(found, (row) => presentListing(row, actor)),
    isAlike: rows[0]?.isAlike ?? false,
    hasAlternatives: rows[0]?.hasAlternatives ?? false,
    reachedAt: instant(rows[0]?.reachedAt ?? null),
  };
}

/** @param lexemes a listing with any of them has the trait @param weight multiplies its rarity */
function traitOf(root: string, lexemes: readonly string[], weight: number, vocabulary: Vocabulary): Trait {
  const share = Math.min(
    1,
    lexemes.reduce((sum, one) => sum + vocabulary.frequency(one), 0),
  );
  return { root, query: `(${lexemes.map(quote).join('|')})`, share, worth: weight * Math.log(1 / share) };
}

/** The traits of most worth first, without those that too many listings have. */
const telling = (traits: readonly Trait[], { size }: Vocabulary) =>
  traits
    .filter(({ share }) => share < TOO_COMMON || share * size < FEW)
    .sort((a, b) => b.worth - a.worth || (a.root < b.root ? -1 : 1))
    .slice(0, MAX_TRAITS);

function topicsOf({ facts }: Pick<Listing, 'facts'>, vocabulary: Vocabulary): Trait[] {
  const topics = termsOf(facts).filter(({ fact }) => fact.pages);
  return telling(
    topics.map(({ lexeme }) => traitOf(lexeme, [lexeme], TOPIC_WEIGHT, vocabulary)),
    vocabulary,
  );
}

/** Topics that make two listings alike, rarest first, without those of one listing or of too many to read. */
export const kindTopics = (listing: Pick<Listing, 'facts'>, vocabulary: Vocabulary) =>
  topicsOf(listing, vocabulary)
    .filter(({ share }) => share * vocabulary.size > SHARED && share * vocabulary.size <= MAX_EFFORT)
    .slice(0, MAX_TOPICS);

/** The query for listings of the same kind: two topics in common, or the category and a topic of few listings. */
export function kindOf(listing: Pick<Listing, 'categories' | 'facts'>, vocabulary: Vocabulary) {
  const [category] = listing.categories ?? [];
  const topics = kindTopics(listing, vocabulary);
  const most = Math.max(RARE, vocabulary.size * RARE_SHARE);
  const rare = topics.filter(({ share }) => share * vocabulary.size <= most);
  const kinds = [
    ...(category ? rare.map(({ query }) => `${quote(`#${category}`)}&${query}`) : []),
    ...topics.flatMap((one, index) => topics.slice(index + 1).map((other) => `${one.query}&${other.query}`)),
  ];
  return kinds.length > 0 ? `(${kinds.map((kind) => `(${kind})`).join('|')})` : null;
}

/** The words of a listing's need: those of its name and tagline. */
function needOf(listing: Listing, vocabulary: Vocabulary): Trait[] {
  const { lexemes } = toSearchDocument({ ...listing, description: null, features: null });
  const roots = lexemes.filter((lexeme) => /^[+^]\p{L}/u.test(lexeme)).map((lexeme) => lexeme.slice(1));
  const words = [...new Set(roots)]
    // A word missing from the statistics is very rare; statistics of few listings lack most words.
    .filter((root) => vocabulary.size < 100 || vocabulary.has(root) || vocabulary.has(`~${root}`))
    .map((root) => traitOf(root, [root, `~${root}`], 1, vocabulary));
  return telling(words, vocabulary);
}

/** By slug of each other listing: the words of the tagline that it shares, as written, most significant first. */
export async function wordsInCommon(listing: Listing, others: readonly Listing[]) {
  const written = listing.tagline.match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  const language = guessLanguage(written.map(fold));
  const solid = written.filter((word) => !isStopWord(fold(word), language));
  const spelled = new Map(solid.toReversed().map((word) => [stem(fold(word), language), word]));
  const needs = needOf(listing, await readVocabulary());
  return new Map(
    others.map((other) => {
      const all = new Set(toSearchDocument(other).lexemes);
      const shared = needs.filter(({ root }) => all.has(root) || all.has(`~${root}`));
      return [other.slug, shared.flatMap(({ root }) => spelled.get(root) ?? []).slice(0, 4)];
    }),
  );
}

/** Topics and pairs of the words, rarest first, within the limit of index entries. */
function probesOf(words: readonly Trait[], topics: readonly Trait[], { size }: Vocabulary): string[] {
  let effort = 0;
  const pairs = words.flatMap((one, index) =>
    words.slice(index + 1).map((other) => ({
      query: `${one.query}&${other.query}`,
      share: Math.min(one.share, other.share),
      worth: one.worth + other.worth,
    })),
  );
  return [...pairs, ...topics]
    .sort((a, b) => b.worth - a.worth)
    .filter(({ share }) => {
      effort += share * size;
      return effort <= MAX_EFFORT;
    })
    .map(({ query }) => query);
}

/** The query for alternatives to a product; null for a name that could be other words. */
export function alternativeTo(name: string): string | null {
  const joined = joinWords(name);
  return joined.length < 2 ? null : quote(`@${joined}`);
}

export const SimilarListings = response('SimilarListings', { listings: Type.Array(Listing) });

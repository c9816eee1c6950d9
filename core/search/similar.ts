// Listings for the same need: they share a category and words of name and tagline or a topic, or their texts call
// them an alternative to it, listed here or not (lexemes like `@trello`).
import type { Actor } from '../kernel/actor.js';
import { presentEach } from '../kernel/lists.js';
import { termsOf } from '../listings/facts.js';
import { instant, PRESENTED_SELECT, type PresentedRow, presentListing } from '../listings/present.js';
import type { Listing } from '../listings/schema.js';
import { toSearchDocument } from '../listings/search-document.js';
import { fold, guessLanguage, isStopWord, joinWords, stem, toWords } from '../listings/tokens.js';
import { Bindings, runSearch } from './statement.js';
import { readVocabulary, type Vocabulary } from './vocabulary.js';
import { quote } from './word-forms.js';

/** Words of a need: the rarest of name and tagline. */
const MAX_WORDS = 10;
const READ = 300;
/** A word in a larger share of listings means nothing, unless these are few. */
const TOO_COMMON = 0.2;
const FEW = 5;
/** Topics that make a kind, each of more than one listing. Statistics are not exact. */
const MAX_TOPICS = 4;
const SHARED = 1.5;
/** A topic is rare in up to so many listings, or in this share of all. */
const RARE = 2.5;
const RARE_SHARE = 0.0005;
/** Index entries that may be read, and listings compared. */
const MAX_EFFORT = 2000;
const CANDIDATES = 60;

/** A word of the need or a topic, as a query on all texts and on those that state the purpose. */
interface NeedWord {
  readonly root: string;
  readonly anywhere: string;
  readonly inHead: string;
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
  const column = (key: keyof NeedWord, type: string) => bindings.column([...words, ...topics], key, type);
  const categories = bindings.query(listing.categories?.map((value) => quote(`#${value}`)).join('|') ?? null);
  const most = bindings.bind(limit, 'int');
  const [category] = listing.categories ?? [];
  // A literal, as each category has a partial index (the schema has validated it).
  const ofCategory = category ? `categories @> '{"${category}"}'::text[]` : 'true';
  // Materialized, or the planner expects so many rows that it looks for the first without the index.
  const alternatives = (query: string | null) =>
    `materialized (
      select id from listing_search where live and search @@ ${bindings.query(query)} and id <> ${self}
    )`;
  // One query at a time, rarest first: reading ends with the last candidate. Test the category in the rows: in
  // the index, its long list would be read for every one.
  const sql = `
    with candidates as materialized (
      select found.id from unnest(${bindings.bind(probesOf(words, topics, vocabulary), 'tsquery[]')}) as probe
        cross join lateral (
          select id from listing_search where live and search @@ probe and (search @@ ${categories}) is true limit ${CANDIDATES}
        ) as found limit ${CANDIDATES}
    ),
    calling as ${alternatives(alternativeTo(listing.name))},
    kind as ${alternatives(kindOf(listing, vocabulary))},
    newest as materialized (
      select id from listings where status = 'live' and ${ofCategory} order by published_at desc, id desc limit 2 * ${most} + 1
    ),
    alike as (
      select id, id in (select id from candidates) as "isAlike", published_at as since, (
        select coalesce(sum(worth * ((s.search @@ anywhere)::int + (s.search @@ head)::int)), 0)
        from unnest(${column('anywhere', 'tsquery')}, ${column('inHead', 'tsquery')}, ${column('worth', 'float8')}) as need (anywhere, head, worth)
      ) as worth
      from listing_search s
      where id = any(array(select id from candidates union select id from newest)) and id <> ${self}
      order by "isAlike" desc, worth desc, since desc, id desc limit ${most}
    )
    select ${PRESENTED_SELECT}, "isAlike", named.found as "hasAlternatives", named.reached as "reachedAt"
    from (
      select (select checked_at from link_checks where listing_id = ${self} and outcome = 'ok') as reached,
        exists (select from calling) or exists (select from kind) as found
    ) as named left join (alike join listings using (id)) on true
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

/** The topics of a listing, rarest first, without the very common ones. */
function topicsOf({ facts }: Pick<Listing, 'facts'>, vocabulary: Vocabulary): NeedWord[] {
  return termsOf(facts)
    .filter(({ fact }) => fact.pages)
    .map(({ lexeme: root }) => {
      const share = Math.min(1, vocabulary.frequency(root));
      return { root, anywhere: quote(root), inHead: quote(root), share, worth: 2 * Math.log(1 / share) };
    })
    .filter((topic) => isTelling(topic, vocabulary))
    .sort((a, b) => b.worth - a.worth || (a.root < b.root ? -1 : 1))
    .slice(0, MAX_WORDS);
}

const isTelling = ({ share }: NeedWord, { size }: Vocabulary) => share < TOO_COMMON || share * size < FEW;

/** Topics that make two listings alike, rarest first, without those of one listing or of too many to read. */
export const kindTopics = (listing: Pick<Listing, 'facts'>, vocabulary: Vocabulary) =>
  topicsOf(listing, vocabulary)
    .filter(({ share }) => share * vocabulary.size > SHARED && share * vocabulary.size <= MAX_EFFORT)
    .slice(0, MAX_TOPICS);

/** The query for listings of the same kind: two topics in common, or the category and a topic that hardly any has. */
export function kindOf(listing: Pick<Listing, 'categories' | 'facts'>, vocabulary: Vocabulary) {
  const [category] = listing.categories ?? [];
  const topics = kindTopics(listing, vocabulary);
  const most = Math.max(RARE, vocabulary.size * RARE_SHARE);
  const rare = topics.filter(({ share }) => share * vocabulary.size <= most);
  const kinds = [
    ...(category ? rare.map(({ anywhere }) => `${quote(`#${category}`)}&${anywhere}`) : []),
    ...topics.flatMap((one, index) =>
      topics.slice(index + 1).map((other) => `${one.anywhere}&${other.anywhere}`),
    ),
  ];
  return kinds.length > 0 ? `(${kinds.map((kind) => `(${kind})`).join('|')})` : null;
}

/** The words of a listing's need, rarest first; those of the tagline count twice. */
function needOf(listing: Listing, vocabulary: Vocabulary): NeedWord[] {
  const rootsIn = (tagline: string) => {
    const { lexemes } = toSearchDocument({ ...listing, tagline, description: null, features: null });
    return new Set(lexemes.filter((lexeme) => /^[+^]\p{L}/u.test(lexeme)).map((lexeme) => lexeme.slice(1)));
  };
  const first = rootsIn(listing.tagline);
  const roots = rootsIn(`${listing.tagline}\n${listing.description?.slice(0, READ) ?? ''}`);
  return (
    [...roots]
      // A word missing from the statistics is very rare; statistics of few listings lack most words.
      .filter((root) => vocabulary.size < 100 || vocabulary.has(root) || vocabulary.has(`~${root}`))
      .map((root) => {
        const share = Math.min(1, vocabulary.frequency(root) + vocabulary.frequency(`~${root}`));
        const anyOf = (marks: readonly string[]) => `(${marks.map((mark) => quote(mark + root)).join('|')})`;
        const worth = Math.log(1 / share) * (first.has(root) ? 2 : 1);
        return { root, anywhere: anyOf(['', '~']), inHead: anyOf(['+', '^']), share, worth };
      })
      .filter((word) => isTelling(word, vocabulary))
      .sort((a, b) => b.worth - a.worth || (a.anywhere < b.anywhere ? -1 : 1))
      .slice(0, MAX_WORDS)
  );
}

/** The words of a listing, as written, that make each of the others similar to it, most significant first. */
export async function wordsInCommon(listing: Listing, others: readonly Listing[]) {
  const written =
    `${listing.tagline} ${listing.description?.slice(0, READ) ?? ''}`.match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  const language = guessLanguage(written.map(fold));
  const telling = written.filter((word) => !isStopWord(fold(word), language));
  const spelled = new Map(telling.toReversed().map((word) => [stem(fold(word), language), word]));
  const mine = new Set(toWords(listing.tagline).map((word) => stem(word, language)));
  const needs = needOf(listing, await readVocabulary());
  return new Map(
    others.map((other) => {
      const { lexemes } = toSearchDocument(other);
      const all = new Set(lexemes);
      const shared = needs.filter(({ root }) =>
        mine.has(root) ? all.has(root) || all.has(`~${root}`) : all.has(`+${root}`) || all.has(`^${root}`),
      );
      return [other.slug, shared.flatMap(({ root }) => spelled.get(root) ?? []).slice(0, 4)];
    }),
  );
}

/** Topics and pairs of the words, rarest first, within the limit of index entries. */
function probesOf(words: readonly NeedWord[], topics: readonly NeedWord[], { size }: Vocabulary): string[] {
  let effort = 0;
  const pairs = words.flatMap((one, index) =>
    words.slice(index + 1).map((other) => ({
      query: `${one.anywhere}&${other.anywhere}`,
      share: Math.min(one.share, other.share),
      worth: one.worth + other.worth,
    })),
  );
  return [...pairs, ...topics.map(({ anywhere: query, share, worth }) => ({ query, share, worth }))]
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

// Listings for the same need: they share a category and words of name and tagline, or their texts call them
// an alternative to it, listed here or not (lexemes like `@trello`).
import { prepare } from '../../db/prepared.js';
import type { Actor } from '../kernel/actor.js';
import { notFound, orNull } from '../kernel/errors.js';
import { presentEach } from '../kernel/lists.js';
import { toAsciiSlug } from '../kernel/text/folding.js';
import { instant, PRESENTED_SELECT, type PresentedRow, presentListing } from '../listings/present.js';
import type { Listing } from '../listings/schema.js';
import { productsReplaced, toSearchDocument } from '../listings/search-document.js';
import { fold, guessLanguage, isStopWord, joinWords, stem, toWords } from '../listings/tokens.js';
import { getListing } from './search.js';
import { Bindings, runSearch } from './statement.js';
import { readVocabulary, type Vocabulary } from './vocabulary.js';
import { quote } from './word-forms.js';

/** Words of a need: the rarest of name and tagline. */
const MAX_WORDS = 10;
const READ = 300;
/** A word in a larger share of listings means nothing, unless these are few. */
const TOO_COMMON = 0.2;
const FEW = 5;
/** Index entries that may be read, and listings compared. */
const MAX_EFFORT = 2000;
const CANDIDATES = 60;
/** Minimum similarity, relative to the most similar listing. */
const NOISE = 0.5;

/** In this catch-all category, others must share this part of the listing's words. */
const CATCH_ALL = 'other';
const LEAST = 0.4;

/** A word of the need, as a query on all texts and on those that state the purpose. */
interface NeedWord {
  readonly root: string;
  readonly anywhere: string;
  readonly inHead: string;
  readonly share: number;
  readonly worth: number;
}

/** The related listings of a listing's page, in one query. @param listing visible to the actor
 * @returns `similar`: live ones that share a category and two words of the need, most similar first, often
 * few or none; whether a live listing calls itself an alternative to this one; and when its website was last
 * reached */
export async function findNeighbours(actor: Actor, listing: Listing, limit = 4) {
  const vocabulary = await readVocabulary();
  const words = needOf(listing, vocabulary);
  const bindings = new Bindings();
  const self = bindings.bind(listing.id, 'uuid');
  const column = (key: keyof NeedWord, type: string) =>
    bindings.bind(
      words.map((word) => word[key]),
      type,
    );
  const categories = bindings.query(listing.categories?.map((value) => quote(`#${value}`)).join('|') ?? null);
  const most = bindings.bind(limit, 'int');
  const isMixed = listing.categories?.every((value) => value === CATCH_ALL) ?? true;
  const least = isMixed ? LEAST * words.reduce((sum, { worth }) => sum + 2 * worth, 0) : 0;
  // One pair at a time, rarest first: reading ends with the last candidate. Test the category in the rows: in
  // the index, its long list would be read for every pair.
  const sql = `
    with candidates as materialized (
      select found.ctid from unnest(${bindings.bind(pairsOf(words, vocabulary), 'tsquery[]')}) as pair
        cross join lateral (
          select ctid from listing_search where live and search @@ pair and (search @@ ${categories}) is true limit ${CANDIDATES}
        ) as found limit ${CANDIDATES}
    ),
    alike as (
      select id, (
        select sum(worth * ((s.search @@ anywhere)::int + (s.search @@ head)::int))
        from unnest(${column('anywhere', 'tsquery[]')}, ${column('inHead', 'tsquery[]')}, ${column('worth', 'float8[]')}) as need (anywhere, head, worth)
      ) as worth
      from listing_search s
      where ctid = any(array(select ctid from candidates)) and id <> ${self}
      order by worth desc, id desc limit ${most}
    )
    select ${PRESENTED_SELECT}, named.found as "hasAlternatives", named.reached as "reachedAt"
    from (
      select (select checked_at from link_checks where listing_id = ${self} and outcome = 'ok') as reached, exists(select from listing_search where live and search @@ ${bindings.query(alternativeTo(listing.name))} and id <> ${self}) as found
    ) as named
      left join (alike join listings using (id))
        on worth >= greatest(${NOISE} * (select max(worth) from alike), ${bindings.bind(least, 'float8')})
    order by worth desc, id desc`;
  const rows = await runSearch<PresentedRow & { hasAlternatives: boolean; reachedAt: Date | null }>(
    sql,
    bindings.values,
  );
  return {
    similar: presentEach(
      rows.filter(({ id }) => id !== null),
      (row) => presentListing(row, actor),
    ),
    hasAlternatives: rows[0]?.hasAlternatives ?? false,
    reachedAt: instant(rows[0]?.reachedAt ?? null),
  };
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
      .filter(({ share }) => share < TOO_COMMON || share * vocabulary.size < FEW)
      .sort((a, b) => b.worth - a.worth || (a.anywhere < b.anywhere ? -1 : 1))
      .slice(0, MAX_WORDS)
  );
}

/** The words of a listing, as written, that make each of the others similar to it, most significant first.
 * Words outside the name and tagline of both say little. */
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

/** Pairs of the words, rarest first, within the limit of index entries. */
function pairsOf(words: readonly NeedWord[], { size }: Vocabulary): string[] {
  let effort = 0;
  return words
    .flatMap((one, index) => words.slice(index + 1).map((other) => ({ one, other })))
    .sort((a, b) => b.one.worth + b.other.worth - (a.one.worth + a.other.worth))
    .filter(({ one, other }) => {
      effort += Math.min(one.share, other.share) * size;
      return effort <= MAX_EFFORT;
    })
    .map(({ one, other }) => `${one.anywhere}&${other.anywhere}`);
}

const MOST = 50;
/** Products on the page of alternatives, and texts read to learn the spelling of each. */
const PRODUCTS = 120;
const SPELLINGS = 8;
const EXAMPLES = 3;

/** The query for alternatives to a product; null for a name that could be other words. */
function alternativeTo(name: string): string | null {
  const joined = joinWords(name);
  return joined.length < 2 ? null : quote(`@${joined}`);
}

const newest = prepare<PresentedRow>(`
  select ${PRESENTED_SELECT} from (
    select id, published_at from listing_search
    where live and search @@ (select $1::tsquery) and id is distinct from $2::uuid limit 400
  ) as found join listings using (id)
  order by found.published_at desc, found.id desc limit ${MOST}`);

/** Up to 50 live listings whose texts call them an alternative to a product, newest first.
 * @param slug of its listing or name: `google-photos`
 * @returns with its name and its listing; null if not listed @throws DomainError not_found if there are
 * none */
export async function findAlternatives(actor: Actor, slug: string) {
  const listing = (await orNull('not_found', getListing(actor, slug)))?.listing ?? null;
  const rows = await newest([alternativeTo(listing?.name ?? slug), listing?.id ?? null]);
  const alternatives = presentEach(rows, (row) => presentListing(row, actor));
  const name = listing?.name ?? spellingOf(joinWords(slug), alternatives.map(textOf));
  if (name === null || alternatives.length === 0) throw notFound('page');
  return { name, listing, alternatives };
}

const textOf = ({ tagline, description }: Pick<Listing, 'tagline' | 'description'>) =>
  `${tagline} ¶ ${description ?? ''}`;

function spellingOf(joined: string, texts: readonly string[]): string | null {
  return texts.flatMap(productsReplaced).find((name) => joinWords(name) === joined) ?? null;
}

const named = prepare<{
  product: string;
  count: number;
  texts: string[];
  examples: string[];
  slug: string | null;
  name: string;
  logo_copy_url: string | null;
}>(`
  select product, count, texts, examples, own.* from unnest($1::text[], $2::tsquery[]) as asked (product, query)
    cross join lateral (
      select count(*)::int as count, (array_agg(name))[:${EXAMPLES}] as examples,
        (array_agg(concat(tagline, ' ¶ ', left(description, 1000))))[:${SPELLINGS}] as texts
      from (select id from listing_search where live and search @@ query limit ${MOST}) as found join listings using (id)
    ) as found
    left join lateral (
      select slug, name, case when starts_with(logo_url, '/media/') then logo_url else logo_copy_url end as logo_copy_url
      from listing_search as other join listings using (id)
      where live and name_joined = product order by id limit 1
    ) as own on true
  order by count desc, product`);

/** Products that at least two listings replace, most frequent first: the slug of the page of alternatives,
 * their number (at most 50), and the names of some. */
export async function listReplacedProducts() {
  const products = (await readVocabulary()).completions('@', PRODUCTS).map((lexeme) => lexeme.slice(1));
  const rows = await named([products, products.map((product) => quote(`@${product}`))]);
  return rows.flatMap(({ product, texts, slug, ...row }) => {
    const name = spellingOf(product, texts ?? []);
    return name === null || row.count < 2
      ? []
      : [{ ...row, name: slug === null ? name : row.name, slug: slug ?? toAsciiSlug(name, 60) }];
  });
}

// What to offer instead of a search or an address that leads nowhere.
import { prepare } from '../../db/prepared.js';
import * as tokens from '../listings/tokens.js';
import { MAX_TERMS, parseQuery } from './query.js';
import { quote } from './word-forms.js';

const MAX_NAMES = 5;
/** Maximum names read before and after the typed one in the index; of names that share a word, twice as many. */
const MAX_NEAR = 30;
/** Minimum share of the typed letter pairs in a similar name. */
const ALIKE = 0.6;
const TEXTS_READ = 40;

const instead = prepare<{ kind: 'word' | 'name' | 'category' | 'text'; text: string; slug: string }>(`
  select 'word' as kind, word as text, '' as slug from unnest($1::text[], $2::text[]) as asked (word, forms)
    where exists (select from listing_search where live and search @@ forms::tsquery)
  union all
  select 'name', name, slug from (
    (select id from listing_search where live and name_joined >= $3 order by name_joined limit ${MAX_NEAR})
    union (select id from listing_search where live and name_joined < $3 order by name_joined desc limit ${MAX_NEAR})
    union (select id from listing_search where live and search @@ (select nullif($4::text, '')::tsquery) limit ${2 * MAX_NEAR})
  ) as near join listings using (id)
  union all
  select 'category', substr(term, 2), '' from term_counts where term like '#%' group by term having sum(listings) > 0
  union all
  (select 'text', concat(tagline, ' ', left(description, 300)), '' from listings
   where status = 'live' order by published_at desc, id desc limit $5::int)`);

/** For a search that leads nowhere: words in listings, names spelled alike, the language of most texts. */
export async function findInstead(q: string, words = tokens.toWords(q)) {
  const joined = tokens.joinWords(q);
  const telling = words.filter((word) => word.length > 2 && !tokens.isStopWord(word)).slice(0, MAX_TERMS);
  const rows = await instead([
    words,
    words.map((word) => `${quote(word)} | ${quote(`~${tokens.stem(word)}`)}`),
    joined,
    telling.map((word) => quote(`^${tokens.stem(word)}`)).join(' | '),
    TEXTS_READ,
  ]);
  const take = (kind: string) => rows.filter((row) => row.kind === kind);
  const textsOf = (kind: string) => take(kind).map(({ text }) => text);
  const found = new Set(textsOf('word'));
  const names = take('name').map(({ text: name, slug }) => ({
    name,
    slug,
    alike: alike(joined, tokens.joinWords(name)),
  }));
  return {
    findable: words.filter((word) => found.has(word)),
    names: names
      .filter((one) => one.alike >= ALIKE)
      .sort((a, b) => b.alike - a.alike || a.name.length - b.name.length || (a.slug < b.slug ? -1 : 1))
      .slice(0, MAX_NAMES)
      .map(({ name, slug }) => ({ name, slug })),
    categories: textsOf('category'),
    language: otherLanguage(q, textsOf('text')),
  };
}

function alike(typed: string, name: string): number {
  const pairs = (text: string) => new Set(Array.from(text.slice(1), (letter, at) => text[at] + letter));
  const [asked, known] = [pairs(typed), pairs(name)];
  return [...asked].filter((pair) => known.has(pair)).length / Math.max(asked.size, 1);
}

const lettersOf = (text: string) => tokens.fold(text).match(/\p{L}+/gu) ?? [];

/** The language of most texts, if the search uses another language or script. */
function otherLanguage(q: string, texts: readonly string[]): string | null {
  const languages = texts.map((text) => tokens.recognizeLanguage(lettersOf(text)));
  const most = languages.find((one) => 2 * languages.filter((other) => other === one).length > texts.length);
  const asked = tokens.recognizeLanguage(lettersOf(q)) ?? parseQuery(q).language;
  const isLatin = (text: string) => /\p{Script=Latin}/u.test(text);
  const isForeign = asked ? asked !== most : isLatin(q) !== isLatin(texts.join(' ').slice(0, 400));
  return most && isForeign ? most : null;
}

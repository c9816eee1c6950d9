// Suggestions for an unfinished search: listings by name, categories, values of facts, words.
import { type Static, Type } from '@sinclair/typebox';
import { prepare } from '../../db/prepared.js';
import { check } from '../kernel/check.js';
import { nullable, response, titled, word } from '../kernel/schema.js';
import { factLexeme, termOf } from '../listings/facts.js';
import { LOGO_COPY } from '../listings/present.js';
import * as tokens from '../listings/tokens.js';
import { shownCategories } from '../settings/current.js';
import { factPath, factsWithPages } from '../settings/facts.js';
import { termCounts } from './counts.js';
import { parseQuery, type SearchQuery } from './query.js';
import { readSearch } from './understanding.js';
import { readVocabulary } from './vocabulary.js';

const MAX_LISTINGS = 5;
const MAX_CATEGORIES = 2;
const MAX_VALUES = 3;
const MAX_WORDS = 3;
/** A shorter prefix is in too many names. */
const MIN_WORD_LENGTH = 3;

/** Finds names that start with the typed text (bounds $1, $2), then names with a word that does (query $3). */
const names = prepare<{ name: string; slug: string; tagline: string; logo_copy_url: string | null }>(`
  select name, slug, tagline, ${LOGO_COPY} from (
    (select id, 1 as turn, name_joined from listing_search
       where live and name_joined >= $1 and name_joined < $2 order by name_joined limit ${MAX_LISTINGS})
    union all
    (select id, 2, name_joined from listing_search
       where live and $3::text <> '' and search @@ (select nullif($3::text, '')::tsquery) limit ${4 * MAX_LISTINGS})
  ) as found join listings using (id)
  group by listings.id order by min(turn), length(name), name limit ${MAX_LISTINGS}`);

/** Up to thirteen suggestions for the typed text. @throws DomainError validation_error, unavailable */
export async function suggestSearches(input: unknown): Promise<Suggestions> {
  const { q = '' } = check(SuggestQuery, input);
  const typed = parseQuery(q);
  const { words, endsOpen } = typed;
  const last = words.at(-1)?.joined ?? '';
  if (last === '') return { suggestions: [] };
  const joined = tokens.joinWords(q);
  const isBegun = endsOpen && last.length >= MIN_WORD_LENGTH && words.length === 1;
  const [listings, values, completions] = await Promise.all([
    names([joined, `${joined}\u{10ffff}`, isBegun ? `'^${last}':*` : '']),
    valuesNamed(termOf(q)),
    completeWord(q, typed),
  ]);
  return {
    suggestions: [
      ...listings.map(({ name, slug, ...more }) => ({
        kind: 'listing' as const,
        text: name,
        path: `/listings/${slug}`,
        ...more,
      })),
      ...shownCategories()
        .filter((category) => category.startsWith(tokens.fold(q).trim().replace(/ /g, '-')))
        .slice(0, MAX_CATEGORIES)
        .map((category) => ({ kind: 'category' as const, text: category, path: `/categories/${category}` })),
      ...values,
      ...completions
        .filter((text) => !values.some((value) => tokens.joinWords(value.text) === tokens.joinWords(text)))
        .map((text) => ({
          kind: 'search' as const,
          text,
          path: `/listings?q=${encodeURIComponent(text)}`,
        })),
    ],
  };
}

/** The commonest values with pages that start with the text, or have a later word that does. */
async function valuesNamed(typed: string): Promise<Suggestions['suggestions']> {
  const counted = typed === '' ? [] : await termCounts.read();
  const named = factsWithPages().flatMap(({ key }) => {
    const prefix = factLexeme(key, '');
    return counted
      .filter(({ term }) => term.startsWith(prefix))
      .map(({ term, value, listings }) => ({ key, listings, text: value, term: term.slice(prefix.length) }))
      .filter(({ term }) => term.startsWith(typed) || term.includes(`-${typed}`));
  });
  return named
    .sort((a, b) => b.listings - a.listings)
    .slice(0, MAX_VALUES)
    .map(({ key, text, term }) => ({
      kind: 'fact',
      text: text ?? term,
      path: factPath(key, term),
      fact: key,
    }));
}

/** Words common in descriptions that nobody searches for, besides stop words. */
const PROSE = new Set(
  'allow allowing allows among beyond containing contains designed directory directories easily everything everywhere featuring following helping helps including includes instead itself listed listing listings making multiple numerous offering offers otherwise provide provided provides providing simply supporting supports therefore together using various website websites whatever whenever wherever whether within'.split(
    ' ',
  ),
);

/** Replaces the last word by the most common completions, or else corrects the search. */
async function completeWord(q: string, typed: SearchQuery): Promise<string[]> {
  const vocabulary = await readVocabulary();
  const last = typed.words.at(-1)?.joined ?? '';
  const begun = typed.endsOpen ? vocabulary.completions(last, MAX_WORDS, 2, isTyped) : [];
  if (begun.length > 0) return begun.map((word) => replaceLast(q, word));
  const { terms } = await readSearch(typed);
  const corrected = terms.map(({ text, correctedTo }) => correctedTo ?? text).join(' ');
  return terms.some(({ correctedTo }) => correctedTo !== null) ? [corrected] : [];
}

const isTyped = (word: string) => !PROSE.has(word) && !tokens.isStopWord(word);

/** Replaces the last typed word, and any punctuation after it. */
function replaceLast(q: string, word: string): string {
  const end = q.search(/[\p{L}\p{N}][^\p{L}\p{N}]*$/u);
  if (end < 0) return word;
  const start = q.slice(0, end).search(/(?<![^\s"])[^\s"]*$/);
  const sign = /^[^\p{L}\p{N}]*/u.exec(q.slice(start))?.[0] ?? '';
  return `${q.slice(0, start)}${sign}${word}`;
}

export const SuggestQuery = titled('SuggestQuery', {
  q: Type.Optional(
    Type.String({
      maxLength: 100,
      'x-text': 'line',
      description: 'What is typed so far.',
      examples: ['pass'],
    }),
  ),
});

export const Suggestions = response('Suggestions', {
  suggestions: Type.Array(
    Type.Object({
      kind: word(['listing', 'category', 'fact', 'search']),
      text: Type.String({
        description: 'The name, the category, the value of a fact, or the completed search.',
      }),
      path: Type.String({
        description: 'Where it leads, on this origin.',
        examples: ['/listings?q=password'],
      }),
      tagline: Type.Optional(Type.String()),
      logo_copy_url: Type.Optional(nullable(Type.String())),
      fact: Type.Optional(Type.String({ description: 'The key of the fact whose value it is.' })),
    }),
  ),
});
export type Suggestions = Static<typeof Suggestions>;

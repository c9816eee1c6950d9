// Explains the ranking of a search, and which of its words could be found.
import { prepare } from '../../db/prepared.js';
import { stem } from '../listings/languages.js';
import { quote } from './forms.js';
import { parseQuery } from './query.js';
import { FULL_MATCH, rankMatches } from './ranking.js';
import { readSearch } from './understanding.js';

export interface SearchExplanation {
  /** The words of the query: each with its share of the meaning, and its forms. */
  terms: { word: string; share: number; forms: string[] }[];
  full_matches: number;
  /** Whether every match was ranked. */
  plan: 'all of them are ranked' | 'the likeliest of them are ranked';
  results: {
    slug: string;
    name: string;
    match: 'all' | 'most';
    /** words + name_boost */
    score: number;
    words: number;
    name_boost: number;
    /** The share of the query's meaning that was found. */
    cover: number;
    found: string[];
  }[];
}

const SHOWN = 20;

/** The top results of a search by relevance, with the parts of their scores. @throws DomainError unavailable */
export async function explainSearch(q: string): Promise<SearchExplanation> {
  const reading = await readSearch(parseQuery(q));
  const { terms } = reading;
  const whole = terms.reduce((sum, { meaning }) => sum + meaning, 0) || 1;
  const { matches, full, isEstimate } = await rankMatches(
    reading,
    { kind: 'live' },
    { offset: 0, limit: SHOWN, after: null },
  );
  return {
    terms: terms.map(({ text, meaning, forms }) => ({
      word: text,
      share: meaning / whole,
      forms: forms.map(({ kind, weight, anywhere }) => `${kind} ${anywhere} ×${weight}`),
    })),
    full_matches: full,
    plan: isEstimate ? 'the likeliest of them are ranked' : 'all of them are ranked',
    results: matches.map(({ listing, isFull, score: total, boost, cover, found }) => {
      const score = isFull ? total - FULL_MATCH : total;
      return {
        slug: listing.slug,
        name: listing.name,
        match: isFull ? 'all' : 'most',
        score,
        words: score - boost,
        name_boost: boost,
        cover,
        found: terms.filter((_, index) => found & (2 ** index)).map(({ text }) => text),
      };
    }),
  };
}

const findable = prepare<{ word: string }>(
  `select word from unnest($1::text[], $2::text[]) with ordinality as asked (word, forms, n)
   where exists (select from listing_search where live and search @@ forms::tsquery) order by n`,
);

/** The words among these that live listings contain, for a search that found nothing. */
export async function findableAmong(words: readonly string[]): Promise<string[]> {
  const forms = words.map((word) => `${quote(word)} | ${quote(`~${stem(word)}`)}`);
  return (await findable([words, forms])).map(({ word }) => word);
}

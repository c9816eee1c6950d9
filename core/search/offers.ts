// Filters that a search may want instead: values of facts that it names, and the nearest topics if nothing is found.
import { factLexeme } from '../listings/facts.js';
import type { ListingPage } from '../listings/schema.js';
import { isStopWord, kindStem } from '../listings/stemming.js';
import { toWords } from '../listings/tokens.js';
import { filterFacts } from '../settings/facts.js';
import { isFramingWord, readSynonyms, synonymKey } from './synonyms.js';
import { termCounts } from './term-counts.js';
import type { Reading } from './understanding.js';

type Offer = NonNullable<ListingPage['suggested_filters']>[number];

const MAX_OFFERS = 5;
/** Words of a value. */
const MAX_WORDS = 4;

/**
 * Filters to offer beside the results of a search, the best first, at most five.
 * @param isNothing also the topics nearest to a search that found nothing
 */
export async function offerFilters({ typed, terms }: Reading, isNothing: boolean): Promise<Offer[]> {
  const words = typed.typed.map(({ parts }) => parts.join('-'));
  const named = new Set(
    words.flatMap((_, from) =>
      Array.from({ length: MAX_WORDS }, (_, more) => words.slice(from, from + more + 1).join('-')),
    ),
  );
  const wanted = isNothing ? rootsNear(terms.map(({ text }) => text)) : null;
  const counted = await termCounts.read();
  return filterFacts()
    .flatMap(({ key, pages }) => {
      const prefix = factLexeme(key, '');
      return counted
        .filter(({ term }) => term.startsWith(prefix))
        .map(({ term, value, listings }) => {
          const own = term.slice(prefix.length);
          const shared =
            pages && wanted ? toWords(own).filter((word) => wanted.has(kindStem(word))).length : 0;
          return { worth: named.has(own) ? MAX_WORDS : shared, key, value: value ?? own, count: listings };
        });
    })
    .filter(({ worth }) => worth > 0)
    .sort((a, b) => b.worth - a.worth || b.count - a.count)
    .slice(0, MAX_OFFERS)
    .map(({ worth, ...offer }) => offer);
}

/** Stems of the words of a search and of their synonyms, without those that say little. */
function rootsNear(words: readonly string[]): Set<string> {
  const meant = words.flatMap((word) => [
    word,
    ...(readSynonyms().get(synonymKey([word])) ?? []).flatMap((other) => other.words),
  ]);
  const telling = meant.filter((word) => !isStopWord(word, 'en') && !isFramingWord(word));
  return new Set(telling.map((word) => kindStem(word)));
}

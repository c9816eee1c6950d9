// Which listings match a query: all of its words, or most of their meaning.
import { allStems } from '../listings/languages.js';
import type { Token } from '../listings/words.js';
import type { SearchQuery } from './query.js';
import { quote, type Term } from './terms.js';
import type { Vocabulary } from './vocabulary.js';

/** A condition on the words of a listing. */
export interface Condition {
  readonly tsquery: string;
  /** The share of listings that meet it, as the statistics tell. */
  readonly share: number;
  /** The share that an index of words has to look at. */
  readonly effort: number;
}

export interface Tiers {
  /** What every match must have, in either tier: phrases, filters, no excluded word. null: nothing. */
  readonly required: Condition | null;
  /** All words. */
  readonly all: Condition;
  /** All words in the name or the tagline; null where no word is looked for. */
  readonly prominent: Condition | null;
  /** Sets of words that carry most of the meaning, the most meaningful first. */
  readonly most: readonly Condition[];
}

export interface Filters {
  readonly category?: string | undefined;
  readonly pricing?: string | undefined;
}

/** Of the meaning, what the words of a listing of the second tier must carry. */
const MOST = 0.35;
const MOST_SUBSETS = 12;
/** Terms that subsets are made of; the others only add to a score. */
const SUBSET_TERMS = 8;

export function toTiers(
  query: SearchQuery,
  terms: readonly Term[],
  filters: Filters,
  vocabulary: Vocabulary,
): Tiers | null {
  const wanted = query.phrases
    .flat()
    .map((token) => allOf(wordsOf(token).map((word) => anyForm(word, vocabulary))));
  const filtered = [
    ...(filters.category ? [lexeme(`#${filters.category}`, vocabulary)] : []),
    ...(filters.pricing ? [lexeme(`$${filters.pricing}`, vocabulary)] : []),
  ];
  const excluded = query.excluded.map((token) =>
    not(allOf(wordsOf(token).map((word) => lexeme(word, vocabulary)))),
  );
  const required = [...wanted, ...filtered, ...excluded];
  const solid = terms.filter(({ isSolid }) => isSolid).map(literalCondition);
  if (solid.length === 0 && wanted.length === 0 && excluded.length === 0) return null;
  const prominent = terms.filter(({ isSolid }) => isSolid).map(prominentCondition);
  return {
    required: required.length > 0 ? allOf(required) : null,
    all: allOf([...required, ...solid]),
    prominent: prominent.length > 0 ? allOf([...required, ...prominent]) : null,
    most: subsetsOf(terms).map((subset) => allOf([...required, ...subset.map(termCondition)])),
  };
}

/** A regular expression of PostgreSQL: the words of a phrase, with nothing between them that is a letter or digit. */
export function phrasePattern(phrase: readonly Token[]): string {
  const literal = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '\\$&');
  const words = phrase.map(({ parts, joined, isUnspaced }) =>
    isUnspaced ? literal(joined) : parts.map(literal).join('[^[:alnum:]]*'),
  );
  return `(^|[^[:alnum:]])${words.join('[^[:alnum:]]+')}([^[:alnum:]]|$)`;
}

function wordsOf({ parts, joined, isUnspaced }: Token): readonly string[] {
  return isUnspaced ? parts : [joined];
}

/** A word or what may stand for it in a vector: whether it is the very word, its text tells. */
function anyForm(word: string, vocabulary: Vocabulary): Condition {
  const forms = [...new Set([word, ...allStems(word).flatMap((root) => [root, `~${root}`])])];
  const share = Math.min(
    1,
    forms.reduce((sum, form) => sum + (vocabulary.has(form) ? vocabulary.frequency(form) : 0), 0),
  );
  return { tsquery: `(${forms.map(quote).join('|')})`, share, effort: share };
}

function lexeme(word: string, vocabulary: Vocabulary): Condition {
  const share = vocabulary.frequency(word);
  return { tsquery: quote(word), share, effort: share };
}

function termCondition({ forms }: Term): Condition {
  const share = Math.min(
    1,
    forms.reduce((sum, { frequency }) => sum + frequency, 0),
  );
  return { tsquery: `(${forms.map(({ anywhere }) => anywhere).join('|')})`, share, effort: share };
}

/** Without synonyms: who finds all words should find these words. */
function literalCondition(term: Term): Condition {
  const literal = term.forms.filter(({ kind }) => kind !== 'synonym' && kind !== 'alternative');
  return termCondition({ ...term, forms: literal });
}

/** Of names and taglines no statistics are asked: a tenth of the listings with a word have it there, roughly. */
function prominentCondition(term: Term): Condition {
  const { share } = termCondition(term);
  const literal = term.forms.filter(({ kind }) => kind !== 'synonym');
  const queries = literal.flatMap(({ name, tagline }) => [name, tagline].filter((query) => query !== null));
  return { tsquery: `(${queries.join('|')})`, share: share / 5, effort: share / 5 };
}

function not({ tsquery, share }: Condition): Condition {
  return { tsquery: `!(${tsquery})`, share: 1 - share, effort: 1 };
}

/** An index reads the rarest of the lists, and looks the others up beside it. */
function allOf(conditions: readonly Condition[]): Condition {
  return {
    tsquery: conditions.map(({ tsquery }) => tsquery).join('&'),
    share: conditions.reduce((product, { share }) => product * share, 1),
    effort: Math.min(1, ...conditions.map(({ effort }) => effort)),
  };
}

/** The smallest sets of words that carry most of the meaning, the most meaningful first. */
function subsetsOf(terms: readonly Term[]): Term[][] {
  const heaviest = [...terms]
    .filter(({ meaning, forms }) => meaning > 0 && forms.length > 0)
    .sort((a, b) => b.meaning - a.meaning)
    .slice(0, SUBSET_TERMS);
  const enough = MOST * terms.reduce((sum, { meaning }) => sum + meaning, 0);
  const found: { subset: Term[]; meaning: number }[] = [];
  for (let bits = 1; bits < 2 ** heaviest.length; bits += 1) {
    const subset = heaviest.filter((_, index) => bits & (2 ** index));
    const meaning = subset.reduce((sum, term) => sum + term.meaning, 0);
    const lightest = Math.min(...subset.map((term) => term.meaning));
    if (meaning >= enough && meaning - lightest < enough) found.push({ subset, meaning });
  }
  return found
    .sort((a, b) => b.meaning - a.meaning)
    .slice(0, MOST_SUBSETS)
    .map(({ subset }) => subset);
}

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
  /**
   * The part of it that an index of words answers without reading much: no beginnings of very many words, which are
   * all read whatever stands beside them, and no exclusions. null: none of it; what is found must meet all of it.
   */
  readonly probe: string | null;
  /** The share of listings that the index has to look at for the probe, and that meet it. */
  readonly effort: number;
  readonly probed: number;
}

export interface Tiers {
  /** What every match must have, in either tier: phrases, filters, no excluded word. null: nothing. */
  readonly required: Condition | null;
  /** All words. */
  readonly all: Condition;
  /** All words, by date or name: where enough listings have them, with the words around them. */
  readonly inOrder: Condition;
  /** All words in the name or the tagline; null where no word is looked for. */
  readonly prominent: Condition | null;
  /** Sets of words that carry most of the meaning, the most meaningful first. */
  readonly most: readonly Condition[];
}

export interface Filters {
  readonly category?: string | undefined;
  readonly pricing?: string | undefined;
}

/** So many listings are enough of one kind (C5). */
export const ENOUGH = 10;
/** Entries of the index that a beginning may stand for. */
const WIDE = 10_000;
/** Of the meaning, what the words of a listing of the second tier must carry. */
const MOST = 0.35;
const MOST_SUBSETS = 12;
/** Terms that subsets are made of; the others only add to a score. */
const SUBSET_TERMS = 8;

/** What every listing meets: `#` stands before categories, and by itself in none. */
const EVERY = conditionOf("!'#'", 1, false);

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
  // Of a phrase only the text tells.
  const excluded = query.excluded
    .filter(([token, ...more]) => more.length === 0 && token?.parts.length === 1)
    .map((phrase) => not(allOf(phrase.map(({ joined }) => lexeme(joined, vocabulary)))));
  const required = [...wanted, ...filtered, ...excluded];
  const solid = terms.filter(({ isSolid }) => isSolid).map((term) => literalCondition(term, vocabulary));
  if (solid.length === 0 && wanted.length === 0 && query.excluded.length === 0) return null;
  const all = required.length + solid.length > 0 ? allOf([...required, ...solid]) : EVERY;
  const prominent = terms
    .filter(({ isSolid }) => isSolid)
    .map((term) => prominentCondition(term, vocabulary));
  return {
    required: required.length > 0 ? allOf(required) : null,
    all,
    inOrder: conditionInOrder(all, terms, vocabulary),
    prominent: prominent.length > 0 ? allOf([...required, ...prominent]) : null,
    most: subsetsOf(terms).map((subset) =>
      allOf([...required, ...subset.map((term) => termCondition(term, vocabulary))]),
    ),
  };
}

/** With framing words, where by the statistics a page of listings has them all: no rank puts these before the others. */
function conditionInOrder(all: Condition, terms: readonly Term[], vocabulary: Vocabulary): Condition {
  const framing = terms.filter(({ isFraming }) => isFraming);
  const strict = allOf([all, ...framing.map((term) => literalCondition(term, vocabulary))]);
  return strict.share * vocabulary.size < ENOUGH ? all : strict;
}

function wordsOf({ parts, joined, isUnspaced }: Token): readonly string[] {
  return isUnspaced ? parts : [joined];
}

/** A word or what may stand for it in a vector: whether it is the very word, its text tells. */
function anyForm(word: string, vocabulary: Vocabulary): Condition {
  const forms = [...new Set([word, ...allStems(word).flatMap((root) => [root, `~${root}`])])];
  const known = forms.filter((form) => vocabulary.has(form));
  const share = Math.min(
    1,
    known.reduce((sum, form) => sum + vocabulary.frequency(form), 0),
  );
  return conditionOf(`(${forms.map(quote).join('|')})`, share);
}

function lexeme(word: string, vocabulary: Vocabulary): Condition {
  return conditionOf(quote(word), vocabulary.frequency(word));
}

function conditionOf(tsquery: string, share: number, isProbe = true): Condition {
  const known = isProbe ? share : 1;
  return { tsquery, share, probe: isProbe ? tsquery : null, effort: known, probed: known };
}

function termCondition({ forms }: Term, vocabulary: Vocabulary): Condition {
  const share = Math.min(
    1,
    forms.reduce((sum, { frequency }) => sum + frequency, 0),
  );
  return conditionOf(
    `(${forms.map(({ anywhere }) => anywhere).join('|')})`,
    share,
    !isWide(forms, vocabulary),
  );
}

function isWide(forms: Term['forms'], { size }: Vocabulary): boolean {
  return forms.some(({ kind, frequency }) => kind === 'prefix' && frequency * size > WIDE);
}

/** Without synonyms: who finds all words should find these words. What has begun well is not corrected, either. */
function literalCondition(term: Term, vocabulary: Vocabulary): Condition {
  const literal = term.forms.filter(
    ({ kind }) => kind !== 'synonym' && kind !== 'alternative' && !(kind === 'correction' && term.isBegun),
  );
  return termCondition({ ...term, forms: literal }, vocabulary);
}

/** Of names and taglines no statistics are asked: a fifth of the listings with a word have it there, roughly. */
function prominentCondition(term: Term, vocabulary: Vocabulary): Condition {
  const literal = term.forms.filter(({ kind }) => kind !== 'synonym');
  const queries = literal.flatMap(({ name, tagline }) => [name, tagline].filter((query) => query !== null));
  const { share } = termCondition(term, vocabulary);
  return conditionOf(`(${queries.join('|')})`, share / 5, !isWide(term.forms, vocabulary));
}

function not({ tsquery, share }: Condition): Condition {
  return conditionOf(`!(${tsquery})`, 1 - share, false);
}

/** An index reads the rarest of the lists, and looks the others up beside it. */
function allOf(conditions: readonly Condition[]): Condition {
  const probes = conditions.filter(({ probe }) => probe !== null);
  const product = (shares: readonly number[]) => shares.reduce((one, other) => one * other, 1);
  return {
    tsquery: conditions.map(({ tsquery }) => tsquery).join('&'),
    share: product(conditions.map(({ share }) => share)),
    probe: probes.length > 0 ? probes.map(({ probe }) => probe).join('&') : null,
    effort: Math.min(1, ...probes.map(({ effort }) => effort)),
    probed: product(probes.map(({ probed }) => probed)),
  };
}

/** The smallest sets of words that carry most of the meaning that listings have, the most meaningful first. */
function subsetsOf(all: readonly Term[]): Term[][] {
  const terms = all.filter(({ isAbsent }) => !isAbsent);
  if (!terms.some(({ isSolid }) => isSolid)) return [];
  const heaviest = terms
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

// Tiers of matches: all words of a query, or at least a quarter of their meaning.

import { allStems } from '../listings/tokens.js';
import type { Filter } from './filters.js';
import type { SearchQuery } from './query.js';
import type { Term } from './terms.js';
import type { Vocabulary } from './vocabulary.js';
import { type Form, quote, shareOf } from './word-forms.js';

export interface Condition {
  readonly tsquery: string;
  readonly share: number;
  /** The part of the condition that the index answers cheaply: no very common prefixes, no exclusions. Rows
   * must still meet the whole condition. null: no such part. */
  readonly probe: string | null;
  /** Share of listings that the index reads for the probe, and share that meets it. */
  readonly effort: number;
  readonly probed: number;
}

export interface Tiers {
  /** Required of full and partial matches: phrases, filters, no excluded word. null: nothing is required. */
  readonly required: Condition | null;
  /** Each word itself, or a word of the same meaning in name, tagline or topic. */
  readonly all: Condition;
  /** Each word itself, without synonyms: for lists by date or name. */
  readonly inOrder: Condition;
  /** All words in the name or tagline; null without words. */
  readonly prominent: Condition | null;
  /** Sets of words that carry at least MIN_MEANING of the meaning, most significant first. */
  readonly most: readonly Condition[];
}

/** With fewer full matches than this, partial ones are shown, too (C5). */
export const ENOUGH = 10;
const WIDE = 10_000;
/** Minimum share of the query's meaning in a second-tier match. */
const MIN_MEANING = 0.25;
const MAX_SUBSETS = 12;
/** Maximum terms in subsets; the others only add to a score. */
const SUBSET_TERMS = 8;

/** Matches every listing: no lexeme is `#` alone, which only precedes categories. */
const EVERY = conditionOf("!'#'", 1, false);

export function toTiers(
  query: SearchQuery,
  terms: readonly Term[],
  filters: readonly Filter[],
  vocabulary: Vocabulary,
): Tiers | null {
  const wanted = query.phrases
    .flat()
    .flatMap(({ parts, joined, isUnspaced }) => (isUnspaced ? parts : [joined]))
    .map((word) => anyForm(word, vocabulary));
  const filtered = filters.map((filter) => filterCondition(filter, vocabulary));
  // Phrases and compounds can only be excluded by reading the text (candidates.ts).
  const excluded = query.excluded
    .filter(([token, ...more]) => more.length === 0 && token?.parts.length === 1)
    .map((phrase) => not(allOf(phrase.map(({ joined }) => lexeme(joined, vocabulary)))));
  const required = [...wanted, ...filtered, ...excluded];
  const solid = terms.filter(({ isSolid }) => isSolid);
  if (solid.length === 0 && wanted.length === 0 && query.excluded.length === 0) return null;
  const every = (conditionOfTerm: (term: Term, vocabulary: Vocabulary) => Condition) => {
    const conditions = [...required, ...solid.map((term) => conditionOfTerm(term, vocabulary))];
    return conditions.length > 0 ? allOf(conditions) : EVERY;
  };
  return {
    required: required.length > 0 ? allOf(required) : null,
    all: every(fullCondition),
    inOrder: every(literalCondition),
    prominent: solid.length > 0 ? every(prominentCondition) : null,
    most: subsetsOf(terms).map((subset) =>
      allOf([...required, ...subset.map((term) => termCondition(term, vocabulary))]),
    ),
  };
}

/** All listings that filters leave, for a list without words. */
export function tiersOfFilters(filters: readonly Filter[], vocabulary: Vocabulary): Tiers {
  const all =
    filters.length > 0 ? allOf(filters.map((filter) => filterCondition(filter, vocabulary))) : EVERY;
  return { required: null, all, inOrder: all, prominent: null, most: [] };
}

function filterCondition({ lexemes }: Filter, vocabulary: Vocabulary): Condition {
  const share = lexemes.reduce((sum, one) => sum + vocabulary.frequency(one), 0);
  return conditionOf(`(${lexemes.map(quote).join('|')})`, Math.min(1, share));
}

/** A word or its stems in a vector; only the text shows whether it is the exact word. */
function anyForm(word: string, vocabulary: Vocabulary): Condition {
  const forms = [...new Set([word, ...allStems(word).flatMap((root) => [root, `~${root}`])])];
  const known = forms.filter((form) => vocabulary.has(form));
  const share = known.reduce((sum, form) => sum + vocabulary.frequency(form), 0);
  return conditionOf(`(${forms.map(quote).join('|')})`, Math.min(1, share));
}

const lexeme = (word: string, vocabulary: Vocabulary) => conditionOf(quote(word), vocabulary.frequency(word));

function conditionOf(tsquery: string, share: number, isProbe = true): Condition {
  const known = isProbe ? share : 1;
  return { tsquery, share, probe: isProbe ? tsquery : null, effort: known, probed: known };
}

function termCondition({ forms: all }: Term, vocabulary: Vocabulary): Condition {
  // The prefix also matches the word itself.
  const isOpen = all.some(({ kind }) => kind === 'prefix');
  const forms = isOpen ? all.filter(({ kind }) => kind !== 'word') : all;
  const query = `(${forms.map(({ anywhere }) => anywhere).join('|')})`;
  return conditionOf(query, shareOf(forms), !isWide(forms, vocabulary));
}

function isWide(forms: Term['forms'], { size }: Vocabulary): boolean {
  return forms.some(({ kind, frequency }) => kind === 'prefix' && frequency * size > WIDE);
}

const OTHER_WORDS: ReadonlySet<Form['kind']> = new Set(['synonym', 'replacement', 'concept']);

/** The condition of a term without synonyms, and without corrections of a valid prefix. */
function literalCondition(term: Term, vocabulary: Vocabulary): Condition {
  return termCondition({ ...term, forms: term.forms.filter((form) => isLiteral(form, term)) }, vocabulary);
}

const isLiteral = ({ kind }: Form, { isBegun }: Term) =>
  !OTHER_WORDS.has(kind) && !(kind === 'correction' && isBegun);

/** The condition of a term with its synonyms, which count only in the name, tagline or a topic. */
function fullCondition(term: Term, vocabulary: Vocabulary): Condition {
  const forms = term.forms.flatMap((form) => {
    if (isLiteral(form, term)) return [form];
    return form.kind === 'synonym' || form.kind === 'replacement'
      ? [{ ...form, anywhere: prominentlyOf(form).join('|') || form.anywhere }]
      : [];
  });
  return termCondition({ ...term, forms }, vocabulary);
}

const prominentlyOf = ({ name, topic, tagline }: Form) =>
  [name, topic, tagline].filter((query) => query !== null);

/** Without statistics for names and taglines, assume a fifth of a word's listings have it there. */
function prominentCondition(term: Term, vocabulary: Vocabulary): Condition {
  const queries = term.forms.flatMap(prominentlyOf);
  const { share } = termCondition(term, vocabulary);
  return conditionOf(`(${queries.join('|')})`, share / 5, !isWide(term.forms, vocabulary));
}

const not = ({ tsquery, share }: Condition): Condition => conditionOf(`!(${tsquery})`, 1 - share, false);

/** The index reads the rarest of the lists, and checks the others against it. */
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

/** The smallest sets of words with at least MIN_MEANING of the meaning, most significant first. */
function subsetsOf(all: readonly Term[]): Term[][] {
  const terms = all.filter(({ isAbsent }) => !isAbsent);
  if (!terms.some(({ isSolid }) => isSolid)) return [];
  const heaviest = terms
    .filter(({ meaning, forms }) => meaning > 0 && forms.length > 0)
    .sort((a, b) => b.meaning - a.meaning)
    .slice(0, SUBSET_TERMS);
  const enough = MIN_MEANING * terms.reduce((sum, { meaning }) => sum + meaning, 0);
  const found: { subset: Term[]; meaning: number }[] = [];
  for (let bits = 1; bits < 2 ** heaviest.length; bits += 1) {
    const subset = heaviest.filter((_, index) => bits & (2 ** index));
    const meaning = subset.reduce((sum, term) => sum + term.meaning, 0);
    const lightest = Math.min(...subset.map((term) => term.meaning));
    if (meaning >= enough && meaning - lightest < enough) found.push({ subset, meaning });
  }
  return found
    .sort((a, b) => b.meaning - a.meaning)
    .slice(0, MAX_SUBSETS)
    .map(({ subset }) => subset);
}

// The forms in which a word may appear in listings.
import { allStems, stem } from '../listings/languages.js';
import type { Token } from '../listings/words.js';
import type { Repair } from './corrections.js';
import { isAcronym } from './query.js';
import type { Source } from './translations.js';
import type { Vocabulary } from './vocabulary.js';

/** One form of a word in listings: three tsqueries, for the whole text and for single fields. */
export interface Form {
  readonly anywhere: string;
  readonly tagline: string | null;
  readonly name: string | null;
  /** 1 for the word itself, less for less certain forms. */
  readonly weight: number;
  /** The approximate share of listings that have it. */
  readonly frequency: number;
  readonly kind:
    | 'word'
    | 'stem'
    | 'prefix'
    | 'joined'
    | 'split'
    | 'correction'
    | 'synonym'
    | 'named'
    | 'replacement'
    | 'alternative'
    | 'concept';
}

export const WEIGHTS = {
  joined: 0.95,
  stem: 0.9,
  split: 0.8,
  prefix: 0.7,
  slips: [1, 0.75, 0.55],
  synonym: 0.8,
  alternative: 1.3,
  replacement: 0.75,
  /** A product that is to be replaced. */
  mentioned: 0.5,
  /** One word of an expression, such as `server` of `media server`. */
  part: 0.75,
  named: 0.6,
} as const;
export function quote(lexeme: string): string {
  return `'${lexeme.replace(/['\\]/g, '$&$&')}'`;
}
const anyOf = (queries: readonly string[]) =>
  queries.length === 1 ? (queries[0] as string) : `(${queries.join('|')})`;
const allOf = (queries: readonly string[]) =>
  queries.length === 1 ? (queries[0] as string) : `(${queries.join('&')})`;

/** A word that so many listings have is not looked for as a prefix: fewer are ranked. */
const MANY = 1000;

export function ownForms(token: Token, isOpen: boolean, vocabulary: Vocabulary): Form[] {
  const { parts, joined, isUnspaced } = token;
  if (isUnspaced) return [formOf(parts, parts.length === 1, 1, 'word', vocabulary)];
  const forms = [exactForm(joined, vocabulary)];
  forms.push(...stemForms(joined, vocabulary));
  if (parts.length > 1) forms.push(formOf(parts, false, WEIGHTS.split, 'split', vocabulary));
  const isCommon = vocabulary.frequency(joined) * vocabulary.size >= MANY;
  if (isOpen && !isCommon && !isAcronym(token))
    forms.push(formOf([joined], true, prefixWeight(joined), 'prefix', vocabulary));
  return forms;
}

/** The longer the prefix, the more certain. */
function prefixWeight(word: string): number {
  return Math.min(WEIGHTS.prefix, 0.3 + 0.1 * word.length);
}

export function exactForm(word: string, vocabulary: Vocabulary): Form {
  const root = stem(word);
  return {
    anywhere: quote(word),
    tagline: quote(`+${root}`),
    name: anyOf([...new Set([`^${root}`, `^${word}`])].map(quote)),
    weight: 1,
    frequency: vocabulary.frequency(word),
    kind: 'word',
  };
}

function stemForms(word: string, vocabulary: Vocabulary): Form[] {
  const roots = vocabulary.knows(word) ? [stem(word)] : allStems(word);
  const lexemes = roots.flatMap((root) => (root === word ? [`~${root}`] : [root, `~${root}`]));
  if (lexemes.length === 0) return [];
  return [
    {
      anywhere: anyOf(lexemes.map(quote)),
      tagline: anyOf(roots.map((root) => quote(`+${root}`))),
      name: anyOf(roots.map((root) => quote(`^${root}`))),
      weight: WEIGHTS.stem,
      frequency: Math.min(
        1,
        lexemes.reduce((sum, lexeme) => sum + (vocabulary.has(lexeme) ? vocabulary.frequency(lexeme) : 0), 0),
      ),
      kind: 'stem',
    },
  ];
}

/** Without more for names and taglines. */
export const inText = (form: Form): Form => ({ ...form, tagline: null, name: null });

/** As typed in another language, with the stem of that language. */
export function sourceForms({ spellings, language }: Source, vocabulary: Vocabulary): Form[] {
  return spellings.map((words) => {
    const roots = words.map((word) => stem(word, language));
    const marked = (mark: string) => allOf(roots.map((root) => quote(mark + root)));
    const frequencies = words.map((word, index) =>
      Math.max(vocabulary.frequency(word), vocabulary.frequency(`~${roots[index]}`)),
    );
    return {
      anywhere: allOf(words.map((word, index) => anyOf([word, `~${roots[index]}`].map(quote)))),
      tagline: marked('+'),
      name: marked('^'),
      weight: 1,
      frequency: frequencies.reduce((product, share) => product * share, 1),
      kind: 'word',
    };
  });
}

/** All of these words, each also by its stem. */
export function formOf(
  words: readonly string[],
  isPrefix: boolean,
  weight: number,
  kind: Form['kind'],
  vocabulary: Vocabulary,
): Form {
  const end = isPrefix ? ':*' : '';
  const roots = words.map((word) => (isPrefix ? word : stem(word)));
  const isWide = kind !== 'word' && kind !== 'prefix';
  const anywhere = words.map((word, index) => {
    const root = roots[index] ?? word;
    if (isPrefix) return anyOf([word, `~${word}`].map((beginning) => `${quote(beginning)}:*`));
    return isWide ? anyOf([...new Set([word, root, `~${root}`])].map(quote)) : quote(word);
  });
  const shares = words.map((word, index) =>
    isPrefix
      ? Math.min(1, vocabulary.prefixFrequency(word) + vocabulary.prefixFrequency(`~${word}`))
      : Math.max(vocabulary.frequency(word), isWide ? vocabulary.frequency(`~${roots[index]}`) : 0),
  );
  return {
    anywhere: allOf(anywhere),
    tagline: allOf(roots.map((root) => quote(`+${root}`) + end)),
    name: allOf(roots.map((root) => quote(`^${root}`) + end)),
    weight,
    frequency: shares.reduce((product, share) => product * share, 1),
    kind,
  };
}

export function repairedForms({ corrections, split }: Repair, vocabulary: Vocabulary): Form[] {
  const forms = corrections.map(({ word, slips }) =>
    formOf([word], false, WEIGHTS.slips[slips] ?? 0.5, 'correction', vocabulary),
  );
  return split ? [...forms, formOf(split, false, WEIGHTS.split, 'split', vocabulary)] : forms;
}

export function alternativeForm(marked: string, asks: boolean, vocabulary: Vocabulary): Form {
  return {
    anywhere: quote(marked),
    tagline: null,
    name: null,
    weight: asks ? WEIGHTS.alternative : WEIGHTS.named,
    frequency: vocabulary.has(marked) ? vocabulary.frequency(marked) : 0,
    kind: asks ? 'alternative' : 'named',
  };
}

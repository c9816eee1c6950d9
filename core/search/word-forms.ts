import { allStems, isStopWord, kindStem, stem, type Token } from '../listings/tokens.js';
import type { Repair } from './corrections.js';
import { isAcronym } from './query.js';
import type { Source } from './translations.js';
import type { Vocabulary } from './vocabulary.js';

/** A form of a word as tsqueries: for the whole text, and for each of the three fields that count more. */
export interface Form {
  readonly anywhere: string;
  readonly tagline: string | null;
  readonly name: string | null;
  readonly topic: string | null;
  /** 1 for the word itself, less for less certain forms. */
  readonly weight: number;
  /** Approximate share of listings with this form. */
  readonly frequency: number;
  readonly kind:
    | 'word'
    | 'stem'
    | 'prefix'
    | 'joined'
    | 'split'
    | 'correction'
    | 'synonym'
    | 'replacement'
    | 'alternative'
    | 'concept';
}

/** Approximate share of listings with any of these forms. */
export function shareOf(forms: readonly Form[]): number {
  const sum = forms.reduce((all, { frequency }) => all + frequency, 0);
  return Math.min(1, sum);
}

export const WEIGHTS = {
  joined: 0.95,
  stem: 0.9,
  kin: 0.75,
  split: 0.8,
  prefix: 0.7,
  slips: [1, 0.75, 0.55],
  phrase: 1.3,
  synonym: 0.8,
  alternative: 1.3,
  /** A product to be replaced. */
  mentioned: 0.5,
  /** One word of an expression, such as `server` of `media server`. */
  part: 0.75,
  /** An expression with other words between its words. */
  apart: 0.75,
} as const;
export const quote = (lexeme: string): string => `'${lexeme.replace(/['\\]/g, '$&$&')}'`;
const joined = (sign: '|' | '&') => (queries: readonly string[]) =>
  queries.length === 1 ? String(queries[0]) : `(${queries.join(sign)})`;
const [anyOf, allOf] = [joined('|'), joined('&')];

/** One word of a form: any of its lexemes in a text, any of its roots in a name or tagline. */
interface Part {
  readonly lexemes: readonly string[];
  readonly roots: readonly string[];
  /** Lexemes in names, if they differ. */
  readonly names?: readonly string[];
  readonly share: number;
}

/** Matches all of these words. @param end `:*` for prefixes */
function formFrom(parts: readonly Part[], weight: number, kind: Form['kind'], end = ''): Form {
  const query = (of: (part: Part) => readonly string[], mark = '') => {
    const lexemesOf = (part: Part) => [...new Set(of(part))].map((lexeme) => quote(mark + lexeme) + end);
    return allOf(parts.map((part) => anyOf(lexemesOf(part))));
  };
  return {
    anywhere: query(({ lexemes }) => lexemes),
    tagline: query(({ roots }) => roots, '+'),
    name: query(({ roots, names = roots }) => names, '^'),
    topic: query(({ roots }) => roots, '&'),
    weight,
    frequency: parts.reduce((product, { share }) => product * Math.min(share, 1), 1),
    kind,
  };
}

/** A more common word is not also searched as a prefix: fewer matches to rank. */
const MANY = 1000;

export function ownForms(token: Token, isOpen: boolean, vocabulary: Vocabulary): Form[] {
  const { parts, joined, isUnspaced } = token;
  const [only = ''] = parts;
  if (isUnspaced && parts.length === 1) return [prefixForm(only, 1, 'word', vocabulary)];
  if (isUnspaced) return [formOf(parts, 1, 'word', vocabulary)];
  const forms = [exactForm(joined, vocabulary), ...stemForms(joined, vocabulary)];
  forms.push(...kinForms(joined, vocabulary));
  if (parts.length > 1) forms.push(formOf(parts, WEIGHTS.split, 'split', vocabulary));
  const isCommon = vocabulary.frequency(joined) * vocabulary.size >= MANY;
  // The longer the prefix, the more certain.
  const weight = Math.min(WEIGHTS.prefix, 0.3 + 0.1 * joined.length);
  if (isOpen && !isCommon && !isAcronym(token)) forms.push(prefixForm(joined, weight, 'prefix', vocabulary));
  return forms;
}

export function exactForm(word: string, vocabulary: Vocabulary): Form {
  const root = stem(word);
  const part = { lexemes: [word], roots: [root], names: [root, word], share: vocabulary.frequency(word) };
  return formFrom([part], 1, 'word');
}

function stemForms(word: string, vocabulary: Vocabulary): Form[] {
  const roots = vocabulary.knows(word) ? [stem(word)] : allStems(word).filter((root) => root.length > 2);
  if (roots.length === 0) return [];
  const lexemes = roots.flatMap((root) => (root === word ? [`~${root}`] : [root, `~${root}`]));
  const known = lexemes.filter((lexeme) => vocabulary.has(lexeme));
  const share = known.reduce((sum, lexeme) => sum + vocabulary.frequency(lexeme), 0);
  return [formFrom([{ lexemes, roots, share }], WEIGHTS.stem, 'stem')];
}

/** `tracker` for `tracking`, and vice versa. */
function kinForms(word: string, vocabulary: Vocabulary): Form[] {
  const kind = kindStem(word);
  const kin = [kind, `${kind}er`, `${kind}or`].filter(
    (root) => root !== stem(word) && (vocabulary.has(root) || vocabulary.has(`~${root}`)),
  );
  return kind.length < 4 ? [] : kin.map((root) => formOf([root], WEIGHTS.kin, 'stem', vocabulary));
}

function prefixForm(word: string, weight: number, kind: Form['kind'], vocabulary: Vocabulary): Form {
  const share = vocabulary.prefixFrequency(word) + vocabulary.prefixFrequency(`~${word}`);
  const form = formFrom([{ lexemes: [word, `~${word}`], roots: [word], share }], weight, kind, ':*');
  return kind === 'prefix' ? { ...form, tagline: null, topic: null } : form;
}

/** Forms of a foreign word as typed, with its language's stem. */
export function sourceForms({ spellings, language }: Source, vocabulary: Vocabulary): Form[] {
  const partOf = (word: string) => {
    const root = stem(word, language);
    const lexemes = [word, `~${root}`];
    return { lexemes, roots: [root], share: Math.max(...lexemes.map((one) => vocabulary.frequency(one))) };
  };
  return spellings.map((words) => formFrom(words.map(partOf), 1, 'word'));
}

/** Matches these words next to each other in a name, tagline or topic. */
export function phraseOf(
  words: readonly string[],
  weight: number,
  kind: Form['kind'],
  vocabulary: Vocabulary,
): Form {
  const roots = words.filter((word) => !isStopWord(word, 'en')).map((word) => kindStem(word));
  if (roots.length < 2) return formOf(words, weight, kind, vocabulary);
  const [first = '', ...others] = roots;
  const pairs = others.map((root, before) => `${others[before - 1] ?? first} ${root}`);
  const query = (mark: string) => allOf(pairs.map((pair) => quote(mark + pair)));
  const [name, tagline] = [query('^'), query('+')];
  const topic = formOf(words, weight, kind, vocabulary).topic;
  const share = Math.min(...words.map((word) => vocabulary.frequency(word))) / 4;
  return { anywhere: `(${name}|${tagline}|${topic})`, name, tagline, topic, weight, frequency: share, kind };
}

/** Matches all of these words, each also by its stem unless typed exactly. */
export function formOf(words: readonly string[], weight: number, kind: Form['kind'], vocabulary: Vocabulary) {
  const parts = words.map((word) => {
    const root = stem(word);
    const lexemes = kind === 'word' ? [word] : [word, root, `~${root}`];
    const counted = lexemes.filter((lexeme) => lexeme !== root || lexeme === word);
    return { lexemes, roots: [root], share: Math.max(...counted.map((one) => vocabulary.frequency(one))) };
  });
  return formFrom(parts, weight, kind);
}

export const repairedForms = ({ correction }: Repair, vocabulary: Vocabulary): Form[] =>
  correction
    ? [formOf([correction.word], WEIGHTS.slips[correction.slips] ?? 0.5, 'correction', vocabulary)]
    : [];

/** Texts that call a listing an alternative to a product. */
export function alternativeForm(product: string, vocabulary: Vocabulary): Form {
  const marked = `@${product}`;
  const share = vocabulary.has(marked) ? vocabulary.frequency(marked) : 0;
  const form = formFrom([{ lexemes: [marked], roots: [], share }], WEIGHTS.alternative, 'alternative');
  return { ...form, tagline: null, name: null, topic: null };
}

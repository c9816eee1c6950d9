// The forms in which the words of a query may appear in a listing, and the weight of each word.
import { allStems, guessLanguage, isStopWord, stem } from '../listings/languages.js';
import { isSameWord, type Token } from '../listings/words.js';
import type { Repair } from './corrections.js';
import { isAcronym, type SearchQuery } from './query.js';
import { MAX_SYNONYM_WORDS, type Synonyms, synonymKey } from './synonyms.js';
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
  readonly kind: 'word' | 'stem' | 'prefix' | 'joined' | 'split' | 'correction' | 'synonym' | 'alternative';
}

export interface Term {
  /** As typed, folded. */
  readonly text: string;
  readonly forms: readonly Form[];
  /** Its share of the query's meaning: its rarity, reduced for words that say little. */
  readonly meaning: number;
  /** Neither a stop word nor a framing one, unless there is no other. */
  readonly isSolid: boolean;
  /** A framing word next to a substantial one: part of the phrasing, not of the need. */
  readonly isFraming: boolean;
  /** No listing has it, in any form. */
  readonly isAbsent: boolean;
  /** Unfinished, and the prefix of some word: it may not be a typo. */
  readonly isBegun: boolean;
  /** Its correction, if no listing contains it. */
  readonly correctedTo: string | null;
}

/** Framing words: part of the phrasing of a need rather than of the need itself. */
const FRAMING = new Set(
  'alternative alternatives app application applications apps based best better build cheap cloud easy equivalent free fast good great host hosted hosting lightweight local manage management manager modern online open opensource platform platforms popular private program programs project projects replace replacement replacing selfhost selfhosted selfhosting self server service services simple site software solution solutions source system systems tool tools top web webapp website'.split(
    ' ',
  ),
);
const ASKS_FOR_ALTERNATIVE = new Set(
  'alternative alternatives replace replacement replacing replaces instead like similar clone clones equivalent competitor competitors selfhosted hosted opensource open free'.split(
    ' ',
  ),
);

const WEIGHTS = {
  joined: 0.95,
  stem: 0.9,
  split: 0.8,
  prefix: 0.7,
  slips: [1, 0.75, 0.55],
  synonym: 0.6,
  alternative: 1.3,
  named: 0.6,
} as const;
const FRAMING_MASS = 0.25;

export function quote(lexeme: string): string {
  return `'${lexeme.replace(/['\\]/g, '$&$&')}'`;
}
const anyOf = (queries: readonly string[]) =>
  queries.length === 1 ? (queries[0] as string) : `(${queries.join('|')})`;
const allOf = (queries: readonly string[]) =>
  queries.length === 1 ? (queries[0] as string) : `(${queries.join('&')})`;

/** The terms of a query, in its order. */
export function readTerms(
  query: SearchQuery,
  repairs: ReadonlyMap<string, Repair>,
  vocabulary: Vocabulary,
  synonyms: Synonyms,
): Term[] {
  const { words } = query;
  const language = guessLanguage(words.map(({ joined }) => joined));
  const stop = words.map(({ joined }) => isStopWord(joined, language) || isStopWord(joined, 'en'));
  const framing = words.map(({ joined }) => FRAMING.has(joined));
  const hasSolid = words.some((_, index) => !stop[index] && !framing[index]);
  const hasFraming = words.some((_, index) => framing[index]);
  const asks = words.some(({ joined }) => ASKS_FOR_ALTERNATIVE.has(joined));
  const spans = readSpans(words, vocabulary, synonyms, asks);

  return words.map((token, index) => {
    const repair = repairs.get(token.joined);
    const own = ownForms(token, query.endsOpen && index === words.length - 1, vocabulary);
    // A word with synonyms is not a typo.
    const isMistyped = repair && !repair.isKnown && !spans[index]?.some(({ kind }) => kind === 'synonym');
    const repaired = isMistyped ? repairedForms(repair, vocabulary) : [];
    const forms = [...own, ...repaired, ...(spans[index] ?? [])];
    const isFramingHere = hasSolid && framing[index];
    const isStopHere = stop[index] && (hasSolid || hasFraming);
    const mass = isStopHere ? 0 : isFramingHere ? FRAMING_MASS : 1;
    const isUnknown = repair !== undefined && !repair.isKnown && repaired.length === 0;
    const rarity = rarityOf(
      isUnknown ? forms : [...own.filter(({ kind }) => kind !== 'prefix'), ...repaired],
      vocabulary,
    );
    const isBegun = query.endsOpen && index === words.length - 1 && repair?.isBeginning === true;
    const best =
      isMistyped && !isBegun ? (repair.corrections[0]?.word ?? repair.split?.join(' ')) : undefined;
    return {
      text: token.joined,
      forms,
      meaning: mass * rarity * (isUnknown ? 0.5 : 1),
      isSolid: mass === 1,
      isFraming: mass === FRAMING_MASS,
      isBegun,
      isAbsent:
        isUnknown && !isBegun && forms.every(({ kind }) => kind !== 'synonym' && kind !== 'alternative'),
      // Another form of the same word is no misspelling.
      correctedTo: best !== undefined && !isSameWord(best, token.joined) ? best : null,
    };
  });
}

/** Inverse document frequency, as BM25 counts it. */
function rarityOf(forms: readonly Form[], vocabulary: Vocabulary): number {
  const share = Math.min(
    1,
    forms.reduce((sum, { frequency }) => sum + frequency, 0),
  );
  const listings = Math.max(vocabulary.size, 1);
  return Math.log(1 + (listings * (1 - share) + 0.5) / (listings * share + 0.5));
}

function ownForms(token: Token, isOpen: boolean, vocabulary: Vocabulary): Form[] {
  const { parts, joined, isUnspaced } = token;
  if (isUnspaced) return [formOf(parts, parts.length === 1, 1, 'word', vocabulary)];
  const forms = [exactForm(joined, vocabulary)];
  forms.push(...stemForms(joined, vocabulary));
  if (parts.length > 1) forms.push(formOf(parts, false, WEIGHTS.split, 'split', vocabulary));
  if (isOpen && !isAcronym(token))
    forms.push(formOf([joined], true, prefixWeight(joined), 'prefix', vocabulary));
  return forms;
}

/** The longer the prefix, the more certain. */
function prefixWeight(word: string): number {
  return Math.min(WEIGHTS.prefix, 0.3 + 0.1 * word.length);
}

function exactForm(word: string, vocabulary: Vocabulary): Form {
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

/** All of these words, each also by its stem. */
function formOf(
  words: readonly string[],
  isPrefix: boolean,
  weight: number,
  kind: Form['kind'],
  vocabulary: Vocabulary,
): Form {
  const end = isPrefix ? ':*' : '';
  const roots = words.map((word) => (isPrefix ? word : stem(word)));
  const isWide = kind === 'synonym' || kind === 'split' || kind === 'correction';
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

function repairedForms({ corrections, split }: Repair, vocabulary: Vocabulary): Form[] {
  const forms = corrections.map(({ word, slips }) =>
    formOf([word], false, WEIGHTS.slips[slips] ?? 0.5, 'correction', vocabulary),
  );
  return split ? [...forms, formOf(split, false, WEIGHTS.split, 'split', vocabulary)] : forms;
}

/** For each word, the forms it shares with its neighbours: joined words, synonyms, alternatives to a product. */
function readSpans(
  words: readonly Token[],
  vocabulary: Vocabulary,
  synonyms: Synonyms,
  asks: boolean,
): Form[][] {
  const forms: Form[][] = words.map(() => []);
  for (let from = 0; from < words.length; from += 1) {
    for (let to = from + 1; to <= Math.min(from + MAX_SYNONYM_WORDS, words.length); to += 1) {
      const span = words.slice(from, to).map(({ joined }) => joined);
      const joined = span.join('');
      const found: Form[] = (synonyms.get(synonymKey(span)) ?? []).map((alternative) =>
        formOf(alternative, false, WEIGHTS.synonym, 'synonym', vocabulary),
      );
      if (span.length > 1 && span.length < 4)
        found.push({ ...exactForm(joined, vocabulary), weight: WEIGHTS.joined, kind: 'joined' });
      const marked = `@${joined}`;
      // No name starts or ends with a stop word, except known ones.
      const mayBeName = ![span[0], span.at(-1)].some((word = '') => isStopWord(word, 'en'));
      if ((asks && mayBeName) || vocabulary.has(marked))
        found.push(alternativeForm(marked, asks, vocabulary));
      for (let index = from; index < to; index += 1) forms[index]?.push(...found);
    }
  }
  return forms;
}

function alternativeForm(marked: string, asks: boolean, vocabulary: Vocabulary): Form {
  return {
    anywhere: quote(marked),
    tagline: null,
    name: null,
    weight: asks ? WEIGHTS.alternative : WEIGHTS.named,
    frequency: vocabulary.has(marked) ? vocabulary.frequency(marked) : 0,
    kind: 'alternative',
  };
}

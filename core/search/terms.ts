// The words of a query with their forms and weights.
import { guessLanguage, isSameWord, isStopWord } from '../listings/tokens.js';
import { MAX_SYNONYM_WORDS } from '../settings/synonyms.js';
import type { Repair } from './corrections.js';
import type { SearchQuery } from './query.js';
import { isFramingWord, isProduct, type Synonyms, synonymKey } from './synonyms.js';
import type { Word } from './translations.js';
import type { Vocabulary } from './vocabulary.js';
import * as wordForms from './word-forms.js';

export interface Term {
  /** As typed, folded. */
  readonly text: string;
  readonly forms: readonly wordForms.Form[];
  /** Its share of the query's meaning: its rarity, reduced for common framing words. */
  readonly meaning: number;
  /** Not a stop word or framing word (unless the query has only those). */
  readonly isSolid: boolean;
  /** Whether no listing has it in any form. */
  readonly isAbsent: boolean;
  /** The prefix of an indexed word: perhaps unfinished rather than mistyped. */
  readonly isBegun: boolean;
  readonly correctedTo: string | null;
}

const ASKS_FOR_ALTERNATIVE = new Set(
  'alternative alternatives replace replacement replacing replaces instead like similar clone clones equivalent competitor competitors selfhosted hosted opensource open free'.split(
    ' ',
  ),
);

const FRAMING_MASS = 0.25;
const EXPRESSION_MASS = 1.5;
/** Known about a query before it is interpreted. */
export interface Known {
  readonly repairs: ReadonlyMap<string, Repair>;
  readonly vocabulary: Vocabulary;
  readonly synonyms: Synonyms;
  /** Whether a listing's name is the whole search. */
  readonly isListed: boolean;
}

export function readTerms(query: SearchQuery, known: Known): Term[] {
  const { words, endsOpen } = query;
  const language = query.language ?? guessLanguage(words.map(({ joined }) => joined));
  const isStop = words.map(({ joined }) => isStopWord(joined, language) || isStopWord(joined, 'en'));
  const masses = massesOf(words, isStop);
  // A search for nothing but a well-known product that is not listed also finds its alternatives.
  const asks =
    words.some(({ joined }) => ASKS_FOR_ALTERNATIVE.has(joined)) ||
    (!known.isListed && isProduct(words, known.synonyms));
  const spans = readSpans(words, isStop, { ...known, asks });
  return words.map((word, index) => {
    const isOpen = endsOpen && index === words.length - 1;
    return readTerm(word, spans[index] ?? [], { isOpen, mass: masses[index] ?? 1 }, known);
  });
}

/** How much of its meaning each word keeps: stop words and framing words matter only without others. */
function massesOf(words: readonly Word[], isStop: readonly boolean[]): number[] {
  const isFraming = words.map(({ joined }) => isFramingWord(joined));
  const hasFraming = isFraming.includes(true);
  const hasSolid = words.some((_, index) => !isStop[index] && !isFraming[index]);
  return words.map((_, index) => {
    if (isStop[index] && (hasSolid || hasFraming)) return 0;
    return isFraming[index] && hasSolid ? FRAMING_MASS : 1;
  });
}

/** @param shared forms of expressions that the word is part of */
function readTerm(
  word: Word,
  shared: readonly wordForms.Form[],
  { isOpen, mass }: { isOpen: boolean; mass: number },
  { repairs, vocabulary }: Known,
): Term {
  const { joined, source } = word;
  const repair = repairs.get(joined);
  const isUnknown = repair !== undefined && !repair.isKnown;
  const has = (kind: wordForms.Form['kind']) => shared.some((form) => form.kind === kind);
  const foreign = source ? wordForms.sourceForms(source, vocabulary) : [];
  const own = [...wordForms.ownForms(word, isOpen && !source, vocabulary), ...foreign];
  // A word with synonyms is no typo.
  const isMistyped = isUnknown && !source && !has('synonym') && !has('replacement');
  const repaired = isMistyped ? wordForms.repairedForms(repair, vocabulary) : [];
  const { mentioned, part } = wordForms.WEIGHTS;
  const share = has('replacement') ? mentioned : has('concept') ? part : 1;
  const forms = [...own.map((form) => ({ ...form, weight: form.weight * share })), ...repaired, ...shared];
  const isWritten = source?.spellings.flat().some((one) => vocabulary.has(one) || repairs.get(one)?.isKnown);
  const isNowhere = isUnknown && repaired.length === 0 && !isWritten;
  const literal = [...own.filter(({ kind }) => kind !== 'prefix'), ...repaired];
  const isBegun = isOpen && repair?.isBeginning === true;
  const best = isMistyped && !isBegun ? repair.correction?.word : undefined;
  return {
    text: source?.text ?? joined,
    forms,
    meaning:
      mass * rarityOf(isNowhere ? forms : literal, vocabulary) * (has('concept') ? EXPRESSION_MASS : 1),
    isSolid: mass === 1,
    isBegun,
    isAbsent: isNowhere && !isBegun && shared.every(({ kind }) => kind === 'joined' || kind === 'concept'),
    // Another form of the same word is no misspelling.
    correctedTo: best !== undefined && !isSameWord(best, joined) ? best : null,
  };
}

/** Inverse document frequency, as in BM25. */
function rarityOf(forms: readonly wordForms.Form[], vocabulary: Vocabulary): number {
  const share = wordForms.shareOf(forms);
  const listings = Math.max(vocabulary.size, 1);
  return Math.log(1 + (listings * (1 - share) + 0.5) / (listings * share + 0.5));
}

function readSpans(
  words: readonly Word[],
  isStop: readonly boolean[],
  { vocabulary, synonyms, asks }: Pick<Known, 'vocabulary' | 'synonyms'> & { readonly asks: boolean },
) {
  const forms: wordForms.Form[][] = words.map(() => []);
  const put = (indices: readonly number[], found: readonly wordForms.Form[]) => {
    for (const index of indices) forms[index]?.push(...found);
  };
  for (const indices of expressionsIn(words, isStop)) {
    const span = indices.map((index) => words[index]?.joined ?? '');
    const known = synonyms.get(synonymKey(span)) ?? [];
    if (known.length === 0) continue;
    const isApart = (indices.at(-1) ?? 0) - (indices[0] ?? 0) >= span.length;
    const factor = isApart ? wordForms.WEIGHTS.apart : 1;
    const found = known.map(({ words: other, isOfProduct }) =>
      asks && isOfProduct
        ? wordForms.phraseOf(other, wordForms.WEIGHTS.synonym, 'replacement', vocabulary)
        : wordForms.phraseOf(other, wordForms.WEIGHTS.synonym * factor, 'synonym', vocabulary),
    );
    const typed = [
      wordForms.formOf(span, factor, 'concept', vocabulary),
      wordForms.phraseOf(span, wordForms.WEIGHTS.phrase, 'concept', vocabulary),
    ];
    put(indices, span.length > 1 ? [...found, ...typed] : found);
  }
  for (const indices of neighboursIn(words)) {
    const span = indices.map((index) => words[index]?.joined ?? '');
    const joined = span.join('');
    if (span.length > 1 && span.length < 4)
      put(indices, [
        { ...wordForms.exactForm(joined, vocabulary), weight: wordForms.WEIGHTS.joined, kind: 'joined' },
      ]);
    // Except for known ones, names do not start or end with a stop word.
    const mayBeName = ![span[0], span.at(-1)].some((word = '') => isStopWord(word, 'en'));
    if (asks && (mayBeName || vocabulary.has(`@${joined}`)))
      put(indices, [wordForms.alternativeForm(joined, vocabulary)]);
  }
  return forms;
}

function neighboursIn(words: readonly Word[]): number[][] {
  return words.flatMap((_, from) =>
    words.slice(from, from + MAX_SYNONYM_WORDS).map((_, length) => range(from, from + length + 1)),
  );
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

/** Maximum words of an expression that has other words between them: `archive some web pages`. */
const MAX_APART = 3;
const MAX_CONTENT = 10;

/** Positions of expressions: neighbouring words, or up to MAX_APART words that are no stop words, in order. */
function expressionsIn(words: readonly Word[], isStop: readonly boolean[]): number[][] {
  const content = range(0, words.length)
    .filter((index) => !isStop[index])
    .slice(0, MAX_CONTENT);
  const found = new Map(neighboursIn(words).map((indices) => [indices.join(), indices]));
  const choose = (chosen: readonly number[], from: number) => {
    if (chosen.length > 0) found.set(chosen.join(), [...chosen]);
    if (chosen.length === MAX_APART) return;
    for (let at = from; at < content.length; at += 1) choose([...chosen, content[at] as number], at + 1);
  };
  choose([], 0);
  return [...found.values()];
}

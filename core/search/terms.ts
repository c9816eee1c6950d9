// The words of a query with their forms, and the weight of each.
import { guessLanguage, isStopWord } from '../listings/stemming.js';
import { isSameWord } from '../listings/tokens.js';
import { MAX_SYNONYM_WORDS } from '../settings/synonyms.js';
import type { Repair } from './corrections.js';
import type { SearchQuery } from './query.js';
import { isFramingWord, type Synonyms, synonymKey } from './synonyms.js';
import type { Word } from './translations.js';
import type { Vocabulary } from './vocabulary.js';
import {
  alternativeForm,
  exactForm,
  type Form,
  formOf,
  inText,
  ownForms,
  repairedForms,
  shareOf,
  sourceForms,
  WEIGHTS,
} from './word-forms.js';

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

const ASKS_FOR_ALTERNATIVE = new Set(
  'alternative alternatives replace replacement replacing replaces instead like similar clone clones equivalent competitor competitors selfhosted hosted opensource open free'.split(
    ' ',
  ),
);

const FRAMING_MASS = 0.25;
/** Forms that are other words for the same. */
const BY_MEANING: ReadonlySet<Form['kind']> = new Set(['synonym', 'named', 'replacement', 'alternative']);

export function readTerms(
  query: SearchQuery,
  repairs: ReadonlyMap<string, Repair>,
  vocabulary: Vocabulary,
  synonyms: Synonyms,
): Term[] {
  const { words } = query;
  const language = query.language ?? guessLanguage(words.map(({ joined }) => joined));
  const stop = words.map(({ joined }) => isStopWord(joined, language) || isStopWord(joined, 'en'));
  const framing = words.map(({ joined }) => isFramingWord(joined));
  const hasSolid = words.some((_, index) => !stop[index] && !framing[index]);
  const hasFraming = words.some((_, index) => framing[index]);
  const asks = words.some(({ joined }) => ASKS_FOR_ALTERNATIVE.has(joined));
  const spans = readSpans(words, vocabulary, synonyms, asks);

  return words.map((token, index) => {
    const repair = repairs.get(token.joined);
    const { source } = token;
    const isOpen = query.endsOpen && index === words.length - 1;
    const foreign = source ? sourceForms(source, vocabulary) : [];
    const own = [...ownForms(token, isOpen && !source, vocabulary), ...foreign];
    // A word with synonyms is not a typo.
    const isMistyped =
      repair &&
      !repair.isKnown &&
      !source &&
      !spans[index]?.some(({ kind }) => kind === 'synonym' || kind === 'replacement');
    const repaired = isMistyped ? repairedForms(repair, vocabulary) : [];
    const shared = spans[index] ?? [];
    const isProduct = shared.some(({ kind }) => kind === 'replacement');
    const isPart = shared.some(({ kind }) => kind === 'concept');
    const share = isProduct ? WEIGHTS.mentioned : isPart ? WEIGHTS.part : 1;
    const weighed = own.map((form) => ({
      ...(isProduct ? inText(form) : form),
      weight: form.weight * share,
    }));
    const forms = [...weighed, ...repaired, ...shared];
    const isFramingHere = hasSolid && framing[index];
    const isStopHere = stop[index] && (hasSolid || hasFraming);
    const mass = isStopHere ? 0 : isFramingHere ? FRAMING_MASS : 1;
    const isUnknown =
      repair !== undefined &&
      !repair.isKnown &&
      repaired.length === 0 &&
      !source?.spellings.flat().some((word) => vocabulary.has(word) || repairs.get(word)?.isKnown);
    const rarity = rarityOf(
      isUnknown ? forms : [...own.filter(({ kind }) => kind !== 'prefix'), ...repaired],
      vocabulary,
    );
    const isBegun = isOpen && repair?.isBeginning === true;
    const best =
      isMistyped && !isBegun ? (repair.corrections[0]?.word ?? repair.split?.join(' ')) : undefined;
    return {
      text: source?.text ?? token.joined,
      forms,
      meaning: mass * rarity,
      isSolid: mass === 1,
      isFraming: mass === FRAMING_MASS,
      isBegun,
      isAbsent: isUnknown && !isBegun && forms.every(({ kind }) => !BY_MEANING.has(kind)),
      // Another form of the same word is no misspelling.
      correctedTo: best !== undefined && !isSameWord(best, token.joined) ? best : null,
    };
  });
}

/** Inverse document frequency, as BM25 counts it. */
function rarityOf(forms: readonly Form[], vocabulary: Vocabulary): number {
  const share = shareOf(forms);
  const listings = Math.max(vocabulary.size, 1);
  return Math.log(1 + (listings * (1 - share) + 0.5) / (listings * share + 0.5));
}

/** For each word, the forms it shares with its neighbours: joined words, synonyms, alternatives to a product. */
function readSpans(words: readonly Word[], vocabulary: Vocabulary, synonyms: Synonyms, asks: boolean) {
  const forms: Form[][] = words.map(() => []);
  for (let from = 0; from < words.length; from += 1) {
    for (let to = from + 1; to <= Math.min(from + MAX_SYNONYM_WORDS, words.length); to += 1) {
      const span = words.slice(from, to).map(({ joined }) => joined);
      const joined = span.join('');
      const known = synonyms.get(synonymKey(span)) ?? [];
      const found: Form[] = known.map(({ words: other, isOfProduct }) =>
        asks && isOfProduct
          ? inText(formOf(other, WEIGHTS.replacement, 'replacement', vocabulary))
          : formOf(other, WEIGHTS.synonym, 'synonym', vocabulary),
      );
      if (known.length > 0 && span.length > 1) found.push(formOf(span, 1, 'concept', vocabulary));
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

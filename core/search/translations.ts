// Reads a search in German, French or Spanish as English words (translations.txt): listings are mostly in English.
import { readLines } from '../kernel/package.js';
import { isStopWord, type Language, stem, type Token, tokenize } from '../listings/tokens.js';
import { englishWords, isFramingWord } from './synonyms.js';

/** The typed words behind an English word. */
export interface Source {
  readonly language: Language;
  readonly text: string;
  /** Spellings in listings of that language, each a set of words. */
  readonly spellings: readonly (readonly string[])[];
}

/** A search word: as typed, or in English. */
export interface Word extends Token {
  readonly source?: Source;
}

/** English words by the words and the stems of an entry; and words to ignore. */
type Dictionary = ReturnType<typeof parseTranslations>['dictionaries'][number];

const COLUMNS = ['de', 'fr', 'es'] as const;
const MAX_ENTRY_WORDS = 4;
/** Weight of a filler that may be a word of another language, and of a short word known only by its stem. */
const WEAK_EVIDENCE = 0.5;
const MIN_EVIDENCE = 1;
/** From this length on, words with one stem are forms of the same word. */
const LONG_WORD = 7;
const MIN_PART = 3;
const MAX_PARTS = 4;
/** Letters that may join the parts of a compound. */
const JOINTS = ['', 's', 'es', 'n', 'en', 'e', 'er'];

let held: ReturnType<typeof parseTranslations> | null = null;

function parseTranslations(lines: readonly string[]) {
  const rows = lines.map((line) => line.split('|').map((cell) => cell.trim()));
  /** English words, which are no evidence of another language. */
  const english = new Set(englishWords().map((word) => stem(word)));
  for (const [meaning = ''] of rows) for (const { joined } of tokenize(meaning)) english.add(stem(joined));
  const dictionaries = COLUMNS.map((language, column) => {
    const entries = rows.map(([meaning = '', ...cells]) => ({
      meaning,
      words: (cells[column] ?? '').split(',').map((entry) => toEntry(entry)),
    }));
    const fillers = new Set(
      entries.filter(({ meaning }) => meaning === '').flatMap(({ words }) => words.flat()),
    );
    const exact = new Map<string, string>();
    const byStems = new Map<string, string>();
    const put = (map: Map<string, string>, key: string, meaning: string) => {
      if (key !== '' && !map.has(key)) map.set(key, meaning);
    };
    for (const { meaning, words } of entries.filter((entry) => entry.meaning !== ''))
      for (const entry of words) {
        const telling = entry.filter((word) => !fillers.has(word));
        put(exact, telling.join(' '), meaning);
        put(byStems, stemsOf(telling, language), meaning);
        if (entry.length > 1) put(exact, entry.join(''), meaning);
      }
    return { language, exact, byStems, fillers };
  });
  return { dictionaries, english };
}

/** Without the apostrophes of `d'images`. */
const toEntry = (text: string) => tokenize(text.replace(/['’]/g, ' ')).map(({ joined }) => joined);
const stemsOf = (words: readonly string[], language: Language) =>
  words.map((word) => stem(word, language)).join(' ');

/** Translates a search into English, with the typed words; null if no language is recognised. */
export function translate(words: readonly Token[]) {
  held ??= parseTranslations(readLines('core/search/translations.txt'));
  const { dictionaries, english } = held;
  const isEnglish = (word: string) =>
    english.has(stem(word)) || isStopWord(word, 'en') || isFramingWord(word);
  const [best] = dictionaries
    .map((dictionary) => translateFrom(dictionary, words, isEnglish))
    .sort((a, b) => b.evidence - a.evidence);
  return best && best.evidence >= MIN_EVIDENCE ? best : null;
}

/** Reads a search as this language. Evidence for it is counted in words. */
function translateFrom(
  dictionary: Dictionary,
  typed: readonly Token[],
  isEnglish: (word: string) => boolean,
) {
  const { language, fillers, exact } = dictionary;
  // Short words may have the same stem by chance.
  const certaintyOf = (word: string) => (exact.has(word) || word.length >= LONG_WORD ? 1 : WEAK_EVIDENCE);
  const all = typed.flatMap((token) => partsOf(token, dictionary));
  const telling = all.filter(({ joined }) => !fillers.has(joined));
  const foreignFillers = all.filter(({ joined }) => fillers.has(joined) && !isEnglish(joined));
  let evidence = foreignFillers.length * WEAK_EVIDENCE;
  /** Number of English words that this language lacks. */
  let against = 0;
  const found = new Map<string, Word>();
  const put = (word: Word) => {
    if (!found.has(word.joined)) found.set(word.joined, word);
  };
  for (let at = 0; at < telling.length; ) {
    const { meanings, length } = longestEntry(dictionary, telling.slice(at, at + MAX_ENTRY_WORDS));
    const span = telling.slice(at, at + length);
    at += length;
    if (meanings.length === 0) {
      for (const token of span) put(token);
      if (span.some(({ joined }) => isEnglish(joined))) against += 1;
      continue;
    }
    const written = span.map(({ joined }) => joined);
    const text = written.join(' ');
    const isPhrase = span.length > 1 && meanings.every(({ meaning }) => meaning !== text);
    for (const word of written)
      evidence += isEnglish(word) ? (isPhrase ? WEAK_EVIDENCE : 0) : certaintyOf(word);
    for (const { meaning, part } of meanings) {
      const source = { language, text, spellings: part === text ? [written] : [written, [part]] };
      // A word that is the same in English was not translated.
      for (const token of tokenize(meaning))
        put(written.includes(token.joined) ? token : { ...token, source });
    }
  }
  const words = [...found.values()];
  return { language, words, evidence: words.length === 0 || evidence < against ? 0 : evidence };
}

interface Meaning {
  readonly meaning: string;
  readonly part: string;
}

/** The longest entry that starts here; without meanings if there is none. */
function longestEntry(dictionary: Dictionary, tokens: readonly Token[]) {
  const words = tokens.map(({ joined }) => joined);
  for (let length = words.length; length > 1; length -= 1) {
    const meaning = lookUp(dictionary, words.slice(0, length));
    if (meaning !== undefined)
      return { meanings: [{ meaning, part: words.slice(0, length).join(' ') }], length };
  }
  return { meanings: meaningsOf(dictionary, words[0] ?? ''), length: 1 };
}

function lookUp({ exact, byStems, language }: Dictionary, words: readonly string[]): string | undefined {
  return exact.get(words.join(' ')) ?? byStems.get(stemsOf(words, language));
}

/** The meanings of a word, also if it is typed with ae for ä; for a German compound, the meanings of its parts. */
function meaningsOf(dictionary: Dictionary, word: string): readonly Meaning[] {
  const most = dictionary.language === 'de' ? MAX_PARTS : 1;
  const withoutUmlauts = word.replace(/([aou])e/g, '$1');
  return splitCompound(dictionary, word, most) ?? splitCompound(dictionary, withoutUmlauts, most) ?? [];
}

/** Passwortverwaltung: passwort and verwaltung. The longest first part wins. */
function splitCompound(dictionary: Dictionary, word: string, most: number): Meaning[] | null {
  const meaning = lookUp(dictionary, [word]);
  if (meaning !== undefined) return [{ meaning, part: word }];
  for (let at = word.length - MIN_PART; most > 1 && at >= MIN_PART; at -= 1) {
    const first = word.slice(0, at);
    for (const joint of JOINTS.filter((one) => first.endsWith(one) && at - one.length >= MIN_PART)) {
      const part = first.slice(0, at - joint.length);
      // Only the last part is inflected.
      const head = dictionary.exact.get(part) ?? dictionary.byStems.get(part);
      const rest = head === undefined ? null : splitCompound(dictionary, word.slice(at), most - 1);
      if (head !== undefined && rest) return [{ meaning: head, part }, ...rest];
    }
  }
  return null;
}

/** `l'image` is `image`; `docker-verwaltung` is two words, if one of them is in the dictionary. */
function partsOf(token: Token, dictionary: Dictionary): Token[] {
  const { parts, joined, isUnspaced } = token;
  if (isUnspaced || parts.length === 1 || lookUp(dictionary, [joined]) !== undefined) return [token];
  const isKnown = parts.some(
    (part) => dictionary.fillers.has(part) || meaningsOf(dictionary, part).length > 0,
  );
  return isKnown ? parts.map((part) => ({ parts: [part], joined: part, isUnspaced })) : [token];
}

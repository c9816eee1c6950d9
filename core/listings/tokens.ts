// Tokenises listings and queries. PostgreSQL would split C++ or node.js, and its folding of accents varies by server.

import { stemmer as nl } from '@orama/stemmers/dutch';
import { stemmer as en } from '@orama/stemmers/english';
import { stemmer as fr } from '@orama/stemmers/french';
import { stemmer as de } from '@orama/stemmers/german';
import { stemmer as it } from '@orama/stemmers/italian';
import { stemmer as pt } from '@orama/stemmers/portuguese';
import { stemmer as ru } from '@orama/stemmers/russian';
import { stemmer as es } from '@orama/stemmers/spanish';
import { readLines } from '../kernel/package.js';
import { remembering } from '../kernel/remembering.js';
import { foldLetters } from '../kernel/text/folding.js';

// Languages with stop words and Snowball stemmers (snowballstem.org). Stop words are listed in folded form.

const STEMMERS = { en, de, fr, es, it, pt, nl, ru };
export type Language = keyof typeof STEMMERS;

const LANGUAGES = Object.keys(STEMMERS) as Language[];

const STOPPED_IN = new Map<string, Language[]>();
for (const line of readLines('core/listings/stop-words.txt')) {
  const [language, ...words] = line.split(' ');
  for (const word of words) STOPPED_IN.set(word, [...(STOPPED_IN.get(word) ?? []), language as Language]);
}

const CYRILLIC = /\p{Script=Cyrillic}/u;

/** Number of stop words of each language in a text, most first; English wins a tie. */
function countStopWords(words: readonly string[]): { language: Language; count: number }[] {
  const counts = new Map<Language, number>(LANGUAGES.map((language) => [language, 0]));
  for (const word of words)
    for (const language of STOPPED_IN.get(word) ?? []) counts.set(language, (counts.get(language) ?? 0) + 1);
  return [...counts].map(([language, count]) => ({ language, count })).sort((a, b) => b.count - a.count);
}

/** The language with the most stop words in a text, or Russian for mostly Cyrillic words; English wins a tie. */
export function guessLanguage(words: readonly string[]): Language {
  const cyrillic = words.filter((word) => CYRILLIC.test(word)).length;
  return cyrillic * 2 > words.length ? 'ru' : (countStopWords(words)[0]?.language ?? 'en');
}

/** With fewer stop words, a text is too short to recognise its language. */
const MIN_STOP_WORDS = 2;

/** The language of a text, if its script or a clear majority of its stop words reveals it. */
export function recognizeLanguage(words: readonly string[]): Language | 'ja' | 'ko' | 'zh' | null {
  const text = words.join('');
  const share = (script: RegExp) => (text.match(script)?.length ?? 0) / text.length;
  if (share(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu) > 0.2) return 'ja';
  if (share(/\p{Script=Hangul}/gu) > 0.5) return 'ko';
  if (share(/\p{Script=Han}/gu) > 0.5) return 'zh';
  const [first, second] = countStopWords(words);
  if (!first || !second || first.count < MIN_STOP_WORDS || first.count === second.count) return null;
  return first.language;
}

export function isStopWord(word: string, language?: Language): boolean {
  return language ? STOPPED_IN.get(word)?.includes(language) === true : STOPPED_IN.has(word);
}

/** Letters only: numbers, names with symbols (c++) and single letters are their own stem. */
const STEMMABLE = /^(?:[a-z]{3,}|\p{Script=Cyrillic}{3,})$/u;

const OWN_STEMS = new Map(
  readLines('core/listings/own-stems.txt').flatMap((line) => {
    const forms = line.split(' ');
    return forms.map((form) => [form, forms[0] as string] as const);
  }),
);

const stemmerOf = (language: Language) =>
  remembering((word: string) => {
    const own = language === 'en' ? OWN_STEMS.get(word) : undefined;
    return STEMMABLE.test(word) ? (own ?? STEMMERS[language](word)) || word : word;
  });
const stemmers = new Map(LANGUAGES.map((language) => [language, stemmerOf(language)]));

export function stem(word: string, language: Language = 'en'): string {
  return stemmers.get(language)?.(word) ?? word;
}

/** The stem without -er or -or, shared by `tracker`, `tracking` and `track`. */
export function kindStem(word: string, language: Language = 'en'): string {
  return stem(word, language).replace(/(?<=.{4})[eo]r$/, '');
}

/** Different stems in all languages, for a word of unknown language. */
export function allStems(word: string): string[] {
  return [...new Set(LANGUAGES.map((language) => stem(word, language)))];
}

/** Texts have at most 4,000 characters; only those with characters that expand to phrases exceed this. */
const MAX_FOLDED_LENGTH = 8_000;

/** Most texts are ASCII: they have nothing to decompose, and simpler patterns suffice. */
const ASCII = /^[\0-\x7f]*$/;

/** Katakana, and the hiragana of the same sound; the Arabic tatweel, which only stretches words, becomes nothing. */
const kana = (from: number) =>
  Array.from({ length: 0x56 }, (_, index) => String.fromCharCode(from + index)).join('');
export const KANA: readonly [from: string, to: string] = [`${kana(0x30a1)}\u0640`, kana(0x3041)];

/** Accents, except the marks of Japanese sounds: が is another letter than か. */
export const ACCENT = String.raw`(?![\u3099\u309a])\p{M}`;

const ACCENTS = new RegExp(ACCENT, 'gu');

/** Lower case without accents, in compatibility form: `Ｃafé` → `cafe`. Truncated to MAX_FOLDED_LENGTH. */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.slice(0, MAX_FOLDED_LENGTH).toLowerCase();
  // Truncate while composed: a decomposed syllable of Hangul is three characters.
  const composed = text
    .replace(/[™®©℠℗]/gu, ' ')
    .normalize('NFKC')
    .slice(0, MAX_FOLDED_LENGTH);
  // The database refuses half a surrogate pair.
  const folded = foldLetters(composed.replace(/[\uD800-\uDBFF]$/, ''), ACCENTS);
  return folded.replace(/[\u30a1-\u30f6\u0640]/g, (letter) => KANA[1][KANA[0].indexOf(letter)] ?? '');
}

// Scripts without spaces: every pair of neighbouring characters is a word.
const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
const LETTER = String.raw`(?:(?![${UNSPACED}])[\p{L}\p{N}])`;
/** In order of precedence: C++, C# and .NET; runs of an unspaced script; symbols; words and their compounds. */
const TOKEN = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}])(?:[a-z](?:\+\+|#)|\.net)(?![\p{L}\p{N}])`,
    `(?<run>[${UNSPACED}]+)`,
    String.raw`\p{So}`,
    `${LETTER}+(?:[-.'’&_+/]${LETTER}+)*`,
  ].join('|'),
  'gu',
);
const CAMEL = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
/** PostgreSQL refuses lexemes over 2 kB; no real word has over 60 characters. */
const MAX_WORD = 60;

function cut(word: string): string {
  return word.length > MAX_WORD ? [...word].slice(0, MAX_WORD).join('') : word;
}

/** A word: its parts in order, and for a compound (`node.js`) all parts joined. */
export interface Token {
  readonly parts: readonly string[];
  readonly joined: string;
  /** A run of a script without spaces; its parts are overlapping pairs of characters. */
  readonly isUnspaced: boolean;
}

export function tokenize(text: string): Token[] {
  return [...fold(text).matchAll(TOKEN)].map(([found, run]) =>
    run === undefined ? isolate(found) : { parts: toPairs(run), joined: cut(run), isUnspaced: true },
  );
}

/** Special names (with a mark at an end) and symbols are one part; words are split at their marks. */
function isolate(found: string): Token {
  if (/[+#]$|^\./.test(found) || !/[-.'’&_+/]/.test(found)) {
    const word = cut(found);
    return { parts: [word], joined: word, isUnspaced: false };
  }
  const parts = found.split(/[-.'’&_+/]/).map(cut);
  return { parts, joined: cut(parts.join('')), isUnspaced: false };
}

/** `写真管` → `写真`, `真管`: a search for any part of a run finds the run. */
function toPairs(run: string): string[] {
  const [first = '', ...others] = run;
  return others.length === 0 ? [run] : others.map((character, n) => (others[n - 1] ?? first) + character);
}

const RUNS = new RegExp(`[${UNSPACED}]+`, 'gu');
const segmenter = new Intl.Segmenter('ja', { granularity: 'word' });

/** Puts spaces between words of unspaced scripts: `家族の写真` → `家族 写真`, without single particles. */
export function spaceWords(text: string): string {
  if (ASCII.test(text)) return text;
  return text.normalize('NFKC').replace(RUNS, (run) => {
    const parts = [...segmenter.segment(run)].map(({ segment }) => segment);
    // The segmenter splits unknown words into single letters: keep neighbouring letters together.
    const words = parts.map((part) => (part.length > 1 ? ` ${part} ` : part)).join('');
    const found = words.split(' ').filter((word) => word !== '' && !/^\p{Script=Hiragana}$/u.test(word));
    return found.length > 0 ? ` ${found.join(' ')} ` : run;
  });
}

export function toWords(text: string): string[] {
  return tokenize(text).flatMap(({ parts }) => parts);
}

/** Joins all letters and digits: equal for two spellings of one name. */
export function joinWords(text: string): string {
  return cut(
    tokenize(text)
      .map(({ parts, joined, isUnspaced }) => (isUnspaced ? joined : parts.join('')))
      .join(''),
  );
}

/** Splits camel case: `FreshRSS` is also `fresh` and `rss`. */
export function camelParts(text: string): string[] {
  return text.split(/\s+/).flatMap((part) => (CAMEL.test(part) ? part.split(CAMEL).flatMap(toWords) : []));
}

/** Whether search treats two folded words as equal, such as `invoice` and `invoices`. */
export function isSameWord(a: string, b: string): boolean {
  // Compare stems last, which is slow: no stemmer changes the first letter.
  return a === b || (a[0] === b[0] && stem(a) === stem(b));
}

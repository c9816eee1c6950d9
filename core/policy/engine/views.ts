// Views: readings of one text, each with a map back to the typed characters. The plain view has words
// separated by single spaces; each other view undoes one kind of disguise.

import { remembering } from '../../kernel/remembering.js';
import { type Folded, fold, glyphs, hasForeign, readAsLatin, TURNED_GLYPHS, Writing } from './fold.js';

/** `text`: lower-case words separated by single spaces; unit i was typed at `starts[i]`..`ends[i]`. */
export interface View extends Folded {
  readonly trick: 'plain' | 'letters' | 'spacing' | 'backwards';
}

const KEPT_SYMBOL = /\p{Extended_Pictographic}/u;
const WORD_UNIT = /[\p{L}\p{N}\p{M}]/u;

const kindOfSign = remembering((char: string) => (WORD_UNIT.test(char) ? 1 : KEPT_SYMBOL.test(char) ? 2 : 0));

const isPlain = (code: number) => (code >= 97 && code <= 122) || (code >= 48 && code <= 57);

/** 0 separates words, 1 is part of a word, 2 is a word (an emoji). */
function kindOf(char: string): 0 | 1 | 2 {
  const code = char.charCodeAt(0);
  if (code >= 0x80) return kindOfSign(char);
  return isPlain(code) ? 1 : 0;
}

/** `l'argent` is two words, `don't` is one. */
const ELIDED = /(?:^|[^\p{L}\p{N}'])(?:[cdjlmnst]|qu)$/u;

/** The words of a folded text, without apostrophes, separated by single spaces. */
function plainView(folded: Folded): View {
  const { text } = folded;
  const out = new Writing();
  // The last character of `out`; reading `out` itself while it grows would copy it.
  let last = '';
  let pendingSpace = false;
  for (let i = 0; i < text.length; ) {
    const code = text.codePointAt(i) as number;
    const width = code > 0xffff ? 2 : 1;
    const char = width === 1 ? (text[i] as string) : String.fromCodePoint(code);
    const kind = kindOf(char);
    if (kind === 0) {
      if (char === '+' && /[128]/.test(last) && !pendingSpace) {
        out.copy(folded, i, i + 1);
        pendingSpace = true;
      } else if (char !== "'" || ELIDED.test(text.slice(Math.max(0, i - 3), i))) pendingSpace = true;
      i += width;
      continue;
    }
    if ((pendingSpace || kind === 2) && last !== '') putSpace(out, folded, i);
    pendingSpace = kind === 2;
    let end = i + width;
    if (kind === 1) while (isPlain(text.charCodeAt(end))) end++;
    last = end > i + width ? (text[end - 1] as string) : char;
    out.copy(folded, i, end);
    i = end;
  }
  return { text: out.text, starts: out.starts, ends: out.ends, trick: 'plain' };
}

export function putSpace(out: Writing, { starts }: Folded, before: number): void {
  const at = starts[before] as number;
  out.put(' ', at, at);
}

/** Rewrites these places of a text; null if there are none. */
export function rewrite<P extends { readonly start: number; readonly end: number }>(
  folded: Folded,
  places: readonly P[],
  write: (out: Writing, place: P) => void,
): Folded | null {
  if (places.length === 0) return null;
  const out = new Writing();
  let done = 0;
  for (const place of places) {
    out.copy(folded, done, place.start);
    write(out, place);
    done = place.end;
  }
  out.copy(folded, done, folded.text.length);
  return out;
}

/** @param pattern a global one, which `matchAll` would copy for each text */
function placesOf({ text }: Folded, pattern: RegExp) {
  const places: { match: string; start: number; end: number }[] = [];
  for (let found = pattern.exec(text); found; found = pattern.exec(text))
    places.push({ match: found[0], start: found.index, end: pattern.lastIndex });
  return places;
}

const LEET: ReadonlyMap<string, string> = new Map(
  glyphs('a:4@ b:8₿ c:(<¢ e:3€ g:69 i:1!|¡ l:£ o:0 s:5$§ t:7+ u:µ x:%× y:¥ z:2'),
);
/** A word with digits or symbols in place of letters: `c0ke`, `cra$$`. */
const LEET_WORD =
  /(?<![a-z0-9@$!|+(<€¢£₿§¥%×¡])(?=[a-z0-9@$!|+(<€¢£₿§¥%×¡]*[a-z])(?=[a-z@$!|+(<€¢£₿§¥%×¡]*[0-9@$!|+(<€¢£₿§¥%×¡])[a-z0-9@$!|+(<€¢£₿§¥%×¡]{3,}/g;
const ALL_LEET_WORD = /(?<![a-z0-9])[013457@$]{4,8}(?![a-z0-9])/g;
const HAS_LEET =
  /[a-z][0-9@$!|+(<€¢£₿§¥%×¡]+[a-z0-9]|[0-9@$!|+(<€¢£₿§¥%×¡][a-z]|[a-z][$|@€§]|(?<![a-z0-9])[013457@$]{4,8}(?![a-z0-9])/;
const WORDS = /[\p{L}\p{N}]+/gu;
const CHANCE = 3;
const REPEATED = /([a-z])\1{2,}/g;
const SWAPPED: ReadonlyMap<string, string> = new Map(glyphs('b:q q:b d:p p:d n:u u:n'));

/** Undoes digits, symbols, look-alikes and turned letters; null without any. @param one the letter that 1 stands for */
function lettersText(folded: Folded, typed: string, one: 'i' | 'l'): string | null {
  let { text } = folded;
  const before = text;
  if (HAS_LEET.test(text)) {
    const read = (word: string) =>
      [...word]
        .map((char) => (char === '1' || char === '!' || char === '|' ? one : (LEET.get(char) ?? char)))
        .join('');
    text = text.replace(LEET_WORD, read).replace(ALL_LEET_WORD, read);
  }
  if (hasForeign(text)) {
    // In a text of another alphabet, short words resemble Latin ones by chance (`от`).
    const words = text.match(WORDS) ?? [];
    const least = words.some((word) => hasForeign(word) && readAsLatin(word) === null) ? CHANCE : 0;
    text = text.replace(WORDS, (word) =>
      word.length > least && hasForeign(word) ? (readAsLatin(word) ?? word) : word,
    );
  }
  if (TURNED_GLYPHS.test(typed)) text = text.replace(/[bdnpqu]/g, (char) => SWAPPED.get(char) as string);
  return text === before ? null : text;
}

/** `seeex` → `sex`: runs of at least `least` equal letters become one. */
const unstretch = (folded: Folded, least: number) =>
  rewrite(folded, placesOf(folded, REPEATED), (out, { match: run, start, end }) => {
    if (run.length < least || run.startsWith('x')) out.copy(folded, start, end);
    else out.put(run[0] as string, folded.starts[start] as number, folded.ends[end - 1] as number);
  });

const SPACED_RUN =
  /(?<![\p{L}\p{N}])[\p{L}\p{N}@$!|](?:[^\p{L}\p{N}]{1,4}[\p{L}\p{N}@$!|](?![\p{L}\p{N}])){2,}/gu;

/** Joins spaced-out letters (`c o c a`, `c.o.c.a`, one a line); wider gaps remain. */
const closeGaps = (folded: Folded) =>
  rewrite(folded, placesOf(folded, SPACED_RUN), (out, { match: run, start }) => {
    const units = [...run.matchAll(/[\p{L}\p{N}@$!|]/gu)];
    const gaps = units.slice(1).map((unit, i) => unit.index - (units[i]?.index ?? 0));
    const usual = Math.min(...gaps);
    for (const [i, unit] of units.entries()) {
      const at = start + unit.index;
      if (i > 0 && (gaps[i - 1] ?? 0) > usual) putSpace(out, folded, at);
      out.copy(folded, at, at + unit[0].length);
    }
  });

const INTERRUPTED =
  /(?<=\p{L})(?:(?:\p{Extended_Pictographic}\uFE0F?(?:\u200D\p{Extended_Pictographic}\uFE0F?)*)+|[.·•|~^_]{1,2})(?=\p{L})/gu;

/** Removes emoji, dots and the like within words (`ke🌸ta🌸mine`, `por.no`); null if there are none. */
const joinParts = (folded: Folded) => rewrite(folded, placesOf(folded, INTERRUPTED), () => undefined);

/** In an address, three equal letters may meet where two words join (`bee` and `escort`). */
const STRETCHED = 3;
const STRETCHED_IN_ADDRESS = 4;

/** Every reading of a typed text: the plain one first, the others only if they differ. */
export function readViews(typed: string, isAddress = false): View[] {
  const folded = fold(typed);
  const views = [plainView(folded)];
  const joined = isAddress ? null : joinParts(folded);
  if (joined) views.push({ ...plainView(joined), trick: 'spacing' });
  const closed = closeGaps(folded);
  if (closed) views.push({ ...plainView(closed), trick: 'spacing' });
  const stretched = unstretch(closed ?? folded, isAddress ? STRETCHED_IN_ADDRESS : STRETCHED);
  if (stretched) views.push({ ...plainView(stretched), trick: 'letters' });
  const base = stretched ?? closed ?? folded;
  for (const text of new Set([lettersText(base, typed, 'i'), lettersText(base, typed, 'l')]))
    if (text !== null) views.push({ ...plainView({ ...base, text }), trick: 'letters' });
  return views;
}

/** The reversed text, if it was upside down or `isBackwards`. */
export function readBackwards(typed: string, isBackwards: boolean): View | null {
  const isTurned = TURNED_GLYPHS.test(typed);
  if (!isTurned && !isBackwards) return null;
  const folded = fold(typed);
  const letters = isTurned ? (lettersText(folded, typed, 'i') ?? folded.text) : folded.text;
  const text = [...letters].reverse().join('');
  const turned = { text, starts: folded.starts.toReversed(), ends: folded.ends.toReversed() };
  return { ...plainView(turned), trick: 'backwards' };
}

// Folds every variant of a letter into that letter, with a map back to the typed text. NFKC runs first: the
// tables need only the letters that NFKC leaves.
import querystring from 'node:querystring';
import { domainToUnicode } from 'node:url';
import { remembering } from '../../kernel/remembering.js';
import { parseUrl } from '../../kernel/text/parse-url.js';

/** Folded text; `starts[i]` and `ends[i]` bound the typed characters of unit i of `text`. */
export interface Folded {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

export class Writing implements Folded {
  text = '';
  readonly starts: number[] = [];
  readonly ends: number[] = [];

  /** Appends `text` for the typed characters between two positions. */
  put(text: string, start: number, end: number): void {
    this.text += text;
    for (let unit = 0; unit < text.length; unit++) {
      this.starts.push(start);
      this.ends.push(end);
    }
  }

  copy({ text, starts, ends }: Folded, from: number, to: number): void {
    this.text += text.slice(from, to);
    for (let unit = from; unit < to; unit++) {
      this.starts.push(starts[unit] as number);
      this.ends.push(ends[unit] as number);
    }
  }
}

const MARKS = /\p{M}/gu;
const FORMAT = /^\p{Cf}$/u;
/** Invisible blanks and fillers that are no format characters: joiners, Hangul fillers, variation selectors, tatweel. */
const FILLERS: ReadonlySet<number> = new Set([
  0x034f, 0x0640, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180b, 0x180c, 0x180d, 0x180e, 0x180f, 0x2800, 0x3164,
  0xffa0,
]);
const isVariationSelector = (code: number) =>
  (code >= 0xfe00 && code <= 0xfe0f) || (code >= 0xe0100 && code <= 0xe01ef);
/** Scripts whose marks are parts of letters, not decoration. */
const COMPOSED_SCRIPTS = /[\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Devanagari}\p{sc=Thai}]/u;

const foldCodePoint = remembering((code: number) =>
  FILLERS.has(code) || isVariationSelector(code) ? '' : foldCharacter(String.fromCodePoint(code)),
);

/** Greek capitals that resemble another letter than their lower-case forms do. */
const GREEK_CAPITALS: ReadonlyMap<string, string> = new Map([
  ['Η', 'н'],
  ['Ν', 'п'],
  ['Υ', 'у'],
]);

function foldCharacter(char: string): string {
  const capital = GREEK_CAPITALS.get(char);
  if (capital !== undefined) return capital;
  if (FORMAT.test(char)) return '';
  const lookalike = LOOKALIKES.get(char) ?? BRAILLE.get(char);
  if (lookalike !== undefined) return lookalike;
  const compatible = char.normalize('NFKC');
  const plain = COMPOSED_SCRIPTS.test(compatible)
    ? compatible
    : compatible.normalize('NFKD').replace(MARKS, '');
  const lower = plain.toLowerCase().replace(MARKS, '');
  return [...lower].map((part) => LOOKALIKES.get(part) ?? part).join('');
}

const ENTITY = /^&(?:#x([0-9a-f]{1,6})|#(\d{1,7}));?/i;
const TAG = /^<\/?[a-z][^<>]{0,40}>/i;

/** Folds case, marks, invisible characters, look-alikes, HTML entities and tags, after NFKC. */
export function fold(text: string): Folded {
  const out = new Writing();
  let plain = true;
  for (let i = 0; i < text.length; ) {
    const code = text.codePointAt(i) as number;
    const width = code > 0xffff ? 2 : 1;
    if (code === 0x26 || code === 0x3c) {
      const rest = text.slice(i, i + 44);
      const entity = code === 0x26 ? ENTITY.exec(rest) : null;
      const value = entity ? Number.parseInt(entity[1] ?? entity[2] ?? '', entity[1] ? 16 : 10) : 0;
      if (entity && value > 0 && value <= 0x10ffff) {
        out.put(foldCodePoint(value), i, i + entity[0].length);
        i += entity[0].length;
        continue;
      }
      const tag = code === 0x3c ? TAG.exec(rest) : null;
      if (tag) {
        i += tag[0].length;
        continue;
      }
    }
    if (code < 0x80) {
      out.put(code >= 65 && code <= 90 ? String.fromCharCode(code + 32) : (text[i] as string), i, i + 1);
    } else {
      plain = false;
      out.put(foldCodePoint(code), i, i + width);
    }
    i += width;
  }
  if (!plain) out.text = unmixScripts(out.text);
  return out;
}

const FOREIGN = /[\u0370-\u03ff\u0400-\u052f\u0531-\u0587\u13a0-\u13ff]/;
const WORD = /[\p{L}\p{N}]+/gu;

/** Rewrites a word of mixed alphabets in the alphabet it imitates. Keeps the length. */
function unmixScripts(text: string): string {
  if (!FOREIGN.test(text)) return text;
  return text.replace(WORD, (word) => {
    if (!FOREIGN.test(word) || !/[a-z]/.test(word)) return word;
    const latin = readAsLatin(word);
    if (latin !== null) return latin;
    return [...word].map((char) => TO_CYRILLIC.get(char) ?? char).join('');
  });
}

/** The Latin word that a word looks like; null if a letter has no look-alike. */
export function readAsLatin(word: string): string | null {
  let out = '';
  for (const char of word) {
    const latin = FOREIGN.test(char) ? FOREIGN_TO_LATIN.get(char) : char;
    if (latin === undefined) return null;
    out += latin;
  }
  return out;
}

export const hasForeign = (text: string) => FOREIGN.test(text);

/** Parses `a:xyz b:…` into pairs of glyph and letter. */
export function glyphs(groups: string): [string, string][] {
  return groups
    .trim()
    .split(/\s+/)
    .flatMap((group) => [...group.slice(2)].map((glyph): [string, string] => [glyph, group[0] as string]));
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz';
const alphabetAt = (first: number): [string, string][] =>
  [...ALPHABET].map((letter, index) => [String.fromCodePoint(first + index), letter]);

const TURNED = 'a:ɐɒ c:ɔ e:ǝɘ f:ɟ g:ƃ h:ɥ i:ᴉ j:ɾ k:ʞ l:ʃꞁ m:ɯ r:ɹɿ t:ʇ v:ʌ w:ʍ y:ʎ n:ᴎ s:ƨ';

/** Glyph → Latin letter, in any context. */
const LOOKALIKES: ReadonlyMap<string, string> = new Map([
  ...glyphs(TURNED),
  ...glyphs(
    `a:ᴀ b:ʙ c:ᴄ d:ᴅ e:ᴇ f:ꜰ g:ɢ h:ʜ i:ɪ j:ᴊ k:ᴋ l:ʟ m:ᴍ n:ɴ o:ᴏ p:ᴘ q:ꞯ r:ʀ s:ꜱ t:ᴛ u:ᴜ v:ᴠ w:ᴡ y:ʏ z:ᴢ`,
  ),
  // Letters with strokes, hooks and tails, which do not decompose.
  ...glyphs(`a:ɑ b:ƀɓ c:ƈȼ d:đɖɗð e:ɛəɇ f:ƒ g:ɠǥɡ h:ħɦɧ i:ıɨɩ j:ɉʝ k:ƙꝁ l:łƚɫɭ m:ɱ n:ŋɲƞɳ o:øɵ
    p:ƥᵽþ q:ɋ r:ɍɼɽ s:ʂȿ t:ŧƭʈ u:ʉʋ v:ⱱ w:ⱳ y:ɏƴ z:ƶȥɀʐ`),
  // Symbols drawn like a capital.
  ...glyphs('a:∀ c:∁ e:∃ n:∩ s:∫ t:⊤ u:∪ v:⋁ o:◯⭕ x:❌✖ m:♏ i:ℹ'),
  // Boxed, circled and flag letters.
  ...alphabetAt(0x1f130),
  ...alphabetAt(0x1f150),
  ...alphabetAt(0x1f170),
  ...alphabetAt(0x1f1e6),
  ...alphabetAt(0x249c),
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ß', 'ss'],
  ['’', "'"],
]);

/** A word with one of these is upside down, including its plain b, d, n, p, q, u. */
export const TURNED_GLYPHS = new RegExp(`[${TURNED.replace(/[a-z]:|\s/g, '')}]`, 'u');

const BRAILLE: ReadonlyMap<string, string> = new Map(
  [...'⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵'].map((cell, index) => [cell, ALPHABET[index] as string]),
);

/** Lower-case letters of other alphabets that look Latin. After Unicode TR39, confusables.txt. */
const FOREIGN_TO_LATIN: ReadonlyMap<string, string> = new Map(
  glyphs(`a:аαꭺ b:вьβꮟ c:сϲᴄꮯ d:ԁժꭰ e:еёεҽєꭼ f:ғϝք g:ԍցɡꮐ h:һнհηʜꮋ i:іїιӏꭵꮖ j:јϳյ k:кκқꮶ l:ӏլꮮ
    m:мμꮇ n:пπηնոռ o:оοσօθ p:рρҏꮲ q:ԛզգ r:гґяꮢ s:ѕςտꮪ t:тτեꭲ u:уυսџцμ v:ѵνꮩ w:ԝωшꮃ x:хχҳ y:уγүчꮍ z:зζꮓ`),
);

/** Latin letters that look Cyrillic, in an otherwise Cyrillic word. */
const TO_CYRILLIC: ReadonlyMap<string, string> = new Map(
  glyphs('а:a в:b с:c е:e н:h к:k м:m о:o р:p т:t х:x у:yu и:i г:r з:3'),
);

/** An address without scheme and `www.`, percent-escapes and punycode decoded, mapped to the typed text. */
export function decodeAddress(typed: string): Folded {
  const out = new Writing();
  const scheme = /^\s*(?:[a-z][a-z0-9+.-]*:\/\/)?(?:www\d?\.)?/i.exec(typed)?.[0].length ?? 0;
  for (const part of typed.slice(scheme).matchAll(/xn--[a-z0-9-]+|(?:%[0-9a-f]{2})+|[\s\S]/gi)) {
    const start = scheme + part.index;
    const end = start + part[0].length;
    if (part[0].length === 1) out.put(part[0], start, end);
    else if (part[0].startsWith('%')) out.put(querystring.unescape(part[0]), start, end);
    else out.put(domainToUnicode(part[0]) || part[0], start, end);
  }
  return out;
}

/** The host of an address, in lower case; null if there is none. */
export function hostOf(typed: string): string | null {
  const text = typed.trim();
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  return parseUrl(full)?.hostname.replace(/\.$/, '') ?? null;
}

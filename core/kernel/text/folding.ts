// Folds letters, for slugs, search and comparing addresses.

/** Letters that do not decompose into base letter and accent. */
export const LETTERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ß: 'ss',
    æ: 'ae',
    œ: 'oe',
    ø: 'o',
    ł: 'l',
    đ: 'd',
    ð: 'd',
    þ: 'th',
    ı: 'i',
    ħ: 'h',
    ŧ: 't',
    ŋ: 'ng',
    ə: 'e',
  }),
);

const UNDECOMPOSED = new RegExp(`[${[...LETTERS.keys()].join('')}]`, 'g');

/** Lower case without accents, in compatibility form: `Straße` → `strasse`. */
export function foldLetters(text: string, accents = /\p{M}/gu): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(accents, '')
    .replace(UNDECOMPOSED, (letter) => LETTERS.get(letter) ?? letter)
    .normalize('NFC');
}

/** ASCII letters and digits, joined by hyphens: `Café Notes 2` → `cafe-notes-2`; may be empty. */
export function toAsciiSlug(text: string, length?: number): string {
  return foldLetters(text)
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, length)
    .replace(/-$/, '');
}

// Letters in other shapes: small capitals, turned letters, boxed ones, letters of other alphabets. What NFKC already
// folds (full width, mathematical, circled) is not repeated here.

/** `a:xyz b:…` → glyph → letter. */
function glyphs(groups: string): [string, string][] {
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
export const LOOKALIKES: ReadonlyMap<string, string> = new Map([
  ...glyphs(TURNED),
  // small capitals
  ...glyphs(
    `a:ᴀ b:ʙ c:ᴄ d:ᴅ e:ᴇ f:ꜰ g:ɢ h:ʜ i:ɪ j:ᴊ k:ᴋ l:ʟ m:ᴍ n:ɴ o:ᴏ p:ᴘ q:ꞯ r:ʀ s:ꜱ t:ᴛ u:ᴜ v:ᴠ w:ᴡ y:ʏ z:ᴢ`,
  ),
  // letters with strokes, hooks and tails, that no decomposition reaches
  ...glyphs(`a:ɑ b:ƀɓ c:ƈȼ d:đɖɗð e:ɛəɇ f:ƒ g:ɠǥɡ h:ħɦɧ i:ıɨɩ j:ɉʝ k:ƙꝁ l:łƚɫɭ m:ɱ n:ŋɲƞɳ o:øɵ
    p:ƥᵽþ q:ɋ r:ɍɼɽ s:ʂȿ t:ŧƭʈ u:ʉʋ v:ⱱ w:ⱳ y:ɏƴ z:ƶȥɀʐ`),
  // symbols drawn like a capital
  ...glyphs('a:∀ c:∁ e:∃ n:∩ s:∫ t:⊤ u:∪ v:⋁ o:◯⭕ x:❌✖ m:♏ i:ℹ'),
  // boxed, circled and flag letters
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

/** A word with one of these was turned upside down, including its plain b, d, n, p, q, u. */
export const TURNED_GLYPHS = new RegExp(`[${TURNED.replace(/[a-z]:|\s/g, '')}]`, 'u');

/** Braille cells a to z. */
export const BRAILLE: ReadonlyMap<string, string> = new Map(
  [...'⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵'].map((cell, index) => [cell, ALPHABET[index] as string]),
);

/** Letters of other alphabets that look like a Latin one, lower case. After Unicode TR39, confusables.txt. */
export const FOREIGN_TO_LATIN: ReadonlyMap<string, string> = new Map(
  glyphs(`a:аαꭺ b:вьβꮟ c:сϲᴄꮯ d:ԁժꭰ e:еёεҽєꭼ f:ғϝք g:ԍցɡꮐ h:һнհηʜꮋ i:іїιӏꭵꮖ j:јϳյ k:кκқꮶ l:ӏլꮮ
    m:мμꮇ n:пπηնոռ o:оοσօθ p:рρҏꮲ q:ԛզգ r:гґяꮢ s:ѕςտꮪ t:тτեꭲ u:уυսџцμ v:ѵνꮩ w:ԝωшꮃ x:хχҳ y:уγүчꮍ z:зζꮓ`),
);

/** Latin letters that look like Cyrillic ones, in an otherwise Cyrillic word. */
export const TO_CYRILLIC: ReadonlyMap<string, string> = new Map(
  glyphs('а:a в:b с:c е:e н:h к:k м:m о:o р:p т:t х:x у:yu и:i г:r з:3'),
);

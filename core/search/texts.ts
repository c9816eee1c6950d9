// Quoted and excluded words. Vectors hold stems without word order: if they cannot decide, the texts themselves are
// read, folded as in words.ts. All conditions are on a row `s` of listing_search.
import { LISTING_FIELDS } from '../listings/fields.js';
import { allStems } from '../listings/languages.js';
import { LIST_FIELDS, OWNER_FIELDS } from '../listings/schema.js';
import { LETTERS, type Token } from '../listings/words.js';
import { quote } from './forms.js';
import type { Bindings } from './statement.js';
import type { Reading } from './understanding.js';

/** The searched texts of a listing. */
const TEXTS = OWNER_FIELDS.filter((field) => LISTING_FIELDS[field].searchedAs !== null)
  .map((field) => (LIST_FIELDS.includes(field) ? `array_to_string(l.${field}, E'\\n')` : `l.${field}`))
  .join(', ');

/** Conditions on the vector, in addition to the ranked words. */
export function requiredWords({ tiers }: Reading, bindings: Bindings): string {
  return tiers?.required ? ` and s.search @@ ${bindings.query(tiers.required.tsquery)}` : '';
}

/** Conditions on the texts. Expensive: only for the few rows that meet all other conditions. Each text is read once. */
export function requiredTexts({ query: { phrases, excluded } }: Reading, bindings: Bindings): string {
  if (phrases.length + excluded.length === 0) return '';
  const has = (pattern: string) => `folded ~ ${bindings.bind(pattern, 'text')}`;
  const wanted = phrases.map((phrase) => has(standing(phrasePattern(phrase))));
  const unwanted = excluded.length > 0 ? [`not ${has(standing(excluded.map(phrasePattern).join('|')))}`] : [];
  const read = `exists (
    select from listings as l
      cross join lateral (select concat_ws(E'\\n', ${TEXTS}) as written offset 0) as text
      cross join lateral (select ${PLAIN} as folded offset 0) as plain
    where l.id = s.id and ${[...wanted, ...unwanted].join(' and ')})`;
  if (phrases.length > 0) return ` and ${read}`;
  // If the vector lacks the words, the text need not be read.
  const suspects = bindings.query(excluded.map((phrase) => `(${mayStand(phrase)})`).join('|'));
  return ` and case when s.search @@ ${suspects} then ${read} else true end`;
}

/** Met by the vector of every text with this phrase: a stem matches all its words. */
function mayStand(phrase: readonly Token[]): string {
  const words = phrase.flatMap(({ parts }) => parts);
  const forms = (word: string) => [...new Set([word, ...allStems(word).map((root) => `~${root}`)])];
  return words.map((word) => `(${forms(word).map(quote).join('|')})`).join('&');
}

/** A regular expression of PostgreSQL: the words of a phrase, with nothing between them that is a letter or digit. */
function phrasePattern(phrase: readonly Token[]): string {
  const literal = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '\\$&');
  const words = phrase.map(({ parts, joined, isUnspaced }) =>
    isUnspaced ? literal(joined) : parts.map(literal).join('[^[:alnum:]]*'),
  );
  return words.join('[^[:alnum:]]+');
}

const standing = (patterns: string) => `(^|[^[:alnum:]])(${patterns})([^[:alnum:]]|$)`;

const MARKS = markRanges();
/** `fold` of words.ts in SQL. */
const FOLDED = `normalize(${Object.entries(LETTERS).reduce(
  (text, [letter, plain]) => `replace(${text}, '${letter}', '${plain}')`,
  `regexp_replace(lower(normalize(written, NFKD)), '[${MARKS}]', '', 'g')`,
)}, NFC)`;

/** Most texts are plain ASCII, where folding is only lower case, byte by byte. */
const PLAIN = `case when octet_length(written) = length(written) then lower(written collate "C") collate "default" else ${FOLDED} end`;

/** JavaScript's \p{M}, as ranges of a bracket expression. */
function markRanges(): string {
  let ranges = '';
  for (let code = 0; code < 0x10000; code += 1) {
    const first = code;
    while (/^\p{M}$/u.test(String.fromCharCode(code))) code += 1;
    if (code > first) ranges += `${String.fromCharCode(first)}-${String.fromCharCode(code - 1)}`;
  }
  return ranges;
}

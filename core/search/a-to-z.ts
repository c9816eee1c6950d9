// Groups names by first letter, in sort order. Everything that sorts before a is one group, #.
import { prepare } from '../../db/prepared.js';
import { fold } from '../listings/tokens.js';

const BEFORE_LETTERS = '#';
/** All other scripts together, if their first letters are very few, or too many to list. */
export const BEYOND_LATIN = '…';
const LATIN = [...'abcdefghijklmnopqrstuvwxyz'];
/** Maximum first letters of other scripts in the list: enough for an alphabet. */
const MAX_OTHERS = 40;

/** The range of sort keys under a letter; the upper bound is excluded. */
export function keysUnder(letter: string): readonly [from: string, below: string | null] {
  if (letter === BEFORE_LETTERS) return ['', 'a'];
  if (letter === BEYOND_LATIN) return ['{', null];
  const [first = letter] = fold(letter);
  return [first, String.fromCodePoint((first.codePointAt(0) as number) + 1)];
}

/** Skips along the index from one first letter to the next: one step per letter, not per name. */
const read = prepare<{ letter: string }>(
  `with recursive used as (
     (select left(name_key, 1) as letter, 1 as number from listings where status = 'live' order by name_key, id limit 1)
     union all
     select next.letter, number + 1 from used, lateral (
       select left(name_key, 1) as letter from listings
       where status = 'live'
         and name_key >= case when used.letter < 'a' collate "C" then 'a' else chr(ascii(used.letter) + 1) end
       order by name_key, id limit 1
     ) as next where number < ${LATIN.length + MAX_OTHERS + 3}
   )
   select letter from used where letter is not null`,
);

/** All Latin first letters, and other used ones. */
export async function readLetters() {
  const used = (await read()).map(({ letter }) => letter);
  const others = used.filter((one) => one > 'z');
  const named = others.length > MAX_OTHERS || others.length < used.length / 5 ? [BEYOND_LATIN] : others;
  return [
    ...(used.some((one) => one < 'a') ? [{ letter: BEFORE_LETTERS, isUsed: true }] : []),
    ...LATIN.map((one) => ({ letter: one, isUsed: used.includes(one) })),
    ...named.map((one) => ({ letter: one, isUsed: true })),
  ];
}

/** The initial under which a name is listed. */
export function initialOf(name: string, initials: readonly { readonly letter: string }[]): string {
  const [first = BEFORE_LETTERS] = fold(name);
  if (first < 'a') return BEFORE_LETTERS;
  return initials.some(({ letter }) => letter === first) ? first : BEYOND_LATIN;
}

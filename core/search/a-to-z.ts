// Names by their first letter, in sort order. Everything before a is one group, #.
import { prepare } from '../../db/prepared.js';
import { fold } from '../listings/tokens.js';
import type { ListingCount } from './facets.js';

const BEFORE_LETTERS = '#';
/** All other scripts together, if they have too many first letters to list, or few of them. */
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
const read = prepare<ListingCount & { letter: string | null }>(
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
   select letter, null as category, null as pricing_model, null as listings from used
   union all
   select null, category, coalesce(pricing_model, ''), sum(amount)::int
   from (
     select categories, pricing_model, count(*) as amount from listings
     where status = 'live' and name_key >= $1 and ($2::text is null or name_key < $2) group by 1, 2
   ) as under, unnest(categories || '{""}') as category group by 2, 3`,
);

/** All Latin first letters and other used ones, and the counts of the listings under `letter`. */
export async function readLetters(letter?: string) {
  const rows = await read(letter ? [...keysUnder(letter)] : ['', '']);
  const used = rows.flatMap((row) => row.letter ?? []);
  const others = used.filter((one) => one > 'z');
  const named = others.length > MAX_OTHERS || others.length < used.length / 5 ? [BEYOND_LATIN] : others;
  const initials = [
    ...(used.some((one) => one < 'a') ? [{ letter: BEFORE_LETTERS, isUsed: true }] : []),
    ...LATIN.map((one) => ({ letter: one, isUsed: used.includes(one) })),
    ...named.map((one) => ({ letter: one, isUsed: true })),
  ];
  return { initials, counts: rows.filter((row) => row.letter === null) };
}

/** Which of the initials a name is under. */
export function initialOf(name: string, initials: readonly { readonly letter: string }[]): string {
  const [first = BEFORE_LETTERS] = fold(name);
  if (first < 'a') return BEFORE_LETTERS;
  return initials.some(({ letter }) => letter === first) ? first : BEYOND_LATIN;
}

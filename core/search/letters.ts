// Names by their first letter, in sort order: everything before a is one group, #.
import { prepare } from '../../db/prepared.js';
import { fold } from '../listings/words.js';
import type { ListingCount } from './counts.js';

/** Digits and signs. */
const BEFORE_LETTERS = '#';
/** All other scripts together, if they have too many first letters to list. */
export const BEYOND_LATIN = '…';
const LATIN = [...'abcdefghijklmnopqrstuvwxyz'];
/** Maximum first letters of other scripts that are listed: enough for an alphabet. */
const MAX_OTHERS = 40;

export interface Initial {
  readonly letter: string;
  /** Whether a live listing starts with it. */
  readonly isUsed: boolean;
}

/** The range of sort keys under a letter: from the first, up to but excluding the second. */
export function keysUnder(letter: string): readonly [from: string, below: string | null] {
  if (letter === BEFORE_LETTERS) return ['', 'a'];
  if (letter === BEYOND_LATIN) return ['{', null];
  const [first = letter] = fold(letter);
  return [first, String.fromCodePoint((first.codePointAt(0) as number) + 1)];
}

const countsOf = prepare<ListingCount>(
  `select category, coalesce(pricing_model, '') as pricing_model, count(*)::int as listings
   from listings, unnest(categories || '{""}') as category
   where status = 'live' and name_key >= $1 and ($2::text is null or name_key < $2) group by 1, 2`,
);

/** The listings under a letter, counted as all are in `counts.ts`. */
export const countsUnder = (letter: string): Promise<readonly ListingCount[]> =>
  countsOf([...keysUnder(letter)]);

/** Skips along the index of names from one first letter to the next: one step for each letter, not for each name. */
const usedLetters = prepare<{ letter: string }>(
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
   select letter from used`,
);

/** The Latin letters always, # and those of other scripts only if names start with them. */
export async function listInitials(): Promise<Initial[]> {
  const used = (await usedLetters()).map(({ letter }) => letter);
  const others = used.filter((letter) => letter > 'z');
  const named = others.length > MAX_OTHERS ? [BEYOND_LATIN] : others;
  return [
    ...(used.some((letter) => letter < 'a') ? [{ letter: BEFORE_LETTERS, isUsed: true }] : []),
    ...LATIN.map((letter) => ({ letter, isUsed: used.includes(letter) })),
    ...named.map((letter) => ({ letter, isUsed: true })),
  ];
}

// Corrects typos, from all words of listings.
import { prepare } from '../../db/prepared.js';
import type { Vocabulary } from './vocabulary.js';

export interface Repair {
  readonly isKnown: boolean;
  /** Whether an indexed word starts with the typed one. */
  readonly isBeginning: boolean;
  /** The likeliest correction, and its edit distance: missing, added, wrong, or swapped letters. */
  readonly correction: { readonly word: string; readonly slips: number } | null;
}

/** Maximum words read for each end of a typo, and for all typos: enough for a million words in milliseconds. */
const MAX_CANDIDATES = 2000;
const MAX_TOGETHER = 5000;

/** $1 words, $2 their first and $3 last letters, $4 their most edits; $5 most words per index. The near words are one
 * text: thousands of rows would take the driver longer than the database. */
const lookUp = prepare<Omit<Repair, 'correction'> & { typed: string; near: string }>(`
  select typed, "isKnown",
    exists (select from search_words where word >= typed collate "C" and word < typed || chr(1114111)) as "isBeginning",
    case when "isKnown" or slips = 0 then '' else (
      select coalesce(string_agg(word, ' '), '') from (
        (select word from search_words where word >= head and word < head || chr(1114111)
           and abs(length(word) - length(typed)) <= slips limit $5)
        union all
        (select word from search_words where reverse(word) collate "C" >= tail
           and reverse(word) collate "C" < tail || chr(1114111)
           and abs(length(word) - length(typed)) <= slips limit $5)) as near) end as near
  from unnest($1::text[], $2::text[], $3::text[], $4::int[]) as asked (typed, head, tail, slips)
    cross join lateral (select exists (select from search_words where word = typed) as "isKnown") as known`);

/** Corrects words missing from the statistics. One or two edits seldom affect both ends: compares words of
 * similar length with the same first or last two letters, from two indexes. */
export async function repairWords(
  words: readonly string[],
  vocabulary: Vocabulary,
): Promise<Map<string, Repair>> {
  const unknown = words.filter((word) => /^\p{L}[\p{L}\p{N}]{1,39}$/u.test(word));
  if (unknown.length === 0) return new Map();
  const rows = await lookUp([
    unknown,
    unknown.map((word) => word.slice(0, UNHARMED)),
    unknown.map((word) => [...word].reverse().join('').slice(0, UNHARMED)),
    unknown.map(mostSlips),
    Math.min(MAX_CANDIDATES, Math.ceil(MAX_TOGETHER / unknown.length)),
  ]);
  return new Map(
    rows.map(({ typed, near, ...found }) => [
      typed,
      { ...found, correction: nearest(typed, near.split(' '), vocabulary) },
    ]),
  );
}

/** Maximum edits, by the length of a word: more would match too many words. */
const mostSlips = ({ length }: string) => (length < 4 ? 0 : length < 5 ? 1 : 2);

const UNHARMED = 2;

function nearest(word: string, near: readonly string[], vocabulary: Vocabulary): Repair['correction'] {
  const limit = mostSlips(word);
  const letters = lettersOf(word);
  const [likeliest] = near
    // One edit changes the set of letters by two at most.
    .filter((candidate) => countBits(letters ^ lettersOf(candidate)) <= 2 * limit)
    .map((candidate) => ({ word: candidate, slips: countSlips(word, candidate, limit) }))
    .filter(({ slips }) => slips > 0 && slips <= limit)
    .sort(
      (a, b) =>
        a.slips - b.slips ||
        Number(b.word[0] === word[0]) - Number(a.word[0] === word[0]) ||
        vocabulary.frequency(b.word) - vocabulary.frequency(a.word) ||
        (a.word < b.word ? -1 : 1),
    );
  return likeliest ?? null;
}

/** The set of letters of a word, as 32 bits. */
function lettersOf(word: string): number {
  let bits = 0;
  for (let at = 0; at < word.length; at += 1) bits |= 1 << (word.charCodeAt(at) & 31);
  return bits;
}

function countBits(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count += 1;
  return count;
}

/** The optimal string alignment distance of two words, or limit + 1 if larger. */
export function countSlips(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      let slips = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        slips = Math.min(slips, (beforeLast[j - 2] ?? 0) + 1);
      row.push(slips);
    }
    if (Math.min(...row) > limit) return limit + 1;
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? limit + 1;
}

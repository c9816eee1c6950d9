// Corrects readable typos: a dropped vowel, two swapped letters, or a doubled letter.

/** Shorter words have too many neighbours with another meaning. */
const MIN_WORD = 5;
const MAX_WORD = 18;
const A = 97;
const Z = 122;
const VOWELS = (1 << 0) | (1 << 4) | (1 << 8) | (1 << 14) | (1 << 20);

/** A bit for each consonant, which typos do not change; -1 unless all letters are a to z. */
function skeletonOf(word: string): number {
  let bits = 0;
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i);
    if (code < A || code > Z) return -1;
    bits |= 1 << (code - A);
  }
  return bits & ~VOWELS;
}

export type TypoIndex = ReadonlyMap<number, readonly string[]>;

/** Indexes the single words that typos are corrected to. */
export function indexTypos(words: Iterable<string>): TypoIndex {
  const index = new Map<number, string[]>();
  for (const word of words) {
    const key = word.length < MIN_WORD || word.length > MAX_WORD ? -1 : skeletonOf(word);
    if (key < 0) continue;
    const list = index.get(key);
    if (list) list.push(word);
    else index.set(key, [word]);
  }
  return index;
}

/** Whether `typed` is `word` with one inner vowel dropped, one letter doubled or two neighbours swapped. */
function isTypoOf(typed: string, word: string): boolean {
  let at = 0;
  while (at < typed.length && typed[at] === word[at]) at++;
  if (typed.length === word.length) {
    const isSwap = typed[at] === word[at + 1] && typed[at + 1] === word[at];
    return isSwap && typed.slice(at + 2) === word.slice(at + 2);
  }
  if (typed.length === word.length - 1)
    return (
      at > 0 &&
      at < typed.length &&
      'aeiou'.includes(word[at] as string) &&
      typed.slice(at) === word.slice(at + 1)
    );
  if (typed.length === word.length + 1)
    return at > 0 && typed[at] === typed[at - 1] && typed.slice(at + 1) === word.slice(at);
  return false;
}

export function mend(
  word: string,
  { words, common, typos }: { words: ReadonlySet<string>; common: ReadonlySet<string>; typos: TypoIndex },
): string | undefined {
  if (word.length < MIN_WORD - 1 || word.length > MAX_WORD) return undefined;
  if (words.has(word) || common.has(word)) return undefined;
  // `drugs` is not a typo of `drug`, nor `games` one of `gmaes`: endings are not typos.
  if (word.endsWith('s') && (words.has(word.slice(0, -1)) || common.has(word.slice(0, -1)))) return undefined;
  return typos.get(skeletonOf(word))?.find((candidate) => isTypoOf(word, candidate));
}

// Splits run-together words (`weedplugdelivery`).

/** The vocabulary's words and ordinary ones. */
interface KnownWords {
  readonly words: ReadonlySet<string>;
  readonly common: ReadonlySet<string>;
}

/**
 * Where to split a word, or null if it does not split entirely into known words. The fewest words win, and ordinary
 * words (`common`) win over the vocabulary's if there are equally many.
 */
export function cutWord(word: string, { words, common }: KnownWords): number[] | null {
  if (!/^[a-z0-9]+$/.test(word)) return null;
  const best: ({ cost: number; from: number } | undefined)[] = [{ cost: 0, from: -1 }];
  for (let end = 2; end <= word.length; end++) {
    for (let from = Math.max(0, end - 16); from <= end - 1; from++) {
      const before = best[from];
      if (!before) continue;
      const piece = word.slice(from, end);
      const step = common.has(piece)
        ? 1
        : words.has(piece) && piece.length > 2
          ? 1.1
          : /^\d+$/.test(piece)
            ? 1
            : 0;
      if (step === 0) continue;
      const cost = before.cost + step;
      if (cost < (best[end]?.cost ?? Number.POSITIVE_INFINITY)) best[end] = { cost, from };
    }
  }
  if (!best[word.length]) return null;
  const cuts: number[] = [];
  for (let at = best[word.length]?.from ?? 0; at > 0; at = best[at]?.from ?? 0) cuts.unshift(at);
  return cuts.length > 0 ? cuts : null;
}

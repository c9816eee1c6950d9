// Searches nobody expects, the same for the same dice.
import { PRICING_MODELS } from '../../../core/listings/fields.js';
import type { ListingQuery } from '../../../core/listings/schema.js';
import { STANDARD_CATEGORIES as CATEGORIES } from '../../../core/settings/schema.js';

/** Characters of a search, at most. */
const LONGEST = 500;

/** Random queries of every kind, for the worst case: a third of them as somebody would type who wants it slow. */
export function randomSearch(
  dice: () => number,
  words: Readonly<Record<'most' | 'common' | 'rare', readonly string[]>>,
): ListingQuery & { q: string } {
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(dice() * items.length)] as Item;
  const some = (most: number, make: () => string, between = ' ') =>
    Array.from({ length: 1 + Math.floor(dice() * most) }, make).join(between);
  const letters = (most = 9) => some(most, () => String.fromCharCode(97 + Math.floor(dice() * 26)), '');
  const known = [...Object.values(words).flat()];
  const signs = 'the and p x9 c++ "share photo" -team "the data" node.js 写真 self-hosted alternative trello';
  const all = [...known, ...signs.split(' ')];
  const common = [...words.most, ...words.common, 'the', 'and', 'of', 'team', 'data'];
  const mixed = () => some(8, () => (dice() < 0.7 ? pick(all) : letters()));
  const hostile: readonly (() => string)[] = [
    () => some(16, () => `"${pick(common)} ${pick(common)}"`),
    () => some(16, () => `-${pick(known)}`),
    () => some(16, () => `-"${pick(common)} ${pick(common)}"`),
    () => `${pick(common)} ${some(15, () => `-${pick(common)}`)}`,
    () => `"${some(16, () => pick(common))}"`,
    () => some(16, () => pick(common)),
    () => some(16, () => letters(2)),
    () => some(16, () => letters(12)),
    () => letters(1),
    () => `${pick(common)} ${letters(1)}`,
    () => `${pick(common)} -${letters(2)}`,
    () => some(100, () => pick([...'写真管理日本語中国한국ไทย']), ''),
    () => `"${some(8, () => pick([...'写真管理日本語中国']), '')}" -${pick([...'写真管'])}`,
    () => 'x'.repeat(200),
    () => `"${pick(common)} ${'y'.repeat(180)}" ${pick(common)}`,
    () => some(24, () => `${letters(3)}-${pick(known)}.${letters(2)}`),
    () => `https://${pick(known)}.example.com/${letters()}`,
  ];
  const q = (dice() < 0.33 ? pick(hostile)() : mixed()).slice(0, LONGEST).trimStart();
  return {
    q: dice() < 0.3 ? `${q} `.slice(0, LONGEST) : q,
    sort: pick(['relevance', 'newest', 'name'] as const),
    page: dice() < 0.8 ? 1 + Math.floor(dice() * 3) : 1 + Math.floor(dice() * 2000),
    limit: pick([20, 20, 50]),
    ...(dice() < 0.2 ? { category: pick(CATEGORIES) } : {}),
    ...(dice() < 0.2 ? { pricing: pick(PRICING_MODELS) } : {}),
  };
}

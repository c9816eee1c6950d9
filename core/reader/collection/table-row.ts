// Reads a table row of a list: which cell names the product, and which one describes it.
import * as item from './item.js';

const DESCRIBES =
  /desc|summary|about|what|note|purpose|info|tagline|function|usage|detail|说明|描述|简介|beschreib|説明/i;
const SORTS = /^(?:category|categories|type|section|topics?|tags?|kind|group|kategorie)$/i;
const MAX_CELL_FEATURE = 40;

/** @param columns the header @returns empty for a row without a product */
export function readTableRow(
  cells: readonly (readonly item.Part[])[],
  columns: readonly string[],
): item.Fields[] {
  const links = cells.map((cell) =>
    item.withTypedLinks(cell).find((part) => item.isProduct(part) && !item.isGeneric(part.text)),
  );
  const texts = cells.map((cell) => item.trimMarks(item.wordsOf(cell)));
  // A grid: each cell is a product.
  if (links.filter(Boolean).length > 1 && texts.every((text, at) => text === '' || links[at]?.text === text))
    return links.flatMap((link) => (link ? item.readItem([link]) : []));
  const known = links.findIndex(Boolean);
  const at = known >= 0 ? known : cells.findIndex((cell) => item.withTypedLinks(cell).some(item.isProduct));
  if (at < 0) return [];
  const cell = cells[at] ?? [];
  const link = links[at] ?? (item.withTypedLinks(cell).find(item.isProduct) as item.Part);
  const others = texts
    .map((text, index) => ({ text, index, column: columns[index] ?? '' }))
    .filter(({ index, text }) => index !== at && item.hasLetters(text));
  const label = item.isGeneric(link.text) ? (others.find(({ index }) => index < at) ?? others[0]) : undefined;
  const name = item.nameFrom(
    label?.text ?? (item.isWeb(link.text) ? item.hostOf(link.href ?? '') : link.text),
  );
  if (name === '') return [];
  const left = others.filter((other) => other !== label && !item.isGeneric(other.text));
  const sorts = left.find(({ column }) => SORTS.test(column));
  const candidates = left.filter((other) => other !== sorts);
  const words = candidates.filter(
    ({ text, index }) => text.includes(' ') && cells[index]?.some(({ kind }) => kind === 'text'),
  );
  const told =
    candidates.find(({ column }) => DESCRIBES.test(column)) ??
    words.find(({ index }) => index > at) ??
    words[0] ??
    candidates.find(({ index, column }) => index > at && column === '');
  const behind = cell.slice(cell.findIndex((part) => part.kind === 'link') + 1);
  const marks = candidates
    .filter((other) => other !== told && other.column !== '' && other.text.length <= MAX_CELL_FEATURE)
    .map(({ column, text }) => `${column}: ${text}`);
  const own = label ? {} : item.describe(behind);
  const said = item.describe(told ? (cells[told.index] ?? []) : behind, marks);
  const categories = sorts ? { categories: [sorts.text] } : {};
  return [{ name, website_url: link.href, ...own, ...said, ...categories }];
}

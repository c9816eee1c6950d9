// From the columns of a source to the fields of a listing.
import { columnName } from '../kernel/text/csv-reader.js';
import { WRITE_FIELDS } from '../listings/schema.js';
import { readCells } from './files.js';
import { taglineOf } from './markdown-list.js';
import type { SourceRow } from './rows.js';
import type { ImportOptions } from './schema.js';

/** What others call our fields. Those of our own exports come first: there, `url` is the page of the listing. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  name: ['title', 'product', 'product_name', 'tool', 'app', 'service'],
  website_url: ['website', 'url', 'link', 'homepage', 'home_page', 'site', 'web', 'address', 'href'],
  tagline: ['summary', 'short_description', 'slogan', 'subtitle', 'headline'],
  description: ['long_description', 'details', 'about', 'text', 'notes'],
  categories: ['category', 'tags', 'tag', 'topics', 'topic', 'section', 'type'],
  pricing_model: ['pricing', 'price_model'],
  pricing_summary: ['price', 'prices', 'cost'],
  logo_url: ['logo', 'icon', 'image', 'picture'],
  features: ['feature', 'highlights'],
};

/** The field that each column is read as; a column that none needs is left out. */
export function guessColumns(columns: readonly string[]): Record<string, string> {
  const fields = WRITE_FIELDS as readonly string[];
  const guessed = Object.fromEntries(
    columns.filter((name) => fields.includes(name)).map((name) => [name, name]),
  );
  const free = (field: string) => !Object.values(guessed).includes(field);
  for (const [field, names] of Object.entries(OTHER_NAMES)) {
    const column = names.find((name) => columns.includes(name) && !(name in guessed));
    if (column !== undefined && free(field)) guessed[column] = field;
  }
  return guessed;
}

/**
 * Gives rows the fields of a listing, one after the other, so that categories are added in their order.
 * @param readCategories from `categoryReader`
 */
export async function* mapRows(
  rows: AsyncIterable<SourceRow>,
  kind: string,
  { columns }: ImportOptions,
  readCategories: (names: unknown) => Promise<unknown>,
): AsyncGenerator<SourceRow> {
  const given = Object.fromEntries(
    Object.entries(columns ?? {}).map(([name, field]) => [kind === 'csv' ? columnName(name) : name, field]),
  );
  let known: Record<string, string> | null = null;
  for await (const row of rows) {
    if (!row.input) {
      yield row;
      continue;
    }
    if (known === null || kind !== 'csv') known = { ...guessColumns(Object.keys(row.input)), ...given };
    const named = renamed(row.input, known);
    const fields = kind === 'csv' ? readCells(named) : named;
    if (typeof fields.categories === 'string') fields.categories = [fields.categories];
    const categories = await readCategories(fields.categories);
    yield { ...row, input: withTagline(categories === undefined ? fields : { ...fields, categories }) };
  }
}

/** Columns without a field keep their names: a warning names them. */
function renamed(
  input: Record<string, unknown>,
  known: Readonly<Record<string, string>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(input).flatMap(([column, value]) =>
      known[column] === '' ? [] : [[known[column] ?? column, value]],
    ),
  );
}

/** Many lists have one description: its first sentence is the tagline, and the rest stays. */
function withTagline(input: Record<string, unknown>): Record<string, unknown> {
  const { tagline, description } = input;
  if (tagline !== undefined || typeof description !== 'string' || description.trim() === '') return input;
  const text = description.replace(/\s+/g, ' ').trim();
  const first = taglineOf(text);
  return { ...input, tagline: first, description: first === text ? null : description };
}

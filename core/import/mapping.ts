// From the columns of a source to the fields of a listing.
import { own } from '../kernel/own.js';
import { columnName } from '../kernel/text/csv.js';
import { factColumn, gatherFacts } from '../listings/facts.js';
import { WRITE_FIELDS } from '../listings/schema.js';
import { allFacts, englishLabel } from '../settings/facts.js';
import type { CategoryReader } from './categories.js';
import { readCells } from './files.js';
import { taglineOf } from './markdown-list.js';
import { type ImportOptions, inGroups, type SourceRow } from './rows.js';

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

/** What others call the facts that a directory begins with. */
const OTHER_FACTS: Readonly<Record<string, readonly string[]>> = {
  topics: ['tags', 'tag', 'topic', 'keywords'],
  platform: ['platforms', 'os', 'operating_system', 'operating_systems'],
  license: ['licence', 'licenses', 'licences'],
  source_code: ['repository', 'repo', 'source', 'source_url', 'repository_url', 'github'],
};

/** The columns of each fact: by its own name, key or label, and by what others call it. */
const factNames = () =>
  allFacts().map((fact) => {
    const labels = typeof fact.label === 'object' ? Object.values(fact.label ?? {}) : [];
    const names = [factColumn(fact.key), fact.key, ...[englishLabel(fact), ...labels].map(columnName)];
    return { field: factColumn(fact.key), names, others: own(OTHER_FACTS, fact.key) ?? [] };
  });

/** What a column can be read as. */
export const importFields = (): string[] => [
  ...WRITE_FIELDS.filter((field) => field !== 'facts'),
  ...allFacts().map(({ key }) => factColumn(key)),
];

/** The field that each column is read as; a column that none needs is left out. */
function guessColumns(columns: readonly string[]): Map<string, string> {
  const fields = WRITE_FIELDS as readonly string[];
  const guessed = new Map(columns.filter((name) => fields.includes(name)).map((name) => [name, name]));
  const free = (field: string) => ![...guessed.values()].includes(field);
  const facts = factNames();
  const guess = (field: string, names: readonly string[]) => {
    const column = names.find((name) => columns.includes(name) && !guessed.has(name));
    if (column !== undefined && free(field)) guessed.set(column, field);
  };
  for (const { field, names } of facts) guess(field, names);
  for (const [field, names] of Object.entries(OTHER_NAMES)) guess(field, names);
  for (const { field, others } of facts) guess(field, others);
  return guessed;
}

/** Told each column with the field it is read as (empty: none), and its values in a row. */
export type OnColumns = (fields: Record<string, string>, values: Record<string, unknown>) => void;

/** Gives rows the fields of a listing. The missing categories of a group are added in one change. */
export async function* mapRows(
  rows: AsyncIterable<SourceRow>,
  kind: string,
  { columns }: ImportOptions,
  { prepare, read }: CategoryReader,
  onColumns?: OnColumns,
): AsyncGenerator<SourceRow> {
  const given = Object.entries(columns ?? {}).map(
    ([name, field]) => [kind === 'csv' ? columnName(name) : name, field] as const,
  );
  let known: Map<string, string> | null = null;
  const fieldsOf = (input: Record<string, unknown>) => {
    if (known === null || kind !== 'csv') known = new Map([...guessColumns(Object.keys(input)), ...given]);
    const meant = known;
    onColumns?.(Object.fromEntries(Object.keys(input).map((name) => [name, meant.get(name) ?? ''])), input);
    const named = renamed(input, known);
    const fields = gatherFacts(kind === 'csv' ? readCells(named) : named);
    return typeof fields.categories === 'string' ? { ...fields, categories: [fields.categories] } : fields;
  };
  for await (const group of inGroups(rows)) {
    const mapped = group.map((row): SourceRow => {
      const input = row.input && fieldsOf(row.input);
      return { ...row, input, shelves: shelvesIn(input) };
    });
    await prepare([...new Set(mapped.flatMap(({ shelves = [] }) => shelves))]);
    for (const row of mapped) {
      const categories = read(row.input?.categories);
      const input =
        row.input && withTagline(categories === undefined ? row.input : { ...row.input, categories });
      yield { ...row, input };
    }
  }
}

/** What a source calls the categories of a listing. */
export const shelvesIn = (fields: Record<string, unknown> | null | undefined): string[] =>
  [fields?.categories].flat().filter((name) => typeof name === 'string');

/** Columns without a field keep their names: a warning names them. */
function renamed(input: Record<string, unknown>, known: ReadonlyMap<string, string>) {
  return Object.fromEntries(
    Object.entries(input).flatMap(([column, value]) =>
      known.get(column) === '' ? [] : [[known.get(column) ?? column, value]],
    ),
  );
}

/** Takes a missing tagline from the first sentence of the description: many lists have no tagline. */
function withTagline(input: Record<string, unknown>): Record<string, unknown> {
  const { tagline, description } = input;
  if (tagline !== undefined || typeof description !== 'string' || description.trim() === '') return input;
  const text = description.replace(/\s+/g, ' ').trim();
  const first = taglineOf(text);
  return { ...input, tagline: first, description: first === text ? null : description };
}

// Maps the columns of a source to the fields of a listing.
import { ListingModel } from '../../db/models/listings.js';
import { displayHost, urlKeyOf } from '../addresses/site.js';
import type { Actor } from '../kernel/actor.js';
import { type Said, say } from '../kernel/errors.js';
import { orLogged } from '../kernel/log.js';
import { own } from '../kernel/own.js';
import { columnName } from '../kernel/text/csv.js';
import { isObject } from '../kernel/text/json.js';
import { clip, taglineOf } from '../kernel/text/shorten.js';
import { factColumn, gatherFacts, isListColumn, MAX_FACT_VALUES } from '../listings/facts.js';
import { LIST_FIELDS, WRITE_FIELDS } from '../listings/schema.js';
import { MAX_FACT_VALUE } from '../settings/fact-schema.js';
import { allFacts, englishLabel, findFact, isOpen } from '../settings/facts.js';
import { previewListing } from '../upkeep/preview.js';
import { type CategoryReader, meantBy } from './match-categories.js';
import { readCells } from './read-file.js';
import { repair, Splitter } from './repair-row.js';
import { type ImportOptions, inGroups, MOST_SHELVES, type SourceRow } from './rows.js';

/** Other tools' names of our fields. Our own exports take precedence: there `url` is the listing's page. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  name: 'title product product_name tool tool_name app app_name service project company company_name organization label titel produkt firma',
  website_url: `website url link homepage home_page homepage_url site site_url web web_site website_link website_address landing_page
    product_url official_website domain address href webseite adresse html_url repo_url repository source_code_url github github_url`,
  tagline:
    'summary short_description slogan subtitle headline one_liner oneliner pitch short_desc kurzbeschreibung',
  description: 'long_description details about text notes desc body overview beschreibung',
  categories: 'category tags tag topics topic section type kategorie kategorien',
  pricing_model: 'pricing price_model pricing_type',
  pricing_summary: 'price prices cost preis',
  logo_url: 'logo icon image picture logo_image icon_url image_url',
  features: 'feature highlights key_features',
};

/** Other sources' names of the default facts. */
const OTHER_FACTS: Readonly<Record<string, readonly string[]>> = {
  topics: ['tags', 'tag', 'topic', 'keywords'],
  platform: ['platforms', 'os', 'operating_system', 'operating_systems'],
  license: ['licence', 'licenses', 'licences'],
  source_code: ['repository', 'repo', 'source', 'source_url', 'repository_url', 'github'],
};

const factNames = () =>
  allFacts().map((fact) => {
    const labels = typeof fact.label === 'object' ? Object.values(fact.label ?? {}) : [];
    const names = [factColumn(fact.key), fact.key, ...[englishLabel(fact), ...labels].map(columnName)];
    return { field: factColumn(fact.key), names, others: own(OTHER_FACTS, fact.key) ?? [] };
  });

export const importFields = (): string[] => [
  ...WRITE_FIELDS.filter((field) => field !== 'facts'),
  ...allFacts().map(({ key }) => factColumn(key)),
];

/** `homepageUrl`, `Homepage URL` → `homepage_url` */
const plainName = (name: string) => columnName(name.replace(/([a-z])([A-Z])/g, '$1_$2'));

/** Guesses the field of each column. If no name means the website, it is the first column of mostly addresses. */
function guessColumns(columns: readonly string[], sample: readonly Record<string, unknown>[]) {
  const fields = WRITE_FIELDS as readonly string[];
  const guessed = new Map<string, string>();
  const plain = new Map(columns.map((name) => [plainName(name), name]));
  for (const name of columns) if (fields.includes(plainName(name))) guessed.set(name, plainName(name));
  const free = (field: string) => ![...guessed.values()].includes(field);
  const facts = factNames();
  const guess = (field: string, names: readonly string[]) => {
    const column = names
      .map((name) => plain.get(name))
      .find((name) => name !== undefined && !guessed.has(name));
    if (column !== undefined && free(field)) guessed.set(column, field);
  };
  for (const { field, names } of facts) guess(field, names);
  for (const [field, names] of Object.entries(OTHER_NAMES)) guess(field, names.split(/\s+/));
  for (const { field, others } of facts) guess(field, others);
  const isAddress = (value: unknown) => typeof value === 'string' && /^https?:\/\//i.test(value.trim());
  const addresses = columns.find(
    (name) =>
      !guessed.has(name) && sample.filter((row) => isAddress(own(row, name))).length * 2 > sample.length,
  );
  if (addresses !== undefined && free('website_url')) guessed.set(addresses, 'website_url');
  return guessed;
}

export const isTable = (kind: string) => kind === 'csv' || kind === 'xlsx';

/** Called with each column's field (empty: none), and its values in a row. */
export type OnColumns = (fields: Record<string, string>, values: Record<string, unknown>) => void;

/** Renames the fields of rows and repairs the rows. Adds the missing categories of a group of rows in one change. */
export async function* mapRows(
  rows: AsyncIterable<SourceRow>,
  kind: string,
  { columns }: ImportOptions,
  { prepare, read, topicsOf }: CategoryReader,
  onColumns?: OnColumns,
): AsyncGenerator<SourceRow> {
  const given = Object.entries(columns ?? {}).map(
    ([name, field]) => [isTable(kind) ? columnName(name) : name, field] as const,
  );
  const splitter = new Splitter((name) => meantBy(name) !== null);
  let known: Map<string, string> | null = null;
  const rename = (input: Record<string, unknown>, sample: readonly Record<string, unknown>[]) => {
    if (known === null || !isTable(kind))
      known = new Map([...guessColumns(Object.keys(input), isTable(kind) ? sample : [input]), ...given]);
    const meant = known;
    onColumns?.(Object.fromEntries(Object.keys(input).map((name) => [name, meant.get(name) ?? ''])), input);
    return renamed(input, known);
  };
  const fieldsOf = (named: Record<string, unknown>, notes: Said[]) => {
    const cells = Object.entries(named).map(([field, value]) => {
      const isList = (LIST_FIELDS.includes(field) || isListColumn(field)) && typeof value === 'string';
      return [field, isList && !/^\s*\[/.test(value) ? splitter.split(field, value) : value];
    });
    const fields = Object.fromEntries(cells);
    return repair(gatherFacts(isTable(kind) ? readCells(fields) : fields), notes);
  };
  for await (const group of inGroups(rows)) {
    const inputs = group.flatMap(({ input }) => (input ? [input] : []));
    const named = group.map(({ input }) => input && rename(input, inputs));
    splitter.learn(named.flatMap((input) => (input ? [input] : [])));
    const mapped = group.map((row, at): SourceRow => {
      const notes: Said[] = [];
      const input = named[at] && fieldsOf(named[at], notes);
      return { ...row, raw: row.input, input, notes, shelves: shelvesIn(input) };
    });
    await prepare([...new Set(mapped.flatMap(({ shelves = [] }) => shelves))]);
    for (const row of mapped) {
      const categories = read(row.input?.categories);
      const input =
        row.input && withTagline(categories === undefined ? row.input : { ...row.input, categories });
      yield { ...row, input: withTopics(input, topicsOf(row.shelves ?? [])) };
    }
  }
}

/** Adds topics to a row, if the directory has a fact `topics` that accepts new values. */
function withTopics(input: Record<string, unknown> | undefined, topics: readonly string[]) {
  const fact = findFact('topics');
  if (!input || topics.length === 0 || fact?.type !== 'choices' || !isOpen(fact)) return input;
  const facts = (isObject(input.facts) ? input.facts : {}) as Record<string, unknown>;
  const before = [facts.topics ?? []].flat();
  const fit = topics.filter((topic) => topic.length <= MAX_FACT_VALUE);
  return { ...input, facts: { ...facts, topics: [...before, ...fit].slice(0, MAX_FACT_VALUES) } };
}

export const shelvesIn = (fields: Record<string, unknown> | null | undefined) =>
  [fields?.categories]
    .flat()
    .slice(0, MOST_SHELVES)
    .filter((name) => typeof name === 'string');

/** Columns without a field keep their names: a warning lists them. */
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
  if ((tagline ?? '') !== '' || typeof description !== 'string' || description.trim() === '') return input;
  const text = description.replace(/\s+/g, ' ').trim();
  const first = taglineOf(text);
  return { ...input, tagline: first, description: first === text ? null : description };
}

const AT_A_TIME = 8;
/** After this many failing sites in a row, assume that the network is down and stop reading sites. */
const MOST_SILENT = 25;

const lacksTagline = ({ input }: SourceRow) =>
  input !== undefined && (input.tagline ?? '') === '' && typeof input.website_url === 'string';

/** Reads missing taglines from the products' sites. @param isDryRun no site is read */
export function taglineReader(actor: Actor, isDryRun: boolean) {
  let silent = 0;
  const read = async (row: SourceRow, known: ReadonlyMap<string, string>): Promise<SourceRow> => {
    const website = String(row.input?.website_url);
    const key = urlKeyOf(website.trim());
    if (key === null) return row;
    const with_ = (tagline: string) => ({ ...row, input: { ...row.input, tagline } });
    const before = known.get(key);
    if (before !== undefined) return with_(before);
    const isRead = !isDryRun && silent < MOST_SILENT;
    const reading = isRead ? previewListing(actor, { website_url: website }) : null;
    const preview = reading && (await orLogged(reading, 'a tagline could not be read'));
    const found = preview?.preview.tagline ?? preview?.preview.description;
    if (isRead) silent = found ? 0 : silent + 1;
    row.notes?.push(say(found ? 'import-note.tagline' : 'import-note.host'));
    return with_(found ? clip(found, 160) : displayHost(website));
  };
  /** Only new listings get a tagline. */
  return async (rows: readonly SourceRow[]): Promise<SourceRow[]> => {
    const lacking = rows.filter(lacksTagline);
    const keys = lacking.flatMap(({ input }) => urlKeyOf(String(input?.website_url).trim()) ?? []);
    const listed =
      keys.length > 0 ? await ListingModel.query().whereIn('url_key', keys).select('url_key', 'tagline') : [];
    const known = new Map(listed.map(({ urlKey, tagline }) => [urlKey, tagline]));
    const done = new Map<SourceRow, SourceRow>();
    for (let at = 0; at < lacking.length; at += AT_A_TIME)
      await Promise.all(
        lacking.slice(at, at + AT_A_TIME).map(async (row) => done.set(row, await read(row, known))),
      );
    return rows.map((row) => done.get(row) ?? row);
  };
}

// Any number of made-up listings, the same for the same seed: about 1.9 kB each, with words as common and as rare as in
// real ones (Zipf), stored with what is searched of them. For benches and tests about size; loaded by COPY.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Knex } from 'knex';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type ListingContent, wholeContent } from '../../../core/listings/content.js';
import { PRICING_MODELS } from '../../../core/listings/fields.js';
import { SEARCH_VERSION, toSearchDocument } from '../../../core/listings/search-document.js';
import { foldCounts } from '../../../core/search/counts.js';
import { STANDARD_CATEGORIES as CATEGORIES } from '../../../core/settings/schema.js';
import { seeded } from '../../helpers/random.js';

const SMALL =
  'the and of to a for in with is your it on that from by you or as are be can at an all this any into not which its will have one more also has no out up when so they each than';
const COMMON =
  'team data app web platform simple open source project manage time share file photo note task server self hosted user search list free fast secure backup report customer email calendar board track invoice sync code cloud music video chat link image store api dashboard budget password book recipe feed monitor network form wiki media blog school library game map home travel health event course contact order product price support';
const SYLLABLES =
  'ba be bi bo bra bri ca ce co cra da de di do dra fa fe fi flo fra ga ge go gra ha he hi ho ja jo ka ke ki ko kra la le li lo lu ma me mi mo mu na ne ni no nu pa pe pi po pra qua ra re ri ro ru sa se shi so sta ta te ti to tra tu va ve vi vo wa we wi xa ya yo za ze zi zo'.split(
    ' ',
  );
const VOCABULARY = 40_000;

export interface Generated {
  readonly id: string;
  readonly content: ListingContent;
  readonly publishedAt: Date;
}

/** Listings by number: the nth is the same however many are made. */
function listingGenerator(seed: number): (n: number) => Generated {
  const dice = seeded(seed);
  const made = new Set<string>();
  while (made.size < VOCABULARY) {
    const length = 2 + Math.floor(dice() * 3);
    made.add(Array.from({ length }, () => pick(SYLLABLES, dice)).join(''));
  }
  const words = [...SMALL.split(' '), ...COMMON.split(' '), ...made];
  // Zipf's law, with the exponent at which a text has about as many different words as real ones.
  const totals: number[] = [];
  words.reduce((sum, _, rank) => {
    const total = sum + 1 / (rank + 2.7) ** 1.3;
    totals.push(total);
    return total;
  }, 0);
  const whole = totals.at(-1) ?? 1;

  return (n) => {
    const dice = seeded(seed * 1_000_003 + n);
    const word = () => words[indexIn(totals, dice() * whole)] as string;
    const text = (length: number) => {
      let text = word();
      while (text.length < length) text += dice() < 0.1 ? `. ${word()}` : ` ${word()}`;
      return text.slice(0, length).trim();
    };
    const brand = () => capital(words[128 + Math.floor(dice() * (words.length - 128))] as string);
    const name = dice() < 0.5 ? brand() : `${brand()} ${capital(pick(COMMON.split(' '), dice))}`;
    const features = Array.from({ length: 5 }, () => text(30 + dice() * 40));
    return {
      id: uuid(dice),
      // Spread over a thousand days, the last one the newest.
      publishedAt: new Date(Date.UTC(2024, 0, 1) + n * 86_000),
      content: wholeContent({
        name,
        website_url: `https://${name.toLowerCase().replace(/ /g, '-')}-${n}.example.com/`,
        tagline: text(50 + dice() * 50),
        description: text(700 + dice() * 900),
        categories: [pick(CATEGORIES, dice), ...(dice() < 0.5 ? [pick(CATEGORIES, dice)] : [])].filter(
          (category, index, all) => all.indexOf(category) === index,
        ),
        pricing_model: pick(PRICING_MODELS, dice),
        pricing_summary: text(30),
        features,
      }),
    };
  };
}

const LISTING_COLUMNS =
  'id, slug, url_key, url_key_version, name, website_url, tagline, description, categories, pricing_model, pricing_summary, features, base_status, created_at, updated_at, published_at, name_key';

/**
 * Fills an empty database with live listings. Indexes of words are built afterwards, and statistics taken.
 * @param each called now and then with how many are in
 */
export async function loadListings(
  knex: Knex,
  count: number,
  {
    seed = 1,
    each = (_: number) => undefined as unknown,
  }: { seed?: number; each?: (done: number) => unknown } = {},
): Promise<void> {
  const generate = listingGenerator(seed);
  await knex.raw('drop index listing_search_words');
  const vocabulary = new Set<string>();
  for (let start = 0; start < count; start += 5_000) {
    const rows = Array.from({ length: Math.min(5_000, count - start) }, (_, index) => {
      const n = start + index;
      const { id, content, publishedAt } = generate(n);
      const document = toSearchDocument(content);
      for (const word of document.vocabulary) vocabulary.add(word);
      const time = publishedAt.toISOString();
      const slug = `listing-${n}`;
      return {
        listing: [
          id,
          slug,
          `${slug}.example.com`,
          1,
          content.name,
          content.website_url,
          content.tagline,
          content.description,
          array(content.categories),
          content.pricing_model,
          content.pricing_summary,
          array(content.features),
          'live',
          time,
          time,
          time,
          document.nameKey,
        ],
        search: [
          id,
          't',
          time,
          SEARCH_VERSION,
          document.nameKey,
          document.nameJoined,
          document.lexemes
            .map((one) => `'${one.replace(/'/g, "''")}'${document.terms.includes(one) ? ':1A' : ''}`)
            .join(' '),
        ],
      };
    });
    await copy(
      knex,
      `listings (${LISTING_COLUMNS})`,
      rows.map(({ listing }) => listing),
    );
    await copy(
      knex,
      'listing_search (id, live, published_at, version, name_key, name_joined, search)',
      rows.map(({ search }) => search),
    );
    // As readers do in a directory that grows by itself.
    await foldCounts();
    each(start + rows.length);
  }
  await copy(
    knex,
    'search_words (word)',
    [...vocabulary].sort().map((word) => [word]),
  );
  await knex.raw(
    'create index listing_search_words on listing_search using gin (search) with (fastupdate = on, gin_pending_list_limit = 64) where live',
  );
  await knex.raw('vacuum analyze listings');
  await knex.raw('vacuum analyze listing_search');
}

async function copy(knex: Knex, target: string, rows: readonly (readonly unknown[])[]): Promise<void> {
  const connection: pg.Client = await knex.client.acquireConnection();
  try {
    const lines = rows.map((row) => `${row.map(field).join('\t')}\n`);
    await pipeline(Readable.from(lines), connection.query(copyFrom(`copy ${target} from stdin`)));
  } finally {
    knex.client.releaseConnection(connection);
  }
}

const field = (value: unknown) =>
  value === null ? '\\N' : String(value).replace(/\\/g, '\\\\').replace(/\t/g, '\\t').replace(/\n/g, '\\n');
const array = (items: readonly string[] | null) =>
  items === null ? null : `{${items.map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const pick = <Item>(items: readonly Item[], dice: () => number) =>
  items[Math.floor(dice() * items.length)] as Item;

function uuid(dice: () => number): string {
  const digits = Array.from({ length: 31 }, () => Math.floor(dice() * 16).toString(16)).join('');
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(12, 15)}-8${digits.slice(15, 18)}-${digits.slice(18, 30)}`;
}

/** The first index whose running total reaches a value. */
function indexIn(totals: readonly number[], value: number): number {
  let low = 0;
  let high = totals.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((totals[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

// A directory of many listings: a thousand different ones, written by the service,
// and copies of these under names and addresses of their own.
import pg from 'pg';
import { readProductUrl } from '../../../../core/addresses/site.js';
import { configure } from '../../../../core/kernel/config.js';
import { siteColumns, wholeContent } from '../../../../core/listings/content.js';
import { PRICING_MODELS } from '../../../../core/listings/fields.js';
import { SEARCH_VERSION, toSearchDocument } from '../../../../core/listings/search-document.js';
import { fold } from '../../../../core/listings/tokens.js';
import type { Category } from '../../../../core/settings/current.js';
import { STANDARD_CATEGORIES as CATEGORIES } from '../../../../core/settings/schema.js';
import { DEMO_LISTINGS } from '../../../data/demo-listings.js';
import { seeded } from '../../../helpers/random.js';

// The rules that make a row of a submission ask for it; the secrets are of no use here.
configure({ SESSION_SECRET: 'bench', SCREENSHOT_SECRET: 'bench' });

const DIFFERENT = 1000;
/** Copies of each in one statement. */
const AT_ONCE = 10;

const random = seeded(13);
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
const DESCRIBED = DEMO_LISTINGS.filter(({ description }) => description !== undefined);

/** What somebody may submit: the n-th of a series, with the words of a demo listing. */
export function submission(n: number, series = 'bench') {
  const demo = DESCRIBED[n % DESCRIBED.length] as (typeof DEMO_LISTINGS)[number];
  return {
    name: `${demo.name} ${n}`,
    website_url: `https://${series}-${n}.example.com`,
    tagline: demo.tagline,
    description: demo.description ?? null,
    categories: [...new Set([CATEGORIES[n % CATEGORIES.length] as Category, pick(CATEGORIES)])],
    pricing_model: pick(PRICING_MODELS),
    pricing_summary: demo.pricing_summary ?? null,
    features: [...(demo.features ?? [])],
  };
}

/** The statement that inserts the rows of a submission, the listing's and the one that is searched, and its values. */
export function insertOf(
  input: ReturnType<typeof submission>,
  slug: string,
): { text: string; values: unknown[] } {
  const site = readProductUrl(input.website_url);
  const content = wholeContent({
    name: input.name,
    website_url: site.websiteUrl,
    tagline: input.tagline,
    description: input.description,
    categories: input.categories,
    pricing_model: input.pricing_model,
    pricing_summary: input.pricing_summary,
    features: input.features,
  });
  const columns = {
    slug,
    ...content,
    ...siteColumns(site),
    nameKey: fold(content.name),
    baseStatus: 'live',
    publishedAt: new Date(),
  };
  const names = Object.keys(columns).map((name) =>
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );
  const places = names.map((_, index) => `$${index + 1}`);
  const document = toSearchDocument(content);
  const next = names.length;
  return {
    text: `with listing as (
        insert into listings (${names.join(', ')}) values (${places.join(', ')}) returning id, published_at, name_key
      )
      insert into listing_search (id, live, published_at, version, name_key, name_joined, search)
        select id, true, published_at, ${SEARCH_VERSION}, name_key, $${next + 1}, array_to_tsvector($${next + 2}::text[])
        from listing returning id`,
    values: [...Object.values(columns), document.nameJoined, document.lexemes],
  };
}

/**
 * Brings a directory to `size` listings, and makes some of them the account's.
 * @param submit writes a listing through the service
 */
export async function fillDirectory(
  url: string,
  size: number,
  ownerEmail: string,
  submit: (input: object) => Promise<void>,
): Promise<void> {
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  try {
    const { rows } = await db.query('select count(*)::int as count from listings');
    let count: number = rows[0].count;
    for (; count < DIFFERENT && count < size; count += 1) {
      await submit({ ...submission(count), name: `Bench ${count}` });
    }
    if (count < size) {
      await withoutIndexes(db, async () => {
        await copyUntil(db, count, size);
        await db.query(COPY_SEARCH_ROWS);
      });
    }
    await db.query(
      `update listings set owner_id = (select id from users where email = $1) where slug like 'bench-%7'`,
      [ownerEmail],
    );
    await db.query(FOLD_COUNTS);
    await db.query('vacuum full term_counts');
    await db.query('vacuum analyze');
  } finally {
    await db.end();
  }
}

/** As an import does it, and housekeeping: every list adds up what is not folded, and reads what was, until it is vacuumed away. */
const FOLD_COUNTS = `
  with folded as (delete from term_counts returning *)
  insert into term_counts (term, listings)
    select term, sum(listings) from folded group by term having sum(listings) <> 0`;

/** What is searched of a copy is what is searched of its original: "bench-12-7" is one of "bench-12". */
const COPY_SEARCH_ROWS = `
  insert into listing_search (id, live, published_at, version, name_key, name_joined, name_shape, search)
    select copy.id, true, copy.published_at, found.version, found.name_key, found.name_joined, found.name_shape,
      found.search
    from listings as copy
      join listings as original on original.slug = regexp_replace(copy.slug, '-[0-9]+$', '')
      join listing_search as found on found.id = original.id
    where copy.slug ~ '^bench-[0-9]+-[0-9]+$'
  on conflict do nothing`;

/** Without those that only make reading fast: building them anew takes a tenth of the time of keeping them up. */
async function withoutIndexes(db: pg.Client, work: () => Promise<void>): Promise<void> {
  const { rows } = await db.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid in ('listings'::regclass, 'listing_search'::regclass) and not indisunique`,
  );
  await db.query(`set maintenance_work_mem = '256MB'`);
  await db.query('begin');
  for (const { name } of rows) await db.query(`drop index ${name}`);
  await work();
  for (const { definition } of rows) await db.query(definition);
  await db.query('commit');
}

async function copyUntil(db: pg.Client, from: number, size: number): Promise<void> {
  for (let count = from; count < size; ) {
    const copies = Math.min(AT_ONCE, Math.ceil((size - count) / DIFFERENT));
    await copyListings(db, Math.floor(count / DIFFERENT), copies);
    count += copies * DIFFERENT;
  }
}

/** Copies the first thousand, whatever columns a listing has. */
async function copyListings(db: pg.Client, from: number, copies: number): Promise<void> {
  const made = ['id', 'seq', 'slug', 'url_key', 'website_url', 'published_at', 'created_at'];
  const { rows } = await db.query(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = 'listings' and is_generated = 'NEVER' and is_identity = 'NO'
       and not column_name = any ($1)`,
    [made],
  );
  const columns = rows.map(({ name }) => name).join(', ');
  await db.query(
    `insert into listings (slug, url_key, website_url, published_at, created_at, ${columns})
     select base.slug || '-' || n, 'copy-' || n || '.' || base.url_key, 'https://copy-' || n || '.' || base.url_key,
       base.published_at + n * interval '1 second', base.created_at + n * interval '1 second', ${columns}
     from generate_series($1::int, $2::int) as n,
       (select * from listings where slug ~ '^bench-[0-9]+$') as base`,
    [from, from + copies - 1],
  );
}

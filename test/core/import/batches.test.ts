// An import stores many rows with one statement; the result must equal that of importing each row alone.
import { expect } from 'chai';
import { openImport } from '../../../core/import/import-rows.js';
import { shelvesIn } from '../../../core/import/map-columns.js';
import { categoryReader } from '../../../core/import/match-categories.js';
import { type Actor, systemActor } from '../../../core/kernel/actor.js';
import { DomainError } from '../../../core/kernel/errors.js';
import { readSubmission } from '../../../core/listings/content.js';
import { ImportedListing } from '../../../core/listings/schema.js';
import { freeSlug } from '../../../core/listings/slugs.js';
import { screenSubmission, storeSubmission, submitListing } from '../../../core/listings/submit.js';
import { moderateListing } from '../../../core/moderation/actions.js';
import { useDatabase } from '../../helpers/database.js';
import { createMember } from '../../helpers/directory.js';
import { seeded } from '../../helpers/random.js';

const NAMES = ['Notes', 'Ledger', 'Café Board', '写', 'Atlas of Rivers'];
const MISSING_PICTURE = `/media/${'a'.repeat(43)}`;
/** Variations of a row. */
const KINDS: readonly object[] = [
  {},
  {},
  {
    description: 'Plain text, and a \\ and "quotes".',
    features: ['One', 'Two'],
    categories: ['ai', 'sales'],
  },
  // Flagged, refused by the policy, refused by a rule, refused for a missing picture.
  { tagline: 'Earn daily from home, no skills needed', description: 'Your money works while you sleep.' },
  { tagline: 'Buy cocaine and heroin online, discreet shipping' },
  { name: 'x'.repeat(81) },
  { logo_url: MISSING_PICTURE },
  { featured: true, featured_position: 2 },
  { featured: false, featured_position: null },
  { featured_position: 2 },
  { logo_url: 'https://pictures.example.org/logo.png', unknown_field: 1 },
];

describe('an import in batches', () => {
  const database = useDatabase();
  const cli = systemActor('cli');
  let owner: Actor & { account: { id: string } };
  let other: Actor;

  before(async () => {
    owner = await createMember('owner@example.com');
    other = await createMember('other@example.com');
  });

  /** The same listings before each run: some of the owner, some of another, some taken down. */
  async function begin(): Promise<void> {
    await database.knex.raw('truncate listings, takedowns, search_words cascade');
    for (let n = 0; n < 6; n += 1) {
      await submitListing(n % 2 ? owner : other, product(n, { tagline: 'As it was' }));
    }
    for (const path of ['', '/page']) {
      const input = {
        ...product(0),
        name: 'Down',
        website_url: `https://down${path && '-page'}.example.com${path}`,
      };
      const { listing } = await submitListing(other, input);
      await moderateListing(cli, listing.slug, { action: 'reject', reason: 'Not a product' });
      await database.knex('listings').where({ slug: listing.slug }).delete();
    }
  }

  const product = (n: number, fields: object = {}) => ({
    name: `${NAMES[n % NAMES.length]}`,
    tagline: 'Does one thing well',
    website_url: `https://site-${n}.example.com`,
    ...fields,
  });

  function rowsOf(seed: number): object[] {
    const random = seeded(seed);
    const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T;
    const rows = Array.from({ length: 40 }, (_, n) => product(n, { name: pick(NAMES), ...pick(KINDS) }));
    const unchanged = product(1, { tagline: 'As it was' });
    const down = [
      'https://down.example.com',
      'https://down.example.com/other',
      'https://down-page.example.com/page',
    ];
    return [
      ...rows.filter((_, n) => n !== 1),
      unchanged,
      ...down.map((website_url, n) => product(n, { website_url })),
    ];
  }

  /** All stored rows, except for ids and times. */
  async function state() {
    const { rows: listings } = await database.knex.raw(`
      select to_jsonb(listings) - array['id', 'created_at', 'updated_at', 'published_at', 'capture_queued_at'] as listing,
        listings.published_at is null as unpublished, evidence, version, name_joined, search::text, live,
        (select jsonb_agg(to_jsonb(entry) - array['id', 'at', 'subject_id'] order by entry.id) from audit_entries as entry
          where subject_id = listings.id::text and door = 'cli') as audit
      from listings left join listing_search using (id) left join policy_flags on listing_id = listings.id
      order by url_key`);
    const { rows: words } = await database.knex.raw('select word from search_words order by word');
    const { rows: counts } = await database.knex.raw(
      'select term, sum(listings)::int from term_counts group by 1 having sum(listings) <> 0 order by 1',
    );
    return { listings, words, counts };
  }

  const told = (error: unknown) => {
    if (!(error instanceof DomainError)) throw error;
    return { code: error.code, message: error.message, field: error.details.field };
  };

  it('returns and stores what single rows would', async () => {
    const rows = rowsOf(2);
    await begin();
    const alone: unknown[] = [];
    for (const row of rows) {
      const stored = await Promise.resolve()
        .then(() => screenSubmission(readSubmission(row, ImportedListing)))
        .then((passed) => storeSubmission(cli, owner.account.id, passed))
        .then(({ row: { slug }, outcome }) => ({ slug, outcome }), told);
      alone.push(stored);
    }
    const stateAlone = await state();
    await begin();
    const target = openImport(cli, { ownerId: owner.account.id });
    const settled = await target.importRows(rows.map((input, line) => ({ line, input: { ...input } })));
    const together = settled.map((row) => {
      if ('outcome' in row) return { slug: row.slug, outcome: row.outcome };
      if (!('problem' in row)) throw new Error('A row was left out.');
      const { code, error: message, field } = row.problem;
      return { code, message, field: field ?? undefined };
    });
    expect(together).to.deep.equal(alone);
    expect(await state()).to.deep.equal(stateAlone);
    const outcomes = JSON.stringify(alone);
    for (const outcome of ['created', 'changed', 'unchanged', 'kept', 'content_policy', 'website_url_taken'])
      expect(outcomes).to.include(outcome);
  });

  it('reads at most fifty names of categories of a listing', () => {
    const categories = [...Array.from({ length: 50 }, (_, n) => `shelf ${n}`), 'AI'];
    expect(shelvesIn({ categories })).to.deep.equal(categories.slice(0, 50));
    const { read } = categoryReader(cli, null, { categories: 'add' });
    expect(read(categories)).to.equal(null);
    expect(read(categories.slice(1))).to.deep.equal(['ai']);
  });

  it('numbers the slugs of equal names in row order, among concurrent imports and after existing ones', async () => {
    await begin();
    const target = openImport(cli, {});
    const rows = Array.from({ length: 30 }, (_, n) =>
      product(n + 100, { name: n % 3 ? 'Almanac' : `Notes ${n}` }),
    );
    const stored = await target.importRows(rows.map((input, line) => ({ line, input })));
    const slugs = stored.flatMap((row) =>
      'slug' in row && row.slug?.startsWith('almanac') ? [row.slug] : [],
    );
    expect(slugs).to.deep.equal(slugs.map((_, n) => (n === 0 ? 'almanac' : `almanac-${n + 1}`)));
    expect(slugs).to.have.length(20);
    const free = ['almanac', 'notes-3', 'nobody'].map((name) => freeSlug(name));
    expect(await Promise.all(free)).to.deep.equal(['almanac-21', 'notes-3-2', 'nobody']);
  });

  it('stores every valid row when the database refuses one', async () => {
    await begin();
    await database.knex.raw(
      `alter table listings add constraint no_twelve check (website_url !~ 'site-12[.]')`,
    );
    try {
      const target = openImport(cli, {});
      const rows = [11, 12, 13].map((n) => ({ line: n, input: product(n) }));
      const error = await target.importRows(rows).catch((refused: Error) => refused);
      expect(error).to.be.instanceOf(Error);
      const stored = await database.knex('listings').whereLike('website_url', 'https://site-1_.%');
      expect(stored).to.have.length(2);
    } finally {
      await database.knex.raw('alter table listings drop constraint no_twelve');
    }
  });
});

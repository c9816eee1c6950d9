import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { guest, systemActor } from '../../../core/kernel/actor.js';
import { PRICING_MODELS } from '../../../core/listings/fields.js';
import { indexListings } from '../../../core/listings/search-document.js';
import { deleteListing } from '../../../core/listings/status.js';
import { submitListing } from '../../../core/listings/submit.js';
import { type CountedTerm, foldCounts, keptCounts, listCounts } from '../../../core/search/counts.js';
import { findListings, findWithFacets } from '../../../core/search/search.js';
import { STANDARD_CATEGORIES as CATEGORIES } from '../../../core/settings/schema.js';
import { ListingModel } from '../../../db/models/listings.js';
import { publicContentVersion, WORDS_TAG } from '../../../db/public-content.js';
import { useDatabase } from '../../helpers/database.js';
import { createMember, submitDemo } from '../../helpers/directory.js';
import { seeded } from '../../helpers/random.js';

describe('the counts of listings', () => {
  const database = useDatabase();
  before(async () => {
    await submitDemo(await createMember('owner@example.com'));
  });

  /** Counted again, from the listings themselves. */
  async function counted() {
    const { rows } = await database.knex.raw<{ rows: Plain[] }>(
      `select term, count(*)::int as listings
       from listings cross join lateral unnest(
         array(select concat('#', category) from unnest(categories) as category) || array['', '$' || pricing_model]
       ) as term
       where status = 'live' and term is not null group by 1`,
    );
    return rows;
  }
  type Plain = Pick<CountedTerm, 'term' | 'listings'>;
  const plain = (rows: readonly Plain[]) => rows.map(({ term, listings }) => `${term}: ${listings}`).sort();
  const expectTrue = async () => expect(plain(await listCounts.read())).to.deep.equal(plain(await counted()));

  it('of many values may be a minute old', async () => {
    const few = keptCounts('true', [WORDS_TAG]);
    const many = keptCounts('true', [WORDS_TAG], 1);
    const [before] = [await many.read(), await few.read()];
    expect([many.isSlow(), few.isSlow()]).to.deep.equal([true, false]);
    const version = publicContentVersion();
    const member = await createMember('facts@example.com');
    const fields = {
      name: 'Facts',
      website_url: 'facts.example.com',
      tagline: 'Some',
      facts: { topics: ['new'] },
    };
    const { listing } = await submitListing(member, fields);
    while (publicContentVersion() === version) await sleep(20);
    expect(await few.read()).to.have.length.above(before.length);
    expect(await many.read()).to.equal(before);
    await deleteListing(systemActor('cli'), listing.slug);
  });

  it('equal the totals of the lists that each choice of a filter would show', async () => {
    const both = { category: 'ai', pricing: 'freemium' } as const;
    const searches = [
      {},
      { category: 'ai' },
      { pricing: 'free' },
      { ...both, q: 'note', sort: 'relevance' },
      { q: 'noets', sort: 'newest' },
      { ...both, q: '"notes" -team', sort: 'newest' },
    ] as const;
    for (const asked of searches) {
      const { facets } = await findWithFacets(guest('rest'), asked);
      const totalOf = async (input: object) =>
        (await findListings(guest('rest'), { ...asked, ...input })).total;
      for (const { value, count } of facets.categories) {
        expect(count, `${JSON.stringify(asked)} in ${value}`).to.equal(await totalOf({ category: value }));
      }
      for (const { value, count } of facets.pricing) {
        expect(count, `${JSON.stringify(asked)} for ${value}`).to.equal(await totalOf({ pricing: value }));
      }
    }
  });

  it('are correct after changes by concurrent writers, also while they are folded', async () => {
    const random = seeded(7);
    const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T;
    const slugs: string[] = await database.knex('listings').pluck('slug');
    const change = () =>
      pick<() => object>([
        () => ({ categories: [...new Set([pick(CATEGORIES), pick(CATEGORIES)])] }),
        () => ({ categories: null }),
        () => ({ pricing_model: pick([...PRICING_MODELS, null]) }),
        () => ({ archived_at: pick([null, new Date()]) }),
        () => ({ rejected_at: pick([null, new Date()]) }),
        () => ({ tagline: 'Nothing that is counted' }),
      ])();
    const writer = async () => {
      for (let n = 0; n < 15; n += 1) {
        const isKept = random() < 0.8;
        await database.knex
          .transaction(async (trx) => {
            const slug = pick(slugs);
            await trx('listings').where({ slug }).update(change());
            await indexListings(trx, await ListingModel.query(trx).where({ slug }));
            if (!isKept) throw new Error('taken back');
          })
          .catch((error: Error) => expect(error.message).to.equal('taken back'));
        if (n % 10 === 0) await foldCounts();
      }
    };
    await Promise.all([writer(), writer(), writer()]);
    await expectTrue();
    await foldCounts();
    await expectTrue();
    const [{ rows }] = [await database.knex.raw('select count(*) as n from term_counts where term < $$=$$')];
    expect(rows[0].n).to.equal((await listCounts.read()).length);
    await database.knex('listings').whereIn('slug', slugs.slice(0, 10)).delete();
    await expectTrue();
  });

  it('are folded by readers once there are many differences', async () => {
    await database.knex.raw(
      `insert into term_counts select '#ai', sign from generate_series(1, 600), unnest(array[1, -1]) as sign`,
    );
    const rows = async () => (await database.knex('term_counts').count({ n: '*' }))[0]?.n;
    expect(await rows()).to.be.above(1000);
    await listCounts.read();
    await foldCounts();
    expect(await rows()).to.be.below(150);
    await expectTrue();
  });
});

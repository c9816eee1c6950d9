// Filters that a search offers: a value that it names instead of all that have it, and the nearest topics of nothing.
import { expect } from 'chai';
import { guest, systemActor } from '../../../core/kernel/actor.js';
import { readSubmission } from '../../../core/listings/content.js';
import { screenSubmission, storeSubmission } from '../../../core/listings/submit.js';
import { findListings } from '../../../core/search/search.js';
import { useDatabase } from '../../helpers/database.js';

describe('filters that a search offers', () => {
  useDatabase();
  const find = async (q: string, more: object = {}) => {
    const { listings, suggested_filters } = await findListings(guest('rest'), {
      q,
      sort: 'relevance',
      ...more,
    });
    return { names: listings.map(({ name }) => name), suggested_filters };
  };

  before(async () => {
    const products = [
      {
        name: 'Harbour',
        tagline: 'Manage Docker containers',
        pricing_model: 'free',
        facts: { topics: ['Containers'] },
      },
      {
        name: 'Almanac',
        tagline: 'Photo albums',
        facts: { topics: ['Photo Galleries'], platform: ['Docker'] },
      },
      {
        name: 'Larder',
        tagline: 'What is in the pantry',
        pricing_model: 'freemium',
        facts: { topics: ['Recipes'], platform: ['Docker'] },
      },
    ];
    for (const product of products) {
      const website_url = `https://${product.name.toLowerCase()}.example.com`;
      const passed = await screenSubmission(readSubmission({ website_url, ...product }));
      await storeSubmission(systemActor('cli'), null, passed);
    }
  });

  it('are values of facts that it names', async () => {
    const docker = { key: 'platform', value: 'Docker', count: 2 };
    const found = await find('docker');
    expect([found.names[0], found.suggested_filters]).to.deep.equal(['Harbour', [docker]]);
    expect((await find('photo docker')).names[0]).to.equal('Almanac');
    expect((await find('photo docker')).suggested_filters).to.deep.equal([docker]);
    expect((await find('docker', { pricing: 'free' })).suggested_filters).to.equal(undefined);
  });

  it('are prices that it names', async () => {
    const free = { key: 'pricing', value: 'free', count: 1 };
    expect((await find('free docker')).suggested_filters).to.deep.include(free);
    expect((await find('kostenlose Container')).suggested_filters).to.deep.equal([free]);
  });

  it('are the nearest topics if nothing is found', async () => {
    expect(await find('photoshop plumbing lessons')).to.deep.equal({
      names: [],
      suggested_filters: [{ key: 'topics', value: 'Photo Galleries', count: 1 }],
    });
  });
});

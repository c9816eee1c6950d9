// Lists by popularity: clicks and keeps of the last 30 days, newer ones count more, each visitor once a day.
import { expect } from 'chai';
import { guest } from '../../../core/kernel/actor.js';
import { submitListing } from '../../../core/listings/submit.js';
import { countVisit, storeVisits } from '../../../core/listings/visits.js';
import { countPopularity } from '../../../core/search/popular.js';
import { findListings } from '../../../core/search/search.js';
import { useDatabase } from '../../helpers/database.js';
import { createMember } from '../../helpers/directory.js';

const reader = guest('rest');
const visitor = (ip: string) => guest('web', null, { ip, userAgent: 'Mozilla/5.0 Firefox/140.0' });
const NAMES = ['Ash', 'Birch', 'Cedar', 'Douglas', 'Elm'];

describe('lists by popularity', () => {
  const database = useDatabase();
  const list = async (more: object = {}) => findListings(reader, { sort: 'popular', ...more });
  const names = async (more: object = {}) => (await list(more)).listings.map(({ name }) => name);

  before(async () => {
    const owner = await createMember('owner@example.com');
    for (const name of NAMES)
      await submitListing(owner, {
        name,
        website_url: `https://${name.toLowerCase()}.example.com`,
        tagline: name === 'Douglas' ? 'A shrub' : 'A tree of the forest',
        categories: name < 'D' ? ['ai'] : ['design'],
      });
  });

  it('have the newest first while nobody has opened any', async () => {
    expect(await countPopularity()).to.equal(0);
    expect(await names()).to.deep.equal([...NAMES].reverse());
  });

  it('count clicks and keeps of a visitor once a day, and no views', async () => {
    for (const ip of ['192.0.2.1', '192.0.2.1', '192.0.2.1']) countVisit(visitor(ip), 'ash', 'click');
    countVisit(visitor('192.0.2.1'), 'birch', 'click');
    countVisit(visitor('192.0.2.1'), 'birch', 'keep');
    for (const ip of ['192.0.2.2', '192.0.2.3', '192.0.2.4'])
      countVisit(visitor(ip), 'cedar', { kind: 'direct', source: '' });
    await storeVisits();
    expect(await countPopularity()).to.equal(2);
    expect(await countPopularity(), 'unchanged').to.equal(0);
    expect(await names()).to.deep.equal(['Birch', 'Ash', 'Elm', 'Douglas', 'Cedar']);
    expect(await names({ category: 'design' })).to.deep.equal(['Elm', 'Douglas']);
  });

  it('sort the listings with all words of a search', async () => {
    expect(await names({ q: 'tree forest' })).to.deep.equal(['Birch', 'Ash', 'Elm', 'Cedar']);
    expect(await names({ q: 'shrub forest' }), 'most of the words').to.include('Douglas');
  });

  it('continue where a page ends, with and without words', async () => {
    for (const q of [undefined, 'tree forest']) {
      const all = await names({ q });
      const first = await list({ q, limit: 3 });
      const rest = await list({ q, limit: 3, cursor: first.next_cursor });
      expect([...first.listings, ...rest.listings].map(({ name }) => name)).to.deep.equal(all);
      expect(first.total).to.equal(all.length);
    }
  });

  it('forget a click after 30 days, and count a new one more than an old one', async () => {
    await database.knex.raw(`update listing_visits set day = day - 20 where keeps > 0`);
    await countPopularity();
    expect((await names()).slice(0, 2)).to.deep.equal(['Ash', 'Birch']);
    await database.knex.raw(`update listing_visits set day = day - 10 where keeps > 0`);
    await countPopularity();
    expect((await names()).slice(0, 2)).to.deep.equal(['Ash', 'Elm']);
  });
});

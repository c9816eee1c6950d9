import { expect } from 'chai';
import { guest, systemActor } from '../../../core/kernel/actor.js';
import { submitListing } from '../../../core/listings/submit.js';
import { readFrontPage } from '../../../core/search/front-page.js';
import { parseQuery } from '../../../core/search/query.js';
import { countSearch, storeSearches } from '../../../core/search/query-log.js';
import { refreshSettings } from '../../../core/settings/current.js';
import { updateSettings } from '../../../core/settings/manage.js';
import { ListingModel } from '../../../db/models/listings.js';
import { useDatabase } from '../../helpers/database.js';
import { createMember } from '../../helpers/directory.js';

describe('the newest listings on the front page', () => {
  useDatabase();
  let count = 0;
  const submit = async (owner: Awaited<ReturnType<typeof createMember>>, listings: number) => {
    for (let left = listings; left > 0; left -= 1) {
      const name = `${owner.account.name} ${++count}`;
      await submitListing(owner, { name, website_url: `https://n${count}.example.com`, tagline: 'One' });
    }
  };
  const newest = async () =>
    (await readFrontPage(guest('web'))).newest.map(({ name }) => name.split(' ')[0] as string);

  it('are all of one account when there is no other', async () => {
    await submit(await createMember('ada@example.com', 'Ada'), 14);
    expect(await newest()).to.deep.equal(Array(12).fill('Ada'));
  });

  it('are at most two of each account, newest first, once other accounts fill the rest', async () => {
    for (const name of ['Bob', 'Cleo', 'Dan', 'Eve', 'Fay']) {
      await submit(await createMember(`${name}@example.com`, name), 2);
    }
    await submit(await createMember('spam@example.com', 'Spam'), 9);
    const names = await newest();
    expect(names).to.have.length(12);
    for (const name of new Set(names)) {
      expect(names.filter((other) => other === name).length, name).to.be.at.most(2);
    }
    expect(names.slice(0, 4)).to.deep.equal(['Spam', 'Spam', 'Fay', 'Fay']);
  });
});

describe('the newest listings after an import', () => {
  useDatabase();

  it('are in no order of names, but stay in theirs', async () => {
    const member = await createMember('import@example.com', 'Import');
    for (const name of 'ABCDEFGHIJKLMNOP') {
      await submitListing(member, { name, website_url: `https://${name}.example.org`, tagline: 'One' });
    }
    await ListingModel.query().patch({ ownerId: null });
    const newest = async () => (await readFrontPage(guest('web'))).newest.map(({ name }) => name);
    const names = await newest();
    expect(names).to.not.deep.equal(names.toSorted()).and.not.deep.equal(names.toSorted().reverse());
    expect(await newest()).to.deep.equal(names);
  });
});

describe('what changes by itself on the front page', () => {
  const database = useDatabase();

  it('is what is most visited and most kept, a topic, and what several people look for in vain', async () => {
    const member = await createMember('trends@example.com', 'Trend');
    const ids: string[] = [];
    for (const name of ['One', 'Two', 'Three']) {
      const facts = { topics: ['Wikis'] };
      const site = `https://${name.toLowerCase()}.example.net`;
      ids.push((await submitListing(member, { name, website_url: site, tagline: 'One', facts })).listing.id);
    }
    const { knex } = database;
    await knex('listing_popularity').insert({ listing_id: ids[1], popularity: 5 });
    await knex('listing_visits').insert({ listing_id: ids[2], day: knex.raw('current_date'), keeps: 2 });
    const search = (ip: string, q: string) =>
      countSearch(
        { ...guest('web'), client: { ip, userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0' } },
        parseQuery(q),
        q,
        [],
      );
    for (const n of [1, 2, 3]) search(`192.0.2.${n}`, 'choir planner');
    for (const n of [1, 2, 3, 4]) search(`192.0.2.${n}`, 'buy cocaine online');
    for (const _ of [1, 2, 3]) search('192.0.2.1', 'only one asks');
    await storeSearches();
    const read = async () => {
      const { visited, kept, wanted, spotlight } = await readFrontPage(guest('web'));
      const names = [visited, kept, spotlight.listings].map((list) => list.map(({ name }) => name));
      return { names, wanted, value: spotlight.value };
    };
    const all = ['Three', 'Two', 'One'];
    const wanted = ['choir planner'];
    expect(await read()).to.deep.equal({ names: [['Two'], ['Three'], all], wanted, value: 'Wikis' });
    await ListingModel.query().patch({ archivedAt: new Date() }).where({ id: ids[1] });
    expect((await read()).names, 'at once').to.deep.equal([[], ['Three'], ['Three', 'One']]);
    await updateSettings(systemActor('cli'), { spotlight: 'Nothing' });
    await refreshSettings();
    expect(await read()).to.deep.include({ names: [[], ['Three'], []], value: 'Nothing' });
  });
});

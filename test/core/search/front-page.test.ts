import { expect } from 'chai';
import { guest } from '../../../core/kernel/actor.js';
import { submitListing } from '../../../core/listings/submit.js';
import { readFrontPage } from '../../../core/search/search.js';
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

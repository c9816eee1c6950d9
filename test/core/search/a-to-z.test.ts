import { expect } from 'chai';
import { guest } from '../../../core/kernel/actor.js';
import { submitListing } from '../../../core/listings/submit.js';
import { BEYOND_LATIN, keysUnder, readLetters } from '../../../core/search/a-to-z.js';
import { findListings } from '../../../core/search/search.js';
import { useDatabase } from '../../helpers/database.js';
import { createMember } from '../../helpers/directory.js';

describe('the index of initials', () => {
  const database = useDatabase();
  before(async () => {
    const owner = await createMember('owner@example.com');
    const names = ['42links', 'Beta', 'Éclair', 'Echo', 'echo two', 'Zebra', 'Ярус', 'Яблоко', '数据'];
    for (const [index, name] of names.entries()) {
      const categories = name === 'Echo' ? ['design'] : undefined;
      await submitListing(owner, {
        name,
        website_url: `https://n${index}.example.com`,
        tagline: 'One',
        categories,
      });
    }
  });
  const under = async (letter: string, more: object = {}) => {
    const found = await findListings(guest('web'), { sort: 'name', letter, ...more });
    return { names: found.listings.map(({ name }) => name), total: found.total, cursor: found.next_cursor };
  };

  it('has # first, the Latin letters, and those of other scripts in use', async () => {
    const initials = await readLetters();
    expect(initials.map(({ letter }) => letter).join('')).to.equal('#abcdefghijklmnopqrstuvwxyzя数');
    expect(initials.flatMap(({ letter, isUsed }) => (isUsed ? [letter] : [])).join('')).to.equal('#bezя数');
  });

  it('lists the names with an initial, ignoring accents and case, with total and pages', async () => {
    expect((await under('E')).names).to.deep.equal(['Echo', 'echo two', 'Éclair']);
    expect(await under('é', { limit: 2 })).to.include({ total: 3 });
    const { cursor } = await under('e', { limit: 2 });
    expect((await under('e', { limit: 2, cursor })).names).to.deep.equal(['Éclair']);
    expect(await under('e', { page: 9 })).to.deep.include({ names: [], total: 3 });
    expect((await under('#')).names).to.deep.equal(['42links']);
    expect((await under('я')).names).to.deep.equal(['Яблоко', 'Ярус']);
    expect((await under(BEYOND_LATIN)).names).to.deep.equal(['Яблоко', 'Ярус', '数据']);
    expect(await under('q')).to.deep.include({ names: [], total: 0 });
  });

  it('is answered from the index of names alone, however many there are', async () => {
    const { knex } = database;
    const [from, below] = keysUnder('e');
    const planOf = (columns: string, order: string) =>
      knex.transaction(async (trx) => {
        for (const way of ['bitmapscan', 'seqscan']) await trx.raw(`set local enable_${way} = off`);
        const { rows } = await trx.raw(
          `explain select ${columns} from listings where status = 'live' and name_key >= ? and name_key < ? ${order}`,
          [from, below],
        );
        return rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n');
      });
    const found = /Index Only Scan using listings_live_name[\s\S]*Index Cond/;
    expect(await planOf('id', 'order by name_key, id limit 20')).to.match(found);
  });

  it('takes one character, and has no effect beside a search', async () => {
    const wrong = await findListings(guest('web'), { letter: 'ab' }).catch((error: unknown) => error);
    expect(wrong).to.have.property('code', 'validation_error');
    const { warnings } = await findListings(guest('web'), { q: 'beta', letter: 'z' });
    expect(warnings?.map(({ field }) => field)).to.deep.equal(['letter']);
  });
});

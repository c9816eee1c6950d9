// The words that typos are corrected to are stored with the listings that have them.
import { expect } from 'chai';
import { dryRun } from '../../../core/kernel/transaction.js';
import { submitListing } from '../../../core/listings/submit.js';
import { useDatabase } from '../../helpers/database.js';
import { createMember } from '../../helpers/directory.js';

describe('the dictionary of spelling corrections', () => {
  const database = useDatabase();
  const isStored = async (word: string) => {
    const { rows } = await database.knex.raw('select from search_words where word = ?', [word]);
    return rows.length === 1;
  };

  it('is stored with a listing, and again after a restore has replaced it', async () => {
    const member = await createMember('words@example.com');
    let sites = 0;
    const submit = (tagline: string, by = member) => {
      sites += 1;
      return submitListing(by, {
        name: `Product ${sites}`,
        website_url: `https://site-${sites}.example.com`,
        tagline,
      });
    };
    await dryRun(member, (by) => submit('About xylophones', by));
    expect(await isStored('xylophones'), 'after a dry run').to.equal(false);
    await submit('About xylophones');
    expect(await isStored('xylophones'), 'after a dry run of the same').to.equal(true);
    await database.knex.raw('truncate search_words');
    await database.knex.raw('truncate listings cascade');
    await submit('Still about xylophones');
    expect(await isStored('xylophones'), 'after everything was replaced').to.equal(true);
  });
});

import { expect } from 'chai';
import { adminEnvironment, adminOf, spawnAdmin } from '../helpers/admin.js';
import { useDatabase } from '../helpers/database.js';

describe('directory-admin site', () => {
  const database = useDatabase();
  const admin = adminOf(database);
  beforeEach(() => database.knex('site').delete());
  const site = async () => JSON.parse((await admin('site get --json')).stdout).site;

  it('sets one value, and resets it', async () => {
    expect((await admin('site set name "Tool Shed"')).code).to.equal(0);
    expect((await admin('site set needs "invoices; a calendar"')).code).to.equal(0);
    expect(await site()).to.deep.include({
      name: 'Tool Shed',
      needs: ['invoices', 'a calendar'],
      version: 2,
    });
    const shown = await admin('site get');
    expect(shown.stdout).to.include('Tool Shed').and.not.include('headline');
    expect((await admin('site set name --clear')).code).to.equal(0);
    expect((await site()).name).to.equal(null);
  });

  it('indexes listings anew when their facts change', async () => {
    const made = '--name Made --website-url made.example.com --tagline "By hand" --fact platform=Web';
    expect((await admin(`listings create ${made}`)).code).to.equal(0);
    const facts = JSON.stringify([{ key: 'platform', type: 'text' }]);
    const env = adminEnvironment(database);
    expect((await spawnAdmin(['site', 'set', 'facts', facts], { env })).code).to.equal(0);
    expect(await database.knex('listing_search').where({ version: 0 })).to.deep.equal([]);
  });

  it('previews with --dry-run and changes nothing', async () => {
    const run = await admin('site set name "Tool Shed" --dry-run');
    expect([run.code, run.stdout.includes('Tool Shed')]).to.deep.equal([0, true]);
    expect((await site()).version).to.equal(0);
  });

  it('explains an invalid value', async () => {
    const run = await admin('site set accent_color green');
    expect(run.code).to.equal(1);
    expect(run.stderr).to.include('accent_color');
    expect((await admin('site set shoe_size 4')).code).to.equal(2);
    expect((await admin('site set name')).code).to.equal(2);
    expect((await admin('site set logo logo.png')).stderr).to.include('--file logo.png');
  });
});

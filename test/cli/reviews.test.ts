import { expect } from 'chai';
import { adminOf } from '../helpers/admin.js';
import { useDatabase } from '../helpers/database.js';

describe('directory-admin reviews', () => {
  const database = useDatabase();
  const admin = adminOf(database, { AUTO_PUBLISH: 'off' });
  const statusOf = (slug: string) => database.knex('listings').where({ slug }).pluck<string[]>('status');
  before(async () => {
    const row = { name: 'Tool', website_url: 'https://tool.example.com', tagline: 'One of them' };
    expect((await admin('listings import -', JSON.stringify(row))).code).to.equal(0);
  });

  it('lists the open items, and decides', async () => {
    const listed = JSON.parse((await admin('reviews list --json')).stdout);
    expect(listed.reviews[0]).to.deep.include({ sources: ['pending'], claimed_by: null });
    expect((await admin('reviews decide approve tool --dry-run')).code).to.equal(0);
    expect(await statusOf('tool')).to.deep.equal(['pending']);
    expect((await admin('reviews decide approve tool --yes')).code).to.equal(0);
    expect(await statusOf('tool')).to.deep.equal(['live']);
    expect((await admin('reviews decide reject tool --yes --reason Closed')).code).to.equal(0);
    expect(await statusOf('tool')).to.deep.equal(['rejected']);
    expect((await admin('reviews list')).stdout).to.include('Nothing is waiting');
  });

  it('refuses an unknown decision, naming the known ones', async () => {
    const run = await admin('reviews decide perhaps tool --yes');
    expect(run.code).to.equal(2);
    expect(run.stderr).to.include('approve, reject');
  });
});

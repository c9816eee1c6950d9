// Suspending accounts: over REST, with everything that is refused meanwhile.
import { expect } from 'chai';
import { cleanUp } from '../../core/operations/retention.js';
import { adminOf } from '../helpers/admin.js';
import { expectError, newProduct, useApi } from '../helpers/api.js';
import { mailsTo } from '../helpers/mails.js';
import { insertManyListings } from '../helpers/many-listings.js';
import { visitorOf } from '../helpers/pages.js';

describe('a suspension of an account', () => {
  const api = useApi();
  let admin: { key: string; id: string };
  before(async () => {
    admin = await api.registerAdmin();
  });
  const act = (id: string, body: object) => api.post(`/api/v1/admin/users/${id}`, body, { key: admin.key });
  const signIn = ({ email, password }: { email: string; password: string }) =>
    api.post('/api/auth/sign-in/email', { email, password });

  it('refuses sign-in, keys and writes until it is lifted, and notifies the owner', async () => {
    const user = await api.register('Mallory');
    const { slug } = await api.submit(user.key);
    const cookie = (await signIn(user)).headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const suspended = await act(user.id, { action: 'suspend', reason: 'Spam' });
    expect(suspended.body.user.suspended).to.include({ until: null, reason: 'Spam' });
    const refused = await signIn(user);
    expectError(refused, 403, 'account_suspended');
    expect(refused.body.error).to.include('Spam');
    expectError(await api.get('/api/v1/api-keys', { key: user.key }), 403, 'account_suspended');
    expectError(
      await api.post('/api/v1/listings', newProduct(), { key: user.key }),
      403,
      'account_suspended',
    );
    const mcp = await api.server.fetch('/mcp', {
      method: 'POST',
      headers: { authorization: `Bearer ${user.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
    expect([mcp.status, await mcp.text()].join(' ')).to.match(/^403 .*account_suspended/s);
    expect((await api.get('/api/auth/get-session', { cookie })).body).to.equal(null);
    expect((await api.get(`/api/v1/listings/${slug}`)).body.listing.status).to.equal('live');
    expect((await mailsTo(user.email)).at(-1)).to.include('Reason: Spam');
    expect((await act(user.id, { action: 'lift-suspension' })).body.user.suspended).to.equal(null);
    expect((await signIn(user)).status).to.equal(200);
    expect((await api.get('/api/v1/api-keys', { key: user.key })).status).to.equal(200);
  });

  it('ends at its date, and archives the listings on request', async () => {
    const user = await api.register();
    const { slug } = await api.submit(user.key);
    const until = new Date(Date.now() + 3_600_000).toISOString();
    await act(user.id, { action: 'suspend', reason: 'Cool down', until, archive_listings: true });
    expect((await api.get(`/api/v1/listings/${slug}`, { key: admin.key })).body.listing.status).to.equal(
      'archived',
    );
    expectError(await signIn(user), 403, 'account_suspended');
    await api.server.database
      .knex('users')
      .where({ id: user.id })
      .update({ suspended_until: new Date(Date.now() - 1) });
    expect((await signIn(user)).status).to.equal(200);
  });

  it('archives a hundred listings in batches with one mail, and resumes after its process died', async () => {
    const user = await api.register();
    const { knex } = api.server.database;
    await insertManyListings(knex, 101);
    const theirs = () => knex('listings').where({ owner_id: user.id });
    await knex('listings').where('slug', 'like', 'many-%').update({ owner_id: user.id });
    await act(user.id, { action: 'suspend', reason: 'Flood', archive_listings: true });
    expect(await theirs().whereNull('archived_at')).to.deep.equal([]);
    const entries = await knex('audit_entries').where({ action: 'listing.archive', reason: 'Flood' });
    expect(entries).to.have.length(101);
    const mails = await mailsTo(user.email);
    expect(mails.filter((mail) => mail.includes('101 of your listings were archived'))).to.have.length(1);
    // As if the process had died after the first part.
    await theirs().where('slug', '>', 'many-5').update({ archived_at: null });
    await knex('users').where({ id: user.id }).update({ archives_listings: true });
    expect(await cleanUp()).to.include({ suspensions: 1 });
    expect(await theirs().whereNull('archived_at')).to.deep.equal([]);
    expect(await cleanUp()).to.include({ suspensions: 0 });
  });

  it('needs a reason and an end in the future, and is refused for the last admin and oneself', async () => {
    const user = await api.register();
    expectError(await act(user.id, { action: 'suspend' }), 400, 'validation_error', 'reason');
    const past = { action: 'suspend', reason: 'x', until: '2020-01-01T00:00:00Z' };
    expectError(await act(user.id, past), 400, 'validation_error', 'until');
    expectError(await act(admin.id, { action: 'suspend', reason: 'x' }), 403, 'forbidden');
    expectError(
      await api.post(
        `/api/v1/admin/users/${admin.id}`,
        { action: 'suspend', reason: 'x' },
        { key: user.key },
      ),
      403,
      'forbidden',
    );
  });

  it('works in the console and at the command line', async () => {
    const user = await api.register('Trudy');
    const boss = await api.registerAdmin();
    const visitor = visitorOf(api.server);
    await visitor.submit('/sign-in', { email: boss.email, password: boss.password });
    const page = `/admin/users/${user.id}`;
    const typed = { reason: 'Sells <b>likes</b>', until: '2020-01-01', archive_listings: 'yes' };
    const { status, html } = await visitor.submit(`${page}/suspend`, typed, page);
    expect(status).to.equal(422);
    expect(html).to.match(/<a href="#suspend-until">Until<\/a>:\s+This must lie in the future\./);
    expect(html).to.match(/id="suspend-reason"[^>]*value="Sells &lt;b&gt;likes&lt;\/b&gt;"/);
    expect(html).to.match(/name="archive_listings"\s+value="yes" checked/);
    expect((await visitor.get('/admin/users?q=Trudy')).html).to.not.include('>Suspended<');
    const done = await visitor.submit(`${page}/suspend`, { reason: 'Spam', until: '2099-12-31' }, page);
    expect((await visitor.get('/admin/users?q=Trudy')).html).to.match(
      /Trudy<\/a>\s*<span class="badge[^>]*>\s*Suspended/,
    );
    expect(done.location).to.equal(`${page}?done=user-suspended`);
    expect((await visitor.get(page)).html).to.include('Lift the suspension');
    expectError(await signIn(user), 403, 'account_suspended');
    const run = adminOf(api.server.database);
    expect((await run(`users lift ${user.email} --yes`)).code).to.equal(0);
    expect((await signIn(user)).status).to.equal(200);
    expect((await run(`users suspend ${user.email} --yes`)).code).to.equal(2);
    expect((await run(`users suspend ${user.email} --yes --reason Again`)).code).to.equal(0);
    expectError(await signIn(user), 403, 'account_suspended');
  });
});

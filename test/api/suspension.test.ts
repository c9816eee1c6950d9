// Suspending accounts over REST, and everything that is refused meanwhile.
import { expect } from 'chai';
import { adminOf } from '../helpers/admin.js';
import { expectError, type Json, newProduct, useApi } from '../helpers/api.js';
import { changeUnder } from '../helpers/blocked.js';
import { hurryMails, mailsTo } from '../helpers/mails.js';
import { insertManyListings } from '../helpers/many-listings.js';
import { csrfOf, visitorOf } from '../helpers/pages.js';

describe('a suspension of an account', () => {
  const api = useApi();
  let admin: { key: string; id: string };
  before(async () => {
    admin = await api.registerAdmin();
  });
  const act = (id: string, body: object) => api.post(`/api/v1/admin/users/${id}`, body, { key: admin.key });
  const signIn = ({ email, password }: { email: string; password: string }) =>
    api.post('/api/auth/sign-in/email', { email, password });

  async function message(key: string | null, method: string, params: Json = {}): Promise<Json> {
    const sent = await api.server.fetch('/mcp', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    expect(sent.status).to.equal(200);
    return sent.json();
  }

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
    for (const name of ['search_listings', 'list_my_listings']) {
      const { result } = await message(user.key, 'tools/call', { name, arguments: {} });
      expect(result).to.include({ isError: true }).and.not.have.property('structuredContent');
      const error = JSON.parse(result.content[0].text);
      expect(error).to.include({ code: 'account_suspended' });
      expect(error.error).to.include('Spam');
      expect(error.next_step).to.include('tell the person');
    }
    const search = { name: 'search_listings', arguments: {} };
    expect((await message(null, 'tools/call', search)).result).not.to.have.property('isError');
    expect((await message(user.key, 'tools/list')).result.tools).not.to.have.length(0);
    expect((await api.get('/api/auth/get-session', { cookie })).body).to.equal(null);
    expect((await api.get(`/api/v1/listings/${slug}`)).body.listing.status).to.equal('live');
    expect((await mailsTo(user.email)).at(-1)).to.include('Reason: Spam');
    expect((await act(user.id, { action: 'lift-suspension' })).body.user.suspended).to.equal(null);
    expect((await signIn(user)).status).to.equal(200);
    expect((await api.get('/api/v1/api-keys', { key: user.key })).status).to.equal(200);
    expect((await mailsTo(user.email)).at(-1)).to.include('no longer suspended');
    // Once: there is nothing left to lift.
    await act(user.id, { action: 'lift-suspension' });
    expect(await mailsTo(user.email)).to.have.length(2);
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

  it('archives fifty-one listings with one mail, and goes on when it is repeated', async () => {
    const user = await api.register();
    const { knex } = api.server.database;
    await insertManyListings(knex, 51);
    const theirs = () => knex('listings').where({ owner_id: user.id });
    await knex('listings').where('slug', 'like', 'many-%').update({ owner_id: user.id });
    await act(user.id, { action: 'suspend', reason: 'Flood', archive_listings: true });
    expect(await theirs().whereNull('archived_at')).to.deep.equal([]);
    const entries = await knex('audit_entries').where({ action: 'listing.archive', reason: 'Flood' });
    expect(entries).to.have.length(51);
    await hurryMails();
    const mails = await mailsTo(user.email);
    expect(mails.filter((mail) => mail.includes('51 of your listings were archived'))).to.have.length(1);
    // As if the process had died: the same request goes on.
    await theirs().where('slug', '>', 'many-5').update({ archived_at: null });
    await act(user.id, { action: 'suspend', reason: 'Flood', archive_listings: true });
    expect(await theirs().whereNull('archived_at')).to.deep.equal([]);
  });

  it('leaves alone what is deleted or handed over while it archives', async () => {
    const [user, other] = [await api.register(), await api.register()];
    const slugs: string[] = [];
    for (let n = 0; n < 3; n += 1) slugs.push((await api.submit(user.key)).slug);
    const [gone, moved, kept] = slugs as [string, string, string];
    const suspended = await changeUnder(
      api.server.database,
      async (trx) => {
        await trx('listings').where({ slug: gone }).delete();
        await trx('listings').where({ slug: moved }).update({ owner_id: other.id });
      },
      () => act(user.id, { action: 'suspend', reason: 'Bots', archive_listings: true }),
    );
    expect(suspended.status).to.equal(200);
    const archived = await api.server.database
      .knex('listings')
      .whereIn('slug', slugs)
      .whereNotNull('archived_at')
      .pluck('slug');
    expect(archived).to.deep.equal([kept]);
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

  /** A visitor who is signed in as an admin. */
  async function visitConsole() {
    const boss = await api.registerAdmin();
    const visitor = visitorOf(api.server);
    await visitor.signIn(boss);
    return visitor;
  }
  const suspensionOf = async (id: string) =>
    (await api.get(`/api/v1/admin/users/${id}`, { key: admin.key })).body.user.suspended;

  it('is changed in the console: its reason and its end, and unchanged fields stay', async () => {
    const user = await api.register('Walter');
    await act(user.id, { action: 'suspend', reason: 'Spam', until: '2099-12-30T08:15:00Z' });
    const { at } = await suspensionOf(user.id);
    const visitor = await visitConsole();
    const page = `/admin/users/${user.id}`;
    const change = (fields: Record<string, string>) => visitor.submit(`${page}/suspend/change`, fields, page);
    const { html } = await visitor.get(page);
    expect(html).to.match(/id="suspend-reason"[^>]*value="Spam"/);
    expect(html).to.match(/id="suspend-until"[^>]*value="2099-12-30"/);
    const done = await change({ reason: 'Spam, again', until: '2099-12-30' });
    expect(done.location).to.equal(`${page}?done=suspension-changed`);
    expect(await suspensionOf(user.id)).to.deep.equal({
      at,
      until: '2099-12-30T08:15:00.000Z',
      reason: 'Spam, again',
    });
    await change({ reason: 'Spam, again', until: '2100-01-31' });
    expect(await suspensionOf(user.id)).to.include({ at, until: '2100-01-31T23:59:59.000Z' });
    const past = await change({ reason: 'x', until: '2020-01-01' });
    expect(past.status).to.equal(422);
    expect(past.html)
      .to.match(/id="suspend-reason"[^>]*value="x"/)
      .and.to.include('This must be in the future.');
    await change({ reason: 'Spam, again', until: '' });
    expect(await suspensionOf(user.id)).to.include({ at, until: null });
    // The same again is no change: no entry, no mail.
    await change({ reason: 'Spam, again', until: '' });
    const entries = await api.server.database
      .knex('audit_entries')
      .where({ subject_id: user.id })
      .whereLike('action', 'user.%susp%')
      .orderBy('id');
    expect(entries.map(({ action }) => action)).to.deep.equal([
      'user.suspend',
      ...Array(3).fill('user.change-suspension'),
    ]);
    const ends = ['2099-12-30T08:15:00.000Z', '2099-12-30T08:15:00.000Z', '2100-01-31T23:59:59.000Z', null];
    expect(entries.map(({ before }) => before?.until)).to.deep.equal([undefined, ...ends.slice(0, 3)]);
    expect(entries.map(({ after }) => after.until)).to.deep.equal(ends);
    const { html: log } = await visitor.get('/admin/audit?action=user.change-suspension');
    expect(log).to.include('changed the suspension of').and.not.include('</a> suspended <');
    expect(await mailsTo(user.email)).to.have.length(4);
  });

  it('starts again after one that has ended by itself', async () => {
    const user = await api.register();
    const until = new Date(Date.now() + 3_600_000).toISOString();
    await act(user.id, { action: 'suspend', reason: 'Cool down', until });
    await api.server.database.knex('users').where({ id: user.id }).update({
      suspended_at: '2020-01-01T00:00:00Z',
      suspended_until: '2020-01-02T00:00:00Z',
    });
    await act(user.id, { action: 'suspend', reason: 'Cool down' });
    expect(new Date((await suspensionOf(user.id)).at).getUTCFullYear()).to.be.above(2020);
  });

  it('shows its end in the reader’s language: in refusals and in the history', async () => {
    const user = await api.register('Ursula');
    await act(user.id, { action: 'suspend', reason: 'Spam', until: '2099-12-31T10:00:00Z' });
    const refused = await signIn(user);
    expect(refused.body.error).to.include('2099-12-31T10:00:00.000Z');
    const visitor = await visitConsole();
    for (const [language, end] of [
      ['de', '31. Dez. 2099, 10:00 UTC'],
      ['en', '31 Dec 2099, 10:00 UTC'],
    ] as const) {
      const headers = { 'accept-language': language };
      const guest = visitorOf(api.server);
      const { html } = await guest.get('/sign-in', headers);
      const fields = { email: user.email, password: user.password, _csrf: csrfOf(html) };
      expect((await guest.post('/sign-in', fields, headers)).html)
        .to.include(end)
        .and.to.not.include('2099-12');
      const history = (await visitor.get(`/admin/users/${user.id}`, headers)).html;
      expect(history.split('id="history"')[1]).to.include(`<ins>${end}</ins>`);
    }
  });

  it('ends with the chosen day in the site’s time zone', async () => {
    const user = await api.register();
    const visitor = await visitConsole();
    const page = `/admin/users/${user.id}`;
    await api.patch('/api/v1/admin/site', { time_zone: 'America/Los_Angeles' }, { key: admin.key });
    try {
      await visitor.submit(`${page}/suspend`, { reason: 'Spam', until: '2099-07-31' }, page);
      expect((await suspensionOf(user.id)).until).to.equal('2099-08-01T06:59:59.000Z');
      expect((await visitor.get(page)).html).to.match(/id="suspend-until"[^>]*value="2099-07-31"/);
      // So it does at the command line, and that of a key.
      await adminOf(api.server.database)(
        `users suspend ${user.email} --yes --reason Again --until 2099-06-30`,
      );
      expect((await suspensionOf(user.id)).until).to.equal('2099-07-01T06:59:59.000Z');
      await visitor.submit('/account/keys', { name: 'Ends in July', expires_at: '2099-07-31' });
      const key = await api.server.database.knex('api_keys').where({ name: 'Ends in July' }).first();
      expect(key.expires_at.toISOString()).to.equal('2099-08-01T06:59:59.000Z');
    } finally {
      await api.patch('/api/v1/admin/site', { time_zone: null }, { key: admin.key });
    }
  });

  it('works in the console and at the command line', async () => {
    const user = await api.register('Trudy');
    const boss = await api.registerAdmin();
    const visitor = visitorOf(api.server);
    await visitor.signIn(boss);
    const page = `/admin/users/${user.id}`;
    const typed = { reason: 'Sells <b>likes</b>', until: '2020-01-01', archive_listings: 'yes' };
    const { status, html } = await visitor.submit(`${page}/suspend`, typed, page);
    expect(status).to.equal(422);
    expect(html).to.match(/<a href="#suspend-until">Until<\/a>:\s+This must be in the future\./);
    expect(html).to.match(/id="suspend-reason"[^>]*value="Sells &lt;b&gt;likes&lt;\/b&gt;"/);
    expect(html).to.match(/name="archive_listings"\s+value="yes" checked/);
    expect((await visitor.get('/admin/users?q=Trudy')).html).to.not.include('badge-rejected');
    const done = await visitor.submit(`${page}/suspend`, { reason: 'Spam', until: '2099-12-31' }, page);
    expect((await visitor.get('/admin/users?q=Trudy')).html).to.match(
      /Trudy<\/a>\s*<span class="[^>]*>\s*Suspended/,
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
    expect((await run(`users show ${user.email}`)).stdout).to.match(
      /suspended +since [\d-]+ [\d:]+, until it is lifted: Again/,
    );
    // A day is meant to its end, as in the console.
    await run(`users suspend ${user.email} --yes --reason Again --until 2099-07-31`);
    expect((await suspensionOf(user.id)).until).to.equal('2099-07-31T23:59:59.000Z');
  });
});

// What the lists and pages of the console show a moderator, and their messages when nothing was done.
import { expect } from 'chai';
import { submitListing } from '../../core/listings/submit.js';
import { recordFlag } from '../../core/policy/flags.js';
import { ListingModel } from '../../db/models/listings.js';
import { adminOf } from '../helpers/admin.js';
import { type Json, useApi } from '../helpers/api.js';
import { createMember } from '../helpers/directory.js';
import { visitorOf } from '../helpers/pages.js';
import { queriesOf } from '../helpers/queries.js';

describe('lists of the console', () => {
  const api = useApi();
  let admin: { id: string; email: string; password: string; key: string };
  const visit = async () => {
    const visitor = visitorOf(api.server);
    await visitor.signIn(admin);
    return visitor;
  };
  before(async () => {
    admin = await api.registerAdmin();
  });

  it('filter by the policy’s uncertain mark: in the console, over REST and at the command line', async () => {
    const owner = await createMember('unsure@example.com');
    const { listing } = await submitListing(owner, {
      name: 'Flagged thing',
      website_url: 'flagged.example.com',
      tagline: 'A thing',
    });
    await submitListing(owner, {
      name: 'Plain thing',
      website_url: 'plain.example.com',
      tagline: 'A thing',
    });
    const { id } = await ListingModel.query().findOne({ slug: listing.slug }).throwIfNotFound();
    const flag = { category: 'illegal', field: 'tagline', matched: 'thing', rules: [] } as never;
    await ListingModel.transaction((trx) => recordFlag(trx, id, { flag, version: 'x' }));
    const { body } = await api.get('/api/v1/admin/listings?policy=unsure', { key: admin.key });
    expect(body.listings.map(({ slug }: Json) => slug)).to.deep.equal([listing.slug]);
    const { stdout } = await adminOf(api.server.database)('listings list --unsure --json');
    expect(JSON.parse(stdout).listings.map(({ slug }: Json) => slug)).to.deep.equal([listing.slug]);
    const { html } = await (await visit()).get('/admin/listings?policy=unsure');
    expect(html).to.include('Flagged thing').and.to.not.include('Plain thing');
    expect(html).to.match(/<option value="unsure" selected>/);
  });

  it('change category, price, feature and owner of many at once, and take it back by one click', async () => {
    const [from, to] = [await api.register('From'), await api.register('To')];
    const before = [
      await api.submit(from.key, { categories: ['design'], pricing_model: 'free' }),
      await api.submit(from.key, { categories: ['security'] }),
    ];
    const visitor = await visit();
    const ticked = { item: before.map(({ slug }) => slug), action: 'change' };
    const asked = await visitor.submit('/admin/bulk/listings', ticked, '/admin/listings');
    expect(asked.html).to.include('Change 2 listings');
    const run = (fields: Record<string, string>) =>
      visitor.submit(
        '/admin/bulk/listings/run',
        { action: 'change', items: [...ticked.item, 'unknown'].join('\n'), ...fields },
        '/admin/listings',
      );
    const nothing = await run({});
    expect([nothing.status, nothing.html]).to.satisfy(
      ([status, html]: [number, string]) =>
        status === 422 && html.includes('Choose at least one thing to change'),
    );
    expect((await run({ owner_set: 'nobody@example.com' })).status).to.equal(422);
    const changed = await run({
      category_set: 'marketing',
      pricing_set: 'contact',
      featured_set: 'yes',
      owner_set: to.email,
    });
    expect(changed.html).to.include('Changed 2 listings').and.to.include('unknown');
    const read = async () =>
      Promise.all(
        before.map(async ({ slug }) => {
          const { body } = await api.get(`/api/v1/admin/listings/${slug}`, { key: admin.key });
          const { categories, pricing_model, featured } = body.listing;
          return [categories, pricing_model, featured, body.owner.id];
        }),
      );
    const same = [['marketing'], 'contact', true, to.id];
    expect(await read()).to.deep.equal([same, same]);
    const batchIn = (html: string) => /name="id" value="([^"]+)"/.exec(html)?.[1] ?? '';
    const takeBack = (html: string) =>
      visitor.submit(
        '/admin/audit/take-back',
        { id: batchIn(html), back: '/admin/listings?category=design' },
        '/admin/listings',
      );
    expect((await takeBack(changed.html)).location).to.equal(
      '/admin/listings?category=design&done=taken-back',
    );
    expect(await read()).to.deep.equal([
      [['design'], 'free', false, from.id],
      [['security'], null, false, from.id],
    ]);
    const again = await run({ pricing_set: 'contact' });
    const bulk = { action: 'change', set: { pricing_model: 'usage' }, slugs: [before[0]?.slug] };
    const { body } = await api.post('/api/v1/admin/listings', bulk, { key: admin.key });
    expect(body).to.deep.equal({ updated: [before[0]?.slug], failed: [], errors: [] });
    // What somebody has changed since stays, and is named.
    const late = await takeBack(again.html);
    expect(late.html).to.include('1 change is taken back').and.to.include('has been changed since');
    expect((await read()).map(([, pricing]) => pricing)).to.deep.equal(['usage', null]);
  });

  it('invite somebody, named after the address', async () => {
    const visitor = await visit();
    const form = { role: 'user', name: '' };
    const refused = await visitor.submit('/admin/users/new', { ...form, email: 'no-address' });
    expect(refused.status).to.equal(422);
    await visitor.submit('/admin/users/new', { ...form, email: 'three@example.com' });
    const { knex } = api.server.database;
    const { id, name } = await knex('users').where({ email: 'three@example.com' }).first();
    expect(name).to.equal('three');
    expect(await knex('mails').where({ kind: 'reset-password' }).pluck('user_id')).to.include(id);
  });

  it('suspend many users with a reason, show them in a tab, and lift it by one click', async () => {
    const users = [await api.register('Sock One'), await api.register('Sock Two')];
    const visitor = await visit();
    const run = (fields: Record<string, string>) =>
      visitor.submit(
        '/admin/bulk/users/run',
        { items: users.map(({ id }) => id).join('\n'), ...fields },
        '/admin/users',
      );
    // Nothing is done by an action that nobody chose.
    expect((await visitor.submit('/admin/bulk/users', { item: users[0]?.id ?? '' }, '/admin/users')).html)
      .to.include('What should be done?')
      .and.not.to.include('/admin/bulk/users/run');
    expect((await run({ action: 'suspend' })).status).to.equal(422);
    const suspended = await run({ action: 'suspend', reason: 'One person' });
    expect((await visitor.get(suspended.location ?? '')).html).to.include('Suspended 2 users');
    const tab = async () => (await visitor.get('/admin/users?suspended=yes')).html;
    expect(await tab())
      .to.include('Sock One')
      .and.to.include('Sock Two');
    expect((await run({ action: 'lift-suspension' })).location).to.include('acted=lift-suspension&count=2');
    expect(await tab()).not.to.include('Sock One');
    // Staff is safe from moderators, in bulk as well.
    const moderator = await api.registerAdmin('moderator');
    const bulk = { action: 'suspend', reason: 'No', ids: [admin.id, users[1]?.id] };
    const { body } = await api.post('/api/v1/admin/users', bulk, { key: moderator.key });
    expect([body.updated, body.failed, body.errors[0].code]).to.deep.equal([
      [users[1]?.id],
      [admin.id],
      'forbidden',
    ]);
  });

  it('count users of each role, hide sign-ins until they are asked for, and offer no view of nothing', async () => {
    await api.register('Counted');
    // Only the first sign-in of an hour is in the log.
    await api.server.database.knex('users').update({ last_sign_in_at: null });
    const visitor = await visit();
    let html = '';
    const asked = await queriesOf(async () => {
      html = (await visitor.get('/admin/users?q=counted')).html;
    });
    expect(asked.join('\n'), 'all listings are read').to.not.include('screenshot_status');
    const { knex } = api.server.database;
    const [members] = await knex('users').where({ role: 'user' }).count({ count: '*' });
    expect(html).to.match(new RegExp(`Users\\s*<span class="count">${members?.count}</span>`));
    expect(html).to.include('Save view');
    expect((await visitor.get('/admin/listings?q=qqqq')).html)
      .to.include('Nothing matches')
      .and.to.not.include('Save view');
    const log = async (query = '') => (await visitor.get(`/admin/audit${query}`)).html;
    const overview = (await visitor.get('/admin')).html;
    const signedIn = /class="history-who"[^>]*>[^<]+<\/a> signed in/;
    expect(`${await log()}${overview}`).to.not.match(signedIn);
    for (const query of ['?sign_ins=yes', '?action=session.create'])
      expect(await log(query)).to.match(signedIn);
  });

  it('have beside the policy’s exceptions a trial of a listing, which is escaped and not stored', async () => {
    const visitor = await visit();
    const tryText = async (tagline: string) => (await visitor.submit('/admin/policy', { tagline })).html;
    const refused = await tryText('<b>Buy cocaine and heroin</b> online, delivered to your door');
    expect(refused).to.include('notice-bad').and.include('&lt;b&gt;Buy cocaine').and.not.include('<b>Buy');
    expect(await tryText('A calm app for notes')).to.include('notice-good');
    expect((await visitor.get('/admin/policy')).html).to.not.include('notice-');
  });

  it('show changes of one kind in a row as one line on the overview', async () => {
    const { key } = await api.register('Bulk');
    const slugs: string[] = [];
    for (let count = 0; count < 12; count += 1) slugs.push((await api.submit(key)).slug);
    await api.post('/api/v1/admin/listings', { action: 'archive', slugs }, { key: admin.key });
    const { html } = await (await visit()).get('/admin');
    const lines = html.split('class="history-line"').slice(1);
    expect(lines.filter((line) => line.includes('archived'))).to.have.length(1);
    expect(lines.find((line) => line.includes('archived'))).to.include('and 11 more');
    expect(lines.filter((line) => line.includes('submitted'))).to.have.length(1);
  });

  it('name the open review of a listing on its page, and its moderator', async () => {
    const owner = await api.register('Grace');
    const { slug } = await api.submit(owner.key, { name: 'Reported thing' });
    await api.post(`/api/v1/listings/${slug}/reports`, { kind: 'scam', message: 'One.\nTwo.' });
    const visitor = await visit();
    const page = async () => (await visitor.get(`/admin/listings/${slug}`)).html;
    expect(await page()).to.match(
      new RegExp(
        `It is waiting at the review desk[^]*Because of: Reported, New\\.[^]*/admin/review\\?item=${slug}`,
      ),
    );
    const other = await api.registerAdmin();
    await api.post(`/api/v1/admin/reviews/${slug}`, { decision: 'take' }, { key: other.key });
    expect(await page())
      .to.include('is working on it.')
      .and.to.include(`/admin/review?item=${slug}`);
    expect((await visitor.get('/admin')).html).to.include('To review');
    await api.post(`/api/v1/admin/reviews/${slug}`, { decision: 'approve' }, { key: other.key });
    expect(await page()).to.not.include('It is waiting at the review desk');
  });

  it('explain when nothing was ticked, named or found', async () => {
    const visitor = await visit();
    const ticked = await visitor.submit('/admin/catalog/verify', {}, '/admin/catalog');
    expect(ticked.location).to.equal('/admin/catalog?done=none-ticked');
    expect((await visitor.get('/admin/catalog?done=none-ticked')).html).to.include('Nothing was selected');
    const unnamed = { query: 'category=ai', name: '  ' };
    const saved = await visitor.submit('/admin/views/listings', unnamed, '/admin/listings');
    expect(saved.status).to.equal(400);
    const { html } = await visitor.submit('/admin/bulk/listings', { action: 'approve' }, '/admin/listings');
    expect(html).to.include('<h1>Nothing is selected</h1>').and.to.not.include('0 listings?');
    const none = await visitor.get('/admin/audit?from=2020-01-02&to=2020-01-01');
    expect(none.html).to.include('Nothing matches').and.to.not.include('0–0');
  });

  it('are linked from a hidden listing’s page, as is the appeal', async () => {
    const owner = await api.register('Hidden');
    const { slug } = await api.submit(owner.key, { name: 'Hidden thing' });
    const shown = visitorOf(api.server);
    await shown.signIn(owner);
    expect((await shown.get(`/listings/${slug}`)).html).to.include(`/report/${slug}`);
    await api.post(`/api/v1/admin/listings/${slug}`, { action: 'reject', reason: 'No' }, { key: admin.key });
    const { html } = await shown.get(`/listings/${slug}`);
    expect(html).to.include(`href="/account/listings/${slug}/appeal">Appeal`);
    expect(html).to.not.include(`/report/${slug}`);
    expect((await (await visit()).get(`/listings/${slug}`)).html).to.include(
      `href="/admin/listings/${slug}"`,
    );
  });
});

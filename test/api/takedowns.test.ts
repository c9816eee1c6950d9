// A takedown outlives its listing and its account, and covers every other spelling of the page.
import { expect } from 'chai';
import { pageOf } from '../../core/addresses/site.js';
import { adminOf } from '../helpers/admin.js';
import { expectError, type Json, newProduct, useApi } from '../helpers/api.js';
import { visitorOf } from '../helpers/pages.js';

describe('a takedown', () => {
  const api = useApi();
  let admin: { key: string; email: string };
  let count = 0;

  before(async () => {
    admin = await api.registerAdmin();
  });

  const submit = (key: string, website_url: string) =>
    api.post('/api/v1/listings', newProduct({ website_url }), { key });
  const moderate = (slug: string, action: string) =>
    api.post(`/api/v1/admin/listings/${slug}`, { action, reason: 'A scam' }, { key: admin.key });
  const takedowns = async (q: string): Promise<Json[]> =>
    (await api.get(`/api/v1/admin/takedowns?q=${q}`, { key: admin.key })).body.takedowns;

  /** Rejects a site on a new host. @returns the account that submitted it */
  async function reject(path = '') {
    const host = `scam-${++count}.example.com`;
    const owner = await api.register();
    const { slug } = await api.submit(owner.key, { website_url: `https://${host}${path}` });
    expect((await moderate(slug, 'reject')).body.listing.status).to.equal('rejected');
    return { host, owner, slug };
  }

  it('outlives the account and the listing', async () => {
    const { host, owner } = await reject();
    const visitor = visitorOf(api.server);
    await visitor.signIn(owner);
    await visitor.submit('/account/delete', { email: owner.email }, '/account/settings');
    expect((await api.get('/api/v1/api-keys', { key: owner.key })).status).to.equal(401);
    const again = await api.register();
    expectError(await submit(again.key, `https://${host}`), 400, 'website_url_taken', 'website_url');
    const [takedown] = await takedowns(host);
    expect(takedown).to.include({ page: host, slug: null, reason: 'A scam', taken_down_by: admin.email });

    const other = await reject('/shop');
    await api.delete(`/api/v1/admin/listings/${other.slug}`, { key: admin.key });
    expectError(await submit(again.key, `https://${other.host}/shop`), 400, 'website_url_taken');
  });

  it('covers the page under any spelling, and holds its other queries', async () => {
    const { host, owner } = await reject();
    const { body: refused } = await submit((await api.register()).key, `https://${host}`);
    expect(refused.error, 'not that it is listed').to.equal('This page cannot be listed here.');
    for (const rest of [
      '/?=',
      '/?utm_source=x',
      '/%20',
      ':80',
      ':443/',
      '//',
      '/./',
      '/%2e/',
      '/%2F',
      '/;x',
      '/%E2%80%8B',
      '/%2520',
      '/index.shtml',
      '/en',
      '/de-AT/',
      '/amp',
      '/x/..%2f',
      '/~',
      '/,',
      '/index.html//index.php',
      '/#x',
      './',
      '/%5C',
    ]) {
      for (const scheme of ['http', 'https']) {
        const answer = await submit(owner.key, `${scheme}://${host}${rest}`);
        const isSame =
          answer.status === 200 && answer.body.created === false && answer.body.status === 'rejected';
        if (!isSame) expectError(answer, 400, 'website_url_taken');
      }
    }
    expectError(await submit(admin.key, `https://www.${host}/en`), 400, 'website_url_taken');
    const live = await api.server.database.knex('listings').where('website_url', 'like', `%${host}%`);
    expect(live.map((row) => row.status)).to.deep.equal(['rejected']);
    for (const rest of ['/?v=2', '/index.php?x=1', ':8443', '/#/one']) {
      expect((await submit(owner.key, `https://${host}${rest}`)).body.status, rest).to.equal('pending');
    }
  });

  it('of a page leaves the rest of its host alone', async () => {
    const { host, owner } = await reject('/shop');
    expect((await submit(owner.key, `https://${host}`)).body.status).to.equal('live');
    expect((await submit(owner.key, `https://${host}/about`)).body.status).to.equal('live');
    for (const rest of ['Shop', 'shop.', 'shop;x/..;', 'shop/below', 'en/shop', 'SHOP~', 'x/..%2fshop']) {
      expectError(await submit(owner.key, `https://${host}/${rest}`), 400, 'website_url_taken');
    }
  });

  it('of a front page holds new and moved listings of deeper pages for review, and the console says why', async () => {
    const { host, owner } = await reject();
    const deeper = await submit(owner.key, `https://${host}/shop`);
    expect(deeper.status).to.equal(201);
    expect(deeper.body.status).to.equal('pending');
    const port = await submit(owner.key, `https://${host}:8443/`);
    expect(port.body.status).to.equal('pending');

    const harmless = await api.submit(owner.key);
    const path = `/api/v1/listings/${harmless.slug}`;
    const moved = await api.patch(path, { website_url: `https://${host}/moved` }, { key: owner.key });
    expect(moved.body.listing.status).to.equal('pending');
    const refused = await api.patch(path, { website_url: `https://${host}/en` }, { key: owner.key });
    expectError(refused, 400, 'website_url_taken');

    const console_ = visitorOf(api.server);
    await console_.signIn(admin);
    const page = await console_.get(`/admin/listings/${deeper.body.listing.slug}`);
    expect(page.html).to.contain(`${host} was taken down`).and.contain('A scam');
    expect((await moderate(deeper.body.listing.slug, 'restore')).body.listing.status).to.equal('live');
  });

  it('keeps a copy of the page in the archive', async () => {
    const owner = await api.register();
    const host = `copies-${++count}.example.com`;
    const copy = (await submit(owner.key, `https://${host}/?copy=1`)).body.listing;
    const first = (await submit(owner.key, `https://${host}`)).body.listing;
    await api.post(`/api/v1/listings/${copy.slug}`, { action: 'archive' }, { key: owner.key });
    await moderate(first.slug, 'reject');
    const restore = await api.post(
      `/api/v1/listings/${copy.slug}`,
      { action: 'restore' },
      { key: owner.key },
    );
    expectError(restore, 403, 'forbidden');
    expect((await moderate(copy.slug, 'restore')).body.listing.status).to.equal('live');
  });

  it('is lifted by restoring the listing, or on its own, at every door, and is audited', async () => {
    const restored = await reject();
    await moderate(restored.slug, 'restore');
    expect(await takedowns(restored.host)).to.deep.equal([]);
    expect((await submit(restored.owner.key, `https://${restored.host}/?v=2`)).status).to.equal(201);

    const { knex } = api.server.database;
    const console_ = visitorOf(api.server);
    await console_.signIn(admin);
    const cli = adminOf(api.server.database);
    const doors: Record<string, (id: string) => Promise<unknown>> = {
      rest: async (id) => {
        const answer = await api.delete(`/api/v1/admin/takedowns/${id}`, {
          key: admin.key,
          body: { reason: 'Sold' },
        });
        expect(answer.body).to.deep.equal({ lifted: true, id });
      },
      web: (id) => console_.submit(`/admin/takedowns/${id}/lift`, { reason: 'Sold' }, '/admin/takedowns'),
      cli: (id) => cli(`listings lift ${id} --reason Sold`),
    };
    for (const [door, lift] of Object.entries(doors)) {
      const { host, slug } = await reject();
      await api.delete(`/api/v1/admin/listings/${slug}`, { key: admin.key });
      const [takedown] = await takedowns(host);
      expect((await console_.get(`/admin/takedowns?q=${host}`)).html).to.contain(`${host}</p>`);
      expect((await cli(`listings takedowns --query ${host}`)).stdout).to.contain(host);
      await lift(takedown.id);
      expect(await takedowns(host), door).to.deep.equal([]);
      const entries = await knex('audit_entries').where({ subject_id: takedown.id });
      expect(entries.map((entry) => [entry.door, entry.action, entry.reason])).to.deep.equal([
        [door, 'takedown.lift', 'Sold'],
      ]);
      const again = await api.register();
      expect((await submit(again.key, `https://${host}`)).status, door).to.equal(201);
    }
    const { key } = await api.register();
    const id = '4f9c2f5e-7f7c-4c0b-9d1b-0d7c0e6a2f11';
    expectError(await api.delete(`/api/v1/admin/takedowns/${id}`, { key }), 403, 'forbidden');
    expectError(await api.delete(`/api/v1/admin/takedowns/${id}`, { key: admin.key }), 404, 'not_found');
  });

  it('covers what the moderator chooses: a repository with all its pages, a product named by the query, or a host', async () => {
    const owner = await api.register();
    const rejectAt = async (website_url: string, scope?: string) => {
      const { slug } = await api.submit(owner.key, { website_url });
      const body = { action: 'reject', reason: 'A scam', scope };
      return api.post(`/api/v1/admin/listings/${slug}`, body, { key: admin.key });
    };
    const statusOf = async (website_url: string) => {
      const { status, body } = await submit(owner.key, website_url);
      return status === 400 ? body.code : body.status;
    };
    await rejectAt('https://github.com/Bad/Coin');
    for (const rest of ['Bad/Coin.git', 'bad/coin/tree/main', 'bad/coin/releases', 'bad/coin?tab=readme']) {
      expect(await statusOf(`https://github.com/${rest}`), rest).to.be.oneOf([
        'website_url_taken',
        'rejected',
      ]);
    }
    expect(await statusOf('https://github.com/bad/coins')).to.equal('live');

    await rejectAt('https://github.com/bad/mono/tree/main/one', 'repository');
    expect(await statusOf('https://github.com/bad/mono/tree/main/two')).to.equal('website_url_taken');

    const app = 'https://play.google.com/store/apps/details?id=com.bad';
    await rejectAt(`${app}.coin`);
    expect(await statusOf(`${app}.coin&hl=de`)).to.equal('rejected');
    expect(await statusOf(`${app}.chart`)).to.equal('live');
    expectError(await rejectAt(`${app}.other`, 'host'), 400, 'validation_error', 'scope');

    await rejectAt('https://bad.whole.example/one', 'host');
    for (const rest of ['bad.whole.example', 'bad.whole.example:8443/x', 'sub.bad.whole.example/y?z=1']) {
      expect(await statusOf(`https://${rest}`), rest).to.equal('website_url_taken');
    }
    expect(await statusOf('https://whole.example/')).to.equal('live');
    const refused = await submit(admin.key, 'https://bad.whole.example/other');
    expect(refused.body.error).to.contain('A scam');
    expect((await takedowns('whole.example'))[0]).to.include({ page: '*.bad.whole.example' });
  });

  it('distinguishes pages by host, path, port and query', () => {
    const host = 'example.com';
    expect(pageOf('https://www.Example.com:443//a/%20/b/?x=1#y')).to.deep.equal({
      host,
      path: '/a/b',
      variant: '?x=1',
    });
    expect(pageOf('http://example.com:8080/A')).to.deep.equal({ host, path: '/a', variant: ':8080' });
    expect(pageOf('https://example.com/caf%C3%A9')).to.deep.equal(pageOf('https://example.com/cafe%CC%81'));
  });
});

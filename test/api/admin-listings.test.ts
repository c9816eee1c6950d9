import { expect } from 'chai';
import { adminOf } from '../helpers/admin.js';
import { expectError, type Json, newProduct, useApi } from '../helpers/api.js';
import { allMails, hurryMails, mailsTo } from '../helpers/mails.js';

describe('admin listings', () => {
  const api = useApi();
  let admin: { key: string; id: string; email: string };
  let owner: { key: string; id: string; email: string };
  before(async () => {
    admin = await api.registerAdmin();
    owner = await api.register('Hedy Lamarr');
  });
  const path = (slug: string) => `/api/v1/admin/listings/${slug}`;
  const act = (slug: string, body: object) => api.post(path(slug), body, { key: admin.key });

  it('are listed in every status with their owners, and can be filtered', async () => {
    const mine = await api.submit(owner.key, { name: 'Ünique Thing' });
    const other = await api.submit(admin.key, { name: 'Another Thing' });
    await act(mine.slug, { action: 'archive' });
    const { body } = await api.get('/api/v1/admin/listings', { key: admin.key });
    expect(body).to.include({ page: 1, limit: 20, total: 2 });
    expect(body.listings.map((row: { slug: string }) => row.slug)).to.deep.equal([other.slug, mine.slug]);
    expect(body.listings[1].owner).to.deep.equal({ id: owner.id, name: 'Hedy Lamarr', email: owner.email });
    const found = async (query: string) =>
      (await api.get(`/api/v1/admin/listings?${query}`, { key: admin.key })).body.listings.map(
        (row: { slug: string }) => row.slug,
      );
    expect(await found('status=archived')).to.deep.equal([mine.slug]);
    expect(await found('status=rejected')).to.deep.equal([]);
    expect(await found('q=unique')).to.deep.equal([mine.slug]);
    expect(await found('q=nother-th')).to.deep.equal([other.slug]);
    expect(await found(`q=${new URL(mine.website_url).host}`)).to.deep.equal([mine.slug]);
    expect(await found(`q=${encodeURIComponent(owner.email)}`)).to.deep.equal([mine.slug]);
    expect(await found(`owner=${owner.id}`)).to.deep.equal([mine.slug]);
    expect(await found(`owner=${encodeURIComponent(owner.email.toUpperCase())}`)).to.deep.equal([mine.slug]);
    expect(await found('owner=none')).to.deep.equal([]);
    expect(await found('sort=name')).to.deep.equal([other.slug, mine.slug]);
    expect(await found('limit=1&page=2')).to.deep.equal([mine.slug]);
    const bad = await api.get('/api/v1/admin/listings?status=gone', { key: admin.key });
    expectError(bad, 400, 'validation_error', 'status');
  });

  it('are filtered by category and by date of submission, both ends included', async () => {
    const { slug, id } = await api.submit(owner.key, { categories: ['domains', 'ai'] });
    const { knex } = api.server.database;
    await knex('listings').where({ id }).update({ created_at: '2026-03-05T23:59:59.999Z' });
    const slugsOf = async (query: string) =>
      (await api.get(`/api/v1/admin/listings?${query}`, { key: admin.key })).body.listings.map(
        (listing: Json) => listing.slug,
      );
    expect(await slugsOf('category=domains')).to.deep.equal([slug]);
    expect(await slugsOf('category=domains&from=2026-03-05&to=2026-03-05')).to.deep.equal([slug]);
    expect(await slugsOf('category=domains&from=2026-03-06')).to.deep.equal([]);
    expect(await slugsOf('category=domains&to=2026-03-04')).to.deep.equal([]);
    for (const wrong of ['from=2026-02-30', 'to=0000-01-01', 'from=yesterday', 'category=none'])
      expectError(
        await api.get(`/api/v1/admin/listings?${wrong}`, { key: admin.key }),
        400,
        'validation_error',
        wrong.split('=')[0],
      );
    const run = await adminOf(api.server.database)(
      'listings list --category domains --up-to 2026-03-05 --ndjson',
    );
    expect(JSON.parse(run.stdout)).to.include({ slug, policy: null });
    const audit = (query: string) => api.get(`/api/v1/admin/audit?${query}`, { key: admin.key });
    const today = new Date().toISOString().slice(0, 10);
    expect((await audit(`subject=${slug}&from=${today}&to=${today}`)).body.total).to.equal(1);
    expect((await audit(`subject=${slug}&to=2026-01-01`)).body.total).to.equal(0);
  });

  it('are filtered by days of the site’s time zone, as the console shows them', async () => {
    const { slug, id } = await api.submit(owner.key, { categories: ['domains'] });
    const { knex } = api.server.database;
    const isFound = async (query: string) => {
      const { body } = await api.get(`/api/v1/admin/listings?q=${slug}&${query}`, { key: admin.key });
      return body.total === 1;
    };
    await api.patch('/api/v1/admin/site', { time_zone: 'Asia/Tokyo' }, { key: admin.key });
    try {
      for (const [at, isOn] of [
        ['2026-03-04T14:59:59.999Z', false],
        ['2026-03-04T15:00:00.000Z', true],
        ['2026-03-05T14:59:59.999Z', true],
        ['2026-03-05T15:00:00.000Z', false],
      ] as const) {
        await knex('listings').where({ id }).update({ created_at: at });
        expect(await isFound('from=2026-03-05&to=2026-03-05'), at).to.equal(isOn);
      }
      const run = adminOf(api.server.database);
      expect((await run('listings list --since 2026-03-06 --up-to 2026-03-06 --ndjson')).stdout).to.include(
        `"${slug}"`,
      );
    } finally {
      await api.patch('/api/v1/admin/site', { time_zone: null }, { key: admin.key });
    }
  });

  it('show the policy’s mark on uncertain listings', async () => {
    const unsure = {
      name: 'Second Income',
      tagline: 'Earn daily from home, no skills needed',
      description: 'Your money works while you sleep.',
    };
    const { slug } = await api.submit(owner.key, unsure);
    const { body } = await api.get(`/api/v1/admin/listings?q=${slug}`, { key: admin.key });
    expect(body.listings[0].policy).to.include({ category: 'illegal', field: 'tagline' });
  });

  it('are shown with their owner, also when rejected; a missing one is 404', async () => {
    const { slug } = await api.submit(owner.key);
    await act(slug, { action: 'reject', reason: 'Not a product' });
    const { body } = await api.get(path(slug), { key: admin.key });
    expect(body.listing).to.include({ slug, status: 'rejected', status_reason: 'Not a product' });
    expect(body.owner).to.deep.equal({ id: owner.id, name: 'Hedy Lamarr', email: owner.email });
    expectError(await api.get(path('no-such'), { key: admin.key }), 404, 'not_found');
    expectError(await api.get(path('NO%20such%00'), { key: admin.key }), 404, 'not_found');
  });

  it('can be edited by an admin whoever owns them, field by field', async () => {
    const { slug, tagline } = await api.submit(owner.key);
    const { status, body } = await api.patch(
      path(slug),
      { name: 'New name', categories: ['ai'], pricing_model: 'free', website_url: newProduct().website_url },
      { key: admin.key },
    );
    expect(status).to.equal(200);
    expect(body.listing).to.deep.include({ slug, name: 'New name', tagline, categories: ['ai'] });
    const empty = await api.patch(path(slug), { name: '' }, { key: admin.key });
    expectError(empty, 400, 'validation_error', 'name');
    const vile = await api.patch(
      path(slug),
      { description: 'Buy cocaine and heroin online, discreet shipping' },
      { key: admin.key },
    );
    expectError(vile, 422, 'content_policy');
  });

  it('are archived, rejected and restored with a reason that is mailed to the owner', async () => {
    const { slug } = await api.submit(owner.key, { name: 'Moderated Thing' });
    const sent = async () => {
      await hurryMails();
      return mailsTo(owner.email);
    };
    await sent();
    const rejected = await act(slug, { action: 'reject', reason: 'Looks unfinished' });
    expect(rejected.body.listing).to.include({ status: 'rejected', status_reason: 'Looks unfinished' });
    await sent();
    const restored = await act(slug, { action: 'restore' });
    expect(restored.body.listing).to.include({ status: 'live', status_reason: null });
    await sent();
    const deleted = await act(slug, { action: 'delete', reason: 'Asked for it' });
    expect(deleted.body).to.deep.equal({ deleted: true, slug });
    expectError(await act(slug, { action: 'archive' }), 404, 'not_found');
    const mails = await sent();
    const about = mails.filter((mail) => /Thing” was (rejected|restored|deleted) by the team/.test(mail));
    expect(about).to.have.length(3);
    expect(about.join()).to.include('Looks unfinished').and.to.include('Asked for it');
  });

  it('send no mail when owners or admins act on their own listings', async () => {
    const before = (await allMails()).length;
    const { slug } = await api.submit(owner.key);
    await api.post(`/api/v1/listings/${slug}`, { action: 'archive' }, { key: owner.key });
    await api.delete(`/api/v1/listings/${slug}`, { key: owner.key });
    const own = await api.submit(admin.key);
    await act(own.slug, { action: 'reject' });
    expect(await allMails()).to.have.length(before);
  });

  it('are deleted by DELETE', async () => {
    const { slug } = await api.submit(owner.key);
    const { body } = await api.delete(path(slug), { key: admin.key });
    expect(body).to.deep.equal({ deleted: true, slug });
    expectError(await api.delete(path(slug), { key: admin.key }), 404, 'not_found');
  });

  it('refuse unknown actions and reasons over 500 characters', async () => {
    const { slug } = await api.submit(owner.key);
    expectError(await act(slug, { action: 'publish' }), 400, 'validation_error', 'action');
    const long = await act(slug, { action: 'reject', reason: 'x'.repeat(501) });
    expectError(long, 400, 'validation_error', 'reason');
    expectError(await act(slug, {}), 400, 'validation_error', 'action');
  });

  it('warn that no capture is queued where captures are off', async () => {
    const { slug } = await api.submit(owner.key);
    const { status, body } = await act(slug, { action: 'refresh-screenshot' });
    expect(status).to.equal(200);
    expect(body.queued).to.equal(false);
    expect(body.listing.slug).to.equal(slug);
    expect(body.warnings[0]).to.include({ field: 'action', code: 'capture_disabled' });
  });

  it('are counted by status in the overview', async () => {
    const { body } = await api.get('/api/v1/admin/overview', { key: admin.key });
    const { body: all } = await api.get('/api/v1/admin/listings', { key: admin.key });
    expect(body.users).to.deep.equal({ total: 2, user: 1, admin: 1 });
    const { total, ...byStatus } = body.listings;
    expect(total).to.equal(all.total);
    expect(Object.keys(byStatus)).to.deep.equal(['draft', 'pending', 'live', 'rejected', 'archived']);
    expect(Object.values<number>(byStatus).reduce((sum, count) => sum + count)).to.equal(total);
    expect(body.screenshots).to.deep.equal({ pending: 0, ready: 0, failed: 0, none: total });
    expect(body.jobs).to.have.all.keys('queued', 'running', 'failed');
  });
});

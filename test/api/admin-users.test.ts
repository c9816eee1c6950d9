import { expect } from 'chai';
import { expectError, useApi } from '../helpers/api.js';

const BOOTSTRAP = 'root@example.com';

describe('the admin API of users', () => {
  const api = useApi({ ADMIN_EMAILS: BOOTSTRAP });
  let admin: { key: string; id: string; email: string };
  let user: { key: string; id: string; email: string };
  before(async () => {
    admin = await api.registerAdmin();
    user = await api.register('Hedy 100% Lamarr');
  });
  const path = (id: string) => `/api/v1/admin/users/${id}`;

  it('answers guests with 401 and users with 403 on every admin route, before it reads anything', async () => {
    const document = (await api.get('/api/v1/openapi.json')).body;
    const routes = Object.entries<Record<string, unknown>>(document.paths)
      .filter(([template]) => template.startsWith('/api/v1/admin/'))
      .flatMap(([template, operations]) => Object.keys(operations).map((method) => ({ template, method })));
    expect(routes.length).to.be.greaterThan(20);
    for (const { template, method } of routes) {
      const concrete = template.replace(/\{\w+\}/g, user.id);
      const send = (key?: string) =>
        api.call(method.toUpperCase(), concrete, {
          ...(key ? { key } : {}),
          ...(method === 'get' || method === 'delete' ? {} : { body: {} }),
        });
      expectError(await send(), 401, 'unauthorized');
      expectError(await send(user.key), 403, 'forbidden');
    }
  });

  it('lists users newest first, with their counts', async () => {
    await api.submit(user.key);
    const { status, body } = await api.get('/api/v1/admin/users', { key: admin.key });
    expect(status).to.equal(200);
    expect(body).to.include({ page: 1, limit: 20, total: 2 });
    expect(body.users[0]).to.deep.include({
      id: user.id,
      email: user.email,
      role: 'user',
      listing_count: 1,
      api_key_count: 1,
      last_sign_in_at: null,
      bootstrap_admin: false,
    });
  });

  it('searches by part of a name or email, by id and by role; wildcards are matched literally', async () => {
    const found = async (query: string) =>
      (await api.get(`/api/v1/admin/users?${query}`, { key: admin.key })).body.users.map(
        (row: { id: string }) => row.id,
      );
    expect(await found('q=LAMARR')).to.deep.equal([user.id]);
    expect(await found('q=100%25')).to.deep.equal([user.id]);
    expect(await found('q=_')).to.deep.equal([]);
    expect(await found(`q=${encodeURIComponent(user.email.toUpperCase())}`)).to.deep.equal([user.id]);
    expect(await found(`q=${user.id}`)).to.deep.equal([user.id]);
    expect(await found('role=admin')).to.deep.equal([admin.id]);
    expect(await found('sort=name')).to.deep.equal([admin.id, user.id]);
  });

  it('caps a page at 100 with a warning, and refuses an invalid page, role or sort', async () => {
    const { body } = await api.get('/api/v1/admin/users?limit=1000', { key: admin.key });
    expect(body.limit).to.equal(100);
    expect(body.warnings).to.deep.include({
      field: 'limit',
      code: 'limit_clamped',
      error: '"limit" is at most 100 here, and 100 was used.',
    });
    for (const [field, query] of [
      ['page', 'page=0'],
      ['limit', 'limit=x'],
      ['role', 'role=root'],
      ['sort', 'sort=age'],
    ]) {
      const answer = await api.get(`/api/v1/admin/users?${query}`, { key: admin.key });
      expectError(answer, 400, 'validation_error', field);
    }
  });

  it('shows a user with all listings, archived ones included; 404 for unknown and malformed ids', async () => {
    const { body } = await api.get(path(user.id), { key: admin.key });
    expect(body.user).to.include({ id: user.id, listing_count: 1 });
    expect(body.listings_total).to.equal(1);
    expect(body.listings).to.have.length(1);
    for (const id of ['00000000-0000-4000-8000-000000000000', 'x', user.id.slice(1)]) {
      expectError(await api.get(path(id), { key: admin.key }), 404, 'not_found');
    }
  });

  it('promotes and demotes by PATCH and by POST, with immediate effect', async () => {
    const promoted = await api.patch(path(user.id), { role: 'admin' }, { key: admin.key });
    expect(promoted.status).to.equal(200);
    expect(promoted.body.user).to.include({ id: user.id, role: 'admin' });
    expect((await api.get('/api/v1/admin/overview', { key: user.key })).status).to.equal(200);
    const demoted = await api.post(path(user.id), { action: 'set-role', role: 'user' }, { key: admin.key });
    expect(demoted.body.user).to.include({ role: 'user' });
    expectError(await api.get('/api/v1/admin/overview', { key: user.key }), 403, 'forbidden');
    const { body } = await api.get(`/api/v1/admin/audit?action=user.set-role&subject=${user.id}`, {
      key: admin.key,
    });
    expect(body.entries).to.have.length(2);
    expect(body.entries[0]).to.deep.include({
      actor: { id: admin.id, email: admin.email },
      door: 'rest',
      subject: { type: 'user', id: user.id, label: user.email },
      before: { role: 'admin' },
      after: { role: 'user' },
    });
  });

  it('writes nothing when the account has the role already', async () => {
    const { status } = await api.patch(path(user.id), { role: 'user' }, { key: admin.key });
    expect(status).to.equal(200);
    const { body } = await api.get('/api/v1/admin/audit?action=user.set-role', { key: admin.key });
    expect(body.total).to.equal(2);
  });

  it('refuses unknown roles, a missing role and unknown actions, naming the field', async () => {
    const key = admin.key;
    expectError(await api.patch(path(user.id), { role: 'root' }, { key }), 400, 'validation_error', 'role');
    expectError(await api.patch(path(user.id), {}, { key }), 400, 'validation_error', 'role');
    const bare = await api.post(path(user.id), { action: 'set-role' }, { key });
    expectError(bare, 400, 'validation_error', 'role');
    const odd = await api.post(path(user.id), { action: 'ban' }, { key });
    expectError(odd, 400, 'validation_error', 'action');
  });

  it('refuses self-deletion on every route, alone and in bulk', async () => {
    const key = admin.key;
    expectError(await api.delete(path(admin.id), { key }), 400, 'self_delete');
    expectError(await api.post(path(admin.id), { action: 'delete' }, { key }), 400, 'self_delete');
    const { status, body } = await api.post(
      '/api/v1/admin/users',
      { action: 'delete', ids: [admin.id] },
      { key },
    );
    expect(status).to.equal(200);
    expect(body.failed).to.deep.equal([admin.id]);
    expect(body.errors[0]).to.include({ id: admin.id, code: 'self_delete' });
  });

  it('neither demotes nor deletes an account on the admin-email list', async () => {
    const key = admin.key;
    await api.post('/api/auth/sign-up/email', { name: 'Root', email: BOOTSTRAP, password: 'correct horse' });
    const { body } = await api.get(`/api/v1/admin/users?q=${BOOTSTRAP}`, { key });
    const [root] = body.users;
    expect(root).to.include({ role: 'admin', bootstrap_admin: true });
    expectError(await api.patch(path(root.id), { role: 'user' }, { key }), 400, 'bootstrap_admin');
    expectError(await api.delete(path(root.id), { key }), 400, 'bootstrap_admin');
    expectError(await api.post(path(root.id), { action: 'delete' }, { key }), 400, 'bootstrap_admin');
  });

  it('deletes a user with keys, sessions and listings, and frees the email and the listed addresses', async () => {
    const gone = await api.register();
    const listing = await api.submit(gone.key);
    const { status, body } = await api.delete(path(gone.id), { key: admin.key });
    expect(status).to.equal(200);
    expect(body).to.deep.equal({ deleted: true, id: gone.id });
    expectError(await api.get('/api/v1/api-keys', { key: gone.key }), 401, 'unauthorized');
    expectError(await api.get(`/api/v1/listings/${listing.slug}`), 404, 'not_found');
    expectError(await api.delete(path(gone.id), { key: admin.key }), 404, 'not_found');
    await api.submit(user.key, { website_url: listing.website_url });
    const { body: log } = await api.get(`/api/v1/admin/audit?actor=${gone.email.replace('+', '%2B')}`, {
      key: admin.key,
    });
    expect(log.entries[0].actor).to.deep.equal({ id: gone.id, email: gone.email });
  });

  it('deletes a user but leaves the listings without an owner on request, by body or query', async () => {
    for (const remove of [
      (id: string) => api.delete(`${path(id)}?keep_listings=true`, { key: admin.key }),
      (id: string) => api.post(path(id), { action: 'delete', keep_listings: true }, { key: admin.key }),
    ]) {
      const gone = await api.register();
      const { slug } = await api.submit(gone.key);
      expect((await remove(gone.id)).status).to.equal(200);
      const { body } = await api.get(`/api/v1/admin/listings/${slug}`, { key: admin.key });
      expect(body.owner).to.equal(null);
      expect(body.listing.status).to.equal('live');
    }
  });

  it('deletes many, each on its own: duplicates once, malformed and unknown ids fail as not_found', async () => {
    const [one, two] = [await api.register(), await api.register()];
    const unknown = '00000000-0000-4000-8000-000000000000';
    const ids = [one.id, one.id, 'not an id', two.id.toUpperCase(), unknown];
    const { status, body } = await api.post(
      '/api/v1/admin/users',
      { action: 'delete', ids },
      { key: admin.key },
    );
    expect(status).to.equal(200);
    expect(body.deleted).to.deep.equal([one.id, two.id]);
    expect(body.failed).to.deep.equal(['not an id', unknown]);
    expect(body.errors.map((error: { code: string }) => error.code)).to.deep.equal([
      'not_found',
      'not_found',
    ]);
  });

  it('deletes all that match a query if their number is the one the caller saw', async () => {
    const gone = [await api.register('Bulk One'), await api.register('Bulk Two')];
    const remove = (total: number) =>
      api.post(
        '/api/v1/admin/users',
        { action: 'delete', query: { q: 'bulk', role: 'user' }, expected_total: total },
        { key: admin.key },
      );
    expectError(await remove(1), 409, 'selection_changed');
    const { body } = await remove(2);
    expect(body.deleted).to.have.members(gone.map((account) => account.id));
  });

  it('accepts either ids or a query with its total, and at most 500 ids', async () => {
    const send = (body: object) =>
      api.post('/api/v1/admin/users', { action: 'delete', ...body }, { key: admin.key });
    expectError(await send({}), 400, 'validation_error', 'ids');
    expectError(await send({ ids: [], query: {} }), 400, 'validation_error', 'ids');
    expectError(await send({ query: { q: 'x' } }), 400, 'validation_error', 'expected_total');
    const many = Array.from({ length: 501 }, (_, index) => String(index));
    expectError(await send({ ids: many }), 400, 'validation_error', 'ids');
    const { body } = await send({ query: { q: 'nobody', rule: 'admin' }, expected_total: 0 });
    expect(body.warnings).to.deep.equal([
      {
        field: 'query.rule',
        code: 'unknown_field',
        error: '"rule" is not known here and had no effect. Did you mean "role"?',
      },
    ]);
  });
});

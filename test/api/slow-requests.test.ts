// The actor is checked when a request has arrived completely, and again under a lock if it writes (C4): credentials
// that were revoked while the body was being received, or while it ran, are refused.
import { expect } from 'chai';
import { type Json, newProduct, useApi } from '../helpers/api.js';
import { changeUnder } from '../helpers/blocked.js';
import { PASSWORD } from '../helpers/directory.js';
import { toMessage } from '../helpers/mcp.js';
import { csrfOf, visitorOf } from '../helpers/pages.js';
import { type SlowAnswer, sendSlowly } from '../helpers/slow-request.js';

describe('while a request is slow:', () => {
  const api = useApi();

  describe('credentials revoked while the body is being received', () => {
    const slowly = (
      path: string,
      key: string,
      body: Json,
      meanwhile: () => Promise<unknown>,
      method = 'POST',
    ) =>
      sendSlowly(
        api.server.url,
        {
          method,
          path,
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        },
        meanwhile,
      );

    function expectRefused({ status, body }: SlowAnswer, code: string): void {
      expect(body.code, JSON.stringify(body)).to.equal(code);
      expect(status).to.equal(code === 'forbidden' ? 403 : 401);
    }

    const count = async (table: string, where: object) =>
      Number((await api.server.database.knex(table).where(where).count({ count: '*' }))[0]?.count);

    it('a revoked key creates no listing', async () => {
      const { key } = await api.register();
      const { body } = await api.get('/api/v1/api-keys', { key });
      const product = newProduct();
      const answer = await slowly('/api/v1/listings', key, product, () =>
        api.delete(`/api/v1/api-keys/${body.api_keys[0].id}`, { key }),
      );
      expectRefused(answer, 'unauthorized');
      expect(await count('listings', { name: product.name })).to.equal(0);
    });

    it('a revoked key reads nothing of its account over MCP', async () => {
      const { key } = await api.register();
      const { body } = await api.get('/api/v1/api-keys', { key });
      const { message } = toMessage('tools/call', { name: 'list_my_listings', arguments: {} }, '2025-11-25');
      const answer = await slowly('/mcp', key, message, () =>
        api.delete(`/api/v1/api-keys/${body.api_keys[0].id}`, { key }),
      );
      expectRefused(answer, 'unauthorized');
    });

    it('a demoted admin deletes nobody, alone or in bulk, and exempts no host', async () => {
      const { knex } = api.server.database;
      const target = await api.register();
      for (const [path, body] of [
        ['/api/v1/admin/users', { action: 'delete', ids: [target.id] }],
        ['/api/v1/admin/policy-hosts', { address: 'x.example.com', verdict: 'pass', reason: 'x' }],
      ] as const) {
        const admin = await api.registerAdmin();
        const answer = await slowly(path, admin.key, body, () =>
          knex('users').where({ id: admin.id }).update({ role: 'user' }),
        );
        expectRefused(answer, 'forbidden');
      }
      expect(await count('users', { id: target.id })).to.equal(1);
      expect(await count('host_verdicts', {})).to.equal(0);
    });

    it('an ended session is not restored by a slow form, and creates no key', async () => {
      const visitor = visitorOf(api.server);
      const { email, id } = await api.register();
      const signedIn = await visitor.submit('/sign-in', { email, password: PASSWORD });
      const cookie = signedIn.headers.getSetCookie().map((line) => line.split(';')[0]);
      const token = csrfOf((await visitor.get('/account/keys')).html);
      for (const body of [`name=slow&_csrf=${token}&x=12345`, 'name=slow&x=12345']) {
        const answer = await sendSlowly(
          api.server.url,
          {
            path: '/account/keys',
            headers: { cookie: cookie.join('; '), 'content-type': 'application/x-www-form-urlencoded' },
            body,
          },
          () => api.server.database.knex('sessions').where({ user_id: id }).delete(),
        );
        expect(answer.status).to.equal(401);
      }
      expect(await count('sessions', { user_id: id })).to.equal(0);
      expect(await count('api_keys', { user_id: id })).to.equal(1);
      expect((await visitor.get('/account')).location).to.equal('/sign-in?next=%2Faccount');
    });
  });

  describe('credentials revoked while the operation runs', () => {
    it('a revoked key writes nothing', async () => {
      const { key, id } = await api.register();
      const product = newProduct();
      const answer = await changeUnder(
        api.server.database,
        (trx) => trx('api_keys').where({ user_id: id }).delete(),
        () => api.post('/api/v1/listings', product, { key }),
      );
      expect(answer.body.code).to.equal('unauthorized');
      expect(await api.server.database.knex('listings').where({ name: product.name })).to.deep.equal([]);
    });

    it('a demoted admin rejects nothing, alone or in bulk', async () => {
      const { key: owner } = await api.register();
      const { slug } = await api.submit(owner);
      for (const path of [`/api/v1/admin/listings/${slug}`, '/api/v1/admin/listings']) {
        const admin = await api.registerAdmin();
        const answer = await changeUnder(
          api.server.database,
          (trx) => trx('users').where({ id: admin.id }).update({ role: 'user' }),
          () =>
            api.post(
              path,
              { action: 'reject', ...(path.endsWith(slug) ? {} : { slugs: [slug] }) },
              { key: admin.key },
            ),
        );
        expect(answer.body.code ?? answer.body.errors[0].code).to.equal('forbidden');
      }
      expect((await api.get(`/api/v1/listings/${slug}`)).body.listing.status).to.equal('live');
    });

    it('an ended session creates no key', async () => {
      const { email, password, id } = await api.register();
      const signIn = await api.post('/api/auth/sign-in/email', { email, password });
      const cookie = signIn.headers.get('set-cookie')?.split(';')[0];
      const answer = await changeUnder(
        api.server.database,
        (trx) => trx('sessions').where({ user_id: id }).delete(),
        () => api.post('/api/v1/api-keys', {}, { cookie }),
      );
      expect(answer.body.code).to.equal('unauthorized');
    });

    it('an old password signs nobody in while it is being changed', async () => {
      const { email, password, id } = await api.register();
      const answer = await changeUnder(
        api.server.database,
        (trx) => trx('users').where({ id }).update({ password_hash: 'another one' }),
        () => api.post('/api/auth/sign-in/email', { email, password }),
      );
      expect(answer.body.code).to.equal('unauthorized');
      expect(await api.server.database.knex('sessions').where({ user_id: id })).to.deep.equal([]);
    });
  });
});

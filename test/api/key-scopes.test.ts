// Keys with scopes, an expiry and a limit; rotating them; leaked ones.
import { expect } from 'chai';
import { SCOPES, type Scope } from '../../core/kernel/actor.js';
import { routes } from '../../server/api/routes.js';
import { type Api, expectError, type Json, newProduct, useApi } from '../helpers/api.js';
import { mailsTo } from '../helpers/mails.js';
import { mcpOf } from '../helpers/mcp.js';
import { CONSOLE_PAGES, MEMBER_PAGES } from '../helpers/pages.js';

const DAY_MS = 86_400_000;

async function mint(api: Api, key: string, fields: Json = {}): Promise<Json> {
  const { status, body } = await api.post('/api/v1/api-keys', fields, { key });
  expect(status, JSON.stringify(body)).to.equal(201);
  return body.api_key;
}

describe('API keys', () => {
  const api = useApi();

  describe('API keys with scopes', () => {
    it('a key created without scopes can do everything and is presented as before scopes existed', async () => {
      const { key } = await api.register();
      expect(await mint(api, key)).to.have.all.keys('id', 'name', 'prefix', 'key', 'created_at');
      const { body } = await api.get('/api/v1/api-keys', { key });
      for (const one of body.api_keys) {
        expect(one).to.have.all.keys('id', 'name', 'prefix', 'created_at', 'last_used_at');
      }
    });

    it('every route of accounts and admins names the scope that a key lacks', async () => {
      const admin = await api.registerAdmin();
      const covers: Record<Scope, Scope[]> = {
        'listings:read': ['listings:read', 'listings:write', 'admin:*'],
        'listings:write': ['listings:write', 'admin:*'],
        keys: ['keys'],
        webhooks: ['webhooks'],
        account: ['account'],
        'admin:*': ['admin:*'],
      };
      const without = new Map<Scope, string>();
      for (const scope of SCOPES) {
        const scopes = SCOPES.filter((one) => !covers[scope].includes(one));
        without.set(scope, (await mint(api, admin.key, { scopes })).key);
      }
      const guarded = routes().filter(({ access }) => access === 'account' || access === 'admin');
      const open = guarded.filter(({ access, scope }) => access === 'account' && !scope);
      expect(
        open.map(({ operationId }) => operationId),
        'any key may ask what it is',
      ).to.deep.equal(['whoami']);
      for (const { method, path, scope = 'admin:*' } of guarded.filter((route) => !open.includes(route))) {
        const address = path.replace(/\{\w+\}/g, '4f9c2f5e-7f7c-4c0b-9d1b-0d7c0e6a2f11');
        const answer = await api.call(method.toUpperCase(), address, { key: without.get(scope) });
        expectError(answer, 403, 'insufficient_scope');
        expect(answer.body.scope, path).to.equal(scope);
      }
    });

    it('`listings:read` sees its account’s drafts and changes nothing; a key without it sees what guests see', async () => {
      const { key } = await api.register();
      const { slug } = await api.submit(key);
      await api.post(`/api/v1/listings/${slug}`, { action: 'archive' }, { key });
      const reader = (await mint(api, key, { scopes: ['listings:read'] })).key;
      const other = (await mint(api, key, { scopes: ['keys'] })).key;
      expect((await api.get('/api/v1/listings?mine=1', { key: reader })).body.total).to.equal(1);
      expect((await api.get(`/api/v1/listings/${slug}`, { key: reader })).status).to.equal(200);
      expectError(await api.get(`/api/v1/listings/${slug}`, { key: other }), 404, 'not_found');
      expectError(await api.get('/api/v1/listings?mine=1', { key: other }), 403, 'insufficient_scope');
      const restore = await api.post(`/api/v1/listings/${slug}`, { action: 'restore' }, { key: reader });
      expectError(restore, 403, 'insufficient_scope');
    });

    it('a key without `admin:*` has no admin rights, whoever owns it', async () => {
      const { key } = await api.register();
      const { slug } = await api.submit(key);
      const admin = await api.registerAdmin();
      const writer = (await mint(api, admin.key, { scopes: ['listings:write'] })).key;
      expectError(
        await api.patch(`/api/v1/listings/${slug}`, { tagline: 'Mine' }, { key: writer }),
        403,
        'forbidden',
      );
      const reject = await api.post(`/api/v1/listings/${slug}`, { action: 'reject' }, { key: writer });
      expectError(reject, 403, 'forbidden');
      expect((await api.post('/api/v1/listings', newProduct(), { key: writer })).status).to.equal(201);
    });

    it('a key cannot create one with more scopes, a later expiry or a higher limit than its own', async () => {
      const { key } = await api.register();
      const end = new Date(Date.now() + DAY_MS).toISOString();
      const terms = { scopes: ['keys', 'listings:write'], expires_at: end, rate_limit: 20 };
      const limited = await mint(api, key, terms);
      expect(limited).to.deep.include({ ...terms, scopes: ['listings:write', 'keys'] });
      const heir = await mint(api, limited.key);
      expect(heir).to.deep.include({ scopes: ['listings:write', 'keys'], expires_at: end, rate_limit: 20 });
      const refused = (fields: Json) => api.post('/api/v1/api-keys', fields, { key: limited.key });
      expectError(await refused({ scopes: ['account'] }), 403, 'insufficient_scope');
      expect((await refused({ scopes: ['listings:read'] })).status).to.equal(201);
      const later = new Date(Date.now() + 2 * DAY_MS).toISOString();
      expectError(await refused({ expires_at: later }), 400, 'validation_error', 'expires_at');
      expectError(await refused({ rate_limit: 21 }), 400, 'validation_error', 'rate_limit');
      // Nor does it get a stronger one by rotating that, or by repeating the request that created one.
      const { api_keys: all } = (await api.get('/api/v1/api-keys', { key })).body;
      const { id } = all.find((one: Json) => !one.scopes);
      const rotation = await api.post(`/api/v1/api-keys/${id}/rotate`, {}, { key: limited.key });
      expectError(rotation, 403, 'insufficient_scope');
      const headers = { 'idempotency-key': 'mint-1' };
      await api.post('/api/v1/api-keys', { name: 'strong' }, { key, headers });
      const repeated = await api.post('/api/v1/api-keys', { name: 'strong' }, { key: limited.key, headers });
      expectError(repeated, 422, 'idempotency_mismatch');
    });

    it('`admin:*` is refused to members, as are unknown scopes and an expiry in the past', async () => {
      const { key } = await api.register();
      for (const [field, value] of [
        ['scopes', ['admin:*']],
        ['scopes', ['everything']],
        ['scopes', []],
        ['expires_at', '2020-01-01T00:00:00Z'],
        ['rate_limit', 0],
      ] as const) {
        const answer = await api.post('/api/v1/api-keys', { [field]: value }, { key });
        expectError(answer, 400, 'validation_error', field);
      }
    });

    it('an MCP tool that lacks a scope answers with an error the agent can act on', async () => {
      const { key } = await api.register();
      const reader = (await mint(api, key, { scopes: ['listings:read'] })).key;
      const mcp = mcpOf(api.server);
      const mine = await mcp.callTool('list_my_listings', {}, { key: reader });
      expect(mine.value.total).to.equal(0);
      const { error, http } = await mcp.callTool('submit_listing', newProduct(), { key: reader });
      expect(http.status).to.equal(200);
      expect(error).to.deep.include({ code: 'insufficient_scope', scope: 'listings:write' });
      expect(error.next_step).to.contain('/account/keys');
    });
  });

  describe('expiring API keys', () => {
    const { server } = api;

    it('are refused after their expiry, also within the transaction of a write under way', async () => {
      const { key } = await api.register();
      const end = new Date(Date.now() + DAY_MS).toISOString();
      const short = await mint(api, key, { expires_at: end });
      expect((await api.get('/api/v1/api-keys', { key: short.key })).status).to.equal(200);
      await server.database.knex('api_keys').where({ id: short.id }).update({ expires_at: new Date() });
      const answer = await api.get('/api/v1/listings', { key: short.key });
      expectError(answer, 401, 'unauthorized');
      expect(answer.body.error).to.contain('expired');
      const { body } = await api.get('/api/v1/api-keys', { key });
      expect(body.api_keys[0]).to.have.property('expires_at');
    });

    it('are for REST and MCP: pages for members, staff and forms answer 403', async () => {
      const { key } = await api.registerAdmin();
      // Both are decided by the first segment of the address.
      const pages = ['/', '/docs', ...MEMBER_PAGES, ...CONSOLE_PAGES.filter((_, n) => n % 4 === 0)];
      for (const path of pages) {
        const headers = { authorization: `Bearer ${key}` };
        const { status } = await api.server.fetch(path, { redirect: 'manual', headers });
        expect(status, path).to.be.oneOf(/^\/(account|admin|submit)/.test(path) ? [403] : [200, 403, 404]);
      }
      const headers = { authorization: 'Bearer dir_nonsense' };
      expect((await api.server.fetch('/account/keys', { headers })).status).to.equal(401);
    });

    it('rotate to a key on the same terms; the old one ends after the overlap', async () => {
      const { key } = await api.register();
      const old = await mint(api, key, { name: 'ci', scopes: ['listings:read'], rate_limit: 9 });
      const path = `/api/v1/api-keys/${old.id}/rotate`;
      const { status, body } = await api.post(path, { overlap_seconds: 3600 }, { key });
      expect(status).to.equal(201);
      expect(body.api_key).to.deep.include({ name: 'ci', scopes: ['listings:read'], rate_limit: 9 });
      expect(body.replaced.id).to.equal(old.id);
      expect(Date.parse(body.replaced.expires_at) - Date.now()).to.be.within(3_500_000, 3_600_000);
      for (const secret of [old.key, body.api_key.key]) {
        expect((await api.get('/api/v1/listings?mine=1', { key: secret })).status).to.equal(200);
      }
      // A second rotation never extends the old key.
      const again = await api.post(path, {}, { key });
      expect(again.body.replaced.expires_at).to.equal(body.replaced.expires_at);
      await api.post(path, { overlap_seconds: 0 }, { key });
      expectError(await api.get('/api/v1/listings', { key: old.key }), 401, 'unauthorized');
      expectError(await api.post(path, {}, { key }), 404, 'not_found');
    });

    it('get their full lifetime again when rotated', async () => {
      const { key } = await api.register();
      const old = await mint(api, key, { expires_at: new Date(Date.now() + 10 * DAY_MS).toISOString() });
      const passed = new Date(Date.now() - 4 * DAY_MS);
      await server.database.knex('api_keys').where({ id: old.id }).update({ created_at: passed });
      const { body } = await api.post(`/api/v1/api-keys/${old.id}/rotate`, {}, { key });
      expect(Date.parse(body.api_key.expires_at) - Date.now()).to.be.within(13.9 * DAY_MS, 14 * DAY_MS);
    });

    it('do not count towards the fifty once expired', async () => {
      const { key, id } = await api.register();
      const rows = Array.from({ length: 49 }, (_, n) => ({
        user_id: id,
        prefix: `dir_${n}`,
        hash: Buffer.from(`${n}`),
      }));
      await server.database.knex('api_keys').insert(rows);
      expectError(await api.post('/api/v1/api-keys', {}, { key }), 403, 'key_limit');
      const [newest] = (await api.get('/api/v1/api-keys', { key })).body.api_keys;
      await server.database
        .knex('api_keys')
        .where({ user_id: id, id: newest.id })
        .update({ expires_at: new Date() });
      await mint(api, key);
    });
  });

  describe('a leaked key', () => {
    it('is revoked for anyone who sends the secret, and its owner is notified', async () => {
      const { key, email } = await api.register();
      const { id } = (await api.get('/api/v1/api-keys', { key })).body.api_keys[0];
      const report = (secret: string) => api.post('/api/v1/keys/revoke-leaked', { key: secret });
      expect((await report(` ${key} `)).body).to.deep.equal({ received: true });
      expectError(await api.get('/api/v1/listings', { key }), 401, 'unauthorized');
      const mails = await mailsTo(email);
      expect(mails).to.have.length(1);
      expect(mails[0]).to.contain(key.slice(0, 12)).and.to.not.contain(key);
      const entry = await api.server.database
        .knex('audit_entries')
        .where({ action: 'key.revoke', subject_id: id })
        .first();
      expect(entry).to.deep.include({
        actor_id: null,
        reason: null,
        said: { key: 'audit-reason.leaked', values: {} },
      });
    });

    it('gets the same response whether the text is, was or never was a key', async () => {
      const { key } = await api.register();
      for (const secret of [key, key, 'dir_nonsense', 'x']) {
        const { status, body } = await api.post('/api/v1/keys/revoke-leaked', { key: secret });
        expect({ status, body }).to.deep.equal({ status: 200, body: { received: true } });
      }
      expectError(await api.post('/api/v1/keys/revoke-leaked', {}), 400, 'validation_error', 'key');
    });
  });
});

describe('the rate limit of a key', () => {
  const api = useApi({ RATE_LIMIT: '60' });

  it('applies beside that of the account, and is reported in the headers', async () => {
    const { key } = await api.register();
    const slow = await mint(api, key, { rate_limit: 2 });
    const first = await api.get('/api/v1/listings', { key: slow.key });
    expect(first.headers.get('ratelimit-policy')).to.equal('"general";q=60;w=60, "key";q=2;w=60');
    expect(first.headers.get('ratelimit')).to.match(/"key";r=1;t=\d+$/);
    await api.get('/api/v1/listings', { key: slow.key });
    const refused = await api.get('/api/v1/listings', { key: slow.key });
    expectError(refused, 429, 'rate_limited');
    expect(refused.headers.get('retry-after')).to.match(/^\d+$/);
    expect((await api.get('/api/v1/listings', { key })).status).to.equal(200);
  });
});

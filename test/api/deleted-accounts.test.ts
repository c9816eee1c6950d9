// Requests of an account that is deleted after they have passed every check.
import { expect } from 'chai';
import { type ApiAnswer, expectError, newProduct, useApi } from '../helpers/api.js';
import { changeUnder } from '../helpers/blocked.js';
import { mcpOf } from '../helpers/mcp.js';

describe('an account deleted while its request is running', () => {
  const api = useApi({ SCREENSHOTS: 'off' });

  /** Deletes the account once the request waits for its row. */
  const deleteUnder = <T>(id: string, send: () => Promise<T>) =>
    changeUnder(api.server.database, (trx) => trx('users').where({ id }).delete(), send);

  async function expectRefused(send: (account: { key: string; id: string }) => Promise<ApiAnswer>) {
    const account = await api.register();
    const answer = await deleteUnder(account.id, () => send(account));
    expectError(answer, 401, 'unauthorized');
    expect(answer.headers.get('www-authenticate')).to.equal('Bearer');
  }

  it('creates no listing', async () => {
    await expectRefused(({ key }) => api.post('/api/v1/listings', newProduct(), { key }));
    const headers = { 'idempotency-key': 'once' };
    await expectRefused(({ key }) => api.post('/api/v1/listings', newProduct(), { key, headers }));
  });

  it('creates no listing over MCP', async () => {
    const { key, id } = await api.register();
    const mcp = mcpOf(api.server);
    const { error } = await deleteUnder(id, () => mcp.callTool('submit_listing', newProduct(), { key }));
    expect(error.code).to.equal('unauthorized');
  });

  it('creates no key and proposes no directory', async () => {
    await expectRefused(({ key }) => api.post('/api/v1/api-keys', {}, { key }));
    const entry = { name: 'A directory', url: 'https://lists.example.com', kind: 'directory' };
    await expectRefused(({ key }) => api.post('/api/v1/agent-directories', entry, { key }));
  });

  it('rejects no listing as an admin', async () => {
    const { key: owner } = await api.register();
    const { slug } = await api.submit(owner);
    const admin = await api.registerAdmin();
    const answer = await deleteUnder(admin.id, () =>
      api.post(`/api/v1/admin/listings/${slug}`, { action: 'reject' }, { key: admin.key }),
    );
    expectError(answer, 401, 'unauthorized');
    expect((await api.get(`/api/v1/listings/${slug}`)).body.listing.status).to.equal('live');
  });

  it('changes no password', async () => {
    await expectRefused(({ key }) =>
      api.post(
        '/api/auth/change-password',
        { currentPassword: 'correct horse battery', newPassword: 'another horse battery' },
        { key },
      ),
    );
  });
});

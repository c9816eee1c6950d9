import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { expectError, useApi } from '../helpers/api.js';
import { mcpOf } from '../helpers/mcp.js';

const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } });
let numbered = 0;
/** Words that nobody has searched yet. */
const words = () => {
  numbered += 1;
  return `q=word${numbered}`;
};

describe('the cost of requests', () => {
  const api = useApi({ RATE_LIMIT: '1000', RATE_LIMIT_COST: '20', TRUST_PROXY: '1' });
  const { server } = api;
  const page = (path: string, ip: string, headers = {}) =>
    server.fetch(path, { headers: { ...from(ip).headers, ...headers } });
  const exhaust = async (ip: string) => {
    for (let n = 0; n < 4; n += 1) expect((await page(`/listings?${words()}`, ip)).status).to.equal(200);
  };

  it('is spent by an address at every door, and beyond it a person gets a page with Retry-After', async () => {
    await exhaust('192.0.2.1');
    const refused = await page(`/listings?${words()}`, '192.0.2.1');
    expect(refused.status).to.equal(429);
    expect(refused.headers.get('content-type')).to.match(/^text\/html/);
    expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 60);
    for (const path of [`/api/v1/listings?${words()}`, '/api/v1/ready', '/api/auth/get-session']) {
      expectError(await api.get(path, from('192.0.2.1')), 429, 'rate_limited');
    }
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    expectError(await api.post('/mcp', message, from('192.0.2.1')), 429, 'rate_limited');
    for (const path of [`/feed.xml?${words()}`, '/compare', '/.well-known/api-catalog', '/oauth/jwks']) {
      expect((await page(path, '192.0.2.1')).status, path).to.equal(429);
    }
    expect((await page('/listings', '192.0.2.2')).status).to.equal(200);
  });

  it('is nothing for health, assets and what the cache answers, also beyond it', async () => {
    await page('/categories', '192.0.2.3');
    for (let n = 0; n < 30; n += 1) {
      expect((await page('/categories', '192.0.2.4')).status).to.equal(200);
      // Not plain, but the same to a guest.
      const cookie = 'theme=none';
      expect((await page('/categories', '192.0.2.4', { cookie })).status).to.equal(200);
    }
    await exhaust('192.0.2.4');
    const asset = /\/assets\/site\.[^"]+css/.exec(await (await page('/categories', '192.0.2.4')).text())?.[0];
    for (const path of ['/categories', '/api/v1/health', String(asset), '/mcp/app.js']) {
      expect((await page(path, '192.0.2.4')).status, path).to.equal(200);
    }
  });

  it('is the same however parameters that nothing reads are varied', async () => {
    await page('/categories/ai', '192.0.2.5');
    for (let n = 0; n < 30; n += 1) {
      const varied = await page(`/categories/ai?utm_source=${n}&_=${n}`, '192.0.2.5');
      expect(varied.status).to.equal(200);
      expect(await varied.text()).not.to.contain('utm_source');
    }
  });

  it('is that of the account where there is one, which others at the address do not spend', async () => {
    const { key } = await api.register();
    await exhaust('192.0.2.6');
    for (let n = 0; n < 20; n += 1) {
      expect((await api.get('/api/v1/api-keys', { key, ...from('192.0.2.6') })).status).to.equal(200);
    }
    expectError(await api.get('/api/v1/api-keys', { key, ...from('192.0.2.7') }), 429, 'rate_limited');
    const key2 = 'dir_unknown';
    expectError(await api.get('/api/v1/api-keys', { key: key2, ...from('192.0.2.6') }), 429, 'rate_limited');
  });

  it('of a search is the same over MCP', async () => {
    const headers = from('192.0.2.8').headers;
    const { callTool } = mcpOf(server);
    const search = () => callTool('search_listings', { q: words() }, { headers });
    for (let n = 0; n < 4; n += 1) expect((await search()).error).to.equal(null);
    expect((await search()).error).to.include({ code: 'rate_limited' });
  });

  it('of a search is the same in a registry for agents', async () => {
    const statuses = [];
    for (const path of [
      '/v0.1/servers?search=x',
      '/ard/agents',
      '/v0.1/servers?search=y',
      '/ard/agents',
      '/ard/agents',
    ])
      statuses.push((await page(path, '192.0.2.11')).status);
    expect(statuses).to.deep.equal([200, 200, 200, 200, 429]);
  });

  it('has at most eight requests under way for an address, whatever they wait for', async () => {
    const port = Number(new URL(server.url).port);
    const head =
      'POST /sign-in HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.9\r\nExpect: 100-continue\r\n' +
      'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 10\r\n\r\n';
    const sockets = Array.from({ length: 8 }, () => connect(port, '127.0.0.1'));
    for (const socket of sockets) socket.on('error', () => undefined).write(head);
    // Each is told to go on with its body once it has arrived.
    await Promise.all(sockets.map((socket) => once(socket, 'data')));
    const refused = await page('/alternatives/none', '192.0.2.9');
    expect(refused.status).to.equal(429);
    expect(refused.headers.get('retry-after')).to.equal('1');
    expect((await page('/docs', '192.0.2.10')).status).to.equal(200);
    for (const socket of sockets) socket.destroy();
    await Promise.all(sockets.map((socket) => once(socket, 'close')));
    while ((await page('/alternatives/none', '192.0.2.9')).status !== 404) await sleep(50);
  });
});

describe('without TRUST_PROXY', () => {
  const api = useApi({ RATE_LIMIT: '1000', RATE_LIMIT_COST: '5' });

  it('a loopback address is not limited by cost: it may be a proxy', async () => {
    for (let n = 0; n < 10; n += 1) {
      expect((await api.get(`/api/v1/listings?${words()}`)).status).to.equal(200);
    }
  });
});

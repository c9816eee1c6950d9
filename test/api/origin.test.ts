import { get } from 'node:http';
import { expect } from 'chai';
import { expectError, newProduct, useApi } from '../helpers/api.js';

describe('the Origin check', () => {
  const api = useApi({
    PUBLIC_URL: 'https://directory.example.com',
    TRUSTED_ORIGINS: 'https://app.example.com',
  });
  const get = (origin: string) => api.get('/api/v1/listings', { headers: { origin } });

  it('lets requests without an Origin pass, and those of our own and trusted origins, with CORS headers', async () => {
    expect((await api.get('/api/v1/listings')).status).to.equal(200);
    for (const origin of ['https://directory.example.com', 'https://app.example.com']) {
      const answer = await get(origin);
      expect(answer.status).to.equal(200);
      expect(answer.headers.get('access-control-allow-origin')).to.equal(origin);
      expect(answer.headers.get('access-control-allow-credentials')).to.equal('true');
      expect(answer.headers.get('vary')).to.contain('Origin');
    }
  });

  it('sets Vary also without an Origin, so that caches do not serve browsers a response without CORS headers', async () => {
    for (const path of ['/api/v1/listings', '/api/v1/health', '/api/v1/nothing']) {
      expect((await api.get(path)).headers.get('vary'), path).to.contain('Origin');
    }
  });

  it('refuses other origins, null, and our own host over http or on another port', async () => {
    const own = api.server.url;
    for (const origin of [
      'https://evil.example',
      'null',
      'http://directory.example.com',
      'https://directory.example.com:8443',
      'https://directory.example.com.evil.example',
      'https://app.example.com/path',
      own,
    ]) {
      expectError(await get(origin), 403, 'invalid_origin');
    }
    const { key } = await api.register();
    const headers = { origin: 'https://evil.example' };
    expectError(await api.post('/api/v1/listings', newProduct(), { key, headers }), 403, 'invalid_origin');
  });

  it('answers preflights of trusted origins for every header that REST and MCP clients send', async () => {
    for (const path of ['/api/v1/listings', '/mcp']) {
      const preflight = await api.call('OPTIONS', path, {
        headers: { origin: 'https://app.example.com', 'access-control-request-method': 'POST' },
      });
      expect(preflight.status).to.equal(204);
      expect(preflight.headers.get('access-control-allow-methods')).to.contain('POST');
      const allowed = preflight.headers.get('access-control-allow-headers')?.toLowerCase().split(', ');
      expect(allowed).to.include.members([
        'authorization',
        'content-type',
        'idempotency-key',
        'if-none-match',
        'mcp-protocol-version',
        'mcp-method',
        'mcp-name',
      ]);
    }
  });

  it('answers OPTIONS without an Origin with Allow, on pages and files too', async () => {
    for (const [path, allow] of [
      ['/api/v1/listings', 'GET, HEAD, POST, OPTIONS'],
      ['/', 'GET, HEAD, OPTIONS'],
      ['/sign-in', 'GET, HEAD, POST, OPTIONS'],
      ['/agent-directories.json', 'GET, HEAD, OPTIONS'],
    ] as const) {
      const plain = await api.call('OPTIONS', path);
      expect([plain.status, plain.body], path).to.deep.equal([204, '']);
      expect(plain.headers.get('allow'), path).to.equal(allow);
      expect(plain.headers.get('content-type'), path).to.equal(null);
    }
    expectError(await api.call('OPTIONS', '/api/v1/nothing'), 404, 'not_found');
  });

  it('does not apply to files that are open to every origin', async () => {
    const response = await api.server.fetch('/agent-directories.json', {
      headers: { origin: 'https://evil.example' },
    });
    expect(response.status).to.equal(200);
    expect(response.headers.get('access-control-allow-origin')).to.equal('*');
  });
});

describe('TRUST_HOST', () => {
  const api = useApi({ PUBLIC_URL: 'https://directory.example.com', TRUST_HOST: 'on' });

  it('accepts the request’s own host and port, whatever the scheme', async () => {
    const { host } = new URL(api.server.url);
    for (const origin of [`http://${host}`, `https://${host}`]) {
      expect((await api.get('/api/v1/listings', { headers: { origin } })).status).to.equal(200);
    }
    const headers = { origin: 'http://localhost:1' };
    expectError(await api.get('/api/v1/listings', { headers }), 403, 'invalid_origin');
  });
});

describe('an unset TRUST_HOST beside an unset PUBLIC_URL', () => {
  const api = useApi();
  /** fetch sets Host itself. */
  const statusOf = (host: string, origin: string) =>
    new Promise<number>((resolve, reject) => {
      const { hostname, port } = new URL(api.server.url);
      const options = { hostname, port, path: '/api/v1/listings', headers: { host, origin } };
      get(options, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      }).on('error', reject);
    });

  it('accepts the request’s own host where no other site’s page can have it', async () => {
    for (const host of ['localhost:3000', '127.0.0.1:3000', '192.168.1.5', '[::1]:3000', 'dir.localhost']) {
      expect(await statusOf(host, `http://${host}`), host).to.equal(200);
    }
  });

  it('refuses a host name that could be rebound to this address', async () => {
    for (const host of ['rebind.example', 'rebind.example:3000', 'localhost.rebind.example', 'nas']) {
      expect(await statusOf(host, `http://${host}`), host).to.equal(403);
    }
    expect(await statusOf('127.0.0.1', 'http://127.0.0.2')).to.equal(403);
  });
});

describe('BLOCK_UNUSUAL_USER_AGENTS', () => {
  const api = useApi({ BLOCK_UNUSUAL_USER_AGENTS: 'on' });
  const get = (agent: string) => api.get('/api/v1/health', { headers: { 'user-agent': agent } });

  it('answers empty and scripted user agents with error 1010', async () => {
    for (const agent of ['', 'curl/8.5.0', 'python-requests/2.31'])
      expectError(await get(agent), 403, '1010');
    const browser =
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';
    expect((await get(browser)).status).to.equal(200);
  });
});

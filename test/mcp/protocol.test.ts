import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { expectError, type Json, useApi } from '../helpers/api.js';
import { ERAS, type Mcp, mcpOf, toMessage } from '../helpers/mcp.js';

const LEGACY = ['2024-10-07', '2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];

describe('POST /mcp', () => {
  const api = useApi();
  let mcp: Mcp;
  before(() => {
    mcp = mcpOf(api.server);
  });
  const ping = () => JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
  const initialize = (protocolVersion: string) =>
    JSON.stringify({
      jsonrpc: '2.0',
      id: 'a',
      method: 'initialize',
      params: { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } },
    });

  it('negotiates every revision with a handshake, and offers its newest for an unknown one', async () => {
    for (const version of LEGACY) {
      const { status, body, headers } = await mcp.post(initialize(version));
      expect(status).to.equal(200);
      expect(body.id).to.equal('a');
      expect(body.result.protocolVersion).to.equal(version);
      expect(body.result.capabilities).to.deep.equal({ tools: {}, resources: {}, prompts: {} });
      expect(body.result.serverInfo).to.include({ name: 'directory', version: '1.0.0' });
      expect(body.result.instructions).to.include('register_account');
      expect(headers.get('mcp-session-id'), 'stateless').to.equal(null);
    }
    const { body } = await mcp.post(initialize('1999-01-01'));
    expect(body.result.protocolVersion).to.equal('2025-11-25');
  });

  it('describes itself to the 2026-07-28 revision without a handshake', async () => {
    const { status, body } = await mcp.request('server/discover', undefined, { era: '2026-07-28' });
    expect(status).to.equal(200);
    expect(body.result).to.include({ resultType: 'complete', cacheScope: 'public', ttlMs: 3_600_000 });
    expect(body.result.supportedVersions).to.deep.equal(['2026-07-28']);
    expect(body.result.capabilities).to.deep.equal({ tools: {}, resources: {}, prompts: {} });
  });

  for (const era of ERAS) {
    it(`lists the tools in ${era}, those of the specification among them`, async () => {
      const { status, body } = await mcp.request('tools/list', {}, { era });
      expect(status).to.equal(200);
      expect(body.result.tools.map((tool: Json) => tool.name)).to.include.members([
        'search_listings',
        'get_listing',
        'register_account',
        'submit_listing',
        'list_my_listings',
        'set_listing_status',
      ]);
      expect(body.result).not.to.have.property('nextCursor');
    });

    it(`answers JSON whatever the Accept header in ${era}`, async () => {
      for (const accept of ['application/json', 'text/event-stream', '*/*', 'text/html']) {
        const { status, body } = await mcp.request('tools/list', {}, { era, headers: { accept } });
        expect(status, accept).to.equal(200);
        expect(body.result.tools).to.have.length.above(6);
      }
    });

    it(`distinguishes an unknown tool, malformed params and an unknown method in ${era}`, async () => {
      const malformed: [string, Json][] = [
        ['tools/call', { name: 'drop_tables', arguments: {} }],
        ['tools/call', { name: 'constructor', arguments: {} }],
        ['tools/call', { name: 'get_listing', arguments: [] }],
        ['tools/call', { arguments: {} }],
        ['tools/list', { cursor: 5 }],
        ['tools/list', { cursor: 'a page we never had' }],
      ];
      for (const [method, params] of malformed) {
        const { status, body } = await mcp.request(method, params, { era });
        expect(status, JSON.stringify(params)).to.equal(200);
        expect(body.error.code, JSON.stringify(params)).to.equal(-32602);
      }
      const { status, body } = await mcp.request('resources/subscribe', { uri: 'x' }, { era });
      expect(body.error.code).to.equal(-32601);
      expect(status).to.equal(era === '2026-07-28' ? 404 : 200);
    });

    it(`accepts notifications with 202 and no body in ${era}`, async () => {
      const { message, headers } = toMessage('notifications/cancelled', { requestId: 7 }, era);
      const { id: _, ...notification } = message;
      const { status, body } = await mcp.post(JSON.stringify(notification), { headers });
      expect(status).to.equal(202);
      expect(body).to.equal(null);
    });
  }

  it('opens no stream: subscriptions/listen is an unknown method', async () => {
    const { status, body } = await mcp.request(
      'subscriptions/listen',
      { notifications: { toolsListChanged: true } },
      { era: '2026-07-28' },
    );
    expect(status).to.equal(404);
    expect(body.error.code).to.equal(-32601);
  });

  it('refuses an unknown revision, naming the known ones', async () => {
    const { message, headers } = toMessage('tools/list', {}, '2026-07-28');
    const text = JSON.stringify(message).replaceAll('2026-07-28', '2031-01-01');
    const { status, body } = await mcp.post(text, {
      headers: { ...headers, 'mcp-protocol-version': '2031-01-01' },
    });
    expect(status).to.equal(400);
    expect(body.error.data.supported).to.deep.equal(['2026-07-28']);
  });

  it('answers invalid JSON with -32700 and an invalid message with -32600, both with 400', async () => {
    for (const text of ['', '{', 'null,', '{"jsonrpc":"2.0","id":1,"method":"pi', '\u0000']) {
      const { status, body } = await mcp.post(text);
      expect(status, text).to.equal(400);
      expect(body, text).to.include({ jsonrpc: '2.0', id: null });
      expect(body.error.code, text).to.equal(-32700);
    }
    const noMessages = [
      {},
      { jsonrpc: '1.0', id: 1, method: 'ping' },
      { jsonrpc: '2.0', id: 1 },
      5,
      'ping',
      null,
    ];
    for (const message of noMessages) {
      const { status, body } = await mcp.post(JSON.stringify(message));
      expect(status, JSON.stringify(message)).to.equal(400);
      expect(body.error.code).to.equal(-32600);
    }
  });

  it('refuses an endlessly nested body before anything recurses over it', async () => {
    const { status, body } = await mcp.post('['.repeat(60_000));
    expect(status).to.equal(400);
    expect(body.error.code).to.equal(-32700);
    const answer = await api.post('/api/v1/agents/register', undefined, {
      raw: `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    });
    expectError(answer, 400, 'invalid_json');
  });

  it('takes one message at a time', async () => {
    for (const messages of [[], [JSON.parse(ping())]]) {
      const refused = await mcp.post(JSON.stringify(messages));
      expect([refused.status, refused.body.error.code]).to.deep.equal([400, -32600]);
    }
  });

  it('allows no other HTTP method', async () => {
    for (const method of ['GET', 'DELETE', 'PUT', 'PATCH']) {
      const answer = await api.call(method, '/mcp', { headers: { accept: 'text/event-stream' } });
      expectError(answer, 405, 'method_not_allowed');
      expect(answer.headers.get('allow')).to.equal('POST, OPTIONS');
    }
    expect((await api.call('OPTIONS', '/mcp')).status).to.equal(204);
  });

  it('answers bad credentials, a foreign origin, another media type and a large body with HTTP errors', async () => {
    const bad = await mcp.post(ping(), { key: 'dir_nonsense' });
    expectError(bad, 401, 'unauthorized');
    expect(bad.headers.get('www-authenticate')).to.equal('Bearer');
    expect(bad.body.next_step).to.include('/account/keys').and.include('/mcp/oauth');
    const foreign = await mcp.post(ping(), { headers: { origin: 'https://evil.example' } });
    expectError(foreign, 403, 'invalid_origin');
    expect(foreign.body.next_step).to.be.a('string');
    const text = await mcp.post(ping(), { headers: { 'content-type': 'text/plain' } });
    expectError(text, 415, 'unsupported_media_type');
    const large = await mcp.post(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x'.repeat(2 ** 20) }));
    expectError(large, 413, 'payload_too_large');
  });

  it('takes messages of 64 KiB and objects of 200 names, and refuses larger ones before it reads them', async () => {
    const padded = (bytes: number) => {
      const text = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
      return text + ' '.repeat(bytes - text.length);
    };
    expect((await mcp.post(padded(64 * 1024))).status).to.equal(200);
    expectError(await mcp.post(padded(64 * 1024 + 1)), 413, 'payload_too_large');
    const zipped = gzipSync(padded(1024 * 1024));
    expectError(
      await mcp.post(zipped, { headers: { 'content-encoding': 'gzip' } }),
      413,
      'payload_too_large',
    );
    // A colon in a text is no name, and one object's names are not another's.
    const named = (count: number) => {
      const inner = Object.fromEntries(Array.from({ length: count }, (_, n) => [`n${n}`, 'a: b "c": \\']));
      return JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'ping',
        params: { _meta: { inner, other: inner } },
      });
    };
    expect((await mcp.post(named(200))).status).to.equal(200);
    expectError(await mcp.post(named(201)), 413, 'payload_too_large');
  });

  it('advertises no OAuth metadata', async () => {
    for (const path of [
      'oauth-protected-resource',
      'oauth-protected-resource/mcp',
      'oauth-authorization-server',
    ]) {
      expect((await api.server.fetch(`/.well-known/${path}`)).status, path).to.equal(404);
    }
  });
});

describe('POST /mcp under rate limits', () => {
  const api = useApi({ RATE_LIMIT: '10', RATE_LIMIT_SIGN_UP: '1', RATE_LIMIT_LISTING_WRITE: '2' });
  let mcp: Mcp;
  before(() => {
    mcp = mcpOf(api.server);
  });

  it('shares the sign-up and write limits with REST, as tool errors, and answers HTTP 429 at the general limit', async () => {
    const account = { name: 'Ada', email: 'x@example.com', password: 'long enough' };
    const { key } = (await api.post('/api/v1/agents/register', account)).body.api_key;
    const refused = await mcp.callTool('register_account', { ...account, email: 'y@example.com' });
    expect(refused.http.status).to.equal(200);
    expect(refused.error.code).to.equal('rate_limited');
    expect(refused.error.retry_after_seconds).to.be.within(1, 60);
    expect(refused.error.next_step).to.include('retry_after_seconds');
    expect(refused.http.headers.get('ratelimit-policy')).to.equal('"general";q=10;w=60, "sign-up";q=1;w=60');

    await api.submit(key);
    const second = await mcp.callTool('set_listing_status', { slug: 'none', action: 'archive' }, { key });
    expect(second.error.code).to.equal('not_found');
    const third = await mcp.callTool('submit_listing', {}, { key });
    expect(third.error.code).to.equal('rate_limited');
    expect(third.http.headers.get('ratelimit')).to.match(/^"general";r=\d;t=\d+, "listing-write";r=0;t=\d+$/);

    let last = await mcp.request('ping', {}, { key });
    for (let n = 0; n < 12 && last.status === 200; n++) last = await mcp.request('ping', {}, { key });
    expectError(last, 429, 'rate_limited');
    expect(Number(last.headers.get('retry-after'))).to.equal(last.body.retry_after_seconds);
    expect(last.body.next_step).to.be.a('string');
  });
});

// Which tools a caller sees and can call: by toolset, read-only, scopes and address.
import { expect } from 'chai';
import { type Json, newProduct, useApi } from '../helpers/api.js';

describe('the toolsets', () => {
  const api = useApi();
  let key: string;
  before(async () => {
    key = (await api.register()).key;
  });

  async function ask(path: string, message: Json, headers: Record<string, string> = {}) {
    const response = await api.server.fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
    });
    return { response, body: (await response.json()) as Json };
  }

  async function namesAt(path: string, headers: Record<string, string> = {}): Promise<string[]> {
    const { body } = await ask(path, { method: 'tools/list' }, headers);
    return body.result.tools.map(({ name }: Json) => name);
  }

  const callAt = (path: string, name: string, input: Json, headers: Record<string, string> = {}) =>
    ask(path, { method: 'tools/call', params: { name, arguments: input } }, headers);

  const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });

  async function keyWith(scopes: string[]): Promise<string> {
    const minted = await api.post('/api/v1/api-keys', { scopes }, { key });
    expect(minted.status).to.equal(201);
    return minted.body.api_key.key;
  }

  it('are chosen by the path or a header', async () => {
    const usual = await namesAt('/mcp');
    expect(usual).to.include.members(['submit_listing', 'search', 'fetch', 'register_account']);
    expect(usual).to.not.include.members(['create_webhook', 'claim_listing']);
    const members = await namesAt('/mcp', bearer(key));
    expect(members).to.include.members(['submit_listing', 'claim_listing', 'update_listing', 'whoami']);
    expect(members).to.not.include('register_account');
    const webhooks = await namesAt('/mcp/x/webhooks');
    expect(webhooks).to.include('create_webhook').and.not.include('get_listing');
    expect(await namesAt('/mcp', { 'x-mcp-toolsets': 'webhooks' })).to.deep.equal(webhooks);
    const two = await namesAt('/mcp/x/claims,webhooks');
    expect(two).to.include.members(['claim_listing', ...webhooks]);
    expect(await namesAt('/mcp/x/all')).to.include.members([...usual, ...two, 'report_listing']);
    const { response, body } = await ask('/mcp/x/nonsense', { method: 'tools/list' });
    expect([response.status, body.code]).to.deep.equal([400, 'validation_error']);
    expect(body.error).to.include('webhooks');
  });

  it('hold what can be called, where one is asked for', async () => {
    const outside = await callAt('/mcp/x/webhooks', 'get_listing', { slug: 'x' });
    expect(outside.body.error.code).to.equal(-32602);
    const beside = await callAt('/mcp', 'list_webhooks', {}, bearer(key));
    expect(beside.body.result.structuredContent.webhooks).to.deep.equal([]);
  });

  it('only read in read-only mode', async () => {
    const read = [
      'get_listing',
      'get_listing_stats',
      'list_my_listings',
      'list_similar_listings',
      'preview_listing',
      'search_listings',
    ];
    for (const [path, headers] of [
      ['/mcp/x/listings/readonly', {}],
      ['/mcp/x/listings/readonly/', {}],
      ['/mcp/x/listings', { 'x-mcp-readonly': 'true' }],
      ['/mcp/x/listings', { 'x-mcp-readonly': 'true, true' }],
    ] as const) {
      expect((await namesAt(path, { ...headers, ...bearer(key) })).sort(), path).to.deep.equal(read);
    }
    expect(await namesAt('/mcp', { 'x-mcp-readonly': 'false' })).to.include('submit_listing');
    expect(await namesAt('/mcp/readonly'))
      .to.include('search')
      .and.not.include('submit_listing');
    const refused = await callAt('/mcp/readonly', 'submit_listing', newProduct(), bearer(key));
    expect(refused.body.error.code).to.equal(-32602);
    // Cached for guests, whatever the address.
    await callAt('/mcp', 'search_listings', { q: 'x' });
    const hidden = await callAt('/mcp/x/webhooks', 'search_listings', { q: 'x' });
    expect(hidden.body.error.code).to.equal(-32602);
  });

  it('leave out what a key cannot use', async () => {
    const whole = await namesAt('/mcp/x/all', bearer(key));
    expect(whole).to.include.members(['create_webhook', 'submit_listing', 'whoami']);
    expect(whole, 'it has an account').to.not.include('register_account');
    const reader = await namesAt('/mcp/x/all', bearer(await keyWith(['listings:read'])));
    expect(reader).to.include.members(['list_my_listings', 'get_listing_stats', 'search_listings']);
    expect(reader).to.not.include.members(['submit_listing', 'create_webhook']);
    const hooks = await namesAt('/mcp/x/all', bearer(await keyWith(['webhooks'])));
    expect(hooks).to.include('create_webhook').and.not.include('list_my_listings');
  });

  it('say 403 at the address for apps where a scope is missing, and which to ask for', async () => {
    const secret = await keyWith(['listings:read']);
    const names = await namesAt('/mcp/oauth', bearer(secret));
    expect(names)
      .to.include('search_listings')
      .and.not.include('submit_listing')
      .and.not.include('register_account');
    const { response, body } = await callAt('/mcp/oauth', 'submit_listing', newProduct(), bearer(secret));
    expect([response.status, body.code, body.scope]).to.deep.equal([
      403,
      'insufficient_scope',
      'listings:write',
    ]);
    const challenge = response.headers.get('www-authenticate') ?? '';
    expect(challenge).to.include('Bearer error="insufficient_scope", scope="listings:read listings:write"');
    expect(challenge).to.include('resource_metadata=');
    const kept = await callAt('/mcp', 'submit_listing', newProduct(), bearer(secret));
    expect(kept.response.status, 'a result where agents see it').to.equal(200);
    expect(JSON.parse(kept.body.result.content[0].text).code).to.equal('insufficient_scope');
  });

  it('name the scopes of what is asked for in the challenge', async () => {
    const scopeAt = async (path: string) => {
      const { response } = await ask(path, { method: 'tools/list' });
      expect(response.status).to.equal(401);
      return /scope="([^"]*)"/.exec(response.headers.get('www-authenticate') ?? '')?.[1];
    };
    expect(await scopeAt('/mcp/oauth')).to.equal('listings:read listings:write');
    expect(await scopeAt('/mcp/oauth/readonly')).to.equal('listings:read');
    expect(await scopeAt('/mcp/oauth/x/all')).to.equal('listings:read listings:write webhooks');
  });

  it('tell who one is', async () => {
    const secret = await keyWith(['listings:read']);
    const { body } = await callAt('/mcp', 'whoami', {}, bearer(secret));
    expect(body.result.structuredContent.credentials).to.deep.equal({
      kind: 'key',
      name: null,
      scopes: ['listings:read'],
    });
    expect(body.result.structuredContent).to.deep.equal((await api.get('/api/v1/me', { key: secret })).body);
    expect((await api.get('/api/v1/me')).status).to.equal(401);
  });

  it('advise what helps', async () => {
    const listing = await api.submit(key);
    const stepOf = async (name: string, input: Json, headers = {}) => {
      const { body } = await callAt('/mcp', name, input, headers);
      const { content, isError } = body.result;
      expect(isError, name).to.equal(true);
      return JSON.parse(content[0].text).next_step as string;
    };
    const rejected = await stepOf(
      'set_listing_status',
      { slug: listing.slug, action: 'reject' },
      bearer(key),
    );
    expect(rejected).to.include('archive').and.not.include('claim');
    const guest = await stepOf('submit_listing', newProduct());
    expect(guest).to.include('/account/keys').and.include('/mcp/oauth').and.not.include('register_account');
    const { body } = await callAt('/mcp', 'register_account', {
      name: 'Ada',
      email: 'carry@example.com',
      password: 'long enough',
    });
    const { next_step: afterwards } = body.result.structuredContent;
    expect(afterwards).to.include('settings').and.include('/account/keys').and.include('/mcp/oauth');
    expect(afterwards).to.include('Do not register again');
  });

  it('check a submission without storing it', async () => {
    const product = newProduct();
    const { body } = await callAt('/mcp', 'submit_listing', { ...product, dry_run: true }, bearer(key));
    expect(body.result.structuredContent).to.include({ created: true, status: 'live' });
    expect(body.result.structuredContent.warnings[0].code).to.equal('dry_run');
    expect(
      (await api.get(`/api/v1/listings?q=${encodeURIComponent(product.name)}`)).body.full_matches,
    ).to.equal(0);
    const { body: wrong } = await callAt(
      '/mcp',
      'submit_listing',
      { ...product, dry_run: 'maybe' },
      bearer(key),
    );
    expect(JSON.parse(wrong.result.content[0].text)).to.include({
      code: 'validation_error',
      field: 'dry_run',
    });
  });
});

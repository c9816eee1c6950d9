// OAuth apps in edge cases: what the authorization server refuses, and what revokes a token.
import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { cleanUp } from '../../core/service/retention.js';
import { type Json, useApi } from '../helpers/api.js';
import { type Visitor, visitorOf } from '../helpers/pages.js';

const CALLBACK = 'http://127.0.0.1:9/callback';
const VERIFIER = 'a-verifier-of-at-least-forty-three-characters-in-length';
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');

describe('OAuth apps in edge cases', () => {
  const api = useApi();
  let count = 0;
  let clientId: string;

  const pathOf = (url: string | null) => (url ?? '').replace(api.server.url, '');
  const form = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) });
  const resource = () => `${api.server.url}/mcp/oauth`;

  function authorizationPath(changes: Record<string, string> = {}): string {
    const parameters = {
      response_type: 'code',
      client_id: clientId,
      redirect_uri: CALLBACK,
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
      state: 'kept',
      resource: resource(),
      ...changes,
    };
    return `/oauth/authorize?${new URLSearchParams(parameters)}`;
  }

  async function member(): Promise<Visitor> {
    const visitor = visitorOf(api.server);
    await visitor.signUp(`edge${++count}@example.com`);
    return visitor;
  }

  async function question(visitor: Visitor, changes?: Record<string, string>): Promise<string> {
    const { location, html } = await visitor.get(authorizationPath(changes));
    expect(location, html).to.include('/account/apps/allow/');
    return pathOf(location);
  }

  /** The address that the app is redirected to. */
  async function settle(visitor: Visitor, path: string, answer: string): Promise<URL> {
    const answered = await visitor.submit(path, { answer });
    const resumed = await visitor.get(pathOf(answered.location));
    return new URL(resumed.location ?? '', api.server.url);
  }

  const exchange = (code: string | null, changes: Record<string, string> = {}) =>
    api.server.fetch(
      '/oauth/token',
      form({
        grant_type: 'authorization_code',
        code: code ?? '',
        client_id: clientId,
        redirect_uri: CALLBACK,
        code_verifier: VERIFIER,
        ...changes,
      }),
    );

  async function tokens(visitor: Visitor, changes?: Record<string, string>): Promise<Json> {
    const back = await settle(visitor, await question(visitor, changes), 'allow');
    const client: Record<string, string> = changes?.client_id ? { client_id: changes.client_id } : {};
    return (await exchange(back.searchParams.get('code'), client)).json();
  }

  const refresh = (token: string) =>
    api.server.fetch(
      '/oauth/token',
      form({ grant_type: 'refresh_token', refresh_token: token, client_id: clientId }),
    );

  function callTool(path: string, token: string | null, name = 'list_my_listings', input: Json = {}) {
    return api.server.fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: input },
      }),
    });
  }

  async function register(): Promise<string> {
    const registered = await api.server.fetch('/oauth/register', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_name: 'Edge\u202e\n host', redirect_uris: [CALLBACK] }),
    });
    const body = (await registered.json()) as Json;
    expect(registered.status).to.equal(201);
    expect(body).to.not.have.property('client_secret');
    return body.client_id;
  }

  before(async () => {
    clientId = await register();
  });

  it('require a sign-in first, which leads back to the consent page', async () => {
    const visitor = visitorOf(api.server);
    const path = await question(visitor);
    const asked = await visitor.get(path);
    expect(asked.status).to.equal(303);
    expect(asked.location).to.equal(`/sign-in?next=${encodeURIComponent(path)}`);
  });

  it('are named in one line on the consent page, whose form may redirect to them only', async () => {
    const visitor = await member();
    const { html, headers } = await visitor.get(await question(visitor));
    expect(html).to.include('Allow Edge host?');
    expect(html).to.include('has not been verified');
    expect(headers.get('content-security-policy')).to.include("form-action 'self' http://127.0.0.1:9");
    expect(headers.get('cache-control')).to.include('no-store');
  });

  it('receive access_denied when the member refuses', async () => {
    const visitor = await member();
    const back = await settle(visitor, await question(visitor), 'deny');
    expect(back.origin + back.pathname).to.equal(CALLBACK);
    expect(back.searchParams.get('error')).to.equal('access_denied');
    expect(back.searchParams.get('state')).to.equal('kept');
    expect((await visitor.get('/account/apps')).html).to.include('No apps yet');
  });

  it('are listed once however often the member clicks', async () => {
    const visitor = await member();
    const path = await question(visitor);
    const { html } = await visitor.get(path);
    const _csrf = /name="_csrf" value="([^"]+)"/.exec(html)?.[1] ?? '';
    const clicks = await Promise.all([1, 2].map(() => visitor.post(path, { _csrf, answer: 'allow' })));
    expect(clicks.map(({ status }) => status)).to.include(303);
    const listed = await visitor.get('/account/apps');
    expect(listed.html.match(/\/revoke"/g)).to.have.length(1);
    const other = visitorOf(api.server);
    await other.signUp(`edge${++count}@example.com`);
    expect((await other.get(path)).status).to.equal(400);
  });

  it('are refused without PKCE, for another resource, another redirect address and an unknown client', async () => {
    const visitor = await member();
    const errorOf = async (changes: Record<string, string>) => {
      const { location } = await visitor.get(authorizationPath(changes));
      return new URL(location ?? '').searchParams.get('error');
    };
    expect(await errorOf({ code_challenge: '', code_challenge_method: '' })).to.equal('invalid_request');
    expect(await errorOf({ code_challenge_method: 'plain' })).to.equal('invalid_request');
    expect(await errorOf({ resource: 'https://elsewhere.example/mcp' })).to.equal('invalid_target');
    const strangers: Record<string, string>[] = [
      { redirect_uri: 'https://elsewhere.example/' },
      { client_id: 'nobody' },
    ];
    for (const changes of strangers) {
      const refused = await visitor.get(authorizationPath(changes));
      expect([refused.status, refused.location]).to.deep.equal([400, null]);
      expect(refused.html).to.include('The app that sent you here');
    }
  });

  it('get tokens for this resource only, with the scopes that were allowed', async () => {
    const visitor = await member();
    const {
      access_token: token,
      scope,
      expires_in: lifetime,
    } = await tokens(visitor, { scope: 'listings:read' });
    expect([scope, lifetime]).to.deep.equal(['listings:read', 3600]);
    const result = (await (await callTool('/mcp/oauth', token)).json()) as Json;
    expect(result.result.structuredContent.listings).to.deep.equal([]);
    const refused = await callTool('/mcp/oauth', token, 'submit_listing', { name: 'X' });
    expect([refused.status, ((await refused.json()) as Json).code]).to.deep.equal([
      403,
      'insufficient_scope',
    ]);
    expect((await callTool('/mcp', token)).status).to.equal(401);
    expect((await api.get('/api/v1/api-keys', { key: token })).status).to.equal(401);
    const { key } = await api.register();
    expect((await callTool('/mcp/oauth', key)).status).to.equal(200);
  });

  it('find the authorization server from a 401, without a token or with an invalid one', async () => {
    const metadata = `${api.server.url}/.well-known/oauth-protected-resource/mcp/oauth`;
    const without = await callTool('/mcp/oauth', null);
    expect(without.status).to.equal(401);
    expect(without.headers.get('www-authenticate')).to.equal(
      `Bearer scope="listings:read listings:write", resource_metadata="${metadata}"`,
    );
    const wrong = await callTool('/mcp/oauth', 'wrong');
    expect(wrong.headers.get('www-authenticate')).to.include('error="invalid_token"');
    const described = (await (await fetch(metadata)).json()) as Json;
    expect(described).to.include({ resource: resource() });
    const at = await api.server.fetch('/.well-known/oauth-authorization-server/oauth');
    const server = (await at.json()) as Json;
    expect(server.issuer).to.equal(described.authorization_servers[0]);
    expect(server.scopes_supported).to.deep.equal(['listings:read', 'listings:write', 'webhooks']);
    expect(server.code_challenge_methods_supported).to.deep.equal(['S256']);
    expect(server.token_endpoint_auth_methods_supported).to.deep.equal(['none']);
    expect(server.client_id_metadata_document_supported).to.equal(true);
    // Where hosts would wall off anonymous use of /mcp, there is nothing (C9).
    for (const path of [
      '/.well-known/oauth-authorization-server',
      '/.well-known/oauth-protected-resource/mcp',
    ]) {
      expect((await api.server.fetch(path)).status).to.equal(404);
    }
  });

  it('get addresses of the public URL, whatever the Host header', async () => {
    const answer = await api.server.fetch('/.well-known/oauth-authorization-server/oauth', {
      headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    });
    expect(((await answer.json()) as Json).token_endpoint).to.equal(`${api.server.url}/oauth/token`);
  });

  it('use a code once, with its verifier', async () => {
    const visitor = await member();
    const back = await settle(visitor, await question(visitor), 'allow');
    const code = back.searchParams.get('code');
    const both = await Promise.all([exchange(code), exchange(code)]);
    expect(both.filter(({ status }) => status === 200)).to.have.length.at.most(1);
    const other = await settle(visitor, await question(visitor), 'allow');
    const wrong = await exchange(other.searchParams.get('code'), { code_verifier: `${VERIFIER}x` });
    expect([wrong.status, ((await wrong.json()) as Json).error]).to.deep.equal([400, 'invalid_grant']);
  });

  it('get tokens for a refresh token that comes twice within a minute, from two windows or after a lost answer', async () => {
    const visitor = await member();
    const first = await tokens(visitor);
    const both = await Promise.all([refresh(first.refresh_token), refresh(first.refresh_token)]);
    const again = await refresh(first.refresh_token);
    for (const answer of [...both, again]) {
      expect(answer.status).to.equal(200);
      const { access_token: token, refresh_token: next } = (await answer.json()) as Json;
      expect((await callTool('/mcp/oauth', token)).status).to.equal(200);
      expect((await refresh(next)).status).to.equal(200);
    }
  });

  it('lose access when a refresh token is used again later, as it has been stolen', async () => {
    const visitor = await member();
    const first = await tokens(visitor);
    const second = (await (await refresh(first.refresh_token)).json()) as Json;
    expect(second.refresh_token).to.not.equal(first.refresh_token);
    expect((await callTool('/mcp/oauth', second.access_token)).status).to.equal(200);
    await api.server.database
      .knex('oauth_records')
      .whereNotNull('consumed_at')
      .update({
        consumed_at: new Date(Date.now() - 61_000),
      });
    expect((await refresh(first.refresh_token)).status).to.equal(400);
    expect((await callTool('/mcp/oauth', second.access_token)).status).to.equal(401);
    expect((await visitor.get('/account/apps')).html).to.include('No apps yet');
  });

  it('name the tool server with or without a trailing slash, alike at each step', async () => {
    const resource = `${api.server.url}/mcp/oauth`;
    for (const [asked, exchanged] of [
      [`${resource}/`, `${resource}/`],
      [`${resource}/`, resource],
      [resource, `${resource}/`],
    ] as const) {
      const visitor = await member();
      const back = await settle(visitor, await question(visitor, { resource: asked }), 'allow');
      const answer = await exchange(back.searchParams.get('code'), { resource: exchanged });
      expect(answer.status, `${asked} ${exchanged}`).to.equal(200);
      const { access_token: token, refresh_token: next } = (await answer.json()) as Json;
      expect((await callTool('/mcp/oauth', token)).status).to.equal(200);
      expect((await refresh(next)).status).to.equal(200);
    }
  });

  it('lose access by a revocation or with the account, and are refused during a suspension', async () => {
    const visitor = await member();
    const { refresh_token, access_token } = await tokens(visitor);
    const revoked = await api.server.fetch(
      '/oauth/revoke',
      form({ token: refresh_token, client_id: clientId }),
    );
    expect(revoked.status).to.equal(200);
    expect((await callTool('/mcp/oauth', access_token)).status).to.equal(401);

    const another = await tokens(visitor);
    await api.server.database.knex('users').update({ suspended_at: new Date(), suspended_reason: 'Spam' });
    const refused = await callTool('/mcp/oauth', another.access_token);
    expect(refused.status).to.equal(200);
    expect(JSON.parse(((await refused.json()) as Json).result.content[0].text).code).to.equal(
      'account_suspended',
    );
    await api.server.database.knex('users').update({ suspended_at: null, suspended_reason: null });
    await api.server.database.knex('users').where('email', 'like', 'edge%').delete();
    expect((await callTool('/mcp/oauth', another.access_token)).status).to.equal(401);
  });

  it('need a client, which expires once no member has connected it for 30 days', async () => {
    const { knex } = api.server.database;
    const visitor = await member();
    const [used, revoked, unused] = [await register(), await register(), await register()];
    const ids = [used, revoked, unused];
    await tokens(visitor, { client_id: used });
    await tokens(visitor, { client_id: revoked });
    const pass = async (days: number) => {
      const clients = knex('oauth_records').where({ model: 'Client' }).whereIn('id', ids);
      await clients.update({ expires_at: knex.raw(`expires_at - make_interval(days => ?)`, [days]) });
      await cleanUp();
      return Promise.all(
        ids.map(async (id) => (await visitor.get(authorizationPath({ client_id: id }))).status),
      );
    };
    expect(await pass(0)).to.deep.equal([303, 303, 303]);
    expect(await pass(29)).to.deep.equal([303, 303, 303]);
    expect(await pass(2)).to.deep.equal([303, 303, 400]);
    await knex('apps').where({ client_id: revoked }).delete();
    expect(await pass(29)).to.deep.equal([303, 303, 400]);
    expect(await pass(2)).to.deep.equal([303, 400, 400]);
  });

  it('are stored with hashed tokens, audited, and listed over REST', async () => {
    const visitor = await member();
    const { access_token, refresh_token } = await tokens(visitor);
    const { rows } = await api.server.database.knex.raw(
      'select id, payload::text as payload from oauth_records',
    );
    const text = JSON.stringify(rows);
    expect(text).to.not.include(access_token);
    expect(text).to.not.include(refresh_token);
    const signedIn = await visitor.get('/api/v1/apps');
    const [app] = JSON.parse(signedIn.html).apps;
    expect(app).to.include({ name: 'Edge host', client_id: clientId });
    const { rows: entries } = await api.server.database.knex.raw(
      `select action from audit_entries where subject_id = '${app.id}'`,
    );
    expect(entries).to.deep.equal([{ action: 'app.allow' }]);
  });
});

// What known hosts send to the registration endpoint, as their sources and public issues show it. None of it may be
// refused, and each host gets to the question of the consent page.
import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { type Json, useApi } from '../helpers/api.js';
import { visitorOf } from '../helpers/pages.js';

const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code';
const CHALLENGE = createHash('sha256').update('v'.repeat(43)).digest('base64url');
const BOTH = 'listings:read listings:write';

interface Case {
  body: Json;
  /** The scope of its authorization request; absent: none is sent. */
  asks?: string;
  /** Where its browser waits; its first redirect address unless it says otherwise. */
  redirect?: string;
}

const HOSTS: Record<string, Case> = {
  // microsoft/vscode, src/vs/base/common/oauth.ts
  'VS Code': {
    body: {
      client_name: 'Visual Studio Code',
      client_uri: 'https://code.visualstudio.com',
      grant_types: ['authorization_code', 'refresh_token', DEVICE_CODE],
      response_types: ['code'],
      redirect_uris: [
        'https://insiders.vscode.dev/redirect',
        'https://vscode.dev/redirect',
        'http://127.0.0.1/',
        'http://127.0.0.1:33418/',
      ],
      scope: 'listings:read listings:write',
      token_endpoint_auth_method: 'none',
      application_type: 'native',
    },
    asks: 'listings:read listings:write',
    redirect: 'http://127.0.0.1:50111/',
  },
  // Issues of erp-mafia/accounted (2225) and soflyy/agent-connector-for-wp (111)
  Cursor: {
    body: {
      client_name: 'Cursor',
      redirect_uris: [
        'cursor://anysphere.cursor-mcp/oauth/callback',
        'https://www.cursor.com/agents/mcp/oauth/callback',
        'http://localhost:8787/callback',
      ],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      application_type: 'web',
    },
  },
  // Issues of anthropics/claude-code (30511) and gts360/django-oauth-toolkit-dcr (2)
  Claude: {
    body: {
      client_name: 'Claude',
      redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_post',
      scope: 'claudeai',
    },
    asks: 'claudeai',
  },
  // Pull request of elmohq/elmo (684)
  'Claude Code': {
    body: {
      client_name: 'Claude Code (directory)',
      redirect_uris: ['http://localhost:3118/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      application_type: 'native',
    },
  },
  // Pull request of danielealbano/android-remote-control-mcp (166); scopes as in its reconnection (community.openai.com)
  ChatGPT: {
    body: {
      client_name: 'ChatGPT',
      redirect_uris: ['https://chatgpt.com/connector_platform_oauth_redirect'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_basic',
      scope: 'openid offline_access',
    },
  },
  // google-gemini/gemini-cli, packages/core/src/mcp/oauth-provider.ts
  'Gemini CLI': {
    body: {
      client_name: 'Gemini CLI MCP Client',
      redirect_uris: ['http://localhost:7777/oauth/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope: '',
    },
  },
  // zed-industries/zed, crates/context_server/src/oauth.rs
  Zed: {
    body: {
      client_name: 'Zed',
      redirect_uris: ['http://127.0.0.1:50112/callback'],
      grant_types: ['authorization_code'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
  },
  // block/goose, crates/goose/src/oauth/mod.rs, by way of the Rust SDK
  Goose: {
    body: {
      client_name: 'goose',
      redirect_uris: ['http://127.0.0.1:50113/oauth_callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'none',
      response_types: ['code'],
      scope: 'listings:read listings:write offline_access',
      application_type: 'native',
    },
    asks: 'listings:read listings:write offline_access',
  },
  // Its own package, a development dependency
  'mcp-remote': {
    body: {
      redirect_uris: ['http://localhost:3334/oauth/callback'],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      client_name: 'MCP CLI Proxy',
      client_uri: 'https://github.com/modelcontextprotocol/mcp-cli',
      software_id: '2e6dc280-f3c3-4e01-99a7-8181dbd1d23d',
      software_version: '1.0.0',
      scope: 'openid email profile',
    },
    asks: 'openid email profile',
  },
  'a host that asks for all kinds of things': {
    body: {
      client_name: 7,
      client_uri: 'not an address',
      logo_uri: 'javascript:alert(1)',
      redirect_uris: ['http://[::1]/callback'],
      grant_types: ['client_credentials', 'password'],
      response_types: ['token'],
      contacts: ['nobody'],
      jwks_uri: 'http://127.0.0.1/jwks',
      id_token_signed_response_alg: 'none',
      subject_type: 'pairwise',
      sector_identifier_uri: 'https://elsewhere.example/sector.json',
      token_endpoint_auth_method: 'private_key_jwt',
      request_uris: ['https://elsewhere.example/'],
    },
  },
};

describe('the registration of hosts', () => {
  const api = useApi();

  const register = (body: unknown) =>
    api.server.fetch('/oauth/register', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  for (const [name, { body, asks, redirect = body.redirect_uris[0] }] of Object.entries(HOSTS)) {
    it(`accepts ${name}, and says what it gets instead`, async () => {
      const response = await register(body);
      const registered = (await response.json()) as Json;
      expect(response.status, JSON.stringify(registered)).to.equal(201);
      expect(registered).to.not.have.property('client_secret');
      expect(registered.token_endpoint_auth_method).to.equal('none');
      expect(registered.redirect_uris).to.deep.equal(body.redirect_uris);
      expect(registered.grant_types).to.include('authorization_code').and.not.include(DEVICE_CODE);
      if (registered.scope !== undefined) expect(registered.scope).to.equal(BOTH);

      const parameters = {
        response_type: 'code',
        client_id: registered.client_id,
        redirect_uri: redirect,
        code_challenge: CHALLENGE,
        code_challenge_method: 'S256',
        resource: `${api.server.url}/mcp/oauth`,
        ...(asks === undefined ? {} : { scope: asks }),
      };
      const asked = await visitorOf(api.server).get(`/oauth/authorize?${new URLSearchParams(parameters)}`);
      expect(asked.location, asked.html).to.include('/account/apps/allow/');
    });
  }

  it('refuses what would be unsafe', async () => {
    const withRedirects = async (...redirect_uris: unknown[]) =>
      (await register({ client_name: 'Host', redirect_uris })).status;
    expect(await withRedirects()).to.equal(400);
    expect(await withRedirects('http://elsewhere.example/callback')).to.equal(400);
    expect(await withRedirects('javascript:alert(1)')).to.equal(400);
    expect(await withRedirects('https://app.example/#fragment')).to.equal(400);
    expect(await withRedirects(7)).to.equal(400);
    expect(await withRedirects({ toString: 1 })).to.equal(400);
    expect((await register({ client_name: 'Host', redirect_uris: 'https://app.example' })).status).to.equal(
      400,
    );
    expect((await register('text')).status).to.equal(400);
    for (const address of [
      'ms-msdt:/id',
      'ssh://host.example/x',
      'mailto:a@b.example',
      'https://me:pw@app.example/',
    ])
      expect(await withRedirects('https://app.example/', address), address).to.equal(400);
    expect(await withRedirects('com.example.app:/callback')).to.equal(201);
  });

  it('limits the bytes of a client, and how many may wait to be connected', async () => {
    const redirect_uris = ['https://app.example/'];
    const { knex } = api.server.database;
    const long = Array.from({ length: 60 }, (_, n) => `https://app.example/${n}/${'x'.repeat(60)}`);
    expect((await register({ client_name: 'Host', redirect_uris: long })).status).to.equal(400);
    expect((await register({ client_name: 'Host', redirect_uris, jwks: { keys: long } })).status).to.equal(
      201,
    );
    const jwks = { keys: [...long, ...long] };
    expect((await register({ client_name: 'Host', redirect_uris, jwks })).status).to.equal(413);
    await knex.raw(`insert into oauth_records (model, id, payload, created_at)
      select 'Client', 'old-' || n, '{}', now() - make_interval(secs => n) from generate_series(1, 1100) n`);
    await register({ client_name: 'Newest', redirect_uris });
    const kept = await knex('oauth_records').where({ model: 'Client' }).orderBy('created_at').pluck('id');
    expect(kept).to.have.length(1000);
    expect(kept).to.include('old-1').and.not.include('old-1100');
  });

  it('answers text that no database stores with 400', async () => {
    const { client_id } = (await (
      await register({ client_name: 'Host', redirect_uris: ['https://app.example/'] })
    ).json()) as Json;
    const visitor = visitorOf(api.server);
    expect((await visitor.get('/oauth/authorize?client_id=%00')).status).to.equal(400);
    const challenge = `&response_type=code&code_challenge_method=S256&code_challenge=${'a'.repeat(43)}`;
    const asked = await visitor.get(`/oauth/authorize?client_id=${client_id}&state=%00${challenge}`);
    expect(asked.location ?? String(asked.status)).to.match(/error=invalid_request|400/);
    expect(
      (await register({ client_name: '\ud800', redirect_uris: ['https://app.example/'] })).status,
    ).to.equal(400);
    const token = await api.server.fetch('/oauth/token', {
      method: 'POST',
      body: new URLSearchParams({ client_id: '\0', grant_type: 'refresh_token', refresh_token: '\0' }),
    });
    expect(token.status).to.be.within(400, 401);
  });
});

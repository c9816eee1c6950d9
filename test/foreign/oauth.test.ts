// Hosts that sign in by OAuth: third-party clients connect, are authorized in a browser, and manage a listing.
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Client as ClientV2,
  StreamableHTTPClientTransport as TransportV2,
} from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect } from 'chai';
import { type Json, newProduct, useApi } from '../helpers/api.js';
import { allowApp } from '../helpers/consent.js';
import { makeTempDir } from '../helpers/environment.js';
import { JOURNEY_ENVIRONMENT } from '../helpers/journey.js';
import { type Visitor, visitorOf } from '../helpers/pages.js';
import { freePort } from '../helpers/ports.js';
import { NODE_OPTIONS } from '../helpers/process.js';

const IDENTITY = { name: 'somebody', version: '1.0.0' };
/** Nothing listens there: the code is read from the address that the browser is redirected to. */
const CALLBACK = 'http://127.0.0.1:9/callback';

describe('OAuth apps', () => {
  const api = useApi(JOURNEY_ENVIRONMENT);
  let count = 0;

  async function member(): Promise<Visitor> {
    const visitor = visitorOf(api.server);
    await visitor.signUp(`member${++count}@example.com`);
    return visitor;
  }

  const answer = (visitor: Visitor, url: URL | string) => allowApp(api.server, visitor, url);

  /** The storage that an SDK needs from its host, in memory. */
  function host() {
    const memory: Json = {};
    return {
      memory,
      redirectUrl: CALLBACK,
      clientMetadata: { client_name: 'Somebody’s host', redirect_uris: [CALLBACK] },
      clientInformation: () => memory.client,
      saveClientInformation: (client: Json) => {
        memory.client = client;
      },
      tokens: () => memory.tokens,
      saveTokens: (tokens: Json) => {
        memory.tokens = tokens;
      },
      redirectToAuthorization: (url: URL) => {
        memory.url = url;
      },
      saveCodeVerifier: (verifier: string) => {
        memory.verifier = verifier;
      },
      codeVerifier: () => memory.verifier,
    };
  }

  async function manage(call: (name: string, input: Json) => Promise<Json>): Promise<void> {
    const value = async (name: string, input: Json) => {
      const result = await call(name, input);
      expect(result.isError ?? false, JSON.stringify(result)).to.equal(false);
      return result.structuredContent;
    };
    const { listing } = await value('submit_listing', newProduct());
    expect(
      (await value('set_listing_status', { slug: listing.slug, action: 'archive' })).listing.status,
    ).to.equal('archived');
    const own = await value('list_my_listings', { status: 'archived' });
    expect(own.listings.map(({ slug }: Json) => slug)).to.deep.equal([listing.slug]);
  }

  /** With them the challenge names every scope that tools need. */
  const ALL_TOOLS = { headers: { 'x-mcp-toolsets': 'all' } };
  const ADDRESS = () => new URL('/mcp/oauth', api.server.url);

  for (const [name, connect] of [
    [
      'v1 SDK',
      (authProvider: Json) => {
        const transport = new TransportV1(ADDRESS(), { authProvider, requestInit: ALL_TOOLS });
        return { transport, client: new ClientV1(IDENTITY) };
      },
    ],
    [
      'v2 SDK',
      (authProvider: Json) => {
        const transport = new TransportV2(ADDRESS(), { authProvider, requestInit: ALL_TOOLS });
        return { transport, client: new ClientV2(IDENTITY) };
      },
    ],
  ] as const) {
    it(`connect with the ${name}, manage a listing, refresh, and are refused once revoked`, async () => {
      const visitor = await member();
      const authProvider = host();
      const { memory } = authProvider;
      const first = connect(authProvider) as Json;
      const refusal = await first.client.connect(first.transport).catch((error: Error) => error);
      expect(refusal).to.be.instanceOf(Error);
      expect(memory.url, String(refusal)).to.be.instanceOf(URL);
      expect(memory.client.client_secret).to.equal(undefined);
      const { searchParams } = await answer(visitor, memory.url);
      await first.transport.finishAuth(searchParams.get('code'), searchParams.get('iss') ?? undefined);

      const { client, transport } = connect(authProvider) as Json;
      await client.connect(transport);
      await manage((tool, input) => client.callTool({ name: tool, arguments: input }));

      // An access token that is not valid any more is replaced without the member.
      const [before] = [memory.tokens];
      memory.tokens = { ...before, access_token: 'expired' };
      await client.callTool({ name: 'list_my_listings', arguments: {} });
      expect(memory.tokens.refresh_token).to.not.equal(before.refresh_token);

      const listed = await visitor.get('/account/apps');
      expect(listed.html).to.include('Somebody’s host');
      const id = /\/account\/apps\/([0-9a-f-]{36})\/revoke/.exec(listed.html)?.[1];
      await visitor.submit(`/account/apps/${id}/revoke`, {}, '/account/apps');
      const { status } = await fetch(ADDRESS(), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${memory.tokens.access_token}`,
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
      });
      expect(status).to.equal(401);
      await client.close();
    });
  }

  it('connect with mcp-remote', async function () {
    // A third-party program, whose own ports and files may be taken.
    this.retries(2);
    const visitor = await member();
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [
        ...NODE_OPTIONS,
        'node_modules/mcp-remote/dist/proxy.js',
        ADDRESS().href,
        // The port it would derive from the address may be taken.
        String(await freePort()),
        ...['--transport', 'http-only'],
      ],
      env: { ...process.env, MCP_REMOTE_CONFIG_DIR: makeTempDir(), PATH: '' } as Record<string, string>,
      stderr: 'pipe',
    });
    let printed = '';
    transport.stderr?.on('data', async (chunk: Buffer) => {
      printed += chunk;
      // Complete only with what follows it: output arrives in pieces.
      const url = /https?:\S+\/oauth\/authorize\S+(?=\s)/.exec(printed)?.[0];
      if (!url) return;
      printed = '';
      const callback = await answer(visitor, url);
      // It prints the address before it listens.
      for (let tries = 0; tries < 200 && !(await fetch(callback).catch(() => null)); tries++) await sleep(50);
    });
    const client = new ClientV1(IDENTITY);
    try {
      await client.connect(transport, { timeout: 20_000 });
      await manage((name, input) => client.callTool({ name, arguments: input }) as Promise<Json>);
    } finally {
      await client.close();
    }
  }).timeout(90_000);
});

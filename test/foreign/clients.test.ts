// Third-party MCP clients, from nothing but the address to a managed listing.
import {
  Client as ClientV2,
  StreamableHTTPClientTransport as TransportV2,
} from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect } from 'chai';
import { type Json, newProduct } from '../helpers/api.js';
import { completeJourney, JOURNEY_ENVIRONMENT, useSurroundings } from '../helpers/journey.js';
import { type TestServer, useServer } from '../helpers/server.js';

type CallTool = (name: string, input: Json, key?: string) => Promise<Json>;

const IDENTITY = { name: 'somebody', version: '1.0.0' };

/** From an account to a restored listing. @returns the key of the account */
async function journey(callTool: CallTool, email: string): Promise<string> {
  const value = async (name: string, input: Json, key?: string) => {
    const result = await callTool(name, input, key);
    expect(result.isError ?? false, JSON.stringify(result)).to.equal(false);
    return result.structuredContent;
  };
  const refused = await callTool('register_account', { name: 'Ada', email, password: 'short' });
  expect(refused.isError).to.equal(true);
  const error = JSON.parse(refused.content[0].text);
  expect(error).to.include({ code: 'validation_error', field: 'password' });
  expect(error.next_step).to.be.a('string');

  const { api_key } = await value('register_account', { name: 'Ada', email, password: 'long enough' });
  const { key } = api_key;
  const product = newProduct({ features: ['Works offline'], categories: ['productivity'] });
  const submitted = await value('submit_listing', product, key);
  expect(submitted).to.include({ created: true, status: 'live' });
  const { slug } = submitted.listing;
  expect((await value('get_listing', { slug })).listing.name).to.equal(product.name);
  const found = await value('search_listings', { q: product.name, limit: 5 });
  expect(found.listings.map((listing: Json) => listing.slug)).to.include(slug);
  const archived = await value('set_listing_status', { slug, action: 'archive', reason: 'A pause' }, key);
  expect(archived.listing).to.include({ status: 'archived', status_reason: 'A pause' });
  expect(JSON.parse((await callTool('get_listing', { slug })).content[0].text).code).to.equal('not_found');
  const own = await value('list_my_listings', { status: 'archived' }, key);
  expect(own.listings.map((listing: Json) => listing.slug)).to.deep.equal([slug]);
  const restored = await value('set_listing_status', { slug, action: 'restore' }, key);
  expect(restored.listing.status).to.equal('live');
  return key;
}

function headersOf(key: string | undefined) {
  return { requestInit: { headers: key ? { authorization: `Bearer ${key}` } : undefined } };
}

function addressOf(server: TestServer): URL {
  return new URL('/mcp', server.url);
}

describe('the whole journey', () => {
  const server = useServer(JOURNEY_ENVIRONMENT);
  const surroundings = useSurroundings(server);

  /** Calls tools over one connection for each key, as hosts do that read it from their settings. */
  function caller<
    C extends { callTool(call: { name: string; arguments: Json }): Promise<Json>; close(): Promise<void> },
  >(connect: (key?: string) => Promise<C>): CallTool & { close(): Promise<unknown> } {
    const clients = new Map<string | undefined, Promise<C>>();
    const call: CallTool = async (name, input, key) => {
      const client = clients.get(key) ?? connect(key);
      clients.set(key, client);
      return (await client).callTool({ name, arguments: input });
    };
    const close = async () =>
      Promise.all([...clients.values()].map(async (client) => (await client).close()));
    return Object.assign(call, { close });
  }

  it('works with the v1 SDK client', async () => {
    const call = caller(async (key) => {
      const client = new ClientV1(IDENTITY);
      await client.connect(new TransportV1(addressOf(server), headersOf(key)));
      // The client validates results against the schemas it has listed.
      await client.listTools();
      return client;
    });
    const key = await journey(call, 'v1@example.com');
    await completeJourney(surroundings, (name, input) => call(name, input, key));
    await call.close();
  });

  it('works with the v2 SDK client', async () => {
    const call = caller(async (key) => {
      const client = new ClientV2(IDENTITY, { versionNegotiation: { mode: 'auto' } });
      await client.connect(new TransportV2(addressOf(server), headersOf(key)));
      expect(client.getNegotiatedProtocolVersion()).to.equal('2026-07-28');
      await client.listTools();
      return client;
    });
    await journey(call, 'v2@example.com');
    await call.close();
  });
});

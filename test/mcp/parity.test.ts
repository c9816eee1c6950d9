// Each tool returns what its REST operation returns, success and error, from the same state.
import { expect } from 'chai';
import { type ApiAnswer, type Json, newProduct, useApi } from '../helpers/api.js';
import { ERAS, type Mcp, mcpOf } from '../helpers/mcp.js';

type Caller = 'guest' | 'owner' | 'other' | 'admin' | 'revoked';

interface Row {
  what: string;
  as: Caller;
  tool: string;
  input: Json;
  method: 'GET' | 'POST';
  path: string;
  body?: Json;
}

describe('a tool and its REST operation', () => {
  const api = useApi();
  let mcp: Mcp;
  const keys: Record<Caller, string | undefined> = {
    guest: undefined,
    owner: '',
    other: '',
    admin: '',
    revoked: '',
  };
  const slugs = { live: '', archived: '', rejected: '' };
  let hiddenSite = '';
  let takenEmail = '';

  before(async () => {
    mcp = mcpOf(api.server);
    const owner = await api.register();
    takenEmail = owner.email;
    keys.owner = owner.key;
    keys.other = (await api.register()).key;
    keys.admin = (await api.registerAdmin()).key;
    const revoked = await api.register();
    keys.revoked = revoked.key;
    const [{ id }] = (await api.get('/api/v1/api-keys', { key: revoked.key })).body.api_keys;
    await api.delete(`/api/v1/api-keys/${id}`, { key: revoked.key });
    for (const state of ['live', 'archived', 'rejected'] as const) {
      const listing = await api.submit(owner.key, { categories: ['ai'], pricing_model: 'free' });
      slugs[state] = listing.slug;
      if (state === 'archived') hiddenSite = listing.website_url;
      const action = { archived: 'archive', rejected: 'reject', live: null }[state];
      if (action) await api.post(`/api/v1/listings/${listing.slug}`, { action }, { key: keys.admin });
    }
  });

  const search = (query: Json, as: Caller = 'guest'): Omit<Row, 'what'> => ({
    as,
    tool: 'search_listings',
    input: { limit: 20, detail: 'full', ...query },
    method: 'GET',
    path: `/api/v1/listings?${new URLSearchParams(query)}`,
  });
  const get = (slug: string, as: Caller): Omit<Row, 'what'> => ({
    as,
    tool: 'get_listing',
    input: { slug },
    method: 'GET',
    path: `/api/v1/listings/${encodeURIComponent(slug)}`,
  });
  const mine = (query: Json, as: Caller): Omit<Row, 'what'> => ({
    as,
    tool: 'list_my_listings',
    input: { limit: 20, detail: 'full', ...query },
    method: 'GET',
    path: `/api/v1/listings?${new URLSearchParams({ ...query, mine: '1' })}`,
  });
  const submit = (body: Json, as: Caller): Omit<Row, 'what'> => ({
    as,
    tool: 'submit_listing',
    input: body,
    method: 'POST',
    path: '/api/v1/listings',
    body,
  });
  const act = (slug: string, body: Json, as: Caller): Omit<Row, 'what'> => ({
    as,
    tool: 'set_listing_status',
    input: { slug, ...body },
    method: 'POST',
    path: `/api/v1/listings/${encodeURIComponent(slug)}`,
    body,
  });
  const register = (body: Json): Omit<Row, 'what'> => ({
    as: 'guest',
    tool: 'register_account',
    input: body,
    method: 'POST',
    path: '/api/v1/agents/register',
    body,
  });

  const rows = (): Row[] => [
    { what: 'a search', ...search({ q: 'notes', limit: 2, sort: 'name' }) },
    { what: 'filters', ...search({ category: 'ai', pricing: 'free' }) },
    { what: 'a limit above the largest', ...search({ limit: 99 }) },
    { what: 'an unknown parameter', ...search({ catgory: 'ai' }) },
    { what: 'an unknown category', ...search({ category: 'x' }) },
    { what: 'a page below one', ...search({ page: 0 }) },
    { what: 'a cursor of nobody', ...search({ cursor: 'abc' }) },
    { what: 'a deep page', ...search({ q: 'notes', page: 99_999 }) },
    { what: 'a search with a revoked key', ...search({ q: 'notes' }, 'revoked') },
    { what: 'a live listing', ...get(slugs.live, 'guest') },
    { what: 'an own archived listing', ...get(slugs.archived, 'owner') },
    { what: "another's archived listing", ...get(slugs.archived, 'other') },
    { what: 'an archived listing, as an admin', ...get(slugs.archived, 'admin') },
    { what: 'a missing listing', ...get('no-such-listing', 'guest') },
    { what: 'what can be no slug', ...get('../etc/passwd', 'guest') },
    { what: 'own listings', ...mine({}, 'owner') },
    { what: 'own listings in a status', ...mine({ status: 'rejected' }, 'owner') },
    { what: 'own listings in no status', ...mine({ status: 'gone' }, 'owner') },
    { what: 'own listings of a guest', ...mine({}, 'guest') },
    { what: 'a submission by a guest', ...submit(newProduct(), 'guest') },
    { what: 'an empty submission', ...submit({}, 'owner') },
    {
      what: 'a submission with several mistakes',
      ...submit({ name: '', website: 'x', features: 3 }, 'owner'),
    },
    { what: 'two different sites', ...submit(newProduct({ website: 'https://other.example.com' }), 'owner') },
    { what: 'a hidden site of another', ...submit(newProduct({ website_url: hiddenSite }), 'other') },
    {
      what: 'prohibited content',
      ...submit(newProduct({ tagline: 'Buy cocaine and heroin online' }), 'owner'),
    },
    { what: 'archiving as a guest', ...act(slugs.live, { action: 'archive' }, 'guest') },
    { what: "archiving another's live listing", ...act(slugs.live, { action: 'archive' }, 'other') },
    { what: "archiving another's hidden listing", ...act(slugs.archived, { action: 'archive' }, 'other') },
    { what: 'archiving what is archived', ...act(slugs.archived, { action: 'archive' }, 'owner') },
    { what: 'rejecting as its owner', ...act(slugs.live, { action: 'reject' }, 'owner') },
    { what: 'restoring a rejected one as its owner', ...act(slugs.rejected, { action: 'restore' }, 'owner') },
    { what: 'an unknown action', ...act(slugs.live, { action: 'explode' }, 'owner') },
    {
      what: 'an overlong reason',
      ...act(slugs.live, { action: 'archive', reason: 'x'.repeat(501) }, 'owner'),
    },
    { what: 'a known email', ...register({ name: 'A', email: takenEmail, password: 'long enough' }) },
    { what: 'a short password', ...register({ name: 'A', email: 'p@example.com', password: 'short' }) },
    { what: 'nothing', ...register({}) },
  ];

  /** Without members that differ from request to request. */
  const comparable = (body: Json) => {
    const { request_id: _, next_step: __, ...rest } = body;
    return rest;
  };

  it('return the same in every case', async () => {
    for (const { what, as, tool, input, method, path, body } of rows()) {
      const rest: ApiAnswer = await api.call(method, path, { body, key: keys[as] });
      for (const era of ERAS) {
        const { value, error, http } = await mcp.callTool(tool, input, { key: keys[as], era });
        expect(comparable(value ?? error), `${what}, ${era}`).to.deep.equal(comparable(rest.body));
        // Clients throw on HTTP errors: what REST expresses by its status is in the result of the tool.
        expect(http.status, `${what}, ${era}`).to.equal(as === 'revoked' ? 401 : 200);
      }
    }
  });

  it('create, update, return and move listings alike', async () => {
    const shape = ({ listing, url: _, ...rest }: Json) => {
      const {
        id: __,
        slug: ___,
        url: ____,
        created_at: _____,
        updated_at: ______,
        published_at: _______,
        ...shown
      } = listing;
      return { listing: shown, ...rest };
    };
    const product = newProduct({ name: 'Twins', categories: ['ai'] });
    const sites = ['https://one.twins.example.com', 'https://two.twins.example.com'];
    const steps: [Caller, Json][] = [
      ['owner', product],
      ['owner', { ...product, tagline: 'Changed', categories: null }],
      ['other', { ...product, tagline: 'Not mine' }],
    ];
    for (const [as, fields] of steps) {
      const rest = await api.post(
        '/api/v1/listings',
        { ...fields, website_url: sites[0] },
        { key: keys[as] },
      );
      const tool = await mcp.callTool(
        'submit_listing',
        { ...fields, website_url: sites[1] },
        { key: keys[as] },
      );
      const text = JSON.stringify(shape(tool.value)).replaceAll(sites[1] as string, sites[0] as string);
      expect(JSON.parse(text)).to.deep.equal(shape(rest.body));
      expect(tool.value.created).to.equal(rest.status === 201);
    }
    for (const [action, as] of [
      ['archive', 'owner'],
      ['reject', 'admin'],
      ['restore', 'admin'],
      ['restore', 'admin'],
    ] as const) {
      const rest = await api.post('/api/v1/listings/twins', { action, reason: 'Why' }, { key: keys[as] });
      const tool = await mcp.callTool(
        'set_listing_status',
        { slug: 'twins-2', action, reason: 'Why' },
        { key: keys[as] },
      );
      expect(tool.value.listing.status).to.equal(rest.body.listing.status);
      expect(tool.value.listing.status_reason).to.equal(rest.body.listing.status_reason);
    }
  });

  it('register accounts alike', async () => {
    const account = { name: 'Twin', password: 'long enough', key_name: 'agent', extra: true };
    const rest = await api.post('/api/v1/agents/register', { ...account, email: 'rest@example.com' });
    const tool = await mcp.callTool('register_account', { ...account, email: 'mcp@example.com' });
    expect(Object.keys(tool.value)).to.have.members([...Object.keys(rest.body), 'next_step']);
    expect(tool.value.warnings).to.deep.equal(rest.body.warnings);
    expect(tool.value.user).to.include({ email: 'mcp@example.com', role: 'user' });
    expect(tool.value.api_key).to.include({ name: 'agent' });
    const own = await mcp.callTool('list_my_listings', {}, { key: tool.value.api_key.key });
    expect(own.value.total).to.equal(0);
  });
});

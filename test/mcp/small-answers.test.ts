// What the MCP server puts into the context of a model stays small.
import { expect } from 'chai';
import { DEMO_LISTINGS } from '../data/demo-listings.js';
import { type Json, newProduct, useApi } from '../helpers/api.js';
import { type Mcp, mcpOf } from '../helpers/mcp.js';
import { tokensOf, tokensOfResult } from '../helpers/tokens.js';

describe('the answers of the MCP server', () => {
  const api = useApi();
  let mcp: Mcp;
  let key: string;
  before(async () => {
    mcp = mcpOf(api.server);
    key = (await api.register()).key;
    for (const listing of DEMO_LISTINGS.slice(0, 60)) await api.submit(key, listing);
  });

  const call = async (name: string, input: Json, options = {}) =>
    (await mcp.callTool(name, input, options)).http.body.result;

  it('list the tools in 1,800 tokens for a guest, and in 2,500 with a key', async () => {
    const tokensFor = async (as?: string) =>
      tokensOf((await mcp.request('tools/list', {}, { key: as })).body.result.tools);
    expect(await tokensFor()).to.be.at.most(1800);
    expect(await tokensFor(key)).to.be.at.most(2500);
  });

  it('find 20 listings in 850 tokens, and 50 in 2,100', async () => {
    for (const q of ['notes', 'team planner', undefined]) {
      const twenty = await call('search_listings', { q, limit: 20 });
      expect(tokensOfResult(twenty), q).to.be.at.most(850);
      expect(tokensOfResult(await call('search_listings', { q, limit: 50 })), q).to.be.at.most(2100);
    }
    const { listings, next_cursor: cursor } = (await call('search_listings', {})).structuredContent;
    expect(listings).to.have.length(20);
    expect(listings[0]).to.include.all.keys('slug', 'name', 'tagline', 'website_url');
    expect(listings[0]).to.not.have.any.keys('description', 'id', 'created_at', 'why');
    const more = (await call('search_listings', { cursor })).structuredContent;
    expect(more.listings.map(({ slug }: Json) => slug)).to.not.have.members(
      listings.map(({ slug }: Json) => slug),
    );
  });

  it('say why a listing matched, where its name and tagline do not show it', async () => {
    const description = `${'Much is told before. '.repeat(20)}Then it exports to quixotic parchment.${' And more after.'.repeat(20)}`;
    const { slug } = await api.submit(key, newProduct({ description, features: ['Reads zymurgy files'] }));
    const whyOf = async (q: string) => {
      const { listings } = (await call('search_listings', { q })).structuredContent;
      return listings.find((listing: Json) => listing.slug === slug)?.why;
    };
    expect(await whyOf('parchments'))
      .to.match(/^….*parchment.*…$/)
      .and.have.length.below(60);
    expect(await whyOf('zymurgy')).to.equal('Reads zymurgy files');
  });

  it('stay below 10,000 tokens with the longest texts, also in full', async () => {
    const other = (await api.register()).key;
    for (let n = 0; n < 20; n += 1) {
      await api.submit(other, {
        ...newProduct(),
        name: `${n} `.padEnd(80, 'long name '),
        tagline: 'longish words '.repeat(11),
        description: 'sentences that go on, '.repeat(181),
        features: Array.from({ length: 8 }, (_, line) => `${line} `.padEnd(120, 'feature text ')),
      });
    }
    for (const name of ['search_listings', 'list_my_listings']) {
      for (const detail of ['brief', 'full']) {
        const result = await call(name, { detail }, { key: other });
        expect(tokensOfResult(result, 'records'), `${name} ${detail}`).to.be.below(10_000);
      }
    }
  });

  it('show own listings with their status', async () => {
    const other = (await api.register()).key;
    const { slug } = await api.submit(other);
    await api.post(`/api/v1/listings/${slug}`, { action: 'archive', reason: 'A pause' }, { key: other });
    const { listings } = (await call('list_my_listings', {}, { key: other })).structuredContent;
    expect(listings[0]).to.include({ slug, status: 'archived', status_reason: 'A pause' });
  });

  it('put warnings first, and name what was meant', async () => {
    const result = await call('search_listings', { query: 'notes' });
    expect(Object.keys(result.structuredContent)[0]).to.equal('warnings');
    expect(result.structuredContent.warnings[0].error).to.include('Did you mean "q"?');
    const { error } = await mcp.callTool(
      'submit_listing',
      { title: 'X', url: 'https://x.example.com' },
      { key },
    );
    const named = error.errors.map(({ field, code }: Json) => [field, code]);
    expect(named.slice(0, 2)).to.deep.equal([
      ['title', 'unknown_field'],
      ['url', 'unknown_field'],
    ]);
    expect(error.errors[0].error).to.include('Did you mean "name"?');
    expect(error.errors[1].error).to.include('Did you mean "website_url"?');
  });

  it('take another form of a word for no misspelling, and a misspelling for one', async () => {
    await api.submit(key, newProduct({ tagline: 'We gladly harvest turnips' }));
    const readAs = async (q: string) => (await call('search_listings', { q })).structuredContent.corrected_to;
    expect(await readAs('harvests')).to.equal(undefined);
    expect(await readAs('turniips')).to.equal('turnips');
  });

  it('have the shapes that deep-research hosts ask for', async () => {
    const found = await call('search', { query: 'notes' });
    const { results } = found.structuredContent;
    expect(results.length).to.be.within(1, 10);
    for (const result of results) expect(result).to.have.all.keys('id', 'title', 'url');
    const { structuredContent: document } = await call('fetch', { id: results[0].id });
    expect(document).to.have.all.keys('id', 'title', 'text', 'url', 'metadata');
    expect(document.text).to.match(/^# /).and.include('- Website: http');
    expect((await mcp.callTool('fetch', {})).error).to.include({ code: 'validation_error', field: 'id' });
    expect((await mcp.callTool('fetch', { id: 'nowhere' })).error).to.include({ code: 'not_found' });
  });
});

// Facts that the operator defines, one of each type, at every door.
import { expect } from 'chai';
import { systemActor } from '../core/kernel/actor.js';
import { updateSettings } from '../core/settings/manage.js';
import { adminOf } from './helpers/admin.js';
import { expectError, type Json, newProduct, useApi } from './helpers/api.js';
import { mcpOf } from './helpers/mcp.js';

const operator = systemActor('cli');

/** One of each type. */
const FACTS = [
  { key: 'shelf', label: 'Shelf', type: 'choices', open: true, filter: true, pages: true },
  {
    key: 'size',
    label: { en: 'Size', de: 'Größe' },
    type: 'choice',
    options: ['Small', 'Large'],
    filter: true,
    shown: true,
  },
  { key: 'motto', type: 'text' },
  { key: 'founded', label: 'Founded', type: 'number', filter: true },
  { key: 'opened', label: 'Opened on', type: 'date' },
  { key: 'handbook', label: 'Handbook', type: 'link' },
  { key: 'remote', label: 'Remote', type: 'yes_no', filter: true },
  { key: 'rating', label: 'Our rating', type: 'number', staff: true },
];
const VALUES = {
  shelf: ['Heat pumps', 'Solar'],
  size: 'Small',
  motto: 'Warm without smoke',
  founded: 1999,
  opened: '2001-05-17',
  handbook: 'https://example.org/handbook',
  remote: true,
};

describe('facts of the operator', () => {
  const api = useApi();
  const admin = adminOf(api.server.database);
  let owner: Json;
  let root: Json;
  let listing: Json;

  before(async () => {
    await updateSettings(operator, { facts: FACTS });
    owner = await api.register();
    root = await api.registerAdmin();
    listing = await api.submit(owner.key, { name: 'Warm', facts: VALUES });
    await api.submit(owner.key, { name: 'Cold', facts: { shelf: ['solar'], size: 'LARGE', remote: false } });
    await api.submit(owner.key, { name: 'Bare' });
  });

  const rowOf = (slug: string): Promise<Json> => api.server.database.knex('listings').where({ slug }).first();
  const slugsOf = async (query: string): Promise<string[]> =>
    (await api.get(`/api/v1/listings?${query}`)).body.listings.map(({ slug }: Json) => slug);
  const patch = (slug: string, facts: unknown, key = owner.key) =>
    api.patch(`/api/v1/listings/${slug}`, { facts }, { key });

  it('are in the record as they were written, and null where there is none', async () => {
    expect(listing.facts).to.deep.equal(VALUES);
    expect((await api.get('/api/v1/listings/bare')).body.listing.facts).to.equal(null);
    // One spelling each, and options as they are spelled.
    expect((await api.get('/api/v1/listings/cold')).body.listing.facts).to.deep.equal({
      shelf: ['Solar'],
      size: 'Large',
      remote: false,
    });
  });

  it('stay where a change leaves them out, and are cleared by null', async () => {
    const { body } = await patch('cold', { motto: ' Cool ', size: null });
    expect(body.listing.facts).to.deep.equal({ shelf: ['Solar'], motto: 'Cool', remote: false });
    const cleared = await api.patch('/api/v1/listings/cold', { facts: null }, { key: owner.key });
    expect(cleared.body.listing.facts).to.equal(null);
    await patch('cold', { shelf: 'Solar', size: 'Large', remote: false });
    const entry = await api.server.database
      .knex('audit_entries')
      .where({ subject_id: (await rowOf('cold')).id })
      .orderBy('id', 'desc')
      .first();
    expect([entry.before, entry.after]).to.deep.equal([
      { facts: null },
      { facts: { size: 'Large', shelf: ['Solar'], remote: false } },
    ]);
  });

  it('are refused with their path where a value is invalid, all at once', async () => {
    const wrong = {
      shelf: Array.from({ length: 21 }, (_, n) => `Shelf ${n}`),
      size: 'Medium',
      motto: 'x'.repeat(201),
      founded: 'long ago',
      opened: '2001-02-30',
      handbook: 'javascript:alert(1)',
      remote: 'perhaps',
    };
    const refused = await patch('bare', wrong);
    expectError(refused, 400, 'validation_error', 'facts');
    expect(refused.body.errors.map(({ field, path }: Json) => `${field} ${path}`)).to.have.members(
      Object.keys(wrong).map((key) => `facts /facts/${key}`),
    );
    expect((await rowOf('bare')).facts).to.equal(null);
  });

  it('warn of what is not defined, and of what is for staff', async () => {
    const { status, body } = await patch('bare', { colour: 'red', rating: 5, __proto__x: 1 });
    expect(status).to.equal(200);
    expect(body.warnings.map(({ field, code }: Json) => `${field} ${code}`)).to.deep.equal([
      'facts.colour unknown_field',
      'facts.rating unknown_field',
      'facts.__proto__x unknown_field',
    ]);
    const { body: rated } = await patch('warm', { rating: 5 }, root.key);
    expect(rated.listing.facts).to.include({ rating: 5 });
    expect((await api.get('/api/v1/listings/warm')).body.listing.facts).to.deep.equal(VALUES);
  });

  it('are screened', async () => {
    const refused = await patch('bare', { motto: 'Buy cocaine online, discreet shipping' });
    expectError(refused, 422, 'content_policy', 'facts');
    expectError(await patch('bare', { shelf: ['Buy cocaine online'] }), 422, 'content_policy', 'facts');
  });

  it('are found by a search, topics like a name', async () => {
    expect(await slugsOf('q=heat+pump&sort=relevance')).to.deep.equal(['warm']);
    expect(await slugsOf('q=%22without+smoke%22')).to.deep.equal(['warm']);
    expect(await slugsOf('q=solar+-pumps')).to.deep.equal(['cold']);
  });

  it('filter lists: values of one are alternatives, all facts hold', async () => {
    expect(await slugsOf('fact.shelf=SOLAR')).to.have.members(['warm', 'cold']);
    expect(await slugsOf('fact.shelf=solar&fact.size=Large')).to.deep.equal(['cold']);
    expect(await slugsOf('fact.size=small&fact.size=large')).to.have.members(['warm', 'cold']);
    expect(await slugsOf('fact.founded=1999&fact.remote=true')).to.deep.equal(['warm']);
    expect(await slugsOf('fact.remote=no&q=cold')).to.deep.equal(['cold']);
    expect(await slugsOf('fact.shelf=heat-pumps&q=solar&sort=name')).to.deep.equal(['warm']);
    expect(await slugsOf('fact.shelf=solar&letter=w&sort=name')).to.deep.equal(['warm']);
    expect(await slugsOf('fact.shelf=unheard+of')).to.deep.equal([]);
    for (const query of [
      'fact.colour=red',
      'fact.motto=x',
      'fact.size=Medium',
      'fact.founded=old',
      'fact.rating=5',
    ])
      expectError(await api.get(`/api/v1/listings?${query}`), 400, 'validation_error', query.split('=')[0]);
    const mine = await api.get('/api/v1/listings?mine=1&fact.size=large', { key: owner.key });
    expect(mine.body.listings.map(({ slug }: Json) => slug)).to.deep.equal(['cold']);
  });

  it('are counted with facets=1, each without its own filter', async () => {
    const facetsOf = async (query: string) =>
      (await api.get(`/api/v1/listings?facets=1&${query}`)).body.facets;
    const whole = await facetsOf('');
    expect(whole.is_estimate).to.equal(false);
    expect(whole.shelf).to.deep.equal([
      { value: 'Solar', count: 2 },
      { value: 'Heat pumps', count: 1 },
    ]);
    expect(whole.remote).to.have.deep.members([
      { value: true, count: 1 },
      { value: false, count: 1 },
    ]);
    expect(whole.category.length).to.equal(16);
    expect(whole).not.to.have.any.keys('motto', 'rating');
    for (const q of ['', '&q=solar']) {
      const small = await facetsOf(`fact.size=Small${q}`);
      expect(small.size, q).to.deep.equal([
        { value: 'Large', count: 1 },
        { value: 'Small', count: 1 },
      ]);
      expect(small.founded, q).to.deep.equal([{ value: 1999, count: 1 }]);
      expect(small.remote, q).to.deep.equal([{ value: true, count: 1 }]);
      const both = await facetsOf(`fact.size=Small&fact.remote=yes${q}`);
      expect(both.shelf.length, q).to.equal(2);
      expect(both.remote, q).to.deep.equal([{ value: true, count: 1 }]);
    }
  });

  it('are described in the documents', async () => {
    const { body } = await api.get('/api/v1/schema');
    const described = new Map<string, Json>(body.listing.facts.map((fact: Json) => [fact.key, fact]));
    expect([...described.keys()]).to.deep.equal(Object.keys(VALUES));
    expect(described.get('size')).to.include({ label: 'Size', type: 'choice', open: false, is_shown: true });
    expect(body.listing.fields.facts.properties.size.enum).to.deep.equal(['Small', 'Large', null]);
    const document = (await api.get('/api/v1/openapi.json')).body;
    const { parameters } = document.paths['/api/v1/listings'].get;
    expect(parameters.map(({ name }: Json) => name)).to.include.members([
      'fact.shelf',
      'fact.size',
      'facets',
    ]);
  });

  it('are written, read, filtered and counted over MCP', async () => {
    const mcp = mcpOf(api.server);
    const { value } = await mcp.callTool('submit_listing', newProduct({ facts: VALUES }), { key: owner.key });
    expect(value.listing.facts).to.deep.equal(VALUES);
    await mcp.callTool(
      'update_listing',
      { slug: value.listing.slug, facts: { founded: 2000 } },
      { key: owner.key },
    );
    const found = await mcp.callTool('search_listings', {
      facts: { founded: 2000, size: ['small'] },
      facets: true,
    });
    expect(found.value.total).to.equal(1);
    expect(found.value.facets.shelf.length).to.equal(2);
    await api.delete(`/api/v1/listings/${value.listing.slug}`, { key: owner.key });
  });

  it('are edited, listed, exported and imported at the command line', async () => {
    const edited = await admin('listings edit bare --fact shelf=solar --fact founded=2020 --yes --json');
    expect(edited.json<Json>().listing.facts).to.deep.equal({ shelf: ['Solar'], founded: 2020 });
    const listed = await admin('listings list --fact founded=2020 --json');
    expect(listed.json<Json>().listings.map(({ slug }: Json) => slug)).to.deep.equal(['bare']);
    for (const format of ['csv', 'ndjson']) {
      const { stdout } = await admin(`listings export --format ${format}`);
      await api.server.database.knex('listings').delete();
      const imported = await admin('listings import - --json', stdout);
      expect(imported.json()).to.deep.include({ refused: 0, errors: [] });
      expect((await rowOf('warm')).facts, format).to.deep.equal({ ...VALUES, rating: 5 });
    }
    const cleared = await admin('listings edit bare --fact founded= --yes --json');
    expect(cleared.json<Json>().listing.facts).to.deep.equal({ shelf: ['Solar'] });
    const byLabel =
      'name,website,tagline,Shelf,Größe,Opened on\nNew,new.example.com,New,"Solar; Wind",large,2020-01-02\n';
    await admin('listings import - --format csv', byLabel);
    expect((await rowOf('new')).facts).to.deep.equal({
      shelf: ['Solar', 'Wind'],
      size: 'Large',
      opened: '2020-01-02',
    });
  });
});

// What every door does with the made-up field `mascot`, which nothing but made-up.ts and this file has heard of.
import { expect } from 'chai';
import { adminOf } from '../helpers/admin.js';
import { expectError, type Json, newProduct, useApi } from '../helpers/api.js';
import { mcpOf } from '../helpers/mcp.js';
import { visitorOf } from '../helpers/pages.js';

describe('the field mascot', () => {
  const api = useApi();
  const admin = adminOf(api.server.database);
  let owner: Json;
  let root: Json;

  before(async () => {
    await api.server.database.knex.raw('alter table listings add column mascot text');
    owner = await api.register();
    root = await api.registerAdmin();
  });

  const rowOf = (slug: string): Promise<Json> => api.server.database.knex('listings').where({ slug }).first();
  const lastEntry = (row: Json): Promise<Json> =>
    api.server.database.knex('audit_entries').where({ subject_id: row.id }).orderBy('id', 'desc').first();

  it('is written and read over REST, and audited', async () => {
    const { slug, mascot } = await api.submit(owner.key, { mascot: ' Gopher ' });
    expect(mascot).to.equal('Gopher');
    expect((await lastEntry(await rowOf(slug))).after).to.include({ mascot: 'Gopher' });

    const path = `/api/v1/listings/${slug}`;
    await api.patch(path, { mascot: 'Penguin' }, { key: owner.key });
    expect((await api.get(path)).body.listing.mascot).to.equal('Penguin');
    const { before, after } = await lastEntry(await rowOf(slug));
    expect({ before, after }).to.deep.equal({
      before: { mascot: 'Gopher' },
      after: { mascot: 'Penguin' },
    });

    const cleared = await api.patch(path, { mascot: '' }, { key: owner.key });
    expect(cleared.body.listing.mascot).to.equal(null);
    expect(cleared.body).not.to.have.property('warnings');
  });

  it('is validated and screened', async () => {
    const long = await api.post('/api/v1/listings', newProduct({ mascot: 'x'.repeat(61) }), {
      key: owner.key,
    });
    expectError(long, 400, 'validation_error', 'mascot');
    const bad = newProduct({ mascot: 'Buy cocaine online, discreet shipping' });
    expectError(await api.post('/api/v1/listings', bad, { key: owner.key }), 422, 'content_policy', 'mascot');
  });

  it('is found by a search, in lists and in the changes feed', async () => {
    const { slug } = await api.submit(owner.key, { mascot: 'Camel' });
    const { body } = await api.get('/api/v1/listings?q=camel');
    expect(body.listings.map((one: Json) => [one.slug, one.mascot])).to.deep.equal([[slug, 'Camel']]);
    const quoted = await api.get('/api/v1/listings?q=%22camel%22');
    expect(quoted.body.listings.map((one: Json) => one.slug)).to.deep.equal([slug]);
    // For guests, and so from the cache.
    await api.patch(`/api/v1/listings/${slug}`, { mascot: 'Elephant' }, { key: owner.key });
    expect((await api.get('/api/v1/listings?q=camel')).body.total).to.equal(0);
    await api.patch(`/api/v1/listings/${slug}`, { mascot: 'Camel' }, { key: owner.key });
    const all = await api.get('/api/v1/listings');
    expect(all.body.listings[0]).to.include({ slug, mascot: 'Camel' });
    const { changes } = (await api.get('/api/v1/listings/changes')).body;
    expect(changes.find((one: Json) => one.slug === slug).listing.mascot).to.equal('Camel');
  });

  it('is written and read over MCP', async () => {
    const mcp = mcpOf(api.server);
    const { tools } = (await mcp.request('tools/list')).body.result;
    const submit = tools.find((tool: Json) => tool.name === 'submit_listing');
    expect(submit.inputSchema.properties.mascot.maxLength).to.equal(60);
    const product = newProduct({ mascot: 'Otter' });
    const { value } = await mcp.callTool('submit_listing', product, { key: owner.key });
    expect(value.listing.mascot).to.equal('Otter');
    const { slug } = value.listing;
    const read = await mcp.callTool('get_listing', { slug });
    expect(read.value.listing.mascot).to.equal('Otter');
  });

  it('has a place in the forms of owners and admins', async () => {
    const visitor = visitorOf(api.server);
    await visitor.signUp('fields@example.com');
    const product = newProduct({ mascot: 'Ferret' });
    expect((await visitor.submit('/submit', product)).status).to.equal(303);
    const row = await api.server.database
      .knex('listings')
      .where({ website_url: product.website_url })
      .first();
    expect(row.mascot).to.equal('Ferret');
    const page = `/account/listings/${row.slug}/edit`;
    expect((await visitor.get(page)).html).to.match(/<input[^>]*name="mascot"[^>]*value="Ferret"/);
    await visitor.submit(page, { ...product, mascot: 'Lizard' });
    expect((await rowOf(row.slug)).mascot).to.equal('Lizard');

    await api.server.database.knex('users').where({ email: 'fields@example.com' }).update({ role: 'admin' });
    expect((await visitor.get(`/admin/listings/${row.slug}/edit`)).html).to.match(/name="mascot"/);
    const audit = (await visitor.get('/admin/audit?action=listing.update')).html;
    expect(audit).to.include('mascot').and.to.include('Lizard');
  });

  it('is edited, exported and imported at the command line', async () => {
    const { slug } = await api.submit(owner.key, { mascot: 'Red panda' });
    const edited = await admin(`listings edit ${slug} --mascot Beaver --yes --json`);
    expect(edited.json<Json>().listing.mascot).to.equal('Beaver');
    const cleared = await admin(`listings edit ${slug} --clear mascot --yes --json`);
    expect(cleared.json<Json>().listing.mascot).to.equal(null);
    await admin(`listings edit ${slug} --mascot Beaver --yes`);
    for (const format of ['csv', 'ndjson']) {
      const { stdout } = await admin(`listings export --format ${format}`);
      await api.server.database.knex('listings').delete();
      const imported = await admin('listings import - --json', stdout);
      expect(imported.json()).to.deep.include({ refused: 0, errors: [] });
      expect((await rowOf(slug)).mascot).to.equal('Beaver');
    }
    expect((await admin(`listings show ${slug}`)).stdout).to.include('Beaver');
  });

  it('is kept by admins, over REST and in an import that updates', async () => {
    const { slug, ...listing } = await api.submit(owner.key, { mascot: 'Gopher' });
    const path = `/api/v1/admin/listings/${slug}`;
    const { body } = await api.patch(path, { mascot: 'Boost' }, { key: root.key });
    expect(body.listing.mascot).to.equal('Boost');
    const row = { name: listing.name, website_url: listing.website_url, tagline: listing.tagline };
    const rows = JSON.stringify({ ...row, mascot: 'Ruby' });
    const imported = await admin(`listings import - --owner ${owner.email} --json`, rows);
    expect(imported.json()).to.include({ changed: 1 });
    expect((await rowOf(slug)).mascot).to.equal('Ruby');
  });
});

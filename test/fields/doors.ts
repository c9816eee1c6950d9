// What every door does with the made-up field `license`, which nothing but made-up.ts and this file has heard of.
import { expect } from 'chai';
import { adminOf } from '../helpers/admin.js';
import { expectError, type Json, newProduct, useApi } from '../helpers/api.js';
import { mcpOf } from '../helpers/mcp.js';
import { visitorOf } from '../helpers/pages.js';

describe('the field license', () => {
  const api = useApi();
  const admin = adminOf(api.server.database);
  let owner: Json;
  let root: Json;

  before(async () => {
    await api.server.database.knex.raw('alter table listings add column license text');
    owner = await api.register();
    root = await api.registerAdmin();
  });

  const rowOf = (slug: string): Promise<Json> => api.server.database.knex('listings').where({ slug }).first();
  const lastEntry = (row: Json): Promise<Json> =>
    api.server.database.knex('audit_entries').where({ subject_id: row.id }).orderBy('id', 'desc').first();

  it('is written and read over REST, and audited', async () => {
    const { slug, license } = await api.submit(owner.key, { license: ' Zlib ' });
    expect(license).to.equal('Zlib');
    expect((await lastEntry(await rowOf(slug))).after).to.include({ license: 'Zlib' });

    const path = `/api/v1/listings/${slug}`;
    await api.patch(path, { license: 'Unlicense' }, { key: owner.key });
    expect((await api.get(path)).body.listing.license).to.equal('Unlicense');
    const { before, after } = await lastEntry(await rowOf(slug));
    expect({ before, after }).to.deep.equal({
      before: { license: 'Zlib' },
      after: { license: 'Unlicense' },
    });

    const cleared = await api.patch(path, { license: '' }, { key: owner.key });
    expect(cleared.body.listing.license).to.equal(null);
    expect(cleared.body).not.to.have.property('warnings');
  });

  it('is validated and screened', async () => {
    const long = await api.post('/api/v1/listings', newProduct({ license: 'x'.repeat(61) }), {
      key: owner.key,
    });
    expectError(long, 400, 'validation_error', 'license');
    const bad = newProduct({ license: 'Buy cocaine online, discreet shipping' });
    expectError(
      await api.post('/api/v1/listings', bad, { key: owner.key }),
      422,
      'content_policy',
      'license',
    );
  });

  it('is found by a search, in lists and in the changes feed', async () => {
    const { slug } = await api.submit(owner.key, { license: 'Beerware' });
    const { body } = await api.get('/api/v1/listings?q=beerware');
    expect(body.listings.map((one: Json) => [one.slug, one.license])).to.deep.equal([[slug, 'Beerware']]);
    const quoted = await api.get('/api/v1/listings?q=%22beerware%22');
    expect(quoted.body.listings.map((one: Json) => one.slug)).to.deep.equal([slug]);
    // For guests, and so from the cache.
    await api.patch(`/api/v1/listings/${slug}`, { license: 'Wineware' }, { key: owner.key });
    expect((await api.get('/api/v1/listings?q=beerware')).body.total).to.equal(0);
    await api.patch(`/api/v1/listings/${slug}`, { license: 'Beerware' }, { key: owner.key });
    const all = await api.get('/api/v1/listings');
    expect(all.body.listings[0]).to.include({ slug, license: 'Beerware' });
    const { changes } = (await api.get('/api/v1/listings/changes')).body;
    expect(changes.find((one: Json) => one.slug === slug).listing.license).to.equal('Beerware');
  });

  it('is written and read over MCP', async () => {
    const mcp = mcpOf(api.server);
    const { tools } = (await mcp.request('tools/list')).body.result;
    const submit = tools.find((tool: Json) => tool.name === 'submit_listing');
    expect(submit.inputSchema.properties.license.maxLength).to.equal(60);
    const product = newProduct({ license: 'Artistic' });
    const { value } = await mcp.callTool('submit_listing', product, { key: owner.key });
    expect(value.listing.license).to.equal('Artistic');
    const { slug } = value.listing;
    const read = await mcp.callTool('get_listing', { slug });
    expect(read.value.listing.license).to.equal('Artistic');
  });

  it('has a place in the forms of owners and admins', async () => {
    const visitor = visitorOf(api.server);
    await visitor.signUp('fields@example.com');
    const product = newProduct({ license: 'Eclipse' });
    expect((await visitor.submit('/submit', product)).status).to.equal(303);
    const row = await api.server.database
      .knex('listings')
      .where({ website_url: product.website_url })
      .first();
    expect(row.license).to.equal('Eclipse');
    const page = `/account/listings/${row.slug}/edit`;
    expect((await visitor.get(page)).html).to.match(/<input[^>]*name="license"[^>]*value="Eclipse"/);
    await visitor.submit(page, { ...product, license: 'Mozilla' });
    expect((await rowOf(row.slug)).license).to.equal('Mozilla');

    await api.server.database.knex('users').where({ email: 'fields@example.com' }).update({ role: 'admin' });
    expect((await visitor.get(`/admin/listings/${row.slug}/edit`)).html).to.match(/name="license"/);
    const audit = (await visitor.get('/admin/audit?action=listing.update')).html;
    expect(audit).to.include('license').and.to.include('Mozilla');
  });

  it('is edited, exported and imported at the command line', async () => {
    const { slug } = await api.submit(owner.key, { license: 'Public domain' });
    const edited = await admin(`listings edit ${slug} --license Apache --yes --json`);
    expect(edited.json<Json>().listing.license).to.equal('Apache');
    const cleared = await admin(`listings edit ${slug} --clear license --yes --json`);
    expect(cleared.json<Json>().listing.license).to.equal(null);
    await admin(`listings edit ${slug} --license Apache --yes`);
    for (const format of ['csv', 'ndjson']) {
      const { stdout } = await admin(`listings export --format ${format}`);
      await api.server.database.knex('listings').delete();
      const imported = await admin('listings import - --json', stdout);
      expect(imported.json()).to.deep.include({ refused: 0, errors: [] });
      expect((await rowOf(slug)).license).to.equal('Apache');
    }
    expect((await admin(`listings show ${slug}`)).stdout).to.include('Apache');
  });

  it('is kept by admins, over REST and in an import that updates', async () => {
    const { slug, ...listing } = await api.submit(owner.key, { license: 'Zlib' });
    const path = `/api/v1/admin/listings/${slug}`;
    const { body } = await api.patch(path, { license: 'Boost' }, { key: root.key });
    expect(body.listing.license).to.equal('Boost');
    const row = { name: listing.name, website_url: listing.website_url, tagline: listing.tagline };
    const rows = JSON.stringify({ ...row, license: 'Ruby' });
    const imported = await admin(`listings import - --owner ${owner.email} --json`, rows);
    expect(imported.json()).to.include({ changed: 1 });
    expect((await rowOf(slug)).license).to.equal('Ruby');
  });
});

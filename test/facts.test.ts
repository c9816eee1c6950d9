// Facts that the operator defines, one of each type, at every door.
import { expect } from 'chai';
import { getOwnHistory } from '../core/console/own-history.js';
import { systemActor } from '../core/kernel/actor.js';
import { reindexListings } from '../core/listings/search-document.js';
import { updateSettings } from '../core/settings/manage.js';
import { userActor } from './helpers/actors.js';
import { adminOf } from './helpers/admin.js';
import { expectError, type Json, newProduct, useApi } from './helpers/api.js';
import { mcpOf } from './helpers/mcp.js';
import { visitorOf } from './helpers/pages.js';

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
    const { owner_id } = await api.server.database.knex('listings').where({ slug: 'warm' }).first('owner_id');
    const { entries } = await getOwnHistory(await userActor(owner_id), 'warm');
    const changed = entries.map(({ before, after }) => JSON.stringify([before, after])).join();
    expect(changed).to.include('Small').and.not.include('rating');
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

describe('the values of a fact', () => {
  const api = useApi();
  const admin = adminOf(api.server.database);
  let key: string;
  let root: Json;
  const factsOf = async (slug: string) =>
    (await api.server.database.knex('listings').where({ slug }).first('facts')).facts;
  const totalOf = async (query: string): Promise<number> =>
    (await api.get(`/api/v1/listings?${query}`)).body.total;
  const change = (value: string, body: object, fact = 'topics') =>
    api.post(`/api/v1/admin/facts/${fact}/values/${encodeURIComponent(value)}`, body, { key: root.key });

  before(async () => {
    key = (await api.register()).key;
    root = await api.registerAdmin();
    await api.submit(key, { name: 'One', facts: { topics: ['Self hosted', 'Backup'] } });
    await api.submit(key, { name: 'Two', facts: { topics: ['Backup', 'Selfhosting', 'Files'] } });
    await api.submit(key, { name: 'Three', facts: { topics: ['Selfhosting'] } });
  });

  it('are listed with their numbers, and renamed and merged with their listings', async () => {
    const listed = async () =>
      (await api.get('/api/v1/admin/facts/topics/values', { key: root.key })).body.values;
    expect(await listed()).to.deep.equal([
      { value: 'Backup', listings: 2 },
      { value: 'Selfhosting', listings: 2 },
      { value: 'Files', listings: 1 },
      { value: 'Self hosted', listings: 1 },
    ]);
    const renamed = await change('self-hosted', { action: 'rename', to: 'Self-hosting' });
    expect(renamed.body).to.deep.equal({ key: 'topics', value: 'Self-hosting', moved: 1 });
    expect(await factsOf('one')).to.deep.equal({ topics: ['Self-hosting', 'Backup'] });
    const merged = await change('selfhosting', { action: 'merge', to: 'self hosting' });
    expect(merged.body).to.deep.equal({ key: 'topics', value: 'Self-hosting', moved: 2 });
    expect(await factsOf('two')).to.deep.equal({ topics: ['Backup', 'Self-hosting', 'Files'] });
    // Old spellings are accepted in filters and writes.
    for (const spelling of ['Self hosted', 'selfhosting', 'self-hosting'])
      expect(await totalOf(`fact.topics=${encodeURIComponent(spelling)}`), spelling).to.equal(3);
    const written = await api.patch(
      '/api/v1/listings/three',
      { facts: { topics: ['SELFHOSTING', 'Files'] } },
      { key },
    );
    expect(written.body.listing.facts.topics).to.deep.equal(['Self-hosting', 'Files']);
    await change('Files', { action: 'merge', to: 'Backup' });
    expect(await factsOf('two')).to.deep.equal({ topics: ['Backup', 'Self-hosting'] });
    expect((await listed()).map(({ value, listings }: Json) => `${value} ${listings}`)).to.deep.equal([
      'Backup 3',
      'Self-hosting 3',
    ]);
  });

  it('are as they were once it is undone', async () => {
    const { body } = await api.get('/api/v1/admin/fact-changes', { key: root.key });
    expect(
      body.changes.map(({ action, value, to, listings }: Json) => [action, value, to, listings]),
    ).to.deep.equal([
      ['merge', 'Files', 'Backup', 2],
      ['merge', 'Selfhosting', 'Self-hosting', 2],
      ['rename', 'Self hosted', 'Self-hosting', 1],
    ]);
    const [latest, ...others] = body.changes.map(({ id }: Json) => id);
    const taken = await api.post(`/api/v1/admin/audit/${latest}/take-back`, {}, { key: root.key });
    expect(taken.body).to.include({ taken_back: 1 });
    for (const id of others) await api.delete(`/api/v1/admin/fact-changes/${id}`, { key: root.key });
    expect(await factsOf('one')).to.deep.equal({ topics: ['Self hosted', 'Backup'] });
    expect((await factsOf('two')).topics).to.have.members(['Backup', 'Selfhosting', 'Files']);
    expect(await totalOf('fact.topics=selfhosting')).to.equal(2);
    expect(await totalOf('fact.topics=self-hosted')).to.equal(1);
    expect(await totalOf('fact.topics=files')).to.equal(2);
  });

  it('are refused where there is no such value, or another one', async () => {
    expectError(await change('Nothing', { action: 'rename', to: 'Something' }), 404, 'not_found');
    expectError(await change('Backup', { action: 'rename', to: 'files' }), 400, 'validation_error', 'to');
    expectError(await change('Backup', { action: 'merge', to: 'Nowhere' }), 400, 'validation_error', 'to');
    expectError(await change('Backup', { action: 'merge', to: 'Files' }, 'source_code'), 404, 'not_found');
    const asOwner = await api.post(
      '/api/v1/admin/facts/topics/values/Backup',
      { action: 'merge', to: 'Files' },
      { key },
    );
    expectError(asOwner, 403, 'forbidden');
  });

  it('of a closed list are renamed with their option', async () => {
    await admin('facts add size --type choice --options "Small;Large" --is filter --label-in de=Größe');
    await api.patch('/api/v1/listings/one', { facts: { size: 'small' } }, { key });
    await admin('facts rename size Small Tiny --yes');
    expect((await factsOf('one')).size).to.equal('Tiny');
    const { body } = await api.get('/api/v1/schema');
    expect(body.listing.facts.at(-1)).to.deep.include({
      label: 'Size',
      options: ['Tiny', 'Large'],
      labels: { de: 'Größe' },
    });
    expect(await totalOf('fact.size=small')).to.equal(1);
    const { changes } = (await api.get('/api/v1/admin/fact-changes', { key: root.key })).body;
    await api.delete(`/api/v1/admin/fact-changes/${changes[0].id}`, { key: root.key });
    expect((await factsOf('one')).size).to.equal('Small');
    expect(await totalOf('fact.size=Small')).to.equal(1);
  });

  it('are hidden with their fact, come back with it, and are found as it says then', async () => {
    const planned = await admin('facts remove topics --dry-run');
    expect(planned.stdout).to.match(/It would remove topics, and hide its values in [1-9] listings\./);
    expect((await admin('facts remove topics')).code, 'it asks').to.equal(2);
    await admin('facts remove topics --yes');
    expectError(await api.get('/api/v1/listings?fact.topics=backup'), 400, 'validation_error', 'fact.topics');
    expect((await api.get('/api/v1/listings/one')).body.listing.facts).to.deep.equal({ size: 'Small' });
    await admin('facts add topics --type choices --open');
    expect((await api.get('/api/v1/listings/one')).body.listing.facts.topics).to.deep.equal([
      'Self hosted',
      'Backup',
    ]);
    await admin('facts edit topics --is filter pages --place 1');
    const listed = (await admin('facts list --json')).json<Json>().facts;
    expect(listed.map((fact: Json) => fact.key)).to.deep.equal([
      'topics',
      'platform',
      'license',
      'source_code',
      'size',
    ]);
    await reindexListings();
    expect(await totalOf('fact.topics=backup')).to.equal(2);
    for (const wrong of [
      [{ key: 'name', type: 'text' }],
      [{ key: 'Size', type: 'text' }],
      [{ key: 'size', type: 'choice', open: false }],
      [
        { key: 'size', type: 'text' },
        { key: 'size', type: 'text' },
      ],
      [{ key: 'size', type: 'text', label: { de: '' } }],
      [{ key: 'size', type: 'number', filter: true, staff: true }],
      Array.from({ length: 41 }, (_, n) => ({ key: `f${n}`, type: 'text' })),
    ])
      expectError(
        await api.patch('/api/v1/admin/site', { facts: wrong }, { key: root.key }),
        400,
        'validation_error',
        'facts',
      );
    const none = await api.patch('/api/v1/admin/site', { facts: [] }, { key: root.key });
    expect(none.body.site.facts).to.deep.equal([]);
    expect((await api.get('/api/v1/schema')).body.listing.facts).to.deep.equal([]);
    const four = await api.patch('/api/v1/admin/site', { facts: null }, { key: root.key });
    expect(four.body.site.facts).to.equal(null);
  });
});

describe('facts on pages', () => {
  const api = useApi();
  const visitor = visitorOf(api.server);
  const rowOf = (slug: string): Promise<Json> => api.server.database.knex('listings').where({ slug }).first();
  const keys = async () => (await api.get('/api/v1/schema')).body.listing.facts.map(({ key }: Json) => key);

  before(async () => {
    await updateSettings(operator, { facts: FACTS });
    await visitor.signUp('facts@example.com');
  });

  it('have a control of their type in the form, and are shown on the page', async () => {
    const typed = {
      ...newProduct({ name: 'Warm' }),
      'fact.shelf': 'Heat pumps, Solar',
      'fact.size': 'Small',
      'fact.motto': VALUES.motto,
      'fact.founded': '1999',
      'fact.opened': VALUES.opened,
      'fact.handbook': VALUES.handbook,
      'fact.remote': 'yes',
    };
    const form = (await visitor.get('/submit')).html;
    expect(form)
      .to.match(/<select[^>]*name="fact.size"/)
      .and.to.match(/<input[^>]*name="fact.founded"[^>]*type="number"/);
    expect(form)
      .to.match(/name="fact.opened"[^>]*type="date"/)
      .and.not.include('fact.rating');
    const wrong = await visitor.submit('/submit', {
      ...typed,
      'fact.founded': 'old',
      'fact.handbook': 'ftp://x',
    });
    expect(wrong.status).to.equal(422);
    expect(wrong.html).to.include('field-fact.founded-error').and.to.include('field-fact.handbook-error');
    expect(wrong.html).to.match(/name="fact.shelf"[^>]*value="Heat pumps; Solar"/);
    expect((await visitor.submit('/submit', typed)).status).to.equal(303);
    expect((await rowOf('warm')).facts).to.deep.equal(VALUES);
    const { html } = await visitor.get('/listings/warm');
    for (const text of ['Heat pumps', 'Small', VALUES.motto, '>1999<', '17 May 2001', 'example.org', '>Yes<'])
      expect(html, text).to.include(text);
    expect((await visitor.get('/listings/warm', { 'accept-language': 'de' })).html).to.include('Größe');
    await visitor.submit('/account/listings/warm/edit', { ...typed, 'fact.size': '', 'fact.shelf': 'Solar' });
    expect((await rowOf('warm')).facts)
      .to.deep.include({ shelf: ['Solar'], founded: 1999 })
      .and.not.have.property('size');
  });

  it('are columns and filters of the console and of an owner, and change many listings at once', async () => {
    await api.server.database.knex('users').where({ email: 'facts@example.com' }).update({ role: 'admin' });
    const cold = { 'fact.size': 'Large', 'fact.shelf': 'Solar', 'fact.remote': 'no' };
    await visitor.submit('/submit', { ...newProduct({ name: 'Cold' }), ...cold });
    const columns = ['fact-size', 'fact-remote', 'fact-nope'];
    await visitor.submit('/admin/columns/listings', { column: columns }, '/admin/listings');
    const chosen = (await visitor.get('/admin/listings?fact.size=large')).html;
    expect(chosen)
      .to.match(/cell-fact-remote">\s*No\s*</)
      .and.include('>Cold</a>')
      .and.include('Size: large')
      .and.not.match(/<th scope="col">\s*Our rating/);
    expect(chosen).not.to.include('>Warm</a>');
    expect((await visitor.get('/admin/listings')).html, 'of those without one').not.to.include('undefined');
    const csv = (await visitor.get('/admin/listings.csv?fact.size=large')).html.split('\r\n');
    expect(csv[0]).to.include('fact.shelf').and.include('fact.rating');
    expect(csv.filter(Boolean)).to.have.length(2);
    const change = async (values: Record<string, string>) => {
      const bulk = { action: 'change', scope: 'matching', 'fact.size': 'large', ...values };
      const page = await visitor.submit('/admin/bulk/listings', bulk, '/admin/listings');
      expect(page.html).to.include('name="fact_set"');
      return visitor.submit('/admin/bulk/listings/run', { ...bulk, expected_total: '1' }, '/admin/listings');
    };
    await change({ fact_set: 'shelf', how_set: 'add', fact_value: 'Wells; solar' });
    await change({ fact_set: 'rating', how_set: 'replace', fact_value: '4.5' });
    expect((await rowOf('cold')).facts).to.deep.include({ shelf: ['Solar', 'Wells'], rating: 4.5 });
    const history = (await visitor.get('/admin/listings/cold')).html;
    expect(history)
      .to.match(/<dt>Our rating<\/dt>\s*<dd>\s*<ins>4.5</)
      .and.not.include('{&quot;');
    await change({ fact_set: 'rating', how_set: 'replace', fact_value: '' });
    expect((await rowOf('cold')).facts).not.to.have.property('rating');
    const own = (await visitor.get('/account?fact.size=large')).html;
    expect(own).to.include('>Cold</a>').and.include('Size: large').and.not.include('>Warm</a>');
  });

  it('are added, ordered and removed in the console, and their values renamed, with undo', async () => {
    await api.server.database.knex('users').where({ email: 'facts@example.com' }).update({ role: 'admin' });
    const path = '/admin/site/facts';
    const added = {
      'new-label': 'Built in',
      'new-key': '',
      'type-new': 'choice',
      'options-new': 'Oslo\nGraz',
      'marks-new': 'filter',
    };
    expect((await visitor.submit(path, added)).location).to.equal(`${path}?done=site-saved`);
    expect((await keys()).at(-1)).to.equal('built_in');
    await visitor.submit(`${path}/shelf`, { value: 'Solar', to: 'Sun', do: 'rename' });
    expect((await rowOf('warm')).facts.shelf).to.deep.equal(['Sun']);
    const back = `${path}/shelf`;
    const [, id = ''] = /name="id" value="([^"]+)"/.exec((await visitor.get(back)).html) ?? [];
    await visitor.submit('/admin/audit/take-back', { id, back }, back);
    expect((await rowOf('warm')).facts.shelf).to.deep.equal(['Solar']);
    await visitor.submit(path, { remove: 'motto' });
    expect(await keys()).to.include('motto');
    expect((await visitor.get(`${path}?remove=motto`)).html).to.include('1 listing has it');
    await visitor.submit(path, { remove: 'motto', confirmed: 'motto' });
    expect(await keys()).not.to.include('motto');
    await updateSettings(operator, { facts: null });
    expect((await visitor.get(path)).html).to.include('fact-source_code');
  });
});

describe('a directory of something else than software', () => {
  const api = useApi();
  const visitor = visitorOf(api.server);

  it('hides prices on pages alone, says what is listed, and introduces its policy in its own words', async () => {
    const { key } = await api.register();
    const { slug } = await api.submit(key, {
      pricing_model: 'free',
      facts: { license: ['Master'] },
      categories: ['other'],
    });
    // Filters are offered where their values divide a list, and the list is not short.
    for (let n = 0; n < 4; n += 1) await api.submit(key, { pricing_model: 'contact', categories: ['other'] });
    const dataOf = async () => {
      const { html } = await visitor.get(`/listings/${slug}`);
      const blocks = [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)];
      return blocks.map(([, text]) => JSON.parse(text ?? '')).find((data: Json) => data.dateModified);
    };
    expect(await dataOf()).to.deep.include({
      '@type': 'SoftwareApplication',
      additionalProperty: [{ '@type': 'PropertyValue', name: 'License', value: 'Master' }],
    });
    expect((await visitor.get(`/listings/${slug}`)).html).to.match(/pricing=|>Free</);
    await updateSettings(operator, {
      hidden_parts: ['pricing', 'catalog'],
      schema_type: 'LocalBusiness',
      policy_intro: 'Fitters with a licence.',
      things: [
        { language: 'en', one: 'fitter', many: 'fitters' },
        { language: 'de', one: 'Heizungsbauer', many: 'Heizungsbauer' },
      ],
    });
    expect(await dataOf())
      .to.include({ '@type': 'LocalBusiness', keywords: 'Everything else' })
      .and.not.have.property('offers');
    for (const page of ['/listings', `/listings/${slug}`, '/categories/other', `/compare?a=${slug}`])
      expect((await visitor.get(page)).html, page).not.to.match(/pricing=|>Free</);
    expect((await visitor.get('/policy')).html).to.include('Fitters with a licence.');
    expect((await visitor.get('/')).html).to.include('An open index of 5 fitters,');
    expect((await visitor.get('/', { 'accept-language': 'de' })).html).to.include('für 5 Heizungsbauer:');
    expect((await visitor.get('/listings?pricing=free')).html).to.include('Free fitters');
    expect((await visitor.get('/llms.txt')).html)
      .to.include('A directory of fitters.')
      .and.include('genuine fitters only');
    const twice = ['A', 'B'].map((one) => ({ language: 'de', one, many: one }));
    const error = await updateSettings(operator, { things: twice }).catch((refused) => refused);
    expect(error.details.errors[0].path).to.equal('/things');
    expect((await visitor.get('/agent-directories')).status).to.equal(404);
    await visitor.signUp('fitter@example.com');
    expect((await visitor.get('/submit')).html).not.to.include('pricing_model');
    expect((await api.get(`/api/v1/listings/${slug}`)).body.listing.pricing_model).to.equal('free');
    expect((await api.get('/api/v1/listings?pricing=free')).body.total).to.equal(1);
  });
});

describe('directory-admin facts adopt', () => {
  const api = useApi();
  const admin = adminOf(api.server.database);

  it('turns features and sentences of earlier imports into facts, once, after a dry run', async () => {
    const { key } = await api.register();
    const { slug } = await api.submit(key, {
      features: [
        'Platform: Docker',
        'Platforms: Go, K8S',
        'License: AGPL-3.0',
        'Source: https://github.com/a/b',
        'Works offline',
      ],
      description: 'Shares files. Topics: File Transfer - Single-click & Drag-n-drop Upload, Pastebins.',
      facts: { platform: ['docker'] },
    });
    await api.submit(key, {
      features: ['Source: on request', 'License: Free'],
      description: 'On Topics: nothing\nmore.',
    });
    const planned = (await admin('facts adopt --dry-run --json')).json<Json>();
    expect(planned).to.deep.equal({
      listings: 2,
      facts: { platform: 1, license: 2, source_code: 1, topics: 1 },
      failed: [],
    });
    expect((await api.get(`/api/v1/listings/${slug}`)).body.listing.features.length).to.equal(5);
    await admin('facts adopt --yes');
    const { features, description, facts } = (await api.get(`/api/v1/listings/${slug}`)).body.listing;
    expect({ features, description, facts }).to.deep.equal({
      features: ['Works offline'],
      description: 'Shares files.',
      facts: {
        topics: ['File Transfer - Single-click & Drag-n-drop Upload', 'Pastebins'],
        platform: ['docker', 'Go', 'K8S'],
        license: ['AGPL-3.0'],
        source_code: 'https://github.com/a/b',
      },
    });
    expect((await admin('facts adopt --yes --json')).json<Json>().listings).to.equal(0);
  });
});

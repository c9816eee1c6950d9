// A directory with categories of its own, through every door; and renaming, merging and hiding them.
import { expect } from 'chai';
import { systemActor } from '../core/kernel/actor.js';
import { changeCategory, moveLateListings } from '../core/moderation/value-changes.js';
import { updateSettings } from '../core/settings/manage.js';
import { adminOf } from './helpers/admin.js';
import { expectError, type Json, useApi } from './helpers/api.js';
import { mcpOf } from './helpers/mcp.js';
import { visitorOf } from './helpers/pages.js';

const OWN = [
  { value: 'home-automation', label: 'Home automation', intro: 'Lights, locks and sensors.' },
  { value: 'media', label: 'Film & music' },
  { value: 'backups', label: 'Backups', hidden: true },
  // What PostgreSQL reads as no element at all, if it is not quoted.
  { value: 'null', label: 'Nothing', hidden: true },
];
const operator = systemActor('cli');

describe('a directory whose categories are entirely others', () => {
  const api = useApi();
  let key: string;
  let listing: Json;

  before(async () => {
    await updateSettings(operator, { categories: OWN });
    key = (await api.register()).key;
    listing = await api.submit(key, { name: 'Lamp', categories: ['home-automation', 'backups'] });
  });

  it('takes them from submitters, and refuses the standard ones', async () => {
    expect(listing.categories).to.deep.equal(['home-automation', 'backups']);
    const refused = await api.post(
      '/api/v1/listings',
      { name: 'No', website_url: 'https://no.example.com', tagline: 'No', categories: ['saas'] },
      { key },
    );
    expectError(refused, 400, 'validation_error', 'categories');
    expect(refused.body.error).to.contain('home-automation, media, backups');
  });

  it('filters and counts by them', async () => {
    const { body } = await api.get('/api/v1/listings?category=home-automation');
    expect(body.listings.map(({ slug }: Json) => slug)).to.deep.equal(['lamp']);
    expect((await api.get('/api/v1/listings?q=lamp&category=media')).body.total).to.equal(0);
    expectError(await api.get('/api/v1/listings?category=ai'), 400, 'validation_error', 'category');
    const { slug } = await api.submit(key, { name: 'Void', categories: ['null'] });
    for (const query of ['category=null', 'category=null&limit=3', 'category=null&q=void']) {
      const found = (await api.get(`/api/v1/listings?${query}`)).body.listings;
      expect(
        found.map((one: Json) => one.slug),
        query,
      ).to.deep.equal([slug]);
    }
  });

  it('describes them to agents', async () => {
    const { body } = await api.get('/api/v1/schema');
    const values = OWN.map(({ value }) => value);
    expect(body.listing.categories).to.deep.equal(values);
    expect(body.listing.fields.categories.items.enum).to.deep.equal(values);
    const document = (await api.get('/api/v1/openapi.json')).body;
    const { items } = document.components.schemas.ListingSubmission.properties.categories;
    expect(items.enum).to.deep.equal(values);
    const { result } = (await mcpOf(api.server).request('tools/list', {})).body;
    const submit = result.tools.find(({ name }: Json) => name === 'submit_listing');
    expect(JSON.stringify(submit.inputSchema)).to.contain('"home-automation"').and.not.contain('"saas"');
  });

  it('shows them on pages, but not the hidden ones', async () => {
    const visitor = visitorOf(api.server);
    const { html } = await visitor.get('/categories/media');
    expect(html).to.contain('Film &amp; music');
    expect((await visitor.get('/categories/home-automation')).html).to.contain('Lights, locks and sensors.');
    expect((await visitor.get('/listings')).html).not.to.contain('Backups');
    expect((await visitor.get('/categories/ai')).status).to.equal(404);
    expect((await visitor.get('/sitemap.xml')).html)
      .to.contain('/categories/media')
      .and.not.contain('/categories/backups');
    await visitor.signUp('shown@example.com');
    expect((await visitor.get('/submit')).html)
      .to.contain('value="home-automation"')
      .and.not.contain('value="saas"');
  });

  it('exports and imports them', async () => {
    const admin = adminOf(api.server.database);
    const { stdout } = await admin('listings export --format csv');
    expect(stdout).to.contain('home-automation;backups');
    const again = await admin('listings import - --format csv --json', stdout);
    expect(again.code).to.equal(0);
  });
});

describe('categories of an operator', () => {
  const api = useApi();
  let key: string;
  const read = async (path: string) => (await api.server.fetch(path)).json() as Promise<Json>;
  const categoriesOf = async (slug: string) =>
    (await api.server.database.knex('listings').where({ slug }).first('categories')).categories;

  before(async () => {
    key = (await api.register()).key;
    await api.submit(key, { name: 'One', categories: ['ai', 'design'] });
    await api.submit(key, { name: 'Two', categories: ['marketplace', 'sales', 'ai'] });
    await api.submit(key, { name: 'Three', categories: ['marketplace'] });
  });

  it('are renamed with their listings; the old value is accepted and redirects', async () => {
    const change = await changeCategory(operator, 'ai', { action: 'rename', value: 'machine-learning' });
    expect(change).to.deep.equal({ value: 'machine-learning', moved: 2 });
    expect(await categoriesOf('one')).to.deep.equal(['machine-learning', 'design']);
    expect((await read('/api/v1/listings?category=ai')).total).to.equal(2);
    expect((await read('/api/v1/listings?q=one&category=machine-learning')).total).to.equal(1);
    const old = await api.server.fetch('/categories/ai', { redirect: 'manual' });
    expect([old.status, old.headers.get('location')]).to.deep.equal([301, '/categories/machine-learning']);
    const repeated = await api.server.fetch('/api/v1/listings/one', {
      method: 'PATCH',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ categories: ['ai', 'design', 'machine-learning'] }),
    });
    expect(((await repeated.json()) as Json).listing.categories).to.deep.equal([
      'machine-learning',
      'design',
    ]);
  });

  it('take the listings that came in with the old value meanwhile', async () => {
    // As a submission stores it that began before the change.
    const late = { categories: ['design', 'ai', 'machine-learning'] };
    await api.server.database.knex('listings').where({ slug: 'one' }).update(late);
    expect(await moveLateListings(operator)).to.equal(1);
    expect(await categoriesOf('one')).to.deep.equal(['design', 'machine-learning']);
    await api.server.database
      .knex('listings')
      .where({ slug: 'one' })
      .update({ categories: ['ai', 'design'] });
    expect(await moveLateListings(operator)).to.equal(1);
    expect(await categoriesOf('one')).to.deep.equal(['machine-learning', 'design']);
    expect(await moveLateListings(operator)).to.equal(0);
    expect((await read('/api/v1/listings?category=machine-learning')).total).to.equal(2);
  });

  it('are merged, and a merge is undone', async () => {
    const admin = adminOf(api.server.database);
    const merged = await admin('categories merge marketplace sales --yes --json');
    expect(merged.json()).to.deep.equal({ value: 'sales', moved: 2 });
    expect(await categoriesOf('two')).to.deep.equal(['sales', 'machine-learning']);
    expect(await categoriesOf('three')).to.deep.equal(['sales']);
    const { entries } = (await admin('audit list --action category.merge --json')).json<{
      entries: Json[];
    }>();
    const undone = await admin(`audit revert ${entries[0].id}`);
    expect(undone.code, undone.stderr).to.equal(0);
    expect(await categoriesOf('two')).to.deep.equal(['sales', 'machine-learning', 'marketplace']);
    expect(await categoriesOf('three')).to.deep.equal(['marketplace']);
    const actions = await api.server.database
      .knex('audit_entries')
      .where('subject_type', 'category')
      .pluck('action');
    expect(actions).to.have.members(['category.rename', 'category.merge', 'category.undo']);
  });

  it('need names of their own; one that listings have is hidden instead of removed', async () => {
    const admin = adminOf(api.server.database);
    const twice = await admin('categories add DESIGN --value drawing');
    expect(twice.code).to.equal(1);
    expect(twice.stderr).to.contain('two categories called design');
    await admin('categories remove design');
    expect((await admin('categories remove domains nothing')).code).to.not.equal(0);
    expect((await admin('categories remove domains education')).code).to.equal(0);
    expect((await admin('categories add "Home automation"')).stdout).to.contain('home-automation');
    await admin('categories edit home-automation --place 1 --hide');
    const { categories } = (await admin('categories list --json')).json<{ categories: Json[] }>();
    expect(categories[0]).to.include({ value: 'home-automation', hidden: true });
    expect(categories.find(({ value }) => value === 'design')).to.include({ hidden: true });
    const values = categories.map(({ value }) => value);
    expect(values).not.to.include('domains');
    expect(values).not.to.include('education');
  });

  it('are edited in the console without script: order, a new one, a merge', async () => {
    const visitor = visitorOf(api.server);
    await visitor.signUp('desk@example.com');
    await api.server.database.knex('users').update({ role: 'admin' }).where({ email: 'desk@example.com' });
    const path = '/admin/site/categories';
    const fields = async () => {
      const { html } = await visitor.get(path);
      const labels = [...html.matchAll(/name="(label-[^"]+)"[^>]*value="([^"]*)"/g)];
      const shown = labels.map(([, name = '']) => name.slice('label-'.length));
      const texts = Object.fromEntries(labels.map(([, name = '', value = '']) => [name, value]));
      return { shown, ...texts };
    };
    const before = await fields();
    await visitor.submit(path, { ...before, [`place-${before.shown[0]}`]: '2', 'new-label': 'Weather' });
    const after = await fields();
    expect(after.shown.slice(0, 2)).to.deep.equal([before.shown[1], before.shown[0]]);
    expect(after.shown.at(-1)).to.equal('weather');
    const merged = await visitor.submit(path, { ...after, merge: 'weather', 'into-weather': 'design' });
    expect(merged.location).to.equal(`${path}?done=category-merged`);
    expect((await fields()).shown).not.to.include('weather');
    const { html } = await visitor.get(path);
    const [, id = ''] = /name="id" value="([^"]+)"/.exec(html) ?? [];
    await visitor.submit('/admin/audit/take-back', { id, back: path }, path);
    expect((await fields()).shown).to.include('weather');
  });

  it('stay hidden while listings have them, also when the standard ones return, and nothing is named twice', async () => {
    const { categories } = await updateSettings(operator, { categories: null });
    expect(categories?.find(({ value }) => value === 'machine-learning')).to.include({ hidden: true });
    expect((await read('/api/v1/listings?category=machine-learning')).total).to.equal(2);
    // The alias is a category again.
    expect((await read('/api/v1/listings?category=ai')).total).to.equal(0);
    const again = await updateSettings(operator, { categories });
    expect(again.categories).to.deep.equal(categories);
    const renamed = await changeCategory(operator, 'other', { action: 'rename', value: 'rest' });
    expect(renamed.value).to.equal('rest');
  });
});

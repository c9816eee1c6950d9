// Featured listings: admins choose them at every door, in an order, each until its end.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { adminOf } from './helpers/admin.js';
import { type Json, useApi } from './helpers/api.js';
import { mcpOf } from './helpers/mcp.js';
import { type Visitor, visitorOf } from './helpers/pages.js';

describe('featured listings', () => {
  const api = useApi({ RATE_LIMIT: '0', RATE_LIMIT_LISTING_WRITE: '0' });
  const mcp = mcpOf(api.server);
  const cli = adminOf(api.server.database);
  let admin: { key: string; email: string; password: string };
  let owner: { key: string; email: string };
  let boss: Visitor;
  const slugs: string[] = [];

  before(async () => {
    admin = await api.registerAdmin();
    owner = await api.register();
    boss = visitorOf(api.server);
    await boss.signIn(admin);
    for (const name of ['Aster', 'Bramble', 'Clover', 'Dahlia'])
      slugs.push((await api.submit(owner.key, { name })).slug);
  });

  const edit = (slug: string, body: Json, key = admin.key) =>
    api.patch(`/api/v1/admin/listings/${slug}`, body, { key });
  const unfeatureAll = () =>
    api.server.database
      .knex('listings')
      .update({ featured: false, featured_position: null, featured_until: null });
  afterEach(unfeatureAll);

  /** The slugs of the featured listings, as guests see them: from the cache where possible. */
  async function shelf(): Promise<string[]> {
    const { html } = await visitorOf(api.server).get('/');
    const [, part = ''] = /id="featured"(.*?)<\/section>/s.exec(html) ?? [];
    return [...new Set([...part.matchAll(/href="\/listings\/([\w-]+)"/g)].map(([, slug]) => slug ?? ''))];
  }
  // With a key: what guests are told of another process's change may be a moment old.
  const recordOf = async (slug: string) =>
    (await api.get(`/api/v1/listings/${slug}`, { key: admin.key })).body.listing;
  const lastEntry = async (slug: string) => {
    const { body } = await api.get(`/api/v1/admin/audit?subject=${slug}&limit=1`, { key: admin.key });
    return body.entries[0];
  };
  const inFuture = (ms: number) => new Date(Date.now() + ms).toISOString();

  it('are on the front page by position, those without one after them, newest first', async () => {
    const [aster = '', bramble = '', clover = '', dahlia = ''] = slugs;
    expect(await shelf()).to.deep.equal([]);
    for (const slug of [aster, bramble]) await edit(slug, { featured: true });
    expect(await shelf()).to.deep.equal([bramble, aster]);
    await edit(clover, { featured: true, featured_position: 2 });
    await edit(dahlia, { featured: true, featured_position: 1 });
    expect(await shelf()).to.deep.equal([dahlia, clover, bramble, aster]);
    await edit(aster, { featured_position: 1 });
    expect(await shelf()).to.deep.equal([dahlia, aster, clover, bramble]);
    await edit(dahlia, { featured_position: null });
    await edit(clover, { featured: false });
    expect(await shelf()).to.deep.equal([aster, dahlia, bramble]);
    await api.post(`/api/v1/listings/${dahlia}`, { action: 'archive' }, { key: owner.key });
    expect(await shelf()).to.deep.equal([aster, bramble]);
    await api.post(`/api/v1/listings/${dahlia}`, { action: 'restore' }, { key: owner.key });
    expect(await shelf()).to.deep.equal([aster, dahlia, bramble]);
  });

  it('are marked in the record, also for guests, without changing updated_at', async () => {
    const [slug = ''] = slugs;
    const before = await recordOf(slug);
    expect(before).to.include({ featured: false, featured_position: null, featured_until: null });
    const end = '2099-01-31T12:00:00+01:00';
    const { status, body } = await edit(slug, { featured: true, featured_until: end, featured_position: 7 });
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body).not.to.have.property('warnings');
    const record = { featured: true, featured_position: 7, featured_until: '2099-01-31T11:00:00.000Z' };
    expect(await recordOf(slug)).to.deep.equal({ ...before, ...record });
    const list = await api.get('/api/v1/admin/listings?featured=yes', { key: admin.key });
    expect(list.body.listings.map((listing: Json) => listing.slug)).to.deep.equal([slug]);
  });

  it('end on time, also in cached responses', async () => {
    const [slug = '', other = ''] = slugs;
    const end = inFuture(1500);
    await edit(slug, { featured: true, featured_until: end, featured_position: 1 });
    await edit(other, { featured: true });
    const call = () => mcp.callTool('get_listing', { slug });
    const readings = async () => ({
      shelf: await shelf(),
      rest: (await recordOf(slug)).featured,
      list: (await api.get('/api/v1/listings')).body.listings.find((one: Json) => one.slug === slug).featured,
      similar: (await api.get(`/api/v1/listings/${other}/similar`)).body.listings
        .filter((one: Json) => one.slug === slug)
        .map((one: Json) => one.featured),
      mcp: (await call()).value.listing.featured,
    });
    const before = await readings();
    if (Date.now() < Date.parse(end)) {
      expect(before).to.deep.include({ shelf: [slug, other], rest: true, list: true, mcp: true });
      await readings();
    }
    await sleep(Math.max(0, Date.parse(end) - Date.now() + 20));
    const after = await readings();
    expect(after).to.deep.include({ shelf: [other], rest: false, list: false, mcp: false });
    expect(after.similar).not.to.include(true);
    expect(await recordOf(slug)).to.include({ featured_position: null, featured_until: null });
    // Featured again, it has neither the old position nor the old end.
    expect((await edit(slug, { featured: true })).body.listing).to.include({
      featured: true,
      featured_position: null,
      featured_until: null,
    });
  });

  it('are audited, each change once', async () => {
    const [slug = ''] = slugs;
    await edit(slug, { featured: true, featured_position: 3 });
    const made = await lastEntry(slug);
    expect(made).to.deep.include({
      action: 'listing.feature',
      before: { featured: false, featured_position: null },
      after: { featured: true, featured_position: 3 },
    });
    await edit(slug, { featured: true, featured_position: 3 });
    expect((await lastEntry(slug)).id).to.equal(made.id);
    await edit(slug, { featured: false });
    expect(await lastEntry(slug)).to.deep.include({
      action: 'listing.unfeature',
      before: { featured: true, featured_position: 3 },
      after: { featured: false, featured_position: null },
    });
  });

  it('cannot be set by owners, nor by admins through the owner’s routes', async () => {
    const [slug = ''] = slugs;
    const wish = { featured: true, featured_position: 1, featured_until: inFuture(60_000) };
    for (const key of [owner.key, admin.key]) {
      const { status, body } = await api.patch(`/api/v1/listings/${slug}`, wish, { key });
      expect(status).to.equal(200);
      expect(body.listing.featured).to.equal(false);
      expect(body.warnings.map(({ code }: Json) => code)).to.deep.equal(Array(3).fill('read_only_field'));
    }
    expect((await edit(slug, wish, owner.key)).status).to.equal(403);
    const again = await api.post(
      '/api/v1/listings',
      { ...(await recordOf(slug)), featured: true },
      { key: owner.key },
    );
    expect(again.body.listing.featured).to.equal(false);
  });

  it('are refused with the invalid field, and then nothing is stored', async () => {
    const [slug = ''] = slugs;
    const refusals: [Json, string][] = [
      [{ featured: 'yes' }, 'featured'],
      [{ featured: null }, 'featured'],
      [{ featured: true, featured_position: 0 }, 'featured_position'],
      [{ featured: true, featured_position: 1.5 }, 'featured_position'],
      [{ featured: true, featured_position: 1001 }, 'featured_position'],
      [{ featured: true, featured_until: 'tomorrow' }, 'featured_until'],
      [{ featured: true, featured_until: '2020-01-01T00:00:00Z' }, 'featured_until'],
      [{ featured_until: inFuture(60_000) }, 'featured_until'],
      [{ featured_position: 1 }, 'featured_position'],
      [{ featured: false, featured_position: 1 }, 'featured_position'],
      [{ name: 'Another', featured: true, featured_until: '2020-01-01T00:00:00Z' }, 'featured_until'],
    ];
    const before = await recordOf(slug);
    for (const [body, field] of refusals) {
      const answer = await edit(slug, body);
      expect(answer.status, JSON.stringify(body)).to.equal(400);
      expect(answer.body).to.include({ code: 'validation_error', field });
    }
    expect(await recordOf(slug)).to.deep.equal(before);
    const both = await edit(slug, { name: '', featured_position: 0 });
    expect(both.body.errors.map((error: Json) => error.field)).to.have.members(['name', 'featured_position']);
  });

  it('are set in the console, with a position and a last day', async () => {
    const [slug = '', other = ''] = slugs;
    await edit(other, { featured: true, featured_position: 2 });
    const page = `/admin/listings/${slug}`;
    const set = await boss.submit(
      `${page}/feature`,
      { featured_position: '1', featured_until: '2099-01-31' },
      page,
    );
    expect(set.location).to.equal(`${page}?done=featured`);
    expect(await recordOf(slug)).to.include({
      featured: true,
      featured_position: 1,
      featured_until: '2099-01-31T23:59:59.000Z',
    });
    const { html } = await boss.get(page);
    expect(html).to.contain('value="2099-01-31"');
    const list =
      /href="(\/admin\/listings\?featured=yes[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const { html: inOrder } = await boss.get(list);
    expect(inOrder.indexOf('Aster')).to.be.within(1, inOrder.indexOf('Bramble'));
    const refused = await boss.submit(`${page}/feature`, { featured_position: '0' }, page);
    expect(refused.status).to.equal(422);
    expect(refused.html).to.contain('href="#field-featured_position"');
    const past = await boss.submit(`${page}/feature`, { featured_until: '2020-01-31' }, page);
    expect(past.html).to.contain('must be in the future').and.to.contain('value="2020-01-31"');
    // An end that was set to the minute stays where its day was not changed.
    const minute = '2099-03-31T10:30:00.000Z';
    await edit(slug, { featured_until: minute });
    await boss.submit(`${page}/feature`, { featured_position: '3', featured_until: '2099-03-31' }, page);
    expect(await recordOf(slug)).to.include({ featured_position: 3, featured_until: minute });
    await boss.submit(`${page}/feature`, { featured_position: '3', featured_until: '2099-04-01' }, page);
    expect((await recordOf(slug)).featured_until).to.equal('2099-04-01T23:59:59.000Z');
    const off = await boss.submit(
      `${page}/feature`,
      { featured: 'no', featured_position: '1', featured_until: 'x' },
      page,
    );
    expect(off.location).to.equal(`${page}?done=unfeatured`);
    expect(await shelf()).to.deep.equal([other]);
  });

  it('are set at the command line, several at once in the order named', async () => {
    const [aster = '', bramble = '', clover = ''] = slugs;
    const run = await cli(
      `listings feature ${clover} ${aster} --position 4 --until 2099-01-31 --as ${admin.email} --yes --json`,
    );
    expect(run.json()).to.deep.equal({ updated: [clover, aster], failed: [], errors: [] });
    expect(await recordOf(aster)).to.include({
      featured_position: 5,
      featured_until: '2099-01-31T23:59:59.000Z',
    });
    expect(await lastEntry(aster)).to.include({ door: 'cli', action: 'listing.feature' });
    expect(await shelf()).to.deep.equal([clover, aster]);
    const list = await cli('listings list --featured --sort featured --json');
    expect((list.json() as Json).listings.map((listing: Json) => listing.slug)).to.deep.equal([
      clover,
      aster,
    ]);
    // What is not given stays.
    await cli(`listings feature ${aster} --position 9 --yes`);
    const moved = { featured_position: 9, featured_until: '2099-01-31T23:59:59.000Z' };
    expect(await recordOf(aster)).to.include(moved);
    await cli(`listings feature ${aster} --until 2099-02-28 --yes`);
    expect(await recordOf(aster)).to.include({ ...moved, featured_until: '2099-02-28T23:59:59.000Z' });
    const bad = await cli(`listings feature ${bramble} --until soon --yes`);
    expect(bad.code).to.equal(2);
    const past = await cli(`listings feature ${bramble} --until 2020-01-01 --yes --json`);
    expect(past.code).to.equal(1);
    expect((past.json() as Json).errors.map(({ code }: Json) => code)).to.deep.equal(['validation_error']);
    expect((await cli('listings unfeature --featured --yes')).stdout).to.contain(
      'No longer featured: 2 listings',
    );
    expect(await shelf()).to.deep.equal([]);
  });

  for (const format of ['ndjson', 'csv'])
    it(`are restored from an export as ${format}, except for those that have ended since`, async () => {
      const [aster = '', bramble = '', clover = ''] = slugs;
      await edit(aster, { featured: true, featured_position: 2, featured_until: '2099-01-31T00:00:00Z' });
      await edit(bramble, { featured: true });
      await edit(clover, { featured: true, featured_until: '2098-01-31T00:00:00Z' });
      const file = (await cli(`listings export --format ${format}`)).stdout.replace(/2098-/g, '2008-');
      const same = await cli(`listings import - --owner ${owner.email} --json`, file);
      expect(same.json()).to.deep.include({ changed: 1, unchanged: 3, refused: 0 });
      await unfeatureAll();
      const dry = await cli(`listings import - --owner ${owner.email} --dry-run --json`, file);
      expect(dry.json()).to.deep.include({ changed: 2, unchanged: 2, refused: 0 });
      const back = await cli(`listings import - --owner ${owner.email} --json`, file);
      expect(back.json()).to.deep.include({ changed: 2, unchanged: 2, refused: 0 });
      const record = { featured: true, featured_position: 2, featured_until: '2099-01-31T00:00:00.000Z' };
      expect(await recordOf(aster)).to.include(record);
      expect(await shelf()).to.deep.equal([aster, bramble]);
      await api.server.database.knex('listings').where({ slug: aster }).delete();
      const anew = await cli(`listings import - --owner ${owner.email} --json`, file);
      expect(anew.json()).to.deep.include({ created: 1, unchanged: 3 });
      expect(await recordOf(aster)).to.include(record);
    });
});

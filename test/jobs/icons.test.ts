// Logos without work: listings that have none get the icon of their site, once, and never against their owner's will.
import { expect } from 'chai';
import sharp from 'sharp';
import { config, configure } from '../../core/kernel/config.js';
import type { RunningJob } from '../../core/kernel/jobs.js';
import { fetchDueIcons } from '../../server/jobs/check-links.js';
import { fetchIcons } from '../../server/jobs/worker.js';
import { type Json, useApi } from '../helpers/api.js';
import { useListener } from '../helpers/listeners.js';
import { bitmap, ico, square, svg } from '../helpers/pictures.js';

const OPEN = {
  SCREENSHOT_ALLOW_PRIVATE: 'on',
  RATE_LIMIT: '0',
  RATE_LIMIT_LISTING_WRITE: '0',
  SITE_ICONS: 'on',
};

describe('listings with a logo elsewhere, or without one,', function () {
  this.timeout(30_000);
  const api = useApi(OPEN);
  const files = new Map<string, string | Buffer>();
  let isDown = false;
  const site = useListener((request, response) => {
    const file = files.get(request.url ?? '');
    if (isDown) return request.socket.destroy();
    if (file === undefined) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/html' });
    return response.end(file);
  });
  let key: string;
  let count = 0;
  before(async () => {
    ({ key } = await api.register());
    files.set('/touch.png', await square('png', 180));
    files.set('/small.png', await square('png', 32));
    files.set('/other.png', await square('png', 96, '#f00'));
    files.set('/icon.svg', svg('<rect width="64" height="64" fill="red"/>'));
    files.set('/text.png', 'no picture at all');
    files.set('/inside.ico', ico(await square('png', 96)));
    files.set('/bitmap.ico', ico(bitmap(64)));
  });
  afterEach(async () => {
    isDown = false;
    site.hits.length = 0;
    await api.server.database.knex('listings').delete();
  });

  /** A listing whose page has this head. */
  const listed = async (head: string, fields: Json = {}) => {
    const path = `/page-${++count}`;
    files.set(path, `<head>${head}</head>`);
    return api.submit(key, { website_url: site.url + path, ...fields });
  };
  const logoOf = async ({ slug }: Json) => (await api.get(`/api/v1/listings/${slug}`)).body.listing.logo_url;
  const TOUCH = '<link rel="apple-touch-icon" href="/touch.png">';

  it('get the best icon of their site, stored as an upload is', async () => {
    const icon = await listed(`<link rel="icon" href="/icon.svg">${TOUCH}`);
    const drawn = await listed(
      '<link rel="icon" href="/small.png" sizes="32x32"><link rel="icon" href="/icon.svg">',
    );
    const second = await listed(
      '<link rel="apple-touch-icon" href="http://127.0.0.1:1/gone.png"><link rel="icon" href="/icon.svg">',
    );
    const poor = await listed(
      '<link rel="apple-touch-icon" href="/small.png"><link rel="icon" href="/text.png" sizes="64x64">',
    );
    const unsized = await listed('<link rel="icon" href="/small.png"><link rel="icon" href="/other.png">');
    const inside = await listed('<link rel="shortcut icon" href="/inside.ico">');
    const data = await listed(
      `<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(`${svg('<path d="M0 0h9v9z"/>', 'viewBox="0 0 9 9"')}`)}">`,
    );
    const endless = await listed('<link rel="icon" href="/plain.svg" type="image/svg+xml">');
    files.set('/plain.svg', svg('<circle r="9"/>', ''));
    const own = await listed(TOUCH, { logo_url: `${site.url}/other.png` });
    expect(await fetchDueIcons()).to.equal(9);
    for (const listing of [icon, drawn, second, unsized, inside, data, endless]) {
      const logo = await logoOf(listing);
      expect(logo).to.match(/\/media\//);
      const served = await api.server.fetch(new URL(logo).pathname);
      expect(served.headers.get('content-type')).to.equal('image/webp');
    }
    expect([await logoOf(poor), await logoOf(own)]).to.deep.equal([null, `${site.url}/other.png`]);
    const entry = await api.server.database
      .knex('audit_entries')
      .where({ subject_id: icon.id, door: 'job' })
      .first();
    expect(entry.action).to.equal('listing.update');
    site.hits.length = 0;
    expect([await fetchDueIcons(), site.hits]).to.deep.equal([0, []]);
  });

  it('get the icon that every browser looks for where the page names none', async () => {
    files.set('/favicon.ico', files.get('/bitmap.ico') ?? '');
    const listing = await listed('<title>No icon</title>');
    await fetchDueIcons();
    files.delete('/favicon.ico');
    const served = await api.server.fetch(new URL(await logoOf(listing)).pathname);
    const { width, height } = await sharp(Buffer.from(await served.arrayBuffer())).metadata();
    expect([width, height]).to.deep.equal([64, 64]);
  });

  it('keep what their owner chose: another logo, or none', async () => {
    const listing = await listed(TOUCH);
    await fetchDueIcons();
    const path = `/api/v1/listings/${listing.slug}`;
    await api.patch(path, { logo_url: null }, { key });
    expect([await fetchDueIcons(), await logoOf(listing)]).to.deep.equal([0, null]);
    files.set('/moved', `<head>${TOUCH}</head>`);
    await api.patch(path, { website_url: `${site.url}/moved` }, { key });
    expect([await fetchDueIcons(), await logoOf(listing)]).to.deep.equal([0, null]);
    const late = await listed(TOUCH);
    const running = fetchDueIcons();
    await api.patch(`/api/v1/listings/${late.slug}`, { logo_url: `${site.url}/other.png` }, { key });
    await running;
    expect(await logoOf(late)).to.equal(`${site.url}/other.png`);
  });

  it('show a copy of the picture at a typed address, and never that address', async () => {
    const logo_url = `${site.url}/other.png`;
    const listing = await listed(TOUCH, { logo_url });
    const path = `/api/v1/listings/${listing.slug}`;
    const record = async () => (await api.get(path)).body.listing;
    const page = async () => (await api.server.fetch(`/listings/${listing.slug}`)).text();
    expect(await record()).to.include({ logo_url, logo_copy_url: null });
    expect(await page()).not.to.contain('<img');
    await fetchDueIcons();
    expect(site.hits, 'no robots.txt: its owner has asked').to.deep.equal(['GET /other.png']);
    const { logo_copy_url: copy, ...read } = await record();
    expect(read).to.include({ logo_url });
    expect(copy).to.match(/\/media\//);
    expect(await page())
      .to.contain(`src="${new URL(copy).pathname}"`)
      .and.not.contain(logo_url);
    // Another picture behind the address is no business of ours, until its owner asks.
    files.set('/other.png', await square('png', 96, '#0f0'));
    await api.patch(path, { tagline: 'Something else', logo_url }, { key });
    expect([await fetchDueIcons(), (await record()).logo_copy_url]).to.deep.equal([0, copy]);
    await api.patch(path, { logo_url: `${logo_url}?2` }, { key });
    expect((await record()).logo_copy_url).to.equal(null);
    files.set('/other.png?2', files.get('/other.png') ?? '');
    await fetchDueIcons();
    expect((await record()).logo_copy_url)
      .to.match(/\/media\//)
      .and.not.equal(copy);
    expect((await api.server.fetch(new URL(copy).pathname)).status, 'the copy before is gone').to.equal(404);
    await api.patch(path, { logo_url: null }, { key });
    expect(await record()).to.include({ logo_url: null, logo_copy_url: null });
  });

  it('show a tile where the picture at a typed address cannot be read, and ask no more', async () => {
    const text = await listed(TOUCH, { logo_url: `${site.url}/text.png` });
    const gone = await listed(TOUCH, { logo_url: `${site.url}/gone.png` });
    expect(await fetchDueIcons()).to.equal(2);
    for (const { slug } of [text, gone])
      expect((await api.get(`/api/v1/listings/${slug}`)).body.listing.logo_copy_url).to.equal(null);
    expect(await fetchDueIcons()).to.equal(0);
  });

  it('take the icon of their new site', async () => {
    const listing = await listed(TOUCH);
    await fetchDueIcons();
    const first = await logoOf(listing);
    files.set('/new', '<head><link rel="apple-touch-icon" href="/other.png"></head>');
    await api.patch(`/api/v1/listings/${listing.slug}`, { website_url: `${site.url}/new` }, { key });
    expect(await logoOf(listing)).to.equal(null);
    await fetchDueIcons();
    expect(await logoOf(listing))
      .to.match(/\/media\//)
      .and.not.equal(first);
  });

  it('are tried three times while their site is away, and not where robots.txt forbids it', async () => {
    const listing = await listed(TOUCH);
    isDown = true;
    const { knex } = api.server.database;
    for (const attempt of [1, 2, 3]) {
      expect([attempt, await fetchDueIcons(), await fetchDueIcons()]).to.deep.equal([attempt, 1, 0]);
      await knex('listing_icons')
        .whereNotNull('due_at')
        .update({ due_at: new Date(0) });
    }
    isDown = false;
    expect([await fetchDueIcons(), await logoOf(listing)]).to.deep.equal([0, null]);
    files.set('/robots.txt', 'User-agent: *\nDisallow: /');
    const shy = await listed(TOUCH);
    await fetchDueIcons();
    files.delete('/robots.txt');
    expect([await fetchDueIcons(), await logoOf(shy)]).to.deep.equal([0, null]);
  });

  it('stay without one where the operator has switched it off, and until they are live', async () => {
    const listing = await listed(TOUCH);
    const job = {
      signal: new AbortController().signal,
    } as RunningJob<'fetch-icons'>;
    configure({ ...OPEN, DATA_DIR: config.dataDir, SITE_ICONS: 'off' });
    await fetchIcons.run(job);
    expect(site.hits).to.deep.equal([]);
    configure({ ...OPEN, DATA_DIR: config.dataDir });
    try {
      await api.post(`/api/v1/listings/${listing.slug}`, { action: 'archive' }, { key });
      await fetchIcons.run(job);
      expect(site.hits).to.deep.equal([]);
      await api.post(`/api/v1/listings/${listing.slug}`, { action: 'restore' }, { key });
      await fetchIcons.run(job);
      expect(await logoOf(listing)).to.match(/\/media\//);
    } finally {
      configure({ ...OPEN, DATA_DIR: config.dataDir });
    }
  });
});

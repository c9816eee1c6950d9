// The settings of the site, over REST.
import { expect } from 'chai';
import type { Knex } from 'knex';
import { sweepMedia } from '../../core/pictures/media.js';
import { closePool, createPool } from '../../db/pool.js';
import { expectError, type Json, useApi } from '../helpers/api.js';
import { square } from '../helpers/pictures.js';

const SITE = '/api/v1/admin/site';

describe('the site’s settings over REST', () => {
  const api = useApi({ SERVICE_NAME: 'Example Index', CONTACT_EMAIL: 'desk@example.com' });
  const { database } = api.server;
  let key: string;
  before(async () => {
    key = (await api.registerAdmin()).key;
  });
  beforeEach(() => database.knex('site').delete());

  const read = async (): Promise<Json> => (await api.get(SITE, { key })).body.site;
  const change = (fields: Json) => api.patch(SITE, fields, { key });
  const upload = async (picture: string, file?: Buffer) => {
    const form = new FormData();
    if (file) form.append('picture', new Blob([new Uint8Array(file)]), 'picture.bin');
    const response = new Response(form);
    const raw = Buffer.from(await response.arrayBuffer());
    const headers = { 'content-type': response.headers.get('content-type') ?? '' };
    return api.call('POST', `${SITE}/pictures/${picture}`, { raw, key, headers });
  };
  const nameShown = async () => (await api.get('/api/v1/schema')).body.name;

  it('follow the configuration until someone changes them', async () => {
    const site = await read();
    expect(site.version).to.equal(0);
    expect(Object.values(site).filter((value) => value !== null && value !== 0)).to.deep.equal([]);
    expect(await nameShown()).to.equal('Example Index');
  });

  it('change only in the fields sent; null restores the default', async () => {
    const { status, body } = await change({
      name: '  Tool Shed ',
      accent_color: '#0B7A4B',
      needs: ['a', 'b'],
    });
    expect(status).to.equal(200);
    expect(body.site).to.include({ name: 'Tool Shed', accent_color: '#0b7a4b', version: 1, headline: null });
    expect(await nameShown()).to.equal('Tool Shed');
    await change({ headline: 'Tools' });
    expect(await read()).to.deep.include({
      name: 'Tool Shed',
      needs: ['a', 'b'],
      headline: 'Tools',
      version: 2,
    });
    await change({ name: '', needs: [] });
    expect(await read()).to.include({ name: null, needs: null, headline: 'Tools', version: 3 });
    expect(await nameShown()).to.equal('Example Index');
  });

  it('are not written when nothing changes: same version, no audit entry', async () => {
    await change({ name: 'Tool Shed' });
    const entries = () => database.knex('audit_entries').where({ action: 'site.update' }).count();
    const before = await entries();
    expect((await change({ name: 'Tool Shed' })).body.site.version).to.equal(1);
    expect(await entries()).to.deep.equal(before);
  });

  it('are open to admins only', async () => {
    const member = await api.register();
    expectError(await api.get(SITE), 401, 'unauthorized');
    expectError(await api.get(SITE, { key: member.key }), 403, 'forbidden');
    expectError(await api.patch(SITE, { name: 'Mine' }, { key: member.key }), 403, 'forbidden');
    expectError(await api.post(`${SITE}/pictures/logo`, {}, { key: member.key }), 403, 'forbidden');
    expect((await read()).version).to.equal(0);
  });

  const REFUSED: [what: string, fields: Json, field: string][] = [
    ['a colour by name', { accent_color: 'green' }, 'accent_color'],
    ['a name of 61', { name: 'x'.repeat(61) }, 'name'],
    ['nine needs', { needs: Array.from({ length: 9 }, (_, n) => `need ${n}`) }, 'needs'],
    ['a script as link', { announcement_url: 'javascript:alert(1)' }, 'announcement_url'],
    ['another host as a path', { contact_url: '//evil.example' }, 'contact_url'],
    ['data: in the footer', { footer_links: [{ label: 'X', url: 'data:text/html,x' }] }, 'footer_links'],
    ['an unknown category', { categories: [{ value: 'robots' }] }, 'categories'],
    ['a category twice', { categories: [{ value: 'ai' }, { value: 'ai' }] }, 'categories'],
    ['an address with a slash', { pages: [{ slug: 'a/b', title: 'A', text: 'a' }] }, 'pages'],
    ['two pages at one address', { pages: Array(2).fill({ slug: 'a', title: 'A', text: 'a' }) }, 'pages'],
    ['a place that is no time zone', { time_zone: 'Europe/Nowhere' }, 'time_zone'],
    ['a language without a file', { language: 'tlh' }, 'language'],
    ['a picture from elsewhere', { logo_url: 'https://example.com/logo.png' }, 'logo_url'],
    ['a picture that is not here', { logo_url: `/media/${'x'.repeat(43)}` }, 'logo_url'],
  ];
  for (const [what, fields, field] of REFUSED) {
    it(`refuse ${what}`, async () => {
      expectError(await change(fields), 400, 'validation_error', field);
      expect((await read()).version).to.equal(0);
    });
  }

  it('refuse a change based on an outdated version', async () => {
    await change({ name: 'First', version: 0 });
    expectError(await change({ headline: 'Second', version: 0 }), 409, 'site_changed');
    expect((await change({ headline: 'Second', version: 1 })).status).to.equal(200);
  });

  it('apply two concurrent changes one after the other', async () => {
    const answers = await Promise.all([change({ name: 'Tool Shed' }), change({ headline: 'Tools' })]);
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200]);
    expect(await read()).to.include({ name: 'Tool Shed', headline: 'Tools', version: 2 });
  });

  it('audit who changed what, and of pages only the changed ones', async () => {
    const imprint = { slug: 'imprint', title: 'Imprint', text: 'Ada' };
    await change({ pages: [imprint, { slug: 'privacy', title: 'Privacy', text: 'None' }] });
    await change({ pages: [imprint, { slug: 'privacy', title: 'Privacy', text: 'Little' }] });
    const { body } = await api.get('/api/v1/admin/audit?action=site.update&limit=1', { key });
    expect(body.entries[0]).to.deep.include({
      before: { 'page privacy': '# Privacy\n\nNone' },
      after: { 'page privacy': '# Privacy\n\nLittle' },
    });
    expect(body.entries[0].subject).to.deep.equal({ type: 'site', id: 'site', label: 'Example Index' });
  });

  it('keep a picture as long as it is shown', async () => {
    const { status, body } = await upload('logo', await square('png', 64, '#fa0'));
    expect(status).to.equal(200);
    const address: string = body.site.logo_url;
    expect(address).to.match(new RegExp(`^${api.server.url}/media/`));
    await database.knex('media').update({ held_until: new Date(0) });
    expect(await sweepMedia()).to.equal(0);
    expect((await fetch(address)).status).to.equal(200);
    expect((await change({ logo_url: null })).body.site.logo_url).to.equal(null);
    await sweepMedia();
    expect((await fetch(address)).status).to.equal(404);
  });

  it('refuse files as listings do, and unknown pictures', async () => {
    expectError(await upload('logo', Buffer.from('no picture')), 415, 'unsupported_media_type', 'picture');
    expectError(await upload('logo', Buffer.alloc(2 * 1024 * 1024 + 1)), 413, 'payload_too_large', 'picture');
    expectError(await upload('logo'), 400, 'validation_error', 'picture');
    expectError(await upload('banner', await square('png')), 404, 'not_found');
  });

  it('are reloaded by other processes at once', async () => {
    const elsewhere: Knex = createPool(database.url, { pool: { max: 1 } });
    try {
      expect(await nameShown()).to.equal('Example Index');
      await elsewhere('site').insert({ version: 1, document: { name: 'From elsewhere' } });
      // Reloaded after a notification; there is nothing to wait for but its arrival.
      const until = performance.now() + 5_000;
      while ((await nameShown()) !== 'From elsewhere' && performance.now() < until) {
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      expect(await nameShown()).to.equal('From elsewhere');
    } finally {
      await closePool(elsewhere);
    }
  });
});

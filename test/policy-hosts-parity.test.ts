// The imported list of hosts at the three doors of an operator, and the effects of an import.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { config } from '../core/kernel/config.js';
import { rescreenIfChanged } from '../core/moderation/policy-review.js';
import { adminOf } from './helpers/admin.js';
import { expectError, useApi } from './helpers/api.js';
import { csrfOf, type Visitor, visitorOf } from './helpers/pages.js';

const LIST = '# bad ones\n0.0.0.0 bad.example.com worse.example.com\nnot a host!\n';
const PATH = '/api/v1/admin/policy-hosts';

describe('the list of hosts, at every door', () => {
  const api = useApi();
  let key: string;
  let console_: Visitor;
  const cli = (line: string) => adminOf(api.server.database, { DATA_DIR: config.dataDir })(line);
  const read = async (q = '') => (await api.get(`${PATH}${q && `?q=${q}`}`, { key })).body;
  const entries = (action: string) =>
    api.server.database
      .knex('audit_entries')
      .where({ action })
      .orderBy('id')
      .select('door', 'before', 'after', 'reason');

  before(async () => {
    const admin = await api.registerAdmin();
    key = admin.key;
    console_ = visitorOf(api.server);
    await console_.submit('/sign-in', { email: admin.email, password: admin.password });
  });
  afterEach(() => rmSync(join(config.dataDir, 'policy-hosts.bin'), { force: true }));

  it('is imported, looked up and removed alike, with an audit entry for each change', async () => {
    const file = join(config.dataDir, 'bad.txt');
    writeFileSync(file, LIST);
    const imports: Record<string, () => Promise<unknown>> = {
      rest: () => api.post(PATH, { text: LIST, source: 'bad.txt' }, { key }),
      web: () => console_.submit('/admin/policy/hosts', { text: LIST, source: 'bad.txt' }, '/admin/policy'),
      cli: () => cli(`policy hosts import ${file} --json`),
    };
    const ends: Record<string, () => Promise<unknown>> = {
      rest: () => api.delete(PATH, { key }),
      web: () => console_.submit('/admin/policy/hosts/remove', {}, '/admin/policy'),
      cli: () => cli('policy hosts remove --all --yes'),
    };
    for (const [door, take] of Object.entries(imports)) {
      await take();
      expect(await read('shop.worse.example.com'), door).to.include({
        count: 2,
        verdict: 'flag',
        source: 'bad.txt',
        listed_host: 'worse.example.com',
      });
      expect((await read('https://good.example.com/x')).listed_host).to.equal(null);
      expect((await console_.get('/admin/policy?q=bad.example.com')).html)
        .to.contain('2 hosts')
        .and.contain('is listed, as');
      expect((await cli('policy hosts show bad.example.com')).code).to.equal(0);
      expect((await cli('policy hosts show good.example.com')).code).to.equal(1);
      expect((await cli('policy hosts show --json')).json()).to.deep.equal(await read());
      await ends[door]?.();
      expect((await read()).count, door).to.equal(0);
    }
    const of = (before: number, after: number, reason: string | null) =>
      ['rest', 'web', 'cli'].map((door) => ({
        door,
        before: { hosts: before },
        after: { hosts: after },
        reason,
      }));
    expect(await entries('policy.import-hosts')).to.deep.equal(of(0, 2, 'bad.txt'));
    expect(await entries('policy.remove-hosts')).to.deep.equal(of(2, 0, null));
  });

  it('loses one host, given by any address on it', async () => {
    await api.post(PATH, { text: LIST }, { key });
    expect((await api.delete(`${PATH}/shop.bad.example.com`, { key })).body).to.deep.equal({
      removed: 1,
      count: 1,
    });
    expectError(await api.delete(`${PATH}/bad.example.com`, { key }), 404, 'not_found');
    expect((await read('worse.example.com')).listed_host).to.equal('worse.example.com');
    expect((await cli('policy hosts remove worse.example.com --yes --json')).json()).to.deep.equal({
      removed: 1,
      count: 0,
    });
    expectError(await api.delete(PATH, { key }), 404, 'not_found');
  });

  it('can be imported from a file in the console', async () => {
    const form = new FormData();
    form.set('_csrf', csrfOf((await console_.get('/admin/policy')).html));
    form.set('hosts', new Blob([LIST]), 'bad.txt');
    form.set('text', '');
    expect((await console_.send('/admin/policy/hosts', form)).location).to.contain('hosts-imported');
    expect((await read()).count).to.equal(2);
    form.set('_csrf', csrfOf((await console_.get('/admin/policy')).html));
    form.set('hosts', new Blob([Buffer.alloc(2 * 1024 * 1024 + 1, 'a')]), 'long.txt');
    const tooLong = await console_.send('/admin/policy/hosts', form);
    expect([tooLong.status, tooLong.html.includes('larger than 2 MB')]).to.deep.equal([422, true]);
    expect((await read()).count).to.equal(2);
  });

  it('refuses a row without a host, and any change by a member', async () => {
    expectError(await api.post(PATH, { text: 'what? nothing!' }, { key }), 400, 'validation_error', 'text');
    const answer = await console_.submit('/admin/policy/hosts', { text: '', source: 'x' }, '/admin/policy');
    expect([answer.status, answer.html.includes('id="field-text-error"')]).to.deep.equal([422, true]);
    const member = await api.register();
    expectError(await api.post(PATH, { text: LIST }, { key: member.key }), 403, 'forbidden');
  });

  it('rescreens the listings: importing a host flags them and removing it clears the flag, both audited', async () => {
    const owner = await api.register();
    const { slug } = await api.submit(owner.key, { website_url: 'https://shop.bad.example.com/a' });
    await rescreenIfChanged();
    const sources = async () =>
      (await api.get('/api/v1/admin/reviews?limit=100', { key })).body.reviews.find(
        (item: { listing: { slug: string } }) => item.listing.slug === slug,
      )?.sources;
    expect(await sources()).to.deep.equal(['new']);
    await api.post(PATH, { text: LIST }, { key });
    expect(await rescreenIfChanged()).to.include({ flagged: 1 });
    expect(await sources()).to.include('policy');
    expect(await rescreenIfChanged()).to.equal(null);
    await api.delete(PATH, { key });
    expect(await rescreenIfChanged()).to.include({ flagged: 0 });
    expect(await sources()).to.deep.equal(['new']);
    const said = 'illegal: “bad.example.com” in website_url';
    expect(await entries('listing.rescreen')).to.deep.equal([
      { door: 'job', before: { policy: null }, after: { policy: said }, reason: null },
      { door: 'job', before: { policy: said }, after: { policy: null }, reason: null },
    ]);
  });

  it('shares its console page with the passes, which are given and revoked there', async () => {
    const pass = { website_url: 'https://pharmacy.example.com', category: 'drugs', reason: 'Registered' };
    const bad = await console_.submit('/admin/policy/passes', { ...pass, reason: '' }, '/admin/policy');
    expect([bad.status, bad.html.includes('id="field-reason-error"')]).to.deep.equal([422, true]);
    const given = await console_.submit('/admin/policy/passes', pass, '/admin/policy');
    expect(given.location).to.equal('/admin/policy?done=pass-granted');
    const { passes } = (await api.get('/api/v1/admin/policy-passes', { key })).body;
    expect(passes).to.have.length(1);
    const page = await console_.get('/admin/policy');
    expect(page.html).to.contain('pharmacy.example.com').and.contain('Registered');
    await console_.submit(`/admin/policy/passes/${passes[0].id}/withdraw`, {}, '/admin/policy');
    const wrong = await console_.submit('/admin/policy/passes', { ...pass, category: '' }, '/admin/policy');
    expect(wrong.html).to.match(/This is required|Choose one of the options/);
    const withdrawn = (await console_.get('/admin/policy')).html;
    expect(withdrawn).to.contain('Recently withdrawn').and.not.contain('/withdraw"');
    const tried = await console_.submit('/admin/policy', { tried: 'A calm notebook for teams.' });
    expect(tried.html).to.contain('It would be allowed.');
  });
});

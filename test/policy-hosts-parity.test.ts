// The operator's verdicts on hosts at their three doors, and what they do.
import { expect } from 'chai';
import { systemActor } from '../core/kernel/actor.js';
import { config } from '../core/kernel/config.js';
import { rescreenIfChanged } from '../core/moderation/policy-review.js';
import { findReviewOf } from '../core/moderation/reviews.js';
import { adminOf } from './helpers/admin.js';
import { expectError, newProduct, useApi } from './helpers/api.js';
import { type Visitor, visitorOf } from './helpers/pages.js';

const PATH = '/api/v1/admin/policy-hosts';
const DRUGS = { tagline: 'Buy cocaine and heroin online, delivered' };

describe('the verdicts on hosts', () => {
  const api = useApi();
  let key: string;
  let owner: { key: string };
  let console_: Visitor;
  const cli = (line: string) => adminOf(api.server.database, { DATA_DIR: config.dataDir })(line);
  const list = async (query = '') => (await api.get(`${PATH}${query}`, { key })).body.hosts;
  const set = (address: string, verdict: string, more: object = {}) =>
    api.post(PATH, { address, verdict, reason: 'Seen', ...more }, { key });
  const submit = (website_url: string, fields: object = {}, as = owner.key) =>
    api.post('/api/v1/listings', newProduct({ ...fields, website_url }), { key: as });
  const sources = async (slug: string) => {
    const { id } = await api.server.database.knex('listings').where({ slug }).first('id');
    return (await findReviewOf(systemActor('cli'), id))?.sources;
  };
  const entries = (action: string) =>
    api.server.database.knex('audit_entries').where({ action }).orderBy('id');

  before(async () => {
    const admin = await api.registerAdmin();
    key = admin.key;
    owner = await api.register('Ada Lovelace');
    console_ = visitorOf(api.server);
    await console_.signIn(admin);
  });
  afterEach(() => api.server.database.knex('host_verdicts').delete());

  it('are set, listed and removed alike at every door, with an audit entry for each change', async () => {
    const values = { address: 'https://WWW.Bad.example.com/', verdict: 'hold', reason: 'Sells fakes' };
    const sets: Record<string, () => Promise<unknown>> = {
      rest: () => api.post(PATH, values, { key }),
      web: () => console_.submit('/admin/policy/hosts', values, '/admin/policy'),
      cli: () => cli('policy hosts set bad.example.com hold --reason "Sells fakes"'),
    };
    const removals: Record<string, (id: string) => Promise<unknown>> = {
      rest: () => api.delete(`${PATH}/bad.example.com`, { key }),
      web: (id) => console_.submit(`/admin/policy/hosts/${id}/remove`, {}, '/admin/policy'),
      cli: () => cli('policy hosts remove bad.example.com'),
    };
    for (const door of ['rest', 'web', 'cli']) {
      await sets[door]?.();
      const [host, ...others] = await list('?q=bad.ex&verdict=hold');
      expect(others).to.deep.equal([]);
      expect(host).to.deep.include({
        ...{ address: 'bad.example.com', verdict: 'hold', categories: [], reason: 'Sells fakes' },
      });
      expect((await cli('policy hosts list --json')).json().hosts, door).to.deep.equal([host]);
      const page = (await console_.get('/admin/policy?q=bad')).html;
      expect(page)
        .to.contain('bad.example.com')
        .and.contain('Sells fakes')
        .and.contain('Hold for a moderator');
      await removals[door]?.(host.id);
      expect(await list(), door).to.deep.equal([]);
    }
    const ofEach = (before: object | null, after: object | null) =>
      ['rest', 'web', 'cli'].map((door) => ({ door, before, after, reason: 'Sells fakes' }));
    const columns = ['door', 'before', 'after', 'reason'] as const;
    const held = { verdict: 'hold', categories: [] };
    expect(await entries('policy.set-host').select(...columns)).to.deep.equal(ofEach(null, held));
    expect(await entries('policy.remove-host').select(...columns)).to.deep.equal(ofEach(held, null));
  });

  it('and what the policy got wrong are counted, by category and rule, at three doors', async () => {
    type Figure = Record<'refused' | 'flagged' | 'kept' | 'restored' | 'missed', number>;
    const read = async () => (await api.get('/api/v1/admin/policy-figures', { key })).body;
    const before: Figure[] = (await read()).figures;
    const unsure = { tagline: 'Earn daily from home, no skills needed' };
    const slugOf = async (site: string, fields: object = {}) =>
      (await submit(`https://${site}.counted.example.com`, fields)).body.listing.slug as string;
    const flagged = [await slugOf('a', unsure), await slugOf('b', unsure), await slugOf('c', unsure)];
    const [kept, restored] = flagged as [string, string];
    const missed = await slugOf('d');
    await submit('https://e.counted.example.com', DRUGS);
    const decide = (slug: string, decision: string) =>
      api.post(`/api/v1/admin/reviews/${slug}`, { decision, reason: 'Seen' }, { key });
    await decide(kept, 'approve');
    await decide(restored, 'reject');
    const message = 'It is real work.';
    expect(
      (await api.post(`/api/v1/listings/${restored}/appeals`, { message }, { key: owner.key })).status,
    ).to.be.below(300);
    await decide(restored, 'approve');
    await api.post(
      `/api/v1/listings/${missed}/reports`,
      { kind: 'prohibited', message: 'Look' },
      { key: owner.key },
    );
    await decide(missed, 'reject');
    // Refusals and holds of the operator are not the policy's.
    await set('counted.example.com', 'refuse');
    await submit('https://f.counted.example.com');
    const figures = await read();
    const more = figures.figures.map((after: Figure, n: number) =>
      (['refused', 'flagged', 'kept', 'restored', 'missed'] as const).map(
        (name) => after[name] - (before[n]?.[name] ?? 0),
      ),
    );
    expect(figures.days).to.equal(30);
    expect(more).to.deep.equal([
      [0, 0, 0, 0, 0],
      [1, 0, 0, 0, 0],
      [0, 3, 2, 1, 0],
      [0, 0, 0, 0, 1],
    ]);
    const ofRules = (name: string) => figures.rules.find(({ rule }: { rule: string }) => rule === name);
    expect(ofRules('model')).to.include({ category: 'illegal', flagged: 3, kept: 2, restored: 1 });
    const refused = figures.rules.filter(({ category }: { category: string }) => category === 'drugs');
    expect(refused.length).to.equal(1);
    expect(refused[0].rule).to.match(/^drugs\./);
    const { html } = await console_.get('/admin/policy', { 'accept-language': 'de' });
    expect(html)
      .to.contain('Übersehen, zu Recht gemeldet')
      .and.match(/Nichts gefunden[\s\S]*<td>1<\/td>/)
      .and.contain(refused[0].rule);
    expectError(await api.get('/api/v1/admin/policy-figures', { key: owner.key }), 403, 'forbidden');
    await api.delete(`${PATH}/counted.example.com`, { key });
  });

  it('are replaced by a later one; the same again changes nothing', async () => {
    expect((await set('shop.example.com', 'refuse')).status).to.equal(201);
    expect((await set('shop.example.com', 'pass', { categories: ['drugs', 'drugs'] })).status).to.equal(200);
    expect((await set('shop.example.com', 'pass', { categories: ['drugs'] })).status).to.equal(200);
    expect(await list()).to.have.length(1);
    const [, last, ...others] = await entries('policy.set-host').where({ subject_label: 'shop.example.com' });
    expect(others).to.deep.equal([]);
    expect(last.before).to.deep.equal({ verdict: 'refuse', categories: [] });
    expect(last.after).to.deep.equal({ verdict: 'pass', categories: ['drugs'] });
  });

  it('refuse a submission, hold it, or exempt it, with ports and subdomains; the most specific one decides', async () => {
    await set('verdicts.example.com', 'refuse');
    await set('held.verdicts.example.com', 'hold');
    await set('verdicts.example.com/museum', 'pass');
    const refused = await submit('https://shop.verdicts.example.com:8443/a');
    expectError(refused, 422, 'content_policy', 'website_url');
    expect(refused.body.matched).to.equal('verdicts.example.com');
    expectError(await submit('https://www.verdicts.example.com'), 422, 'content_policy', 'website_url');
    const held = await submit('https://a.held.verdicts.example.com');
    expect(held.body.status).to.equal('pending');
    const why = 'New listings at held.verdicts.example.com are reviewed first.';
    expect(held.body.listing.status_reason).to.equal(why);
    expect(await sources(held.body.listing.slug)).to.include('policy');
    expect((await submit('https://b.held.verdicts.example.com', {}, key)).body.status).to.equal('live');
    const passed = await submit('https://verdicts.example.com/museum/cocaine', DRUGS);
    expect([passed.status, passed.body.status]).to.deep.equal([201, 'live']);
    expectError(await submit('https://verdicts.example.com/museums', DRUGS), 422, 'content_policy');
    expect((await submit('https://notverdicts.example.com')).body.status).to.equal('live');
  });

  it('exempt a site from one category of the policy only, until they are removed', async () => {
    const site = 'https://pharmacy.example.com';
    expectError(await submit(site, DRUGS), 422, 'content_policy', 'tagline');
    await set(site, 'pass', { categories: ['drugs'] });
    expect((await submit(site, DRUGS)).status).to.equal(201);
    const passports = { ...DRUGS, description: 'Also fake passports, delivered in a week.' };
    expectError(await submit(site, passports), 422, 'content_policy', 'description');
    await api.delete(`${PATH}/pharmacy.example.com`, { key });
    expectError(await submit(site, { ...DRUGS, name: 'Renamed' }), 422, 'content_policy', 'tagline');
  });

  it('screen the listings of their hosts again, and only those, when the list changes; both are audited', async () => {
    const { slug } = await api.submit(owner.key, { website_url: 'https://shop.later.example.com/a' });
    await rescreenIfChanged();
    expect(await sources(slug)).to.deep.equal(['new']);
    await set('later.example.com', 'hold');
    expect(await rescreenIfChanged()).to.include({ screened: 1, flagged: 1 });
    expect(await sources(slug)).to.include('policy');
    expect(await rescreenIfChanged()).to.equal(null);
    await api.delete(`${PATH}/later.example.com`, { key });
    await rescreenIfChanged();
    expect(await sources(slug)).to.deep.equal(['new']);
    const said = 'illegal: “later.example.com” in website_url';
    const audited = await entries('listing.rescreen').where({ subject_label: slug });
    expect(audited.map(({ before, after }) => [before.policy, after.policy])).to.deep.equal([
      [null, said],
      [said, null],
    ]);
  });

  it('need an admin, a host, a known verdict and a reason', async () => {
    expectError(await set('localhost', 'hold'), 400, 'validation_error', 'address');
    expectError(await set('a.example.com', 'maybe'), 400, 'validation_error', 'verdict');
    expectError(await set('a.example.com', 'hold', { reason: ' ' }), 400, 'validation_error', 'reason');
    expectError(await api.delete(`${PATH}/a.example.com`, { key }), 404, 'not_found');
    const body = { address: 'a.example.com', verdict: 'hold', reason: 'x' };
    expectError(await api.post(PATH, body, { key: owner.key }), 403, 'forbidden');
    const answer = await console_.submit('/admin/policy/hosts', { ...body, reason: '' }, '/admin/policy');
    expect([answer.status, answer.html.includes('id="field-reason-error"')]).to.deep.equal([422, true]);
    expect((await cli('policy hosts set a.example.com hold')).code).to.equal(2);
    expect(await list()).to.deep.equal([]);
  });

  it('count for a listing that is tried, which every door judges as its submission, whatever its name', async () => {
    const tries: Record<string, (fields: Record<string, string>) => Promise<string>> = {
      rest: async (fields) => (await api.post('/api/v1/admin/policy-check', fields, { key })).body.verdict,
      web: async (fields) => {
        const { html } = await console_.submit('/admin/policy', fields, '/admin/policy');
        const [, tone = ''] = /notice-(good|warn|bad)/.exec(html) ?? [];
        return { good: 'clean', warn: 'flagged', bad: 'refused' }[tone] ?? html;
      },
      cli: async (fields) => {
        const options = Object.entries(fields).map(([name, text]) => `--${name.replace('_', '-')} "${text}"`);
        return (await cli(`policy check ${options.join(' ')} --json`)).json<{
          results: [{ verdict: string }];
        }>().results[0].verdict;
      },
      submission: async (fields) => {
        const { status, body } = await api.post('/api/v1/listings', fields, { key: owner.key });
        if (status === 422) return 'refused';
        return (await sources(body.listing.slug))?.includes('policy') ? 'flagged' : 'clean';
      },
    };
    const verdictsOn = async (fields: Record<string, string>) => {
      const verdicts: string[] = [];
      for (const judge of Object.values(tries)) verdicts.push(await judge(fields));
      return verdicts;
    };
    const same = (verdict: string) => Object.keys(tries).map(() => verdict);
    for (const [n, name] of ['Billable', 'Müller & Söhne'].entries()) {
      const website_url = `https://invoices${n}.example.com`;
      const fields = { name, website_url, tagline: 'Send invoices and get paid on time' };
      expect(await verdictsOn(fields), name).to.deep.equal(same('clean'));
    }
    const drugs = {
      name: 'Heron',
      tagline: 'We sell heroin by the gram',
      website_url: 'https://h.example.com',
    };
    expect(await verdictsOn(drugs)).to.deep.equal(same('refused'));
    await set('h.example.com', 'hold');
    const notes = { name: 'Notes', tagline: 'Notes for teams', website_url: 'https://h.example.com/notes' };
    expect(await verdictsOn(notes)).to.deep.equal(same('flagged'));
    await set('h.example.com', 'pass');
    expect(await verdictsOn(drugs)).to.deep.equal(same('clean'));
    const misspelt = await api.post('/api/v1/admin/policy-check', { ...notes, desciption: 'x' }, { key });
    expect(misspelt.body.warnings[0].error).to.contain('Did you mean "description"?');
    expectError(await api.post('/api/v1/admin/policy-check', drugs, { key: owner.key }), 403, 'forbidden');
    expectError(
      await api.post('/api/v1/admin/policy-check', { website_url: 'no' }, { key }),
      400,
      'validation_error',
      'website_url',
    );
  });

  it('stand in the console beside a listing that can be tried', async () => {
    const refused = await console_.submit('/admin/policy', { tagline: 'Buy cocaine online' });
    expect(refused.html)
      .to.contain('drugs.drug-next: “Buy cocaine”')
      .and.match(/\d+% likely a violation, most because of: .*cocaine/);
    const invalid = await console_.submit('/admin/policy', { website_url: 'no' }, '/admin/policy');
    expect([invalid.status, invalid.html.includes('id="field-website_url-error"')]).to.deep.equal([
      422,
      true,
    ]);
  });
});

// Views and clicks of a listing: who counts, how often, who sees the numbers, and that nothing about visitors is
// stored.
import { expect } from 'chai';
import { exportAccount } from '../../core/accounts/export.js';
import { submitListing } from '../../core/listings/submit.js';
import { storeVisits } from '../../core/listings/visits.js';
import { cleanUp } from '../../core/service/retention.js';
import type { Json } from '../helpers/api.js';
import { createMember } from '../helpers/directory.js';
import { visitorOf } from '../helpers/pages.js';
import { invalidateCache } from '../helpers/queries.js';
import { useServer } from '../helpers/server.js';

const firefox = (version: number) =>
  `Mozilla/5.0 (X11; Linux x86_64; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`;
const PAGE = '/listings/counted';

describe('the views and clicks of a listing', () => {
  const server = useServer();
  let owner: Awaited<ReturnType<typeof createMember>>;
  let version = 100;
  beforeEach(async () => {
    version += 20;
    await storeVisits();
    await server.database.knex('listing_visits').delete();
    await server.database.knex('listing_sources').delete();
  });
  before(async () => {
    owner = await createMember('owner@example.com');
    await submitListing(owner, {
      name: 'Counted',
      website_url: 'https://counted.example.com',
      tagline: 'One',
    });
  });

  const look = async (agent: string, headers: Record<string, string> = {}) => {
    const answer = await server.fetch(PAGE, { headers: { 'user-agent': agent, ...headers } });
    await answer.text();
    return answer;
  };
  const click = (agent: string) =>
    server.fetch(`${PAGE}/click`, { method: 'POST', headers: { 'user-agent': agent, origin: server.url } });
  const counted = async () => {
    await storeVisits();
    const rows = await server.database.knex('listing_visits').select('views', 'clicks');
    return rows.map(({ views, clicks }) => [views, clicks]);
  };

  it('count each visitor once a day, also for cached pages and 304 responses', async () => {
    const first = await look(firefox(version));
    const etag = first.headers.get('etag') ?? '';
    await look(firefox(version));
    await look(firefox(version + 1));
    const again = await server
      .request()
      .get(PAGE)
      .set({
        'user-agent': firefox(version + 2),
        'if-none-match': etag,
        'accept-encoding': 'gzip, deflate',
      });
    expect(again.status).to.equal(304);
    expect(await counted()).to.deep.equal([[3, 0]]);
    await look(firefox(version + 3));
    expect(await counted(), 'added to what is there').to.deep.equal([[4, 0]]);
  });

  it('count clicks, by the attribute of links to the site', async () => {
    const { html } = await visitorOf(server).get(PAGE);
    expect(html.match(/data-counted="\/listings\/counted\/click"/g)).to.have.length(1);
    expect(html).to.match(
      /href="https:\/\/counted\.example\.com"\s+rel="nofollow ugc noopener" data-counted/,
    );
    // What no listing can be called is not stored with the others.
    const odd = { method: 'POST', headers: { 'user-agent': firefox(version), origin: server.url } };
    await server.fetch('/listings/a%00b/click', odd);
    for (const agent of [firefox(version), firefox(version), firefox(version + 1)])
      expect((await click(agent)).status).to.equal(204);
    expect(await counted()).to.deep.equal([[0, 2]]);
    const foreign = await server.fetch(`${PAGE}/click`, {
      method: 'POST',
      headers: { 'user-agent': firefox(version + 2), origin: 'https://evil.example' },
    });
    expect(foreign.status).to.equal(403);
    expect(await counted()).to.deep.equal([[0, 2]]);
  });

  it('exclude bots, prefetches, the owner and admins, and hidden pages', async () => {
    await look('Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)');
    await look('curl/8.5.0');
    await look('');
    await look(firefox(version), { 'sec-purpose': 'prefetch;prerender' });
    await look(firefox(version), { authorization: `Bearer ${owner.secret}` });
    const { knex } = server.database;
    const boss = await createMember(`boss${version}@example.com`);
    await knex('users').where({ id: boss.account.id }).update({ role: 'admin' });
    await look(firefox(version + 1), { authorization: `Bearer ${boss.secret}` });
    await server.fetch(PAGE, { method: 'HEAD', headers: { 'user-agent': firefox(version + 2) } });
    await server.fetch('/listings/unknown', { headers: { 'user-agent': firefox(version + 3) } });
    await click('curl/8.5.0');
    expect(await counted()).to.deep.equal([]);
    await look(firefox(version + 4));
    await knex('listings').update({ archived_at: new Date() });
    expect(await counted()).to.deep.equal([]);
    await knex('listings').update({ archived_at: null });
  });

  it('store daily numbers only', async () => {
    await look(firefox(version));
    await storeVisits();
    const [row] = await server.database.knex('listing_visits');
    expect(Object.keys(row)).to.have.members(['listing_id', 'day', 'views', 'clicks', 'keeps']);
    expect((await look(firefox(version))).headers.get('set-cookie')).to.equal(null);
  });

  it('tell where they come from: the host of a site, the words of a search here, and no more', async () => {
    const from = (referer: string, n: number) => look(firefox(version + n), referer ? { referer } : {});
    await from('https://www.news.example/item?id=1&reader=ada', 0);
    await from('https://news.example/', 1);
    for (const n of [2, 9, 10]) await from(`${server.url}/listings?q=Counted+things,&page=2`, n);
    await from(`${server.url}/listings?q=my+own+words`, 11);
    await from(`${server.url}/categories/ai?q=ada@example.com`, 3);
    // Longer than any search here: its words are not read.
    await from(`${server.url}/listings?q=long${'+'.repeat(600)}`, 4);
    await from('android-app://com.example', 5);
    await from('', 6);
    await click(firefox(version));
    expect(await counted()).to.deep.equal([[10, 1]]);
    const { stats } = (await (
      await server.fetch(`/api/v1${PAGE}/stats`, { headers: { authorization: `Bearer ${owner.secret}` } })
    ).json()) as Json;
    expect(stats.sources).to.deep.equal([
      { kind: 'search', source: 'counted things', views: 3 },
      { kind: 'direct', source: '', views: 2 },
      { kind: 'inside', source: '', views: 2 },
      { kind: 'site', source: 'news.example', views: 2 },
      // One visitor's words are theirs alone.
      { kind: 'search', source: '', views: 1 },
    ]);
    // However many names somebody makes up, a day has few rows, and no view is lost.
    for (let n = 0; n < 40; n += 1)
      await look(firefox(1000 + version * 50 + n), { referer: `https://s${n}.example/` });
    await storeVisits();
    await look(firefox(version + 7), { referer: 'https://news.example/' });
    await look(firefox(version + 8), { referer: 'https://late.example/' });
    await storeVisits();
    const rows = await server.database.knex('listing_sources').select('kind', 'source', 'views');
    expect(rows.length).to.be.at.most(32);
    expect(rows.reduce((sum, { views }) => sum + views, 0)).to.equal(52);
    expect(rows.find(({ source }) => source === 'news.example').views).to.equal(3);
    expect(rows.some(({ source }) => source === 'late.example')).to.equal(false);
  });

  it('are shown to the owner and admins, at every door, and to nobody else', async () => {
    await look(firefox(version));
    await click(firefox(version));
    await storeVisits();
    const stats = async (key: string | null, query = '') => {
      const answer = await server.fetch(`/api/v1${PAGE}/stats${query}`, {
        headers: key ? { authorization: `Bearer ${key}` } : {},
      });
      return { status: answer.status, body: (await answer.json()) as Json };
    };
    const { status, body } = await stats(owner.secret, '?days=2');
    expect(status).to.equal(200);
    const day = new Date().toISOString().slice(0, 10);
    expect(body.stats).to.deep.include({ slug: 'counted', counting: true, views: 1, clicks: 1 });
    expect(body.stats.by_day).to.have.length(2);
    expect(body.stats.by_day[1]).to.deep.equal({ day, views: 1, clicks: 1 });
    expect(body.stats.sources).to.deep.equal([{ kind: 'direct', source: '', views: 1 }]);
    const stranger = await createMember(`stranger${version}@example.com`);
    expect((await stats(null)).status).to.equal(401);
    expect((await stats(stranger.secret)).body.code).to.equal('forbidden');
    expect((await stats(owner.secret, '?days=366')).body.code).to.equal('validation_error');

    const visitor = visitorOf(server);
    await visitor.signIn({ email: 'owner@example.com' });
    const page = await visitor.get('/account/listings/counted/stats?days=90');
    expect(page.html).to.include('1 in 90 days').and.include('/badge/counted.svg');
    await visitor.submit('/account/listings/counted/archive', {}, '/account');
    expect((await visitor.get('/account/listings/counted/stats')).html, 'not live').not.to.include('/badge/');
    await visitor.submit('/account/listings/counted/restore', {}, '/account');
    const other = visitorOf(server);
    await other.signIn({ email: `stranger${version}@example.com` });
    expect((await other.get('/account/listings/counted/stats')).status).to.equal(404);

    const { listing_stats } = await exportAccount(owner);
    expect(listing_stats).to.deep.equal([{ listing: 'counted', day, views: 1, clicks: 1 }]);
  });

  it('are deleted after a year, and with their listing', async () => {
    const { knex } = server.database;
    const { id } = await knex('listings').first('id');
    await knex('listing_visits').insert([
      { listing_id: id, day: knex.raw(`(now() at time zone 'UTC')::date - 365`), views: 1 },
      { listing_id: id, day: knex.raw(`(now() at time zone 'UTC')::date - 364`), views: 1 },
    ]);
    expect(await cleanUp()).to.include({ listing_visits: 1 });
    await knex('listings').delete();
    expect(await knex('listing_visits')).to.deep.equal([]);
  });
});

describe('LISTING_STATS=off', () => {
  const server = useServer({ LISTING_STATS: 'off' });
  it('counts nothing, and removes the counters from pages', async () => {
    await submitListing(await createMember('owner@example.com'), {
      name: 'Counted',
      website_url: 'https://counted.example.com',
      tagline: 'One',
    });
    const answer = await server.fetch(PAGE, { headers: { 'user-agent': firefox(90) } });
    expect(await answer.text()).not.to.include('data-counted');
    await storeVisits();
    expect(await server.database.knex('listing_visits')).to.deep.equal([]);
  });
});

describe('the badge of a listing', () => {
  const server = useServer();
  it('is a picture for other sites, in two themes, that loads nothing', async () => {
    await submitListing(await createMember('owner@example.com'), {
      name: 'Counted',
      website_url: 'https://counted.example.com',
      tagline: 'One',
    });
    const get = async (path: string) => {
      const answer = await server.fetch(path);
      return {
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        text: await answer.text(),
      };
    };
    const light = await get('/badge/counted.svg');
    expect(light.status).to.equal(200);
    expect(light.headers).to.include({
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'public, max-age=86400',
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect(light.headers).not.to.have.property('set-cookie');
    expect(light.text)
      .to.match(/^<svg [^>]+><title>Listed on Directory<\/title>/)
      .and.not.match(/<script|href|url/);
    const dark = await get('/badge/counted.svg?theme=dark');
    expect(dark.text).not.to.equal(light.text);
    await server.database
      .knex('site')
      .insert({ id: true, version: 1, document: { name: '<b>&"Tools"' }, updated_at: new Date() });
    await invalidateCache(server.database);
    expect((await get('/badge/counted.svg')).text).to.include(
      '<title>Listed on &lt;b&gt;&amp;&quot;Tools&quot;</title>',
    );
    expect((await get('/badge/nope.svg')).status).to.equal(404);
    await server.database.knex('listings').update({ archived_at: new Date() });
    expect((await get('/badge/counted.svg')).status).to.equal(404);
  });
});

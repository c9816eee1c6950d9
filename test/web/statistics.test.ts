// Statistics for operators: what is counted, who sees it, as a page, a CSV and over REST; and what to do about searches
// that found nothing.
import { expect } from 'chai';
import { storeVisits } from '../../core/listings/visits.js';
import { storeSearches } from '../../core/search/query-log.js';
import { expectError, type Json, useApi } from '../helpers/api.js';
import { expectValid } from '../helpers/markup.js';
import { type Visitor, visitorOf } from '../helpers/pages.js';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

describe('statistics', () => {
  const api = useApi();
  let admin: Awaited<ReturnType<typeof api.registerAdmin>>;
  let key: string;
  let slug: string;
  let visitor: Visitor;
  before(async () => {
    // What another file of this process searched for.
    await storeSearches();
    await api.server.database.knex('searches').delete();
    admin = await api.registerAdmin();
    ({ key } = await api.register());
    const fields = { name: 'Kanban & co', tagline: 'A kanban board', categories: ['productivity', 'ai'] };
    slug = (await api.submit(key, fields)).slug;
    visitor = visitorOf(api.server);
    await visitor.signIn(admin);
  });

  const open = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await api.server.fetch(path, { headers: { 'user-agent': FIREFOX, ...headers } });
    await answer.text();
    return answer;
  };
  const search = (q: string, headers = {}) => open(`/listings?${new URLSearchParams({ q })}`, headers);
  const stored = async (): Promise<Record<string, number>> => {
    await storeSearches();
    const rows = await api.server.database.knex('searches').select('query', 'searches').orderBy('query');
    return Object.fromEntries(rows.map(({ query, searches }) => [query, searches]));
  };

  it('count searches, also those that the cache answers, and neither bots nor further pages', async () => {
    for (let n = 0; n < 4; n += 1) await search('Kanban, board');
    const etag = (await search('kanban board')).headers.get('etag') ?? '';
    const known = { 'user-agent': FIREFOX, 'if-none-match': etag, 'accept-encoding': 'gzip, deflate' };
    const again = await api.server.request().get('/listings?q=kanban+board').set(known);
    expect(again.status).to.equal(304);
    await search('kanban board', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' });
    await search('kanban board', { 'user-agent': '' });
    await open('/listings?q=kanban+board&page=2');
    await search('ada@example.com');
    await search(Array.from({ length: 12 }, (_, n) => `${'x'.repeat(9)}${n}`).join(' '));
    await open('/categories/ai?q=kanban');
    await api.get('/api/v1/listings?q=nothing%20like%20this');
    expect(await stored()).to.deep.equal({ kanban: 1, 'kanban board': 6, 'nothing like this': 1 });
  });

  it('are for admins only', async () => {
    expectError(await api.get('/api/v1/admin/stats', { key }), 403, 'forbidden');
    expectError(await api.get('/api/v1/admin/stats'), 401, 'unauthorized');
    expectError(
      await api.get('/api/v1/admin/stats?days=366', { key: admin.key }),
      400,
      'validation_error',
      'days',
    );
    const other = visitorOf(api.server);
    await other.signUp('nobody@example.com');
    for (const path of ['/admin/stats', '/admin/stats.csv'])
      expect((await other.get(path)).status).to.equal(403);
  });

  it('are the same over REST, as a page and as CSV', async () => {
    for (let n = 0; n < 3; n += 1) {
      await open(`/listings/${slug}`, { 'user-agent': `${FIREFOX} ${n}`, referer: 'https://news.example/x' });
    }
    await storeVisits();
    const { body } = await api.get('/api/v1/admin/stats?days=3', { key: admin.key });
    expect(body.by_day).to.have.length(3);
    expect(body.by_day[2]).to.include({ listings: 1, views: 3, clicks: 0, searches: 8 });
    expect(body.listings).to.deep.equal([{ slug, name: 'Kanban & co', views: 3, clicks: 0 }]);
    expect(body.categories.map(({ category, views }: Json) => [category, views])).to.deep.equal([
      ['ai', 3],
      ['productivity', 3],
    ]);
    expect(body.sources).to.deep.equal([{ host: 'news.example', views: 3 }]);
    expect(body.searches[0]).to.deep.equal({ query: 'kanban board', searches: 6 });
    expect(body.misses.map(({ query }: Json) => query)).to.deep.equal(['nothing like this']);

    const { html, headers } = await visitor.get('/admin/stats');
    await expectValid(html);
    expect(headers.get('cache-control')).to.include('no-store');
    expect(html.match(/<svg[^>]*role="img"/g), 'pictures').to.have.length(5);
    expect(html.indexOf('role="img"')).to.be.below(html.indexOf('<table'));
    for (const said of [
      'Kanban &amp; co',
      'news.example',
      'kanban board',
      'nothing like this',
      'mailto:?subject=',
    ]) {
      expect(html, said).to.include(said);
    }
    const csv = await visitor.get('/admin/stats.csv?table=searches&days=3');
    expect(csv.headers.get('content-disposition')).to.match(/filename="stats-searches-/);
    expect(csv.html.split(/\r?\n/).slice(0, 2)).to.deep.equal(['query,searches', 'kanban board,6']);
    for (const table of ['by_day', 'listings', 'categories', 'sources', 'misses']) {
      const { html: rows } = await visitor.get(`/admin/stats.csv?table=${table}&days=3`);
      expect(rows.trim().split('\n'), table).to.have.length(body[table].length + 1);
    }
  });

  it('offer a synonym for a search that found nothing, which then finds something and is gone', async () => {
    const post = (fields: Record<string, string>) =>
      visitor.submit(
        '/admin/stats/synonyms?days=90',
        { query: 'nothing like this', ...fields },
        '/admin/stats',
      );
    const refused = await post({ means: 'much more than just five words' });
    expect(refused.status).to.equal(422);
    expect(refused.html)
      .to.include('at most 5')
      .and.include('much more than just five words')
      .and.include('href="/admin/stats?days=90" aria-current');
    const done = await post({ means: 'kanban' });
    expect([done.status, done.location]).to.deep.equal([303, '/admin/stats?days=90&done=synonym-added']);
    // Pressed twice.
    await post({ means: 'kanban' });
    expect((await api.get('/api/v1/admin/site', { key: admin.key })).body.site.synonyms).to.deep.equal([
      'nothing like this > kanban',
    ]);
    expect((await api.get('/api/v1/listings?q=nothing+like+this')).body.total).to.equal(1);
    await storeSearches();
    expect((await api.get('/api/v1/admin/stats', { key: admin.key })).body.misses).to.deep.equal([]);
    const [entry] = await api.server.database.knex('audit_entries').where({ action: 'site.update' });
    expect(entry.after).to.deep.equal({ synonyms: ['nothing like this > kanban'] });
  });

  it('tell an owner where people came from, or what to do', async () => {
    const owner = visitorOf(api.server);
    await owner.signUp('own@example.com');
    await owner.submit('/submit', {
      name: 'Owned',
      website_url: 'https://owned.example.com',
      tagline: 'One of mine',
    });
    const path = '/account/listings/owned/stats';
    const before = await owner.get(path);
    await expectValid(before.html);
    expect(before.html).to.include('/account/listings/owned/edit').and.not.include('stats-table');
    for (const n of [3, 4, 5])
      await open('/listings/owned', {
        'user-agent': `${FIREFOX} ${n}`,
        referer: `${api.server.url}/listings?q=One+of+mine`,
      });
    await open('/listings/owned', { 'user-agent': `${FIREFOX} 2`, referer: 'https://news.example/' });
    await storeVisits();
    for (const words of ['owned', 'owned mine', 'nothing like it']) await search(words);
    await storeSearches();
    const searches = api.server.database.knex('searches');
    const shown = async () => {
      const { html } = await owner.get(path);
      return (html.split('id="by-shown"')[1]?.split('</section>')[0] ?? '').match(/(?<=q=)[^"]*/g);
    };
    expect(await shown(), 'words of one person').to.equal(null);
    await searches.clone().whereLike('query', 'owned%').update({ askers: 1 });
    await searches.clone().where({ query: 'owned' }).update({ askers: 3 });
    await searches.clone().where({ query: 'nothing like it' }).update({ askers: 3 });
    expect(await shown()).to.deep.equal(['owned']);
    const { html } = await owner.get(path);
    await expectValid(html);
    expect(html)
      .to.include('one of mine</a>')
      .and.include('news.example')
      .and.include('Searches in this directory');
  });
});

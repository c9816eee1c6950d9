import { expect } from 'chai';
import { ENGLISH } from '../../core/languages/catalogues.js';
import { submitListing, updateListing } from '../../core/listings/submit.js';
import { UserModel } from '../../db/models/accounts.js';
import { render } from '../../server/web/view/page.js';
import { createMember, submitDemo } from '../helpers/directory.js';
import { visitorOf } from '../helpers/pages.js';
import { useServer } from '../helpers/server.js';

const PUBLIC_PAGES = [
  '/',
  '/listings',
  '/listings?q=notes',
  '/listings?category=ai&pricing=free&sort=name',
  '/categories/developer-tools',
  '/listings/tidewater-notes',
  '/agent-directories',
  '/docs',
  '/docs/errors',
  '/policy',
];

describe('public pages', () => {
  const server = useServer();
  const guest = visitorOf(server);
  let owner: Awaited<ReturnType<typeof createMember>>;
  before(async () => {
    owner = await createMember('owner@example.com');
    await submitDemo(owner);
    await updateListing(owner, 'tidewater-notes', { logo_url: 'https://tidewater.example/logo.png' });
    const copied = { logo_copy_url: `/media/${'x'.repeat(43)}` };
    await server.database.knex('listings').where({ slug: 'tidewater-notes' }).update(copied);
  });

  for (const path of PUBLIC_PAGES) {
    it(`are the same for every guest: ${path} sets no cookie, has a strong ETag and answers 304`, async () => {
      const first = await guest.get(path);
      expect(first.status).to.equal(200);
      expect(first.headers.get('content-type')).to.equal('text/html; charset=utf-8');
      expect(first.headers.get('set-cookie')).to.equal(null);
      expect(first.headers.get('cache-control')).to.equal('public, no-cache');
      const etag = first.headers.get('etag') ?? '';
      expect(etag).to.match(/^"[\w-]+"$/);
      expect((await guest.get(path)).html).to.equal(first.html);
      // Not by fetch, which adds "Cache-Control: no-cache" to a conditional request.
      const again = await server
        .request()
        .get(path)
        .set('accept-encoding', 'gzip, deflate')
        .set('if-none-match', etag);
      expect(again.status).to.equal(304);
      expect(again.text).to.equal('');
    });
  }

  it('have another strong ETag for each encoding', async () => {
    const ask = (encoding: string) => server.fetch('/', { headers: { 'accept-encoding': encoding } });
    const [plain, gzip, brotli] = await Promise.all([ask('identity'), ask('gzip'), ask('br')]);
    const etags = [plain, gzip, brotli].map((response) => response.headers.get('etag'));
    expect(new Set(etags).size).to.equal(3);
    expect(gzip.headers.get('content-encoding')).to.equal('gzip');
    expect(brotli.headers.get('content-encoding')).to.equal('br');
    const text = await plain.text();
    expect(await gzip.text()).to.equal(text);
    expect(await brotli.text()).to.equal(text);
  });

  it('show the newest listings and the number in each category on the front page', async () => {
    const { html } = await guest.get('/');
    const arrivals = html.slice(html.indexOf('id="newest"'), html.indexOf('front-more'));
    expect(arrivals).to.match(/New this week[\s\S]*<h3 class="day">(Today|Yesterday)</);
    const cards = [...arrivals.matchAll(/class="card-title">\s*<a href="\/listings\/([^"]+)"/g)].map(
      ([, slug]) => slug,
    );
    expect(cards, 'the one with a picture first').to.have.length(12).and.include('tidewater-notes');
    expect(cards[0]).to.equal('tidewater-notes');
    expect(cards.toSorted(), 'an import in no order of names').not.to.deep.equal([...cards].reverse());
    expect(html).to.contain('class="card"').and.not.contain('tidewater.example/logo');
    expect(html).to.contain('60 products');
    expect(html).to.match(/href="\/categories\/domains">Domains <span class="count">2</);
    expect(html).not.to.contain('id="featured"');
  });

  it('show featured listings first once there are any', async () => {
    await server.database.knex('listings').where({ slug: 'zither' }).update({ featured: true });
    const { html } = await guest.get('/');
    expect(html.indexOf('/listings/zither')).to.be.within(1, html.indexOf('id="newest"'));
    await server.database.knex('listings').where({ slug: 'zither' }).update({ featured: false });
  });

  it('count what each filter would show', async () => {
    const { html } = await guest.get('/categories/ai?pricing=free');
    expect(html).to.contain('1 listing');
    expect(html).to.match(
      /href="\/categories\/ai\?pricing=freemium"[^>]*>\s*<span dir="auto">Freemium<\/span>\s*<span class="count">5</,
    );
    expect(html).to.match(
      /href="\/categories\/ai\?pricing=free"[^>]* aria-current="true">\s*<span dir="auto">Free<\/span>\s*<span class="count">1</,
    );
    expect(html).to.contain('href="/categories/developer-tools?pricing=free"');
    expect(html).to.contain('<h1>AI, Free</h1>');
    expect(html, 'rows name other categories only').not.to.contain('<span>AI</span>');
    expect((await guest.get('/listings?pricing=free')).html).to.contain('<span>AI</span>');
  });

  it('keep the state of a list in one canonical address', async () => {
    const { html } = await guest.get('/listings?q=a&category=ai&pricing=freemium&sort=name');
    expect(html).to.contain('href="/listings?q=a&amp;pricing=freemium&amp;sort=name"');
    expect(html).to.contain('href="/categories/ai?pricing=freemium"');
    const lettered = await guest.get('/listings?sort=name&letter=s');
    expect(lettered.html, 'a filter is of all letters').to.match(
      /href="\/categories\/marketing\?sort=name"[^>]*>\s*<span dir="auto">Marketing<\/span>/,
    );
    const canonical = (page: string) => /rel="canonical" href="([^"]+)"/.exec(page)?.[1];
    expect(canonical((await guest.get('/listings?category=ai')).html)).to.equal(
      `${server.url}/categories/ai`,
    );
    expect(canonical((await guest.get('/categories/ai?sort=newest')).html)).to.equal(
      `${server.url}/categories/ai`,
    );
  });

  it('highlight the matched words', async () => {
    const { html } = await guest.get('/listings?q=note');
    expect(html).to.contain('Tidewater <mark>Notes</mark>');
    expect(html).to.contain('value="note"');
    const { html: said } = await guest.get('/listings?q=commonplace');
    expect(said, 'a sentence that the row would not show').to.contain('A <mark>commonplace</mark> book');
  });

  it('correct a search as if it had been typed right, and let it be searched as typed', async () => {
    const [wrong, right] = await Promise.all(
      ['tidewatr+note', 'tidewater+note'].map((q) => guest.get(`/listings?q=${q}`)),
    );
    const rows = (html = '') =>
      [...html.matchAll(/<h2 class="card-title">[\s\S]*?<\/h2>/g)].map(([row]) => row);
    expect(rows(wrong?.html)).to.deep.equal(rows(right?.html)).and.not.to.deep.equal([]);
    expect(wrong?.html).to.contain('<h1>Results for “tidewater note”</h1>');
    expect(wrong?.html).to.contain(
      'href="/listings?q=%22tidewatr+note%22">Search for “tidewatr note” instead</a>',
    );
  });

  it('offer what finds something when nothing matches, and never the nonsense itself', async () => {
    const nonsense = (await guest.get('/listings?q=zzzz+yyyyy&category=ai')).html;
    expect(nonsense).to.contain('No results for “zzzz yyyyy”').and.not.contain('Search everywhere');
    expect(nonsense).not.to.contain('href="/listings?q=yyyyy"');
    const quoted = (await guest.get('/listings?q=%22notes+yyyyy%22')).html;
    expect(quoted).to.contain('href="/listings?q=notes"').and.not.contain('href="/listings?q=yyyyy"');
    const named = (await guest.get('/listings?q=%22tidewater+nots%22')).html;
    expect(named)
      .to.match(/Did you mean:[\s\S]*href="\/listings\/tidewater-notes"/)
      .and.not.contain('Most texts');
    const japanese = (await guest.get('/listings?q=%E3%83%A1%E3%83%A2%E5%B8%B3')).html;
    expect(japanese).to.contain('Most texts here are in English').and.not.contain('Did you mean');
    const filtered = (await guest.get('/listings?q=notes&category=domains')).html;
    expect(filtered).to.contain('href="/listings?q=notes">Search everywhere');
  });

  it('clear all filters with one link once there are several, and invite submissions from the front page', async () => {
    const clear = 'href="/listings">Clear all<';
    expect((await guest.get('/listings?q=note')).html).not.to.contain(clear);
    expect((await guest.get('/listings?q=note&category=productivity')).html).to.contain(clear);
    expect((await guest.get('/')).html).to.contain('Browse all 60 listings');
  });

  it('offer no filter and no order where there is no choice', async () => {
    const { html } = await guest.get('/listings?q=zzzz+yyyy');
    expect(html).not.to.contain('facet-list').and.not.contain('aria-label="Sort"');
    expect(html).to.contain('<div class="browse">');
    // Two columns from the first byte on: the search does not move when the filters arrive.
    expect((await guest.get('/listings')).html).to.contain('<div class="browse browse-beside">');
  });

  it('have numbered pages, and say so past the end', async () => {
    const first = await guest.get('/listings');
    expect(first.html).to.contain('rel="next" href="/listings?page=2"');
    expect(first.html).to.match(/href="\/listings" aria-current="page"><span[^>]*>Page <\/span>1</);
    expect(first.html).to.match(/href="\/listings\?page=3"><span[^>]*>Page <\/span>3</);
    const last = await guest.get('/listings?page=3');
    expect(last.html).to.contain('rel="prev" href="/listings?page=2"').and.not.contain('rel="next"');
    expect((await guest.get('/listings?page=4')).html).to.contain('Back to the first page');
  });

  it('continue from a cursor where page numbers do not lead', async () => {
    const search = 'q=note&sort=name';
    const { body } = await server.request().get(`/api/v1/listings?${search}&limit=1`);
    const { html } = await guest.get(`/listings?${search}&cursor=${body.next_cursor}`);
    expect(html).not.to.contain(`href="/listings/${body.listings[0].slug}"`);
    expect(html)
      .to.contain('class="row')
      .and.to.contain(`rel="first" href="/listings?${search.replace('&', '&amp;')}"`);
    const stale = await server.request().get(`/listings?${search}&cursor=nonsense`);
    expect(stale.status).to.equal(400);
    expect(stale.text).to.match(/cursor[^<]*\./);
  });

  it('link to the rest of a search that stopped early', () => {
    const found = { page: 1, total_pages: 0, next_cursor: 'abc', state: { q: '"a b"', sort: 'name' } };
    const further = 'rel="next" href="/listings?q=%22a+b%22&amp;sort=name&amp;cursor=abc"';
    expect(render('partials/pager', found, ENGLISH)).to.contain(further);
    const numbered = { ...found, page: 1, total_pages: 2 };
    expect(render('partials/pager', numbered, ENGLISH))
      .to.contain('page=2')
      .and.not.to.contain('cursor=');
    const nothing = { ...found, filters: 1, searching: true, words: [] };
    const html = render('listings/nothing', nothing, ENGLISH);
    expect(html)
      .to.contain('The search ended early')
      .and.to.contain(further.slice(11))
      .and.not.to.contain('/submit');
  });

  it('escape user content everywhere', async () => {
    const bad = `<img src=x onerror=alert(1)>"'`;
    const { html } = await guest.get(`/listings?q=${encodeURIComponent(bad)}`);
    expect(html).not.to.contain('<img src=x');
    const owner = await createMember('mallory@example.com');
    const { submitListing } = await import('../../core/listings/submit.js');
    await submitListing(owner, {
      name: `Evil ${bad}`,
      website_url: 'https://evil.example.com',
      tagline: `</title><script>alert(1)</script>`,
      description: `</script><script>alert(2)</script>`,
      features: [bad],
      cta_label: bad.slice(0, 40),
    });
    for (const path of ['/', '/listings/evil-img-src-x-onerror-alert-1', '/listings', '/feed.xml']) {
      const page = await guest.get(path);
      expect(page.status, path).to.equal(200);
      expect(page.html, path).not.to.match(/<img src=x|<script>alert/);
    }
  });

  it('link to other sites with nofollow and noopener', async () => {
    const { html } = await guest.get('/listings/tidewater-notes');
    const links = html.match(/<a [^>]*href="https:\/\/tidewater-notes\.example[^>]*>/g) ?? [];
    expect(links).to.have.length.at.least(2);
    for (const link of links) expect(link).to.contain('rel="nofollow ugc noopener"');
    expect(html).to.contain('Start writing');
  });

  it('describe themselves in structured data', async () => {
    const { html } = await guest.get('/listings/tidewater-notes');
    const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map((match) =>
      JSON.parse(match[1] ?? ''),
    );
    expect(blocks.map((block) => block['@type'])).to.deep.equal(['SoftwareApplication', 'BreadcrumbList']);
    expect(blocks[0]).to.include({ name: 'Tidewater Notes', url: `${server.url}/listings/tidewater-notes` });
    expect(html).to.contain(`<meta property="og:title" content="Tidewater Notes: Notes that rise`);
    const list = await guest.get('/listings');
    expect(list.html).to.contain('"@type":"ItemList"');
  });

  it('answer unknown and hidden addresses with the same helpful page', async () => {
    for (const path of [
      '/nope',
      '/listings/nope',
      '/listings/%E0%A4%A',
      '/categories/nope',
      "/listings/a'b",
      '/assets/x.css',
    ]) {
      const answer = await guest.get(path);
      expect(answer.status, path).to.equal(404);
      expect(answer.html).to.contain('Page not found').and.contain('Browse all listings');
      expect(answer.headers.get('cache-control')).to.equal('private, no-store');
    }
    const missing = (await guest.get('/listings/no-such-thing')).html;
    expect(missing).to.contain('<h1>There is no “no such thing” here</h1>');
    expect(missing).to.contain('value="no such thing"').and.not.contain('Did you mean');
    const mistyped = (await guest.get('/listings/notes-tidewatr')).html;
    expect(mistyped).to.match(/Did you mean:[\s\S]*href="\/listings\/tidewater-notes"/);
    const bad = await guest.get('/listings?page=x&sort=best');
    expect(bad.status).to.equal(400);
    expect(bad.html).to.contain('<!doctype html>');
  });

  it('name the allowed methods of an address, and refuse the others', async () => {
    const addresses: [path: string, allow: string][] = [
      ['/', 'GET, HEAD, OPTIONS'],
      ['/listings/tidewater-notes', 'GET, HEAD, OPTIONS'],
      ['/categories/ai/feed.xml', 'GET, HEAD, OPTIONS'],
      ['/robots.txt', 'GET, HEAD, OPTIONS'],
      ['/sign-in', 'GET, HEAD, POST, OPTIONS'],
      ['/sign-out', 'POST, OPTIONS'],
      ['/account/listings/tidewater-notes/edit', 'GET, HEAD, POST, OPTIONS'],
      ['/agent-directories.json', 'GET, HEAD, OPTIONS'],
      ['/server.json', 'GET, HEAD, OPTIONS'],
    ];
    for (const [path, allow] of addresses) {
      const options = await server.fetch(path, { method: 'OPTIONS' });
      expect([options.status, options.headers.get('allow'), await options.text()], path).to.deep.equal([
        204,
        allow,
        '',
      ]);
      const put = await server.fetch(path, { method: 'PUT' });
      expect([put.status, put.headers.get('allow')], path).to.deep.equal([405, allow]);
    }
    const get = await guest.get('/sign-out');
    expect(get.status).to.equal(405);
    expect(get.html).to.contain('That is not possible here');
    for (const method of ['OPTIONS', 'PUT', 'POST']) {
      expect((await server.fetch('/nowhere', { method })).status, method).to.equal(404);
    }
  });

  it('serve assets under a hash as immutable, and none under an old hash', async () => {
    const { html } = await guest.get('/');
    const style = /href="(\/assets\/site\.[0-9a-f]{12}\.css)"/.exec(html)?.[1] ?? '';
    const answer = await server.fetch(style, { headers: { 'accept-encoding': 'br' } });
    expect(answer.status).to.equal(200);
    expect(answer.headers.get('cache-control')).to.equal('public, max-age=31536000, immutable');
    expect(answer.headers.get('content-encoding')).to.equal('br');
    expect((await guest.get(style.replace(/[0-9a-f]{12}/, '000000000000'))).status).to.equal(404);
  });

  it('transfer less than 30 kB of styles and 15 kB of scripts, compressed', async () => {
    const { html } = await guest.get('/');
    const weigh = async (pattern: RegExp) => {
      const path = pattern.exec(html)?.[1] ?? '';
      const answer = await server.fetch(path, { headers: { 'accept-encoding': 'gzip' } });
      return Number(answer.headers.get('content-length'));
    };
    expect(await weigh(/href="(\/assets\/site[^"]+css)"/)).to.be.within(1, 30_000);
    expect(await weigh(/src="(\/assets\/site[^"]+js)"/)).to.be.within(1, 15_000);
  });

  it('answer errors in the site’s own words', async () => {
    const { status, html } = await guest.get('/listings?q=notes&category=nope&sort=up');
    expect(status).to.equal(400);
    expect(html).to.contain('This address names a filter, an order or a page that does not exist.');
    expect(html).not.to.contain('must be one of');
  });

  it('have a skip link past the filters to the results', async () => {
    const { html } = await guest.get('/listings');
    expect(html)
      .to.contain('href="#results"')
      .and.match(/<ul class="rows" id="results" tabindex="-1">/);
    expect((await guest.get('/policy')).html).not.to.contain('#results');
  });

  it('give the product of the name searched a place of its own, and never say that one word is some of them', async () => {
    for (const [name, tagline] of [
      ['Kettledrum', 'Boils water'],
      ['Samovar', 'An alternative to Kettledrum'],
    ])
      await submitListing(owner, { name, tagline, website_url: `https://${name}.example.com` });
    const { html } = await guest.get('/listings?q=kettledrum');
    const [named, others] = html.split('Similar to Kettledrum');
    expect(named).to.contain('/listings/kettledrum"').and.not.contain('href="/listings/samovar"');
    expect(others).to.contain('/listings/samovar"');
    expect(html).not.to.contain('only some of');
  });
});

describe('an empty directory', () => {
  const server = useServer();

  it('invites the first submission', async () => {
    const guest = visitorOf(server);
    expect((await guest.get('/')).html, 'before there is an admin').to.contain('Opening soon');
    await visitorOf(server).signUp('admin@example.com');
    await UserModel.query().patch({ role: 'admin' });
    const home = await guest.get('/');
    expect(home.status).to.equal(200);
    expect(home.html).to.contain('Submit the first listing');
    expect((await guest.get('/listings')).html).to.contain('Nothing is listed yet');
    expect((await guest.get('/feed.xml')).status).to.equal(200);
    expect((await guest.get('/sitemap.xml')).status).to.equal(200);
  });
});

import { expect } from 'chai';
import { createMember, submitDemo } from '../helpers/directory.js';
import { visitorOf } from '../helpers/pages.js';
import { useServer } from '../helpers/server.js';

describe('the comparison of listings', () => {
  const server = useServer();
  const guest = visitorOf(server);
  let slugs: string[];
  before(async () => {
    slugs = (await submitDemo(await createMember('owner@example.com'), 20)).map(({ slug }) => slug);
  });
  const columns = (html: string) =>
    [...html.matchAll(/<th scope="col">[\s\S]*?\/listings\/([\w-]+)/g)].map(([, slug]) => slug);

  it('has two to four of them, each once, in the order of the address', async () => {
    const [a = '', b = '', c = '', d = '', e = ''] = slugs;
    expect(columns((await guest.get(`/compare?a=${b}&b=${a}`)).html)).to.deep.equal([b, a]);
    const { html } = await guest.get(`/compare?a=${a}&b=${a}&c=${c}&d=${d}&e=${e}`);
    expect(columns(html)).to.deep.equal([a, c, d]);
    expect(html).to.include('name="robots" content="noindex');
  });

  it('explains when there are not two, and reveals nothing about hidden ones', async () => {
    const [a = '', b = ''] = slugs;
    for (const path of [
      '/compare',
      `/compare?a=${a}`,
      `/compare?a=${a}&b=nowhere`,
      `/compare?a=${a}&a=${b}`,
    ]) {
      const { status, html } = await guest.get(path);
      expect([status, columns(html)], path).to.deep.equal([200, []]);
      expect(html).to.include('Choose two to four listings');
    }
    await server.database.knex('listings').where({ slug: b }).update({ archived_at: new Date() });
    expect(columns((await guest.get(`/compare?a=${a}&b=${b}`)).html)).to.deep.equal([]);
    await server.database.knex('listings').where({ slug: b }).update({ archived_at: null });
    expect(columns((await guest.get(`/compare?a=${a}&b=${b}`)).html)).to.deep.equal([a, b]);
  });

  it('is linked from a listing that has similar ones', async () => {
    const { html } = await guest.get(`/listings/${slugs[0]}`);
    const link = /href="(\/compare\?[^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(columns((await guest.get(link)).html).length).to.be.within(2, 4);
  });

  it('marks facts that differ, and takes what was ticked in a list', async () => {
    const [a = '', b = '', c = '', d = '', e = ''] = slugs;
    const list = (await guest.get('/listings')).html;
    expect(list).to.match(new RegExp(`form="compare"\\s+name="with"\\s+value="${slugs.at(-1)}"`));
    expect(list).to.include('<form id="compare" class="compare-bar" action="/compare">');
    const chosen = await guest.get(`/compare?${[a, b, c, d, e].map((slug) => `with=${slug}`).join('&')}`);
    expect(columns(chosen.html), 'at most four').to.deep.equal([a, b, c, d]);
    const listing = server.database.knex('listings').where({ slug: a });
    const features = ['License: MIT', 'Source: https://github.com/foo/bar/tree/main', 'Works offline'];
    await listing.update({ features: features, tagline: 'Alike', description: 'Alike. And more.' });
    const { html } = await guest.get(`/compare?a=${a}&b=${b}&fresh`);
    expect(html).to.match(/<tr class="differs">\s*<th scope="row">License/);
    expect(html).to.include('>github.com/foo/bar</a>').and.not.include('License: MIT');
    const page = (await guest.get(`/listings/${a}`)).html;
    expect(page).to.match(/<dt>License<\/dt>\s*<dd dir="auto">MIT</);
    expect(page).to.include('<p dir="auto">And more.</p>').and.not.include('<p dir="auto">Alike.');
  });
});

describe('the feed of a search', () => {
  const server = useServer();
  const guest = visitorOf(server);
  before(async () => void (await submitDemo(await createMember('owner@example.com'), 12)));
  const entries = (xml: string) =>
    [...xml.matchAll(/<entry>[\s\S]*?<title>([^<]+)/g)].map(([, title]) => title);

  it('has the results of the search, newest first, and describes itself', async () => {
    const { html, headers } = await guest.get('/feed.xml?q=notes');
    expect(headers.get('content-type')).to.include('application/atom+xml');
    expect(entries(html)).to.include('Tidewater Notes');
    expect(html).to.include('Directory: new “notes”').and.include('/feed.xml?q=notes</id>');
    expect(entries((await guest.get('/feed.xml')).html).length).to.be.above(entries(html).length);
  });

  it('is filtered by category and price as the page that links it', async () => {
    const { html } = await guest.get('/listings?q=notes&pricing=free');
    const href = /<link rel="alternate"[^>]*href="(\/feed\.xml\?[^"]+)"/
      .exec(html)?.[1]
      ?.replaceAll('&amp;', '&');
    expect(href).to.equal('/feed.xml?q=notes&pricing=free');
    expect((await guest.get(href ?? '')).status).to.equal(200);
    expect((await guest.get('/feed.xml?pricing=barter')).status).to.equal(400);
  });
});

import { expect } from 'chai';
import { listSitemap } from '../../core/search/changes.js';
import { STANDARD_CATEGORIES as CATEGORIES } from '../../core/settings/schema.js';
import { createMember, submitDemo } from '../helpers/directory.js';
import { insertManyListings } from '../helpers/many-listings.js';
import { useServer } from '../helpers/server.js';

describe('files for machines', () => {
  const server = useServer();
  before(async () => {
    await submitDemo(await createMember('owner@example.com'), 5);
  });
  const text = async (path: string) => (await server.fetch(path)).text();

  it('feed.xml is Atom with the newest listings, also by category, open to all origins', async () => {
    const answer = await server.fetch('/feed.xml');
    expect(answer.headers.get('content-type')).to.equal('application/atom+xml; charset=utf-8');
    expect(answer.headers.get('access-control-allow-origin')).to.equal('*');
    const feed = await answer.text();
    expect(feed.match(/<entry>/g)).to.have.length(5);
    expect(feed.indexOf('Tidewater Notes')).to.be.below(feed.indexOf('Kilnform'));
    const security = await text('/categories/security/feed.xml');
    expect(security.match(/<entry>/g)).to.have.length(1);
    expect(security).to.contain('<title>Palisade</title>');
    expect((await server.fetch('/categories/nope/feed.xml')).status).to.equal(404);
  });

  it('sitemap.xml names every page, category and live listing', async () => {
    const sitemap = await text('/sitemap.xml');
    for (const category of CATEGORIES)
      expect(sitemap).to.contain(`<loc>${server.url}/categories/${category}</loc>`);
    expect(sitemap).to.contain(`<loc>${server.url}/categories</loc>`);
    expect(sitemap).to.contain(`<loc>${server.url}/listings/marrow</loc><lastmod>2`);
    expect(await text('/sitemap-1.xml')).to.equal(sitemap);
    expect((await server.fetch('/sitemap-2.xml')).status).to.equal(404);
    await server.database.knex('listings').where({ slug: 'marrow' }).update({ archived_at: new Date() });
    expect(await text('/sitemap.xml')).not.to.contain('/listings/marrow<');
    expect(await text('/feed.xml')).not.to.contain('Marrow');
  });

  it('sitemap.xml is an index above 45,000 listings', async () => {
    await insertManyListings(server.database.knex, 4);
    // Search documents are counted: as if there were so many.
    await server.database.knex('term_counts').insert({ term: '', listings: 45_001 });
    const index = await text('/sitemap.xml');
    expect(index).to.contain('<sitemapindex').and.contain(`<loc>${server.url}/sitemap-2.xml</loc>`);
    expect((await text('/sitemap-1.xml')).match(/\/listings\/[a-z]/g)).to.have.length(8);
    const second = await text('/sitemap-2.xml');
    expect(second).to.contain('<urlset').and.not.contain('<url>');
    const parts = [...(await listSitemap(1, 5)), ...(await listSitemap(2, 5))].map(({ url }) => String(url));
    expect(parts).to.have.length(8);
    expect(parts).to.deep.equal((await listSitemap(1)).map(({ url }) => String(url)));
    for (const part of ['0', '3', 'x', '99999999']) {
      expect((await server.fetch(`/sitemap-${part}.xml`)).status, part).to.equal(404);
    }
  });

  it('robots.txt and llms.txt point to what matters', async () => {
    expect(await text('/robots.txt'))
      .to.contain(`Sitemap: ${server.url}/sitemap.xml`)
      .and.contain('Disallow: /account');
    const llms = await text('/llms.txt');
    for (const [, address] of llms.matchAll(/\]\(([^)]+)\)/g)) {
      const answer = await server.fetch(new URL(address ?? '').pathname);
      expect(answer.status, address).to.equal(address?.endsWith('/webhooks') ? 401 : 200);
    }
  });

  it('the documentation lists every public route and every error code', async () => {
    const document = (await (await server.fetch('/api/v1/openapi.json')).json()) as { paths: object };
    const docs = await text('/docs');
    expect(docs, 'a limit without a name').to.not.include('undefined');
    for (const path of Object.keys(document.paths).filter((path) => !path.includes('/internal/'))) {
      expect(docs).to.contain(`<code>${path}</code>`);
    }
    const { ERROR_CODES } = await import('../../core/kernel/errors.js');
    const errors = await text('/docs/errors');
    for (const code of ERROR_CODES) expect(errors).to.contain(`<li id="${code}">`);
  });
});

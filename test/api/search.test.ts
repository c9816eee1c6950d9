import { expect } from 'chai';
import { expectError, useApi } from '../helpers/api.js';

describe('GET /api/v1/listings', () => {
  const api = useApi();
  let key: string;
  const search = async (query: string) => (await api.get(`/api/v1/listings?${query}`)).body;
  const names = async (q: string) => {
    const { listings } = await search(`q=${encodeURIComponent(q)}&sort=name`);
    return listings.map((listing: { name: string }) => listing.name);
  };

  before(async () => {
    key = (await api.register()).key;
    const products = [
      {
        name: 'FreshRSS',
        tagline: 'Read all your feeds',
        categories: ['productivity'],
        pricing_model: 'free',
      },
      {
        name: 'Café Reader',
        tagline: 'News over coffee',
        description: 'The who and the what',
        pricing_model: 'freemium',
      },
      { name: 'node.js tools', tagline: 'A self-hosted kit', features: ['Manages invoices', 'C++ support'] },
      { name: 'ブックマーク', tagline: '写真を整理する', website_url: 'https://bukku.example.org' },
      { name: 'Vault', tagline: 'Password manager for teams', categories: ['security', 'saas'] },
      { name: 'Manager of vaults', tagline: 'Nothing about that word', categories: ['security'] },
    ];
    for (const product of products) await api.submit(key, product);
  });

  const FINDS: [q: string, found: string[]][] = [
    ['freshrss', ['FreshRSS']],
    ['fresh rss', ['FreshRSS']],
    ['fres', ['FreshRSS']],
    ['FEEDS read', ['FreshRSS']],
    ['cafe', ['Café Reader']],
    ['CAFÉ reader', ['Café Reader']],
    ['the who and the what', ['Café Reader']],
    ['node.js', ['node.js tools']],
    ['nodejs', ['node.js tools']],
    ['node', ['node.js tools']],
    ['invoice', ['node.js tools']],
    ['self hosted', ['node.js tools']],
    ['写真', ['ブックマーク']],
    ['ブック', ['ブックマーク']],
    ['bukku.example.org', ['ブックマーク']],
    ['password manager', ['Vault']],
    ['security vault', ['Manager of vaults', 'Vault']],
    ['tool', ['node.js tools']],
    ['manager -password', ['Manager of vaults', 'node.js tools']],
    ['"password manager"', ['Vault']],
    ['"manager password"', []],
    ['manager "that word"', ['Manager of vaults']],
    ['freshrs', ['FreshRSS']],
    ['frehsrss', ['FreshRSS']],
    ['freshhrss feeds', ['FreshRSS']],
    ['vualt password', ['Vault']],
    ['cafe -news', []],
    ['nothinglikethis', []],
    ['vault OR freshrss', ['FreshRSS', 'Manager of vaults', 'Vault']],
    ['!!! ???', []],
    ["'", []],
    ['a & b | ! (', []],
  ];
  for (const [q, found] of FINDS) {
    it(`finds ${found.join(', ') || 'nothing'} for ${q}`, async () => {
      expect(await names(q)).to.have.members(found);
    });
  }

  it('finds a listing as soon as it is written, and no more once it is archived', async () => {
    const { slug } = await api.submit(key, { name: 'Quokka Board' });
    expect(await names('quokka')).to.deep.equal(['Quokka Board']);
    await api.post(`/api/v1/listings/${slug}`, { action: 'archive' }, { key });
    expect(await names('quokka')).to.deep.equal([]);
  });

  it('filters by category and pricing, together with words', async () => {
    expect((await search('category=security')).total).to.equal(2);
    expect((await search('pricing=free')).total).to.equal(1);
    expect((await search('category=saas&q=vault')).listings[0].name).to.equal('Vault');
    expect((await search('category=saas&pricing=free')).listings).to.deep.equal([]);
  });

  it('ranks matches in names above those in descriptions', async () => {
    await api.submit(key, { name: 'Zebra', tagline: 'One' });
    await api.submit(key, { name: 'Other animal', tagline: 'Two', description: 'Not a zebra, but near one' });
    const { listings } = await search('q=zebra&sort=relevance');
    expect(listings.map((listing: { name: string }) => listing.name)).to.deep.equal([
      'Zebra',
      'Other animal',
    ]);
  });

  it('refuses unknown values', async () => {
    const bad = {
      category: 'robots',
      pricing: 'barter',
      sort: 'best',
      mine: '2',
      cursor: 'x',
      page: '0',
      limit: '1.5',
    };
    for (const [field, value] of Object.entries(bad)) {
      expectError(await api.get(`/api/v1/listings?${field}=${value}`), 400, 'validation_error', field);
    }
    expectError(await api.get('/api/v1/listings?page=1&page=2'), 400, 'validation_error', 'page');
    expectError(await api.get('/api/v1/listings?q=a%00b'), 400, 'validation_error', 'q');
    expectError(await api.get('/api/v1/listings?q=x&page=2001&limit=50'), 400, 'deep_page');
    expect((await api.get('/api/v1/listings?page=900000000')).body.listings).to.deep.equal([]);
  });

  it('caps a page at 50 with a warning, reads an empty value as none, and names unknown parameters', async () => {
    const { limit, warnings } = await search('limit=500&category=&catgory=ai');
    expect(limit).to.equal(50);
    expect(warnings.map((w: { field: string }) => w.field)).to.deep.equal(['limit', 'catgory']);
    expect(warnings[1].error).to.contain('"category"');
  });

  it('lists one’s own listings in every status, filters by status, and refuses guests', async () => {
    const { key: mine } = await api.register();
    const { slug } = await api.submit(mine);
    await api.submit(mine);
    await api.post(`/api/v1/listings/${slug}`, { action: 'archive' }, { key: mine });
    expect((await api.get('/api/v1/listings?mine=1', { key: mine })).body.total).to.equal(2);
    const { body } = await api.get('/api/v1/listings?mine=1&status=archived', { key: mine });
    expect(body.listings.map((listing: { slug: string }) => listing.slug)).to.deep.equal([slug]);
    expectError(await api.get('/api/v1/listings?mine=1'), 401, 'unauthorized');
  });
});

describe('paging of GET /api/v1/listings', () => {
  const api = useApi();
  let key: string;
  before(async () => {
    key = (await api.register()).key;
    for (let n = 0; n < 23; n += 1)
      await api.submit(key, { name: `Page item ${String(n).padStart(2, '0')}` });
    // Many listings with the same time: the id breaks the ties.
    await api.server.database.knex('listings').update({ published_at: new Date() });
  });

  for (const sort of ['newest', 'name', 'relevance']) {
    it(`by cursor has no gaps or repeats under concurrent writes: ${sort}`, async () => {
      const seen: string[] = [];
      let cursor: string | null = null;
      let page = 0;
      do {
        const { body } = await api.get(
          `/api/v1/listings?q=item&sort=${sort}&limit=5${cursor ? `&cursor=${cursor}` : ''}`,
        );
        page += 1;
        expect(body.page).to.equal(page);
        seen.push(...body.listings.map((listing: { slug: string }) => listing.slug));
        cursor = body.next_cursor;
        const { slug } = await api.submit(key, {
          name: `Aardvark ${sort} ${page}`,
          tagline: 'No word of the others',
        });
        await api.delete(`/api/v1/listings/${slug}`, { key });
      } while (cursor);
      expect(seen).to.have.length(23);
      expect(new Set(seen).size).to.equal(23);
    });
  }

  it('by number returns the same rows, and the total', async () => {
    const slugs: string[] = [];
    for (let page = 1; page <= 5; page += 1) {
      const { body } = await api.get(`/api/v1/listings?limit=5&page=${page}`);
      expect(body).to.include({ total: 23, total_pages: 5, total_is_estimate: false });
      slugs.push(...body.listings.map((listing: { slug: string }) => listing.slug));
    }
    expect(new Set(slugs).size).to.equal(23);
  });

  it('sorts names without regard to case', async () => {
    await api.submit(key, { name: 'page item 00b' });
    const { body } = await api.get('/api/v1/listings?sort=name&limit=2');
    expect(body.listings.map((listing: { name: string }) => listing.name)).to.deep.equal([
      'Page item 00',
      'page item 00b',
    ]);
  });

  it('warns that a page number has no effect beside a cursor', async () => {
    const { body } = await api.get('/api/v1/listings?limit=2');
    const next = await api.get(`/api/v1/listings?limit=2&cursor=${body.next_cursor}`);
    const { warnings, ...both } = (
      await api.get(`/api/v1/listings?limit=2&page=7&cursor=${body.next_cursor}`)
    ).body;
    expect(both).to.deep.equal(next.body);
    expect(warnings.map(({ field }: { field: string }) => field)).to.deep.equal(['page']);
  });

  it('refuses a cursor of another order', async () => {
    const { body } = await api.get('/api/v1/listings?sort=name&limit=2');
    expectError(
      await api.get(`/api/v1/listings?cursor=${body.next_cursor}`),
      400,
      'validation_error',
      'cursor',
    );
  });
});

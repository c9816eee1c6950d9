// Reading the site of a product before it is submitted: what is offered, and what a hostile or private site cannot do.
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { systemActor } from '../../core/kernel/actor.js';
import { config, configure } from '../../core/kernel/config.js';
import { readPageFacts } from '../../core/reader/page.js';
import { refreshSettings } from '../../core/settings/current.js';
import { offerOf } from '../../core/upkeep/page-offer.js';
import { previewListing } from '../../core/upkeep/preview.js';
import { expectError, useApi } from '../helpers/api.js';
import { useListener } from '../helpers/listeners.js';
import { mcpOf } from '../helpers/mcp.js';

const OPEN = { SCREENSHOT_ALLOW_PRIVATE: 'on', RATE_LIMIT: '0', RATE_LIMIT_LISTING_WRITE: '0' };

const FULL = `<!doctype html><html><head>
  <title>Paper Kite – Plans that fly</title>
  <meta property="og:site_name" content="Paper Kite">
  <meta property="og:title" content="Paper Kite – Plans that fly">
  <meta property="og:description" content="Paper Kite plans the work of a team. It is a calm tool for developer tools and design.">
  <meta name="keywords" content="planning, productivity">
  <link rel="icon" href="/favicon.ico" sizes="16x16">
  <link rel="icon" type="image/svg+xml" href="/icon.svg">
  <link rel="apple-touch-icon" sizes="180x180" href="/touch.png">
  <script type="application/ld+json">{"@context": "https://schema.org", "@graph": [
    {"@type": "WebSite", "name": "Not this one"},
    {"@type": "SoftwareApplication", "name": "Paper Kite", "applicationCategory": "https://schema.org/FinanceApplication",
     "offers": [{"price": "0", "priceCurrency": "EUR"}, {"price": 9, "priceCurrency": "EUR"}]}]}</script>
  </head><body><meta property="og:site_name" content="From a comment"></body>`;

describe('the preview of a listing', () => {
  const api = useApi(OPEN);
  const pages = new Map<string, string | Buffer | { to: string }>();
  let headers: Record<string, string> = {};
  const site = useListener((request, response) => {
    const page = pages.get(request.url ?? '');
    if (page === undefined) response.writeHead(404).end();
    else if (typeof page === 'string' || Buffer.isBuffer(page))
      response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(page);
    else if (page.to === '/in' && request.headers.cookie !== 'seen=yes; lang=en')
      response
        .writeHead(302, { location: request.url, 'set-cookie': ['seen=yes; Path=/; Secure', 'lang=en'] })
        .end();
    else response.writeHead(302, { location: page.to }).end();
  });
  let key: string;
  const preview = async (path = '/') =>
    (await api.post('/api/v1/listings/preview', { website_url: site.url + path }, { key })).body;

  before(async () => {
    ({ key } = await api.register());
  });
  beforeEach(() => {
    pages.clear();
    headers = {};
    site.hits.length = 0;
  });

  it('offers what the page says, in a shape that can be submitted, and stores nothing', async () => {
    pages.set('/', FULL);
    const before = await api.server.database.knex('audit_entries').count();
    const { preview: offer, outcome, known } = await preview();
    expect(offer).to.deep.equal({
      website_url: `${site.url}/`,
      name: 'Paper Kite',
      tagline: 'Plans that fly',
      description: 'Paper Kite plans the work of a team. It is a calm tool for developer tools and design.',
      categories: ['finance', 'productivity', 'developer-tools'],
      pricing_model: 'freemium',
      pricing_summary: '9 EUR',
      logo_url: `${site.url}/touch.png`,
    });
    expect([outcome, known]).to.deep.equal(['read', null]);
    expect(await api.server.database.knex('audit_entries').count()).to.deep.equal(before);
    expect(await api.server.database.knex('listings').select()).to.deep.equal([]);
    const submitted = await api.post('/api/v1/listings', offer, { key });
    expect(submitted.status).to.equal(201);
    expect(submitted.body.listing).to.deep.include(offer);
    const again = await preview();
    expect(again).to.deep.include({ outcome: 'listed' });
    expect(again.preview).to.deep.equal({ website_url: `${site.url}/` });
    expect(again.known).to.deep.include({ slug: 'paper-kite', is_own: true });
    const other = await api.register();
    const theirs = await api.post(
      '/api/v1/listings/preview',
      { website: `${site.url}/` },
      { key: other.key },
    );
    expect(theirs.body.known).to.deep.include({
      is_own: false,
      url: `${config.publicUrl}/listings/paper-kite`,
      claim_url: `${config.publicUrl}/claim/paper-kite`,
    });
    await api.delete('/api/v1/listings/paper-kite', { key });
  });

  it('is a tool for agents, and marks what it read as the text of a stranger', async () => {
    pages.set('/', FULL);
    const mcp = mcpOf(api.server);
    const { value, http } = await mcp.callTool('preview_listing', { website_url: site.url }, { key });
    expect(value.preview.name).to.equal('Paper Kite');
    expect(JSON.stringify(http.body)).to.contain('untrusted');
  });

  it('makes do with a title, and with the encoding that the page names', async () => {
    pages.set(
      '/',
      Buffer.from('<meta charset="windows-1252"><title>  Caf\xe9\n Notes | Home </title>', 'latin1'),
    );
    const { preview: offer } = await preview();
    expect(offer).to.deep.equal({ website_url: `${site.url}/`, name: 'Café Notes' });
  });

  it('keeps to the limits of the fields, and leaves out what a field cannot hold', async () => {
    const long = 'word '.repeat(2_000);
    pages.set(
      '/',
      `<title>${'n'.repeat(200)}</title><meta name=description content="A\0B\ud800 ${long}">
       <link rel=apple-touch-icon href="javascript:alert(1)"><link rel=icon sizes=64x64 href="data:image/png;base64,AA">
       <script type="application/ld+json">{"@type":"Product","name":7,"offers":{"price":"free","priceSpecification":3}}</script>
       <script type="application/ld+json">{broken</script>`,
    );
    const { preview: offer } = await preview();
    expect([...offer.name].length).to.equal(80);
    expect([...offer.description].length).to.be.within(3_900, 4_000);
    expect([...offer.tagline].length).to.be.within(100, 160);
    expect(offer).not.to.have.any.keys('logo_url', 'pricing_model');
    expect((await api.post('/api/v1/listings', offer, { key })).status).to.equal(201);
    await api.server.database.knex('listings').delete();
  });

  it('offers the logo that only JSON-LD declares', async () => {
    for (const logo of ['"/logo.png"', '{"@type":"ImageObject","url":"/logo.png"}', '["/logo.png",7]']) {
      const thing = `{"@type":"Organization","logo":${logo}}`;
      pages.set('/', `<title>Odd</title><script type="application/ld+json">${thing}</script>`);
      expect((await preview()).preview.logo_url, logo).to.equal(`${site.url}/logo.png`);
    }
  });

  it('survives objects and names of our language where a text should be', async () => {
    const object = '{"toString":1,"valueOf":1}';
    for (const thing of [
      `{"@type":${object},"name":"Odd"}`,
      '{"applicationCategory":"constructor"}',
      `{"logo":${object}}`,
      '{"logo":"javascript:alert(1)"}',
      `{"offers":{"price":1,"priceCurrency":${object}}}`,
      `{"offers":{"price":${object}}}`,
    ]) {
      pages.set('/', `<title>Odd</title><script type="application/ld+json">${thing}</script>`);
      expect([thing, (await preview()).preview]).to.deep.equal([
        thing,
        { website_url: `${site.url}/`, name: 'Odd' },
      ]);
    }
  });

  it('takes no base that is too long to store, which every link would have to be joined with', async () => {
    const iconWith = async (base: string) => {
      const html = `<base href="${base}"><link rel="apple-touch-icon" href="icon.png">`;
      return (await readPageFacts(html, new URL('https://one.example/'))).icons[0];
    };
    expect(await iconWith('/a/')).to.equal('https://one.example/a/icon.png');
    expect(await iconWith(`/${'a'.repeat(1_000)}/../`)).to.equal('https://one.example/icon.png');
    expect(await iconWith(`/b/${'../b/'.repeat(300)}`)).to.equal('https://one.example/icon.png');
  });

  it('reads the addresses of so many links only', async () => {
    const iconAfter = async (links: number) => {
      const html = `${'<link href="x">'.repeat(links)}<link rel="apple-touch-icon" href="icon.png">`;
      return (await readPageFacts(html, new URL('https://one.example/'))).icons[0];
    };
    expect(await iconAfter(499)).to.equal('https://one.example/icon.png');
    expect(await iconAfter(500)).to.equal('https://one.example/favicon.ico');
  });

  it('has a kind word for a page that says nothing, is no page, or cannot be reached', async () => {
    pages.set('/', '<p>Hello');
    pages.set('/gone', { to: '/nowhere' });
    pages.set('/loop', { to: '/loop' });
    for (const path of ['/', '/missing', '/gone']) {
      const answer = await preview(path);
      expect([path, answer.outcome, answer.preview.name]).to.deep.equal([path, 'nothing', undefined]);
      expect(answer.note).to.contain('three fields are enough');
    }
    expect((await preview('/loop')).outcome).to.equal('unreachable');
  });

  it('decompresses a page, asked or not, within its limit', async () => {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 1 };
    const br = (text: string) => brotliCompressSync(text, { params });
    const coded = { gzip: gzipSync, 'x-gzip': gzipSync, deflate: deflateSync, br };
    const long = `${FULL}<p>${'word '.repeat(2_000_000)}`;
    for (const [coding, compress] of [...Object.entries(coded), ['deflate', deflateRawSync] as const]) {
      headers = { 'content-encoding': coding };
      for (const text of [FULL, long]) {
        pages.set('/', compress(text));
        expect((await preview()).preview.name, coding).to.equal('Paper Kite');
      }
    }
    headers = { 'content-encoding': 'gzip' };
    pages.set('/', gzipSync(FULL).subarray(0, 300));
    expect((await preview()).preview.name, 'cut off').to.equal('Paper Kite');
    for (const [coding, body] of [
      ['gzip', FULL],
      ['compress', FULL],
    ] as const) {
      headers = { 'content-encoding': coding };
      pages.set('/', body);
      expect((await preview()).preview.name, coding).to.equal(undefined);
    }
  });

  it('reads what frameworks stream into the body, but no title of a drawing and nothing in a template', async () => {
    pages.set(
      '/',
      `<head><meta name="viewport" content="width=device-width"></head><body><svg><title>Menu</title><path/></svg>
       <template><title>Draft</title></template><main><h1>Kite</h1></main><div hidden>
       <title>Paper Kite – Plans that fly</title><meta name="description" content="Plans the work of a team.">
       <link rel="icon" sizes="192x192" href="/large.png"></div>
       <script type="application/ld+json">{"@type":"Product","offers":{"price":0}}</script>`,
    );
    expect((await preview()).preview).to.deep.equal({
      website_url: `${site.url}/`,
      name: 'Paper Kite',
      tagline: 'Plans that fly',
      description: 'Plans the work of a team.',
      pricing_model: 'free',
      logo_url: `${site.url}/large.png`,
    });
  });

  it('understands encodings by mark, header and tag, and bytes that name none', async () => {
    const title = (name: string, tag = '') => `${tag}<title>${name}</title>`;
    const sjis = Buffer.from('939491e4836d815b8367', 'hex');
    for (const [type, page, name] of [
      ['text/html', Buffer.from(`\ufeff${title('Über')}`, 'utf16le'), 'Über'],
      ['text/html; charset="windows-1252"', Buffer.from(title('Über'), 'latin1'), 'Über'],
      ['text/html', Buffer.from(title('Über'), 'latin1'), 'Über'],
      ['text/html', Buffer.from(title('Über', '<meta charset="utf-16">')), 'Über'],
      [
        'text/html',
        Buffer.concat([
          Buffer.from(`<meta http-equiv="Content-Type" content="text/html; charset = Shift_JIS"><title>`),
          sjis,
          Buffer.from('</title>'),
        ]),
        '灯台ノート',
      ],
    ] as const) {
      headers = { 'content-type': type };
      pages.set('/', page);
      expect((await preview()).preview.name, type).to.equal(name);
    }
  });

  it('keeps cookies on its way, and tries http where https fails and was not typed', async () => {
    pages.set('/once', { to: '/in' });
    pages.set('/in', FULL);
    expect((await preview('/once')).preview.name).to.equal('Paper Kite');
    pages.set('/', FULL);
    const bare = site.url.replace('http://', '');
    const ask = async (website_url: string) =>
      (await api.post('/api/v1/listings/preview', { website_url }, { key })).body;
    const found = await ask(bare);
    expect([found.outcome, found.preview.website_url]).to.deep.equal(['read', `http://${bare}`]);
    expect((await ask(`https://${bare}`)).outcome).to.equal('unreachable');
  });

  it('takes no name of a platform that it does not know either', async () => {
    const nameOn = async (address: string, title: string) => {
      const url = new URL(address);
      const html = `<meta property="og:site_name" content="Shopport"><title>${title}</title>`;
      return offerOf(await readPageFacts(html, url), url).name;
    };
    expect(await nameOn('https://games.example/moon', 'Moon Miner by Lantern Studio')).to.equal(
      'Moon Miner by Lantern Studio',
    );
    expect(await nameOn('https://shopport.example/games/moon', 'Moon Miner | Shopport')).to.equal(
      'Moon Miner',
    );
    expect(await nameOn('https://example.com/en', 'Goods for all')).to.equal('Shopport');
    expect(await nameOn('https://example.com/app', 'Goods for all – Shopport')).to.equal('Shopport');
    expect(await nameOn('https://apps.apple.com/us/app/moon/id77', 'Moon Miner on the App Store')).to.equal(
      'Moon Miner on the App Store',
    );
  });

  it('honours robots.txt', async () => {
    pages.set('/', FULL);
    pages.set('/robots.txt', 'User-agent: listing-directory\nDisallow: /');
    expect((await preview()).outcome).to.equal('robots');
    expect(site.hits).to.deep.equal(['GET /robots.txt']);
  });

  it('offers only the directory’s own, open categories', async () => {
    pages.set('/', '<title>Tea Time</title><meta name=keywords content="tea, productivity, secret tea">');
    const admin = await api.registerAdmin();
    const categories = [
      { value: 'tea', label: 'Tea' },
      { value: 'secret-tea', label: 'Secret tea', hidden: true },
    ];
    expect((await api.patch('/api/v1/admin/site', { categories }, { key: admin.key })).status).to.equal(200);
    await refreshSettings();
    const { preview: offer } = await previewListing(systemActor('cli'), { website_url: site.url });
    expect(offer.categories).to.deep.equal(['tea']);
    await api.patch('/api/v1/admin/site', { categories: null }, { key: admin.key });
  });

  it('offers what JSON-LD declares of the facts, and topics that are known here', async () => {
    const { key: other } = await api.register();
    await api.submit(other, { facts: { topics: ['Meal plans'] } });
    const declared = {
      '@type': 'SoftwareApplication',
      operatingSystem: 'Linux, macOS',
      license: 'https://spdx.org/licenses/MIT.html',
      codeRepository: 'https://codeberg.org/ada/kite',
      keywords: ['meal PLANS', 'best app 2026'],
    };
    pages.set(
      '/',
      `<title>Kite</title><script type="application/ld+json">${JSON.stringify(declared)}</script>`,
    );
    expect((await preview()).preview.facts).to.deep.equal({
      topics: ['Meal plans'],
      platform: ['Linux', 'macOS'],
      license: ['MIT'],
      source_code: 'https://codeberg.org/ada/kite',
    });
    const url = new URL('https://github.com/ada/kite');
    expect(offerOf(await readPageFacts('<title>ada/kite: Plans</title>', url), url).facts).to.deep.equal({
      source_code: 'https://github.com/ada/kite',
    });
    const wrong = {
      ...declared,
      license: 7,
      codeRepository: 'javascript:1',
      operatingSystem: {},
      keywords: null,
    };
    pages.set('/', `<title>Kite</title><script type="application/ld+json">${JSON.stringify(wrong)}</script>`);
    expect((await preview()).preview).not.to.have.property('facts');
  });

  it('takes no name or icon of a host that it shares', async () => {
    const html = `<title>GitHub - ada/kite: Plans that fly</title><meta property="og:site_name" content="GitHub">
      <link rel="apple-touch-icon" href="/github.png">`;
    const url = new URL('https://github.com/ada/kite');
    const offer = offerOf(await readPageFacts(html, url), url);
    expect(offer).to.deep.include({ name: 'kite', tagline: 'Plans that fly', logo_url: null });
  });

  it('connects to no private address, and says no more than that it could not', async () => {
    pages.set('/', FULL);
    configure({ ...OPEN, DATA_DIR: config.dataDir, SCREENSHOT_ALLOW_PRIVATE: 'off' });
    try {
      const input = { website_url: 'http://inside.example.com' };
      const { outcome } = await previewListing(systemActor('cli'), input);
      expect(outcome).to.equal('unreachable');
      expectError(
        await api.post('/api/v1/listings/preview', { website_url: site.url }, { key }),
        400,
        'validation_error',
        'website_url',
      );
    } finally {
      configure({ ...OPEN, DATA_DIR: config.dataDir });
    }
    expect(site.hits).to.deep.equal([]);
  });

  it('needs an account and an address', async () => {
    expectError(await api.post('/api/v1/listings/preview', { website_url: site.url }), 401, 'unauthorized');
    expectError(
      await api.post('/api/v1/listings/preview', {}, { key }),
      400,
      'validation_error',
      'website_url',
    );
  });
});

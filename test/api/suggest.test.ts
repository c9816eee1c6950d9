import { expect } from 'chai';
import { expectError, useApi } from '../helpers/api.js';

describe('suggestions, similar listings and alternatives', () => {
  const api = useApi();
  const suggest = async (q: string) =>
    (await api.get(`/api/v1/suggest?q=${encodeURIComponent(q)}`)).body.suggestions as {
      kind: string;
      text: string;
      path: string;
    }[];

  const text = async (path: string) => (await fetch(api.server.url + path)).text();

  before(async () => {
    const { key } = await api.register();
    const products = [
      { name: 'Vaultwarden', tagline: 'Password storage', description: 'An alternative to Bitwarden.' },
      { name: 'Vault', tagline: 'Keeps secrets of servers' },
      { name: 'Bitwarden', tagline: 'Password manager for teams', categories: ['security'] },
      { name: 'Home Assistant', tagline: 'Automation of homes', categories: ['productivity'] },
      { name: 'Passbolt', tagline: 'Password manager for teams and secrets', categories: ['security'] },
      {
        name: 'Passport',
        tagline: 'Password manager for teams and secrets of travellers',
        categories: ['education'],
      },
      ...[
        { name: 'Plain Counter', tagline: 'Counts visitors of websites', topic: 'web-analytics' },
        { name: 'Matter', tagline: 'Heat where people click', topic: 'web-analytics' },
        { name: 'Cohort', tagline: 'Retention for teams of products', topic: 'web-analytics' },
        { name: 'Unlike', tagline: 'Surveys inside the app', topic: 'forms' },
      ].map(({ topic, ...one }) => ({
        ...one,
        categories: ['analytics'],
        facts: { topics: topic === 'forms' ? [topic] : [topic, 'cookies'] },
      })),
      ...['Keyring', 'Locket'].map((name) => ({
        name,
        tagline: 'Stores what is secret',
        description: 'An alternative to Bitwarden and Last Pass.',
      })),
      ...Array.from({ length: 12 }, (_, n) => ({
        name: `Filler ${n}`,
        tagline: `A listing providing ballast ${n}`,
      })),
    ];
    for (const product of products) await api.submit(key, product);
    await api.server.database.knex.raw('analyze listing_search');
  });

  it('suggest names by their beginning, names that contain a word, categories, and corrections', async () => {
    const listings = (await suggest('vau')).slice(0, 2);
    expect(listings[0]).to.deep.equal({
      kind: 'listing',
      text: 'Vault',
      path: '/listings/vault',
      tagline: 'Keeps secrets of servers',
      logo_copy_url: null,
    });
    expect(listings[1]?.text).to.equal('Vaultwarden');
    expect((await suggest('assis')).map(({ text }) => text)).to.include('Home Assistant');
    expect(await suggest('secu')).to.deep.include({
      kind: 'category',
      text: 'security',
      path: '/categories/security',
    });
    expect((await suggest('for +tea')).map(({ text }) => text)).to.include('for +teams');
    expect((await suggest('pasword ')).map(({ text }) => text)).to.include('password');
    for (const prose of ['listi', 'providi'])
      expect(await suggest(prose), 'what descriptions say, and nobody types').to.deep.equal([]);
    expect((await suggest('balla')).filter(({ kind }) => kind === 'search')).to.have.length(1);
    expect(
      (await suggest('web')).map(({ text }) => text.toLowerCase()),
      'a topic, once',
    )
      .to.include('web-analytics')
      .and.not.include('webanalytics');
    expect(await suggest(' ')).to.deep.equal([]);
    expectError(await api.get(`/api/v1/suggest?q=${'x'.repeat(101)}`), 400, 'validation_error', 'q');
  });

  it('serve the search box and browsers the same suggestions, outside the limits of the API', async () => {
    const box = await api.get('/suggest?q=vau');
    const seen = (await suggest('vau')).map((one) =>
      one.kind === 'listing' ? { ...one, logo: null, letters: 'V' } : one,
    );
    expect(box.body.suggestions.map(({ tone: _, ...one }: { tone?: number }) => one)).to.deep.equal(seen);
    expect(box.headers).not.to.have.property('ratelimit');
    const german = await fetch(`${api.server.url}/suggest?q=secu`, { headers: { 'accept-language': 'de' } });
    expect(await german.json(), 'categories as the visitor reads them').to.deep.equal({
      suggestions: (await suggest('secu')).map((suggestion) =>
        suggestion.kind === 'category' ? { ...suggestion, text: 'Sicherheit' } : suggestion,
      ),
    });
    expect(german.headers.get('vary')).to.include('Accept-Language');
  });

  it('are similar by need, then by topics, and filled with others of the category', async () => {
    const similar = async (slug: string) =>
      (await api.get(`/api/v1/listings/${slug}/similar`)).body.listings.map(
        (one: { slug: string }) => one.slug,
      );
    expect(await similar('bitwarden')).to.deep.equal(['passbolt']);
    const near = await similar('plain-counter');
    expect(near.slice(0, 2)).to.have.members(['matter', 'cohort']);
    expect(near.slice(2)).to.deep.equal(['unlike']);
    expect(await text('/listings/plain-counter'))
      .to.contain('More like this')
      .and.contain('/listings/unlike');
    expect(await text('/listings/unlike'))
      .to.contain('More in Analytics')
      .and.contain('/listings/cohort');
    expect(await text('/listings/bitwarden'))
      .to.contain('/listings/passbolt')
      .and.not.contain('/listings/passport');
    expect(await text('/listings/passport'), 'alone in its category').not.to.contain('class="related"');
    expectError(await api.get('/api/v1/listings/nothing/similar'), 404, 'not_found');
    const [ofKind = ''] = (await text('/alternatives/matter')).split('<h2>Related</h2>');
    expect(ofKind.match(/class="card row"/g), 'of its kind').to.have.length(2);
  });

  it('show a page of alternatives where a text names the product, listed or not, and none elsewhere', async () => {
    expect(await text('/alternatives/bitwarden'))
      .to.contain('Alternatives to Bitwarden')
      .and.contain('/listings/vaultwarden');
    expect(await text('/listings/bitwarden')).to.contain('/alternatives/bitwarden');
    for (const q of ['bitwarden+alternatives', 'Alternative+zu+Bitwarden'])
      expect(await text(`/listings?q=${q}`)).to.contain('<h1>Alternatives to');
    expect((await api.get('/alternatives/passbolt')).status).to.equal(404);
    expect(await text('/listings/passbolt')).not.to.contain('/alternatives/');
    expect(await text('/listings/vaultwarden')).to.contain('href="/alternatives/bitwarden"');
    const index = await text('/alternatives');
    expect(index).to.match(/href="\/alternatives\/bitwarden">Bitwarden<\/a> <span class="count">3</);
    expect(index).to.match(/href="\/alternatives\/last-pass">Last Pass<\/a> <span class="count">2</);
    expect(await text('/alternatives/last-pass'))
      .to.contain('Alternatives to Last Pass')
      .and.contain('/listings/keyring')
      .and.contain('Calls itself an alternative to Last Pass');
    expect(await text('/alternatives/matter'))
      .to.match(/In common: (Web analytics, Cookies|Cookies, Web analytics)/)
      .and.match(/Related[\s\S]*\/listings\/unlike/);
    const names = [...index.matchAll(/href="\/alternatives\/[^"]+">([^<]+)</g)].map(([, name]) => name);
    expect(names, 'A to Z').to.deep.equal(names.toSorted());
  });
});

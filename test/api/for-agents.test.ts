// What REST offers to callers that count what they read.
import { expect } from 'chai';
import { STANDARD_CATEGORIES } from '../../core/settings/schema.js';
import { expectError, type Json, newProduct, useApi } from '../helpers/api.js';
import { tokensOf } from '../helpers/tokens.js';

describe('REST for agents', () => {
  const api = useApi();
  let document: Json;
  before(async () => {
    document = (await api.get('/api/v1/openapi.json')).body;
  });

  it('describes what they need in 15,000 tokens', async () => {
    const { body } = await api.get('/api/v1/openapi.json?for=agents');
    expect(tokensOf(body)).to.be.below(15_000);
    const operations = Object.values<Json>(body.paths).flatMap((path) =>
      Object.values<Json>(path).map(({ operationId }) => operationId),
    );
    expect(operations).to.include.members([
      'listListings',
      'submitListing',
      'updateListing',
      'deleteListing',
      'getListingStats',
      'startClaim',
      'registerAgent',
      'whoami',
      'createWebhook',
    ]);
    expect(Object.keys(body.paths).join(' ')).to.not.match(/admin|auth|internal/);
    const references = [...JSON.stringify(body).matchAll(/#\/components\/schemas\/(\w+)/g)].map(
      ([, name]) => name,
    );
    for (const name of references) expect(body.components.schemas, name).to.have.property(name ?? '');
    expectError(await api.get('/api/v1/openapi.json?for=people'), 400, 'validation_error', 'for');
  });

  it('has real examples everywhere', () => {
    const examples: string[] = [];
    for (const path of Object.values<Json>(document.paths)) {
      for (const { requestBody, responses } of Object.values<Json>(path)) {
        for (const { content = {} } of [requestBody ?? {}, ...Object.values<Json>(responses)]) {
          for (const { example } of Object.values<Json>(content)) {
            if (example !== undefined) examples.push(JSON.stringify(example));
          }
        }
      }
    }
    expect(examples.length).to.be.above(100);
    for (const example of examples) expect(example).to.not.match(/[:[]"(textx*|A [a-z ]+)"/);
  });

  it('describes the events of webhooks', () => {
    expect(document.webhooks).to.include.all.keys('listing.published', 'listing.changed');
    const { parameters, requestBody } = document.webhooks['listing.published'].post;
    expect(parameters.map(({ name }: Json) => name)).to.include('webhook-signature');
    expect(requestBody.content['application/json'].schema.properties.data.$ref).to.include('OwnEvent');
  });

  it('says where all categories are, and how to search by words', async () => {
    const { body } = await api.get('/api/v1/schema');
    expect(body.listing.categories).to.have.length(8);
    expect(body.listing.categories_note).to.include(`8 of ${STANDARD_CATEGORIES.length}`);
    expect(body.listing.fields.categories.items.enum).to.deep.equal([...STANDARD_CATEGORIES]);
    expect(body.search.advice).to.include('sort=relevance');
    const { parameters } = document.paths['/api/v1/listings'].get;
    expect(parameters.find(({ name }: Json) => name === 'sort').description).to.include('relevance');
    expect(await (await api.server.fetch('/llms.txt')).text()).to.include('sort=relevance');
  });

  it('returns only the fields that are asked for', async () => {
    // Not the checking client: such a response has less than the document requires.
    const read = async (path: string, key?: string) => {
      const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {};
      return { body: (await (await api.server.fetch(path, { headers })).json()) as Json };
    };
    const { key } = await api.register();
    const product = newProduct();
    const { slug } = await api.submit(key, product);
    const one = await read(`/api/v1/listings/${slug}?fields=name,slug`);
    expect(one.body).to.deep.equal({ listing: { slug, name: product.name } });
    const list = await read('/api/v1/listings?fields=slug');
    expect(list.body.listings[0]).to.deep.equal({ slug });
    expect(list.body.total).to.equal(1);
    const mine = await read('/api/v1/listings?mine=1&fields=slug,%20status', key);
    expect(mine.body.listings).to.deep.equal([{ slug, status: 'live' }]);
    await api.submit(key);
    expect((await read('/api/v1/listings?fields=slug')).body.listings, 'not from the cache').to.have.length(
      2,
    );
    const wrong = await api.get('/api/v1/listings?fields=slug,nmae');
    expectError(wrong, 400, 'validation_error', 'fields');
    expect(wrong.body.error).to.include('nmae').and.include('tagline');
  });

  it('is read as Markdown at its page', async () => {
    const { key } = await api.register();
    const product = newProduct({
      description: '# Not a heading\n[a link](https://evil.example)\nNor this\n===\n~~~\nno code',
      features: ['Works'],
    });
    const { slug } = await api.submit(key, product);
    const file = await api.server.fetch(`/listings/${slug}.md`);
    expect(file.headers.get('content-type')).to.equal('text/markdown; charset=utf-8');
    const text = await file.text();
    expect(text)
      .to.include(`# ${product.name}`)
      .and.include('- Works')
      .and.include('\\# Not a heading')
      .and.include('\\[a link\\]')
      .and.include('\n\\===\n\\~~~\n');
    const asked = await api.server.fetch(`/listings/${slug}`, { headers: { accept: 'text/markdown' } });
    expect(await asked.text()).to.equal(text);
    const page = await api.server.fetch(`/listings/${slug}`, { headers: { accept: 'text/html' } });
    expect(page.headers.get('content-type')).to.include('text/html');
    await api.post(`/api/v1/listings/${slug}`, { action: 'archive' }, { key });
    expect((await api.server.fetch(`/listings/${slug}.md`)).status).to.equal(404);
  });
});

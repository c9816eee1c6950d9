// Requests of the API that bring a key are answered without Express as they are with it, in all that a client and an
// operator can see. A cookie that is not ours makes a request go the whole way.
import { expect } from 'chai';
import { findRoute } from '../../server/api/keyed.js';
import { routes } from '../../server/api/routes.js';
import { type Json, useApi } from '../helpers/api.js';
import { useSeenRequests } from '../helpers/seen-requests.js';

interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

describe('requests with a key, answered without Express', () => {
  const api = useApi({ RATE_LIMIT: '1000', RATE_LIMIT_LISTING_WRITE: '0' });
  let authorization: string;
  let listing: Json;
  before(async () => {
    const { key } = await api.register();
    authorization = `Bearer ${key}`;
    listing = await api.submit(key, { categories: ['ai'] });
  });
  const { lines, measured, ways } = useSeenRequests();

  async function ask({ method = 'GET', path, headers = {}, body }: Asked, cookie?: string) {
    for (const list of [ways, lines, measured]) list.length = 0;
    const response = await fetch(api.server.url + path, {
      method,
      body,
      headers: { authorization, ...(cookie ? { cookie } : {}), ...headers },
    });
    const text = await response.text();
    while (lines.length === 0 || measured.length === 0) await new Promise((done) => setTimeout(done, 2));
    const { date, 'x-request-id': id, ratelimit, ...rest } = Object.fromEntries(response.headers);
    const { time, request_id, ms, ...line } = lines.find(({ msg }) => msg === 'request') ?? {};
    expect(request_id).to.equal(id);
    const answer = text
      .replaceAll(id ?? '', '')
      .replace(/"(id|slug|url|(created|updated|published)_at)":"[^"]*"/g, '');
    const measure = [...measured];
    return { way: ways[0], status: response.status, headers: rest, text: answer, ratelimit, line, measure };
  }
  const remaining = ({ ratelimit }: { ratelimit?: string }) => Number(/r=(\d+)/.exec(ratelimit ?? '')?.[1]);

  const json = { 'content-type': 'application/json' };
  const submission = (fields: object = {}) =>
    JSON.stringify({
      name: 'Another',
      website_url: 'https://another.example',
      tagline: 'Another one',
      ...fields,
    });
  const asked = (): Record<string, Asked> => ({
    'a listing': { path: `/api/v1/listings/${listing.slug}` },
    'only its headers': { path: `/api/v1/listings/${listing.slug}`, method: 'HEAD' },
    'no such listing': { path: '/api/v1/listings/nothing-of-this-name' },
    'a name that no listing has': { path: '/api/v1/listings/NO_SLUG' },
    'a list': { path: '/api/v1/listings' },
    'a category, and an unknown parameter': { path: '/api/v1/listings?category=ai&colour=red' },
    'a search': { path: `/api/v1/listings?q=${encodeURIComponent(listing.name)}&limit=5` },
    'what is not valid': { path: '/api/v1/listings?limit=many&page=0' },
    'a parameter given twice': { path: '/api/v1/listings?page=1&page=2' },
    changes: { path: '/api/v1/listings/changes?limit=1' },
    'own keys': { path: '/api/v1/api-keys' },
    'what admins may': { path: '/api/v1/admin/users' },
    'an unknown key': {
      path: '/api/v1/listings',
      headers: { authorization: `Bearer dir_${'a'.repeat(36)}` },
    },
    'no key at all': { path: '/api/v1/listings', headers: { authorization: 'Basic YTpi' } },
    'a dry run': { path: '/api/v1/listings?dry_run=1', method: 'POST', headers: json, body: submission() },
    'a refusal': {
      path: '/api/v1/listings',
      method: 'POST',
      headers: json,
      body: submission({
        tagline: 'Buy cocaine here',
        description: 'Cocaine and heroin, shipped overnight.',
      }),
    },
    'a body that is not valid': {
      path: '/api/v1/listings',
      method: 'POST',
      headers: json,
      body: submission({ name: '', tagline: null }),
    },
    'a body that is no JSON': { path: '/api/v1/listings', method: 'POST', headers: json, body: '{"name":' },
    'a body of another type': {
      path: '/api/v1/listings',
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: 'name=Another',
    },
    'no body': { path: '/api/v1/listings', method: 'POST', headers: json },
    'a body that is too large': {
      path: '/api/v1/listings',
      method: 'POST',
      headers: json,
      body: submission({ description: 'x'.repeat(1_100_000) }),
    },
    'a change': {
      path: `/api/v1/listings/${listing.slug}?dry_run=1`,
      method: 'PATCH',
      headers: json,
      body: JSON.stringify({ tagline: 'Changed', colour: 'red' }),
    },
  });

  it('are answered the same, but to the next request id and limit', async () => {
    for (const [what, request] of Object.entries(asked())) {
      const whole = await ask(request, 'theirs=1');
      const short = await ask(request);
      expect([whole.way, short.way], what).to.deep.equal(['whole', 'short']);
      expect({ ...short, way: '', ratelimit: '' }, what).to.deep.equal({ ...whole, way: '', ratelimit: '' });
      if (whole.status !== 401) expect(remaining(short), what).to.equal(remaining(whole) - 1);
    }
  });

  it('store what they create, and take it back', async () => {
    const made = await ask({ path: '/api/v1/listings', method: 'POST', headers: json, body: submission() });
    expect([made.way, made.status]).to.deep.equal(['short', 201]);
    const gone = await ask({ path: '/api/v1/listings/another', method: 'DELETE' });
    expect([gone.way, gone.status]).to.deep.equal(['short', 200]);
    expect((await ask({ path: '/api/v1/listings/another' })).status).to.equal(404);
  });

  it('go the whole way with an Origin, a cookie, an uncommon path or method, and where no key is looked up', async () => {
    const path = `/api/v1/listings/${listing.slug}`;
    for (const request of [
      { path, headers: { origin: api.server.url } },
      { path: `${path}/` },
      {
        path: path
          .replace('a', '%61')
          .replace('%61pi', 'api')
          .replace(/.$/, (last) => `%${last.charCodeAt(0).toString(16)}`),
      },
      { path, method: 'PUT' },
      { path, method: 'OPTIONS' },
      { path: '/api/v1/health' },
      { path: '/api/v1/nothing' },
      { path: '/listings' },
    ])
      expect((await ask(request)).way, JSON.stringify(request)).to.equal('whole');
  });

  it('find the route that the table has for each path', () => {
    const counted = routes().filter(
      ({ path, isUnlimited, access }) => path.startsWith('/api/v1/') && !isUnlimited && access !== 'worker',
    );
    expect(counted).not.to.be.empty;
    for (const route of counted) {
      const found = findRoute(route.method.toUpperCase(), route.path.replace(/\{\w+\}/g, 'some-value'));
      expect(found?.route.operationId, route.path).to.equal(route.operationId);
      const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(Object.keys(found?.params ?? {})).to.deep.equal(names);
    }
  });
});

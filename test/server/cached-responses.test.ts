import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import type { Knex } from 'knex';
import { createPool } from '../../db/pool.js';
import { publicContentVersion } from '../../db/public-content.js';
import { type Json, useApi } from '../helpers/api.js';
import { hearOfChanges, invalidateCache, queriesOf } from '../helpers/queries.js';

const PATHS = (slug: string) => [
  '/',
  '/listings',
  '/listings?q=notes',
  '/categories/ai',
  `/listings/${slug}`,
  '/feed.xml',
  '/categories/ai/feed.xml',
  '/sitemap.xml',
  '/agent-directories',
  '/api/v1/listings',
  '/api/v1/listings?q=notes',
  `/api/v1/listings/${slug}`,
  '/api/v1/schema',
  '/api/v1/openapi.json',
];

describe('responses cached for guests', () => {
  const api = useApi({ RATE_LIMIT: '1000', RATE_LIMIT_LISTING_WRITE: '0', SCREENSHOTS: 'on' });
  const { server } = api;
  let owner: { key: string; id: string };
  let admin: { key: string };
  let listing: Json;
  /** Another process: a pool whose writes this one only learns of by notification. */
  let elsewhere: Knex;

  before(async () => {
    owner = await api.register();
    admin = await api.registerAdmin();
    listing = await api.submit(owner.key, { categories: ['ai'] });
    elsewhere = createPool(server.database.url, { pool: { max: 1 } });
  });
  after(() => elsewhere.destroy());

  const textOf = async (path: string, headers: Record<string, string> = {}) =>
    (await server.fetch(path, { headers })).text();

  it('need no database until something changes, and are identical to the byte', async () => {
    await hearOfChanges(server.database);
    for (const path of PATHS(listing.slug)) {
      const first = await textOf(path);
      let second = '';
      const asked = await queriesOf(async () => {
        second = await textOf(path);
      });
      expect(asked, path).to.deep.equal([]);
      expect(second, path).to.equal(first);
    }
  });

  it('are rendered again for the very next request after every kind of change', async () => {
    const path = `/api/v1/listings/${listing.slug}`;
    const read = async () => (await api.get(path)).body.listing;
    const patch = (body: Json) => api.patch(path, body, { key: owner.key });
    const act = (action: string, key: string) => api.post(path, { action }, { key });
    // Often enough to notice a single late notification.
    for (let round = 0; round < 15; round += 1) {
      await patch({ tagline: `Round ${round}` });
      expect((await read()).tagline).to.equal(`Round ${round}`);
    }
    await act('archive', owner.key);
    expect((await api.get(path)).status).to.equal(404);
    await act('restore', owner.key);
    expect((await read()).status).to.equal('live');
    await act('reject', admin.key);
    expect(await textOf('/listings')).not.to.contain(listing.name);
    await act('restore', admin.key);
    expect(await textOf('/listings')).to.contain(listing.name);

    const other = await api.submit(owner.key, { name: 'Second Thoughts' });
    for (const list of ['/', '/listings', '/feed.xml', '/sitemap.xml', '/api/v1/listings']) {
      expect(await textOf(list), list).to.contain('second-thoughts');
    }
    await api.delete(`/api/v1/listings/${other.slug}`, { key: owner.key });
    for (const list of ['/', '/listings', '/feed.xml', '/sitemap.xml', '/api/v1/listings']) {
      expect(await textOf(list), list).not.to.contain('second-thoughts');
    }

    expect(await textOf('/agent-directories')).not.to.contain('Example Index');
    await api.post(
      '/api/v1/agent-directories',
      { name: 'Example Index', url: 'https://index.example.com' },
      { key: owner.key },
    );
    expect(await textOf('/agent-directories')).to.contain('Example Index');
  });

  it('are invalidated by writes of other processes', async () => {
    await textOf('/');
    await elsewhere('listings').where({ id: listing.id }).update({ name: 'Renamed Elsewhere' });
    const until = Date.now() + 5000;
    while (!(await textOf('/')).includes('Renamed Elsewhere')) {
      expect(Date.now(), 'the change was never seen').to.be.lessThan(until);
      await sleep(5);
    }
  });

  it('are not cached when something changed during rendering', async () => {
    await invalidateCache(server.database);
    const lock = await elsewhere.transaction();
    await lock.raw('lock table listings in access exclusive mode');
    const slow = textOf('/api/v1/listings');
    while (!(await isAwaited(lock))) await sleep(5);
    // The notification arrives before it is finished.
    await invalidateCache(server.database);
    await lock.rollback();
    await slow;
    expect(await queriesOf(() => textOf('/api/v1/listings')), 'the list and its total').to.have.length(2);
  });

  it('survive changes of what they do not depend on', async () => {
    const mine = `/api/v1/listings/${listing.slug}`;
    const untouched = [
      mine,
      `/listings/${listing.slug}`,
      '/api/v1/listings?category=design',
      '/agent-directories',
    ];
    const dropped = ['/', '/listings', '/api/v1/listings', '/api/v1/listings?category=ai', '/feed.xml'];
    await hearOfChanges(server.database);
    for (const path of [...untouched, ...dropped]) await textOf(path);
    const born = await api.submit(owner.key, { categories: ['ai'] });
    for (const path of untouched) expect(await queriesOf(() => textOf(path)), path).to.deep.equal([]);
    for (const path of dropped) expect(await textOf(path), path).to.contain(born.slug);

    // New texts change the listing wherever it is shown, and no list that does not show it.
    await api.patch(`/api/v1/listings/${born.slug}`, { tagline: 'Other words' }, { key: owner.key });
    for (const path of untouched) expect(await queriesOf(() => textOf(path)), path).to.deep.equal([]);
    for (const path of dropped) expect(await queriesOf(() => textOf(path)), path).not.to.deep.equal([]);
    await api.delete(`/api/v1/listings/${born.slug}`, { key: owner.key });
  });

  it('have correct counts beside a category’s list when another category gets a listing', async () => {
    const countOf = async (path: string, category: string) => {
      const text = await textOf(path);
      const link = new RegExp(
        `href="/categories/${category}"[^>]*><span[^>]*>[^<]*</span>\\s*<span class="count">(\\d+)<`,
      );
      return Number(link.exec(text)?.[1] ?? 0);
    };
    const paths = ['/categories/design', '/categories/design?sort=name', '/listings?pricing=free'];
    // A shorter list has no filters.
    for (let n = 0; n < 5; n += 1)
      await api.submit(owner.key, { categories: ['design'], pricing_model: 'free' });
    await api.submit(owner.key, { categories: ['ai'] });
    for (const path of paths) await textOf(path);
    const before = await countOf('/categories/design', 'ai');
    const born = await api.submit(owner.key, { categories: ['ai'], pricing_model: 'contact' });
    expect(await countOf('/categories/design', 'ai')).to.equal(before + 1);
    await api.delete(`/api/v1/listings/${born.slug}`, { key: owner.key });
    expect(await countOf('/categories/design', 'ai')).to.equal(before);
  });

  it('are rendered once for all concurrent requests', async () => {
    await invalidateCache(server.database);
    const asked = await queriesOf(() => Promise.all(Array.from({ length: 8 }, () => textOf('/feed.xml'))));
    expect(asked, 'the list and its total').to.have.length(2);
  });

  it('are not served while the database cannot notify of changes', async () => {
    await textOf('/');
    await elsewhere.raw(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'listing-directory notices'`,
    );
    while (publicContentVersion() !== null) await sleep(5);
    await elsewhere('listings').where({ id: listing.id }).update({ name: 'Renamed Unheard' });
    expect(await textOf('/')).to.contain('Renamed Unheard');
    while (publicContentVersion() === null) await sleep(20);
    expect(await textOf('/')).to.contain('Renamed Unheard');
    expect(await queriesOf(() => textOf('/'))).to.deep.equal([]);
  });

  it('are for guests only', async () => {
    const path = `/api/v1/listings/${listing.slug}`;
    await api.get(path);
    expect((await api.get(path)).body.listing).not.to.have.property('status_reason');
    const own = await api.get(path, { key: owner.key });
    expect(own.body.listing).to.have.property('status_reason');
    expect(own.headers.get('cache-control')).to.equal('private, no-store');
    expect((await api.get(path, { key: 'dir_unknown' })).status).to.equal(401);
    expect((await api.get(path)).body.listing).not.to.have.property('status_reason');
  });

  it('count towards the limits and have a request id of their own', async () => {
    const ask = async () => (await server.fetch('/api/v1/listings')).headers;
    const [first, second] = [await ask(), await ask()];
    const remaining = (headers: Headers) => Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
    expect(remaining(second)).to.equal(remaining(first) - 1);
    expect(second.get('x-request-id')).not.to.equal(first.get('x-request-id'));
  });

  it('answer HEAD, 304 and every encoding as the first response did', async () => {
    for (const path of ['/', '/api/v1/openapi.json']) {
      const plain = await server.fetch(path, { headers: { 'accept-encoding': 'identity' } });
      const text = await plain.text();
      for (const encoding of ['br', 'gzip']) {
        for (const turn of ['first', 'cached']) {
          const answer = await server.fetch(path, { headers: { 'accept-encoding': encoding } });
          expect(answer.headers.get('content-encoding'), turn).to.equal(encoding);
          expect(await answer.text(), turn).to.equal(text);
          expect(answer.headers.get('vary'), turn).to.match(/\bCookie, Authorization, Accept-Encoding$/);
        }
      }
      const head = await server.fetch(path, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } });
      expect(await head.text()).to.equal('');
      expect(head.headers.get('content-length')).to.equal(String(Buffer.byteLength(text)));
      const etag = plain.headers.get('etag') ?? '';
      const again = await server
        .request()
        .get(path)
        .set({ 'accept-encoding': 'identity', 'if-none-match': etag });
      expect(again.status).to.equal(304);
      expect(again.headers.etag).to.equal(etag);
    }
    await server.fetch('/policy', { method: 'HEAD' });
    expect(await (await server.fetch('/policy')).text()).to.include('name="next" value="/policy"');
  });
});

/** Whether a reader waits for the listings that this transaction has locked. */
async function isAwaited(lock: Knex.Transaction): Promise<boolean> {
  const { rows } = await lock.raw(
    `select 1 from pg_locks where not granted and relation = 'listings'::regclass and mode = 'AccessShareLock'`,
  );
  return rows.length > 0;
}

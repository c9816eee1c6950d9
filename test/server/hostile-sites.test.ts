// What a stranger's site responds must not stop the service: it reads hostile pages while its health is asked for.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import type { Knex } from 'knex';
import { closePool, createPool } from '../../db/pool.js';
import type { Json } from '../helpers/api.js';
import { createDatabase } from '../helpers/database.js';
import { useEndlessSite } from '../helpers/endless-site.js';
import { makeTempDir } from '../helpers/environment.js';
import { useListener } from '../helpers/listeners.js';
import { insertManyListings } from '../helpers/many-listings.js';
import { endPrograms, runNode } from '../helpers/process.js';

/** Milliseconds after which an orchestrator would replace a service that does not respond. */
const HEALTH_TIMEOUT = 5_000;

const FORMATTING = Array.from({ length: 13_000 }, (_, n) => `<b a${n}=0>`).join('');
const PAGES: Record<string, string> = {
  '/robots.txt': `User-agent: *\na:${' '.repeat(20_000)}#\u2028x`,
  '/formatting': `<p>${FORMATTING}${'<p>x'.repeat(33_000)}`,
  '/attributes': `<head><meta ${Array.from({ length: 60_000 }, (_, n) => n.toString(36)).join(' ')}>`,
  '/open-tags': '<script src="<title><html '.repeat(10_000),
};
const REDIRECT = `${'/'.repeat(7_000)}x${'/index.php'.repeat(700)}`;

describe('a service that reads the sites of strangers', function () {
  this.timeout(60_000);
  const site = useListener((request, response) => {
    const page = PAGES[request.url ?? ''];
    if (request.url === '/redirect') response.writeHead(302, { location: REDIRECT }).end();
    else response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(page);
  });
  const endless = useEndlessSite();
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let knex: Knex;
  let base: string;

  before(async () => {
    database = await createDatabase('migrated');
    knex = createPool(database.url);
    await insertManyListings(knex, 1);
    await knex('listings').update({ website_url: `${site.url}/open-tags` });
    await knex('link_checks').insert({ listing_id: knex('listings').select('id'), due_at: '2020-01-01' });
    const server = runNode(['dist/bin/directory-server.js'], {
      DATA_DIR: makeTempDir(),
      DATABASE_URL: database.url,
      PORT: '0',
      SCREENSHOTS: 'off',
      RATE_LIMIT_LISTING_WRITE: '0',
      SCREENSHOT_ALLOW_PRIVATE: 'on',
      LOG_FORMAT: 'json',
    });
    [, base = ''] = await server.says(/ is at (http:\/\/localhost:\d+)/);
  });
  after(async () => {
    await endPrograms();
    await closePool(knex);
    await database.drop();
  });

  /** Fails when a question for the service's health, beside the work, is not answered in time. */
  async function besideHealth<T>(work: Promise<T>): Promise<T> {
    let isOver = false;
    const watch = async () => {
      while (!isOver) {
        const { status } = await fetch(`${base}/api/v1/health`, {
          signal: AbortSignal.timeout(HEALTH_TIMEOUT),
        });
        expect(status).to.equal(200);
        await sleep(100);
      }
    };
    const [result] = await Promise.all([work.finally(() => (isOver = true)), watch()]);
    return result;
  }

  async function post(path: string, key: string | null, body: object = {}) {
    const response = await fetch(base + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Json };
  }

  it('checks a link, its robots.txt and its page', async () => {
    const settled = async () => {
      for (;;) {
        const row = await knex('link_checks').whereNotNull('checked_at').first();
        if (row) return row.outcome;
        await sleep(50);
      }
    };
    expect(await besideHealth(settled())).to.equal('ok');
    expect(site.hits).to.include('GET /robots.txt').and.include('GET /open-tags');
  });

  it('previews pages that never end', async () => {
    const account = { name: 'Mallory', email: 'endless@example.com', password: 'correct horse battery' };
    const { key } = (await post('/api/v1/agents/register', null, account)).body.api_key;
    const look = (path: string) => post('/api/v1/listings/preview', key, { website_url: endless.url + path });
    const looks = ['/bytes', '/extensions', '/interim'].map(look);
    for (const { status } of await besideHealth(Promise.all(looks))) expect(status).to.equal(200);
    // What the system holds of each connection is on its way.
    expect(endless.written, 'the connections were cut').to.be.below(64 * 1024 * 1024);
  });

  it('looks for the proof of a claim in a page, and follows its redirects', async () => {
    const account = { name: 'Mallory', email: 'mallory@example.com', password: 'correct horse battery' };
    const { key } = (await post('/api/v1/agents/register', null, account)).body.api_key;
    for (const path of ['/formatting', '/attributes', '/open-tags', '/redirect']) {
      const product = {
        name: `Product at ${path}`,
        website_url: site.url + path,
        tagline: 'Made to be claimed',
      };
      const { listing } = (await post('/api/v1/listings', key, product)).body;
      const claim = `/api/v1/listings/${listing.slug}/claim`;
      expect((await post(claim, key)).status).to.equal(200);
      const { status, body } = await besideHealth(post(`${claim}/verify`, key));
      expect([status, body.code], path).to.deep.equal([409, 'claim_unproven']);
      expect(site.hits).to.include(`GET ${path}`);
    }
  });
});

// What a stranger's site responds must not stop the service: it reads hostile pages while its health is asked for.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { checkDueLinks } from '../../server/jobs/check-links.js';
import { useApi } from '../helpers/api.js';
import { useEndlessSite } from '../helpers/endless-site.js';
import { useListener } from '../helpers/listeners.js';
import { insertManyListings } from '../helpers/many-listings.js';

/** Milliseconds after which an orchestrator would replace a service that does not respond. */
const HEALTH_TIMEOUT = 5_000;

const FORMATTING = Array.from({ length: 13_000 }, (_, n) => `<b a${n}=0>`).join('');
const PAGES: Record<string, string> = {
  '/robots.txt': `User-agent: *\na:${' '.repeat(20_000)}#\u2028x`,
  '/formatting': `<p>${FORMATTING}${'<p>x'.repeat(33_000)}`,
  '/attributes': `<head><meta ${Array.from({ length: 60_000 }, (_, n) => n.toString(36)).join(' ')}>`,
  '/nested': `<title>Notes</title><script type="application/ld+json">${'{"a":'.repeat(2_500)}1${'}'.repeat(2_500)}</script>`,
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
  const api = useApi({ SCREENSHOT_ALLOW_PRIVATE: 'on', LINK_CHECKS: 'on' });
  const { server } = api;

  /** Fails when a question for the service's health, beside the work, is not answered in time. */
  async function besideHealth<T>(work: Promise<T>): Promise<T> {
    let isOver = false;
    const watch = async () => {
      while (!isOver) {
        // From before the pause: the service is this process, and would stop the watch, too.
        const signal = AbortSignal.timeout(HEALTH_TIMEOUT);
        await sleep(100);
        const { status } = await fetch(`${server.url}/api/v1/health`, { signal });
        expect(status).to.equal(200);
      }
    };
    const [result] = await Promise.all([work.finally(() => (isOver = true)), watch()]);
    return result;
  }

  it('checks a link, its robots.txt and its page', async () => {
    const { knex } = server.database;
    await insertManyListings(knex, 1);
    await knex('listings').update({ website_url: `${site.url}/open-tags` });
    await knex('link_checks').insert({ listing_id: knex('listings').select('id'), due_at: '2020-01-01' });
    expect(await besideHealth(checkDueLinks({}))).to.equal(1);
    expect(await knex('link_checks').pluck('outcome')).to.deep.equal(['ok']);
    expect(site.hits).to.include('GET /robots.txt').and.include('GET /open-tags');
  });

  it('previews pages that never end', async () => {
    const { key } = await api.register();
    const look = (path: string) =>
      api.post('/api/v1/listings/preview', { website_url: endless.url + path }, { key });
    const looks = ['/bytes', '/extensions', '/interim'].map(look);
    for (const { status } of await besideHealth(Promise.all(looks))) expect(status).to.equal(200);
    // What the system holds of each connection is on its way.
    expect(endless.written, 'the connections were cut').to.be.below(64 * 1024 * 1024);
  });

  it('previews a page whose data is nested deeper than a process can read what another sends', async () => {
    const { key } = await api.register();
    const asked = { website_url: `${site.url}/nested` };
    const { status, body } = await besideHealth(api.post('/api/v1/listings/preview', asked, { key }));
    expect([status, body.preview.name]).to.deep.equal([200, 'Notes']);
  });

  it('looks for the proof of a claim in a page, and follows its redirects', async () => {
    const { key } = await api.register();
    for (const path of ['/formatting', '/attributes', '/open-tags', '/redirect']) {
      const { slug } = await api.submit(key, { website_url: site.url + path });
      const claim = `/api/v1/listings/${slug}/claim`;
      expect((await api.post(claim, {}, { key })).status).to.equal(200);
      const { status, body } = await besideHealth(api.post(`${claim}/verify`, {}, { key }));
      expect([status, body.code], path).to.deep.equal([409, 'claim_unproven']);
      expect(site.hits).to.include(`GET ${path}`);
    }
  });
});

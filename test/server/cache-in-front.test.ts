// Responses of the cache in front are the same as those of the application, in all that a client and an operator can see;
// requests that are not plain reach the application.
import { expect } from 'chai';
import { storeVisits } from '../../core/listings/visits.js';
import { type Json, useApi } from '../helpers/api.js';
import { hearOfChanges } from '../helpers/queries.js';
import { useSeenRequests } from '../helpers/seen-requests.js';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

describe('responses of the cache in front of the application', () => {
  const api = useApi({ RATE_LIMIT: '1000', RATE_LIMIT_LISTING_WRITE: '0', LISTING_STATS: 'on' });
  const { server } = api;
  let listing: Json;
  before(async () => {
    const { key } = await api.register();
    listing = await api.submit(key, { categories: ['ai'] });
    await hearOfChanges(server.database);
  });
  const { lines, measured, answeredBy } = useSeenRequests();

  const paths = () => [
    '/',
    '/listings?sort=name',
    '/categories/ai',
    `/listings/${listing.slug}`,
    '/feed.xml',
    '/api/v1/listings',
    `/api/v1/listings/${listing.slug}`,
    '/api/v1/schema',
  ];

  async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
    for (const list of [answeredBy, lines, measured]) list.length = 0;
    const request = server.request();
    const response = await request[method === 'HEAD' ? 'head' : 'get'](path)
      .set({ 'accept-encoding': 'gzip', 'user-agent': FIREFOX, ...headers })
      .ok(() => true);
    while (lines.length === 0 || measured.length === 0) await new Promise((done) => setTimeout(done, 2));
    const { date, 'x-request-id': id, ratelimit, ...rest } = response.headers;
    const { time, request_id, ms, ...line } = lines[0];
    expect(id).to.equal(request_id);
    return {
      by: answeredBy[0],
      status: response.status,
      headers: rest,
      text: response.text,
      ratelimit,
      line,
    };
  }
  const remaining = ({ ratelimit }: { ratelimit?: string }) => Number(/r=(\d+)/.exec(ratelimit ?? '')?.[1]);

  it('equal the first response in status, headers, body, log and metrics, except for request id and limit', async () => {
    for (const path of paths()) {
      const first = await ask(path);
      const wasMeasured = [...measured];
      const second = await ask(path);
      expect([first.by, second.by], path).to.deep.equal(['application', 'cache']);
      expect({ ...second, by: '', ratelimit: '' }).to.deep.equal({ ...first, by: '', ratelimit: '' });
      expect(measured).to.deep.equal(wasMeasured);
      if (path.startsWith('/api/v1/l')) expect(remaining(second)).to.equal(remaining(first) - 1);
    }
  });

  it('answer HEAD, and 304 to the ETag of the cached response', async () => {
    for (const path of paths()) {
      const whole = await ask(path);
      const head = await ask(path, {}, 'HEAD');
      expect([head.by, head.status, head.text ?? ''], path).to.deep.equal(['cache', 200, '']);
      expect(head.headers).to.deep.equal(whole.headers);

      const etag = whole.headers.etag as string;
      const fresh = await ask(path, { 'if-none-match': etag });
      // A list of tags is read by the application.
      const known = await ask(path, { 'if-none-match': `"other", ${etag}` });
      expect([fresh.by, fresh.status, known.by, known.status]).to.deep.equal([
        'cache',
        304,
        'application',
        304,
      ]);
      expect(fresh.headers).to.deep.equal(known.headers);
      const other = await ask(path, { 'if-none-match': '"other"' });
      expect([other.by, other.status]).to.deep.equal(['application', 200]);
    }
  });

  it('are in the requested language and encoding', async () => {
    const read = async (language: string, encoding: string) => {
      const { by, headers, text } = await ask('/', {
        'accept-language': language,
        'accept-encoding': encoding,
      });
      expect(headers['content-encoding']).to.equal(encoding === 'identity' ? undefined : encoding);
      return { by, html: /<html lang="(\w+)"/.exec(text)?.[1], header: headers['content-language'] };
    };
    for (const encoding of ['gzip', 'identity']) {
      await read('de,en;q=0.5', encoding);
      await read('en', encoding);
      expect(await read('de,en;q=0.5', encoding)).to.deep.equal({ by: 'cache', html: 'de', header: 'de' });
      expect(await read('en', encoding)).to.deep.equal({ by: 'cache', html: 'en', header: 'en' });
    }
  });

  it('are only for guests without cookies or keys', async () => {
    for (const path of ['/', '/api/v1/listings']) {
      await ask(path);
      expect((await ask(path)).by).to.equal('cache');
      for (const headers of [
        { cookie: 'a=b' },
        { authorization: 'Bearer dir_unknown' },
        { origin: server.url },
        { 'if-modified-since': new Date().toUTCString() },
        { 'if-none-match': '"x"', 'cache-control': 'no-cache' },
      ]) {
        expect((await ask(path, headers as never)).by, Object.keys(headers)[0]).to.equal('application');
      }
    }
    expect((await ask('/api/v1/listings', { authorization: 'Bearer dir_unknown' })).status).to.equal(401);
  });

  it('never replace a page that shows a notice', async () => {
    const path = '/listings?done=reported';
    const notice = 'class="notice';
    for (const site of ['cross-site', 'cross-site', 'same-origin']) {
      const { text } = await ask(path, { 'sec-fetch-site': site });
      expect(text.includes(notice), site).to.equal(site === 'same-origin');
    }
  });

  it('count as views of a listing', async () => {
    const path = `/listings/${listing.slug}`;
    await ask(path);
    const before = await views();
    const { by } = await ask(path, { 'user-agent': FIREFOX.replaceAll('140', '141') });
    expect(by).to.equal('cache');
    expect(await views()).to.equal(before + 1);
    await ask(path, { 'user-agent': FIREFOX.replaceAll('140', '142'), 'sec-purpose': 'prefetch' });
    expect(await views()).to.equal(before + 1);
  });

  async function views(): Promise<number> {
    await storeVisits();
    const { rows } = await server.database.knex.raw(
      'select coalesce(sum(views), 0)::int as views from listing_visits',
    );
    return rows[0].views;
  }

  it('log the client as the proxies in front name it, and its trace', async () => {
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    await ask('/');
    const { by, line } = await ask('/', { traceparent: `00-${trace}-00f067aa0ba902b7-01` });
    expect(by).to.equal('cache');
    expect(line).to.include({ trace_id: trace, path: '/', status: 200 });
    expect(line.ip).to.match(/127\.0\.0\.1$/);
  });
});

describe('the rate limits of cached responses', () => {
  const api = useApi({ RATE_LIMIT: '5' });

  it('refuse requests beyond the quota', async () => {
    const answers: (readonly [number, string | null])[] = [];
    for (let n = 0; n < 7; n += 1) {
      const response = await api.server.fetch('/api/v1/listings');
      await response.text();
      answers.push([response.status, response.headers.get('ratelimit')?.replace(/;t=.*/, '') ?? null]);
    }
    expect(answers).to.deep.equal([
      ...[4, 3, 2, 1, 0].map((left) => [200, `"general";r=${left}`]),
      ...[0, 0].map((left) => [429, `"general";r=${left}`]),
    ]);
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import {
  addressKey,
  type Count,
  consumeLimit,
  DatabaseCounts,
  MemoryCounts,
} from '../../core/kernel/rate-limits.js';
import { expectError, newProduct, useApi } from '../helpers/api.js';
import { useDatabase } from '../helpers/database.js';
import { queriesOf } from '../helpers/queries.js';

const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } });

describe('rate limits', () => {
  const api = useApi({
    RATE_LIMIT: '6',
    RATE_LIMIT_SIGN_UP: '3',
    RATE_LIMIT_LISTING_WRITE: '4',
    RATE_LIMIT_SIGN_IN: '3',
    TRUST_PROXY: '1',
  });
  const register = (email: string, ip: string) =>
    api.post('/api/v1/agents/register', { name: 'Ada', email, password: 'correct horse' }, from(ip));

  it('count every request on arrival, whatever its outcome, and report it in the headers', async () => {
    const first = await api.get('/api/v1/listings', from('192.0.2.1'));
    expect(first.headers.get('ratelimit-policy')).to.equal('"general";q=6;w=60');
    expect(first.headers.get('ratelimit')).to.match(/^"general";r=5;t=\d+$/);
    for (const path of [
      '/api/v1/listings?sort=bad',
      '/api/v1/nothing',
      '/api/v1/listings/none',
      '/api/v1/api-keys',
    ]) {
      await api.get(path, from('192.0.2.1'));
    }
    await api.get('/api/v1/schema', {
      headers: { ...from('192.0.2.1').headers, authorization: 'Bearer bad' },
    });
    const refused = await api.get('/api/v1/listings', from('192.0.2.1'));
    expectError(refused, 429, 'rate_limited');
    expect(refused.headers.get('retry-after')).to.equal(String(refused.body.retry_after_seconds));
    expect(refused.body.retry_after_seconds).to.be.within(1, 60);
    expect(refused.headers.get('ratelimit')).to.match(/r=0/);
  });

  it('apply to each client: an address, an IPv6 network, an account', async () => {
    expect((await api.get('/api/v1/listings', from('192.0.2.2'))).headers.get('ratelimit')).to.match(/r=5/);
    await api.get('/api/v1/listings', from('2001:db8:1:2::1'));
    expect(
      (await api.get('/api/v1/listings', from('2001:db8:1:2:ffff::9'))).headers.get('ratelimit'),
    ).to.match(/r=4/);
    expect((await api.get('/api/v1/listings', from('2001:db8:1:3::1'))).headers.get('ratelimit')).to.match(
      /r=5/,
    );
    const { body } = await register('one@example.com', '192.0.2.3');
    const { key } = body.api_key;
    await api.get('/api/v1/api-keys', { key, ...from('192.0.2.4') });
    const answer = await api.get('/api/v1/api-keys', { key, ...from('192.0.2.5') });
    expect(answer.headers.get('ratelimit')).to.match(/r=4/);
  });

  it('exempt health, ready and the internal callback, whatever they answer', async () => {
    for (let n = 0; n < 10; n += 1) {
      const answer = await api.get('/api/v1/health', from('192.0.2.6'));
      expect(answer.status).to.equal(200);
      expect(answer.headers.get('ratelimit')).to.equal(null);
    }
    const foreign = { headers: { ...from('192.0.2.6').headers, origin: 'https://evil.example' } };
    for (let n = 0; n < 7; n += 1) {
      expectError(await api.get('/api/v1/ready', foreign), 403, 'invalid_origin');
      expectError(await api.post('/api/v1/health', {}, from('192.0.2.6')), 405, 'method_not_allowed');
      const report = await api.post('/api/v1/internal/screenshots', {}, from('192.0.2.6'));
      expectError(report, 401, 'unauthorized');
      expect(report.headers.get('ratelimit')).to.equal(null);
    }
    expect((await api.get('/api/v1/listings', from('192.0.2.6'))).headers.get('ratelimit')).to.match(/r=5/);
  });

  it('count register and sign-up from one address together', async () => {
    await register('two@example.com', '192.0.2.7');
    await api.post('/api/auth/sign-up/email', { name: '' }, from('192.0.2.7'));
    const third = await register('three@example.com', '192.0.2.7');
    expect(third.headers.get('ratelimit')).to.match(/^"general";r=3;t=\d+, "sign-up";r=0;t=\d+$/);
    expectError(await register('four@example.com', '192.0.2.7'), 429, 'rate_limited');
  });

  it('count listing writes by address, with two limits on each write', async () => {
    const { key } = (await register('five@example.com', '192.0.2.8')).body.api_key;
    const write = () => api.post('/api/v1/listings', newProduct(), { key, ...from('192.0.2.8') });
    const first = await write();
    expect(first.headers.get('ratelimit-policy')).to.equal('"general";q=6;w=60, "listing-write";q=4;w=60');
    for (let n = 0; n < 3; n += 1) expect((await write()).status).to.equal(201);
    expectError(await write(), 429, 'rate_limited');
  });

  it('count a wrong current password as a failed sign-in', async () => {
    const [email, password] = ['current@example.com', 'correct horse'];
    await register(email, '203.0.113.77');
    const signIn = () => api.post('/api/auth/sign-in/email', { email, password }, from('203.0.113.77'));
    const cookie = (await signIn()).headers.get('set-cookie')?.split(';')[0] ?? '';
    const change = { currentPassword: 'not it at all', newPassword: 'another horse' };
    for (let n = 0; n < 3; n++) {
      const wrong = await api.post('/api/auth/change-password', change, { cookie, ...from('203.0.113.77') });
      expectError(wrong, 401, 'invalid_credentials');
    }
    const closed = await api.post('/api/auth/change-password', change, { cookie, ...from('203.0.113.77') });
    expectError(closed, 429, 'rate_limited');
    expectError(await signIn(), 429, 'rate_limited');
  });

  it('block an address and email after three failed sign-ins, even with the right password', async () => {
    await register('six@example.com', '192.0.2.9');
    const signIn = (password: string, ip: string, email = 'six@example.com') =>
      api.post('/api/auth/sign-in/email', { email, password }, from(ip));
    for (let n = 0; n < 2; n += 1) await signIn('wrong horse', '192.0.2.10');
    expect((await signIn('correct horse', '192.0.2.10')).status).to.equal(200);
    for (let n = 0; n < 3; n += 1) {
      expectError(await signIn('wrong horse', '192.0.2.11', ' Six@Example.com'), 401, 'invalid_credentials');
    }
    expectError(await signIn('correct horse', '192.0.2.11'), 429, 'rate_limited');
    expect((await signIn('correct horse', '192.0.2.12')).status).to.equal(200);
    for (let n = 0; n < 3; n += 1) await signIn('wrong horse', '192.0.2.13', 'nobody@example.com');
    expectError(await signIn('wrong horse', '192.0.2.13', 'nobody@example.com'), 429, 'rate_limited');
  });
});

describe('rate limits in PostgreSQL', () => {
  const api = useApi({ RATE_LIMIT: '3', RATE_LIMIT_STORE: 'postgres', TRUST_PROXY: '1' });

  it('count in the database, and let requests pass when it fails', async () => {
    for (let n = 0; n < 3; n += 1)
      expect((await api.get('/api/v1/schema', from('192.0.2.1'))).status).to.equal(200);
    expectError(await api.get('/api/v1/schema', from('192.0.2.1')), 429, 'rate_limited');
    await api.server.database.knex.raw('alter table rate_limits rename to elsewhere');
    const answer = await api.get('/api/v1/schema', from('192.0.2.1'));
    await api.server.database.knex.raw('alter table elsewhere rename to rate_limits');
    expect(answer.status).to.equal(200);
    expect(answer.headers.get('ratelimit')).to.equal(null);
  });
});

describe('requests counted in one batch', () => {
  useDatabase({ RATE_LIMIT: '20', RATE_LIMIT_STORE: 'postgres' });

  it('are numbered one by one, and refused beyond the quota', async () => {
    let states: Awaited<ReturnType<typeof consumeLimit>>[] = [];
    const statements = await queriesOf(async () => {
      states = await Promise.all(Array.from({ length: 30 }, () => consumeLimit('general', 'one')));
    });
    expect(states.map((state) => state?.remaining)).to.deep.equal(
      Array.from({ length: 30 }, (_, n) => Math.max(0, 19 - n)),
    );
    expect(states.filter((state) => state?.isExceeded)).to.have.length(10);
    expect(statements.length).to.be.within(1, 4);
    expect((await consumeLimit('general', 'other'))?.remaining).to.equal(19);
    expect((await consumeLimit('general', 'one'))?.isExceeded).to.equal(true);
  });

  it('of many clients are counted in one statement', async () => {
    const clients = Array.from({ length: 20 }, (_, n) => `client ${n}`);
    await consumeLimit('general', 'client 3');
    let states: Awaited<ReturnType<typeof consumeLimit>>[] = [];
    const statements = await queriesOf(async () => {
      states = await Promise.all(clients.map((client) => consumeLimit('general', client)));
    });
    expect(statements.length).to.be.within(1, 2);
    expect(states.map((state) => state?.remaining)).to.deep.equal(clients.map((_, n) => (n === 3 ? 18 : 19)));
  });
});

describe('the counters of limits', () => {
  useDatabase();
  const WINDOW = 1_500;

  for (const store of [new MemoryCounts(), new DatabaseCounts()]) {
    it(`${store.constructor.name} start again when a window ends or is reset`, async () => {
      const add = async (key: string, points: number, window: number) => {
        const counts = Array.from({ length: points }, () => store.take(key, window));
        return (await Promise.all<Count>(counts)).at(-1) as Count;
      };
      expect(await add('long', 2, 60_000)).to.include({ consumed: 2 });
      expect(await add('short', 5, WINDOW)).to.include({ consumed: 5 });
      // The length of the running window counts, not the requested one.
      const second = await add('short', 1, 60_000);
      expect(second.consumed).to.equal(6);
      expect(second.msBeforeNext).to.be.within(0, WINDOW);
      await sleep(second.msBeforeNext + 20);
      expect(await add('short', 1, 60_000)).to.include({ consumed: 1 });
      expect(await add('long', 1, 60_000)).to.include({ consumed: 3 });
      await store.forget('long');
      expect(await add('long', 1, 60_000)).to.include({ consumed: 1 });
    });
  }
});

describe('the client key of a limit', () => {
  it('is an IPv4 address, also when mapped into IPv6, or an IPv6 /64', () => {
    expect(addressKey('192.0.2.1')).to.equal('192.0.2.1');
    expect(addressKey('::ffff:192.0.2.1')).to.equal('192.0.2.1');
    expect(addressKey('2001:db8::1')).to.equal('2001:db8:0:0::/64');
    expect(addressKey('2001:0db8:0:0:1::')).to.equal('2001:db8:0:0::/64');
    expect(addressKey('fe80::1%eth0')).to.equal('fe80:0:0:0::/64');
    expect(addressKey('::1')).to.equal('0:0:0:0::/64');
  });
});

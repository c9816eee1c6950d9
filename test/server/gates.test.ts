import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { config } from '../../core/kernel/config.js';
import { configureLog } from '../../core/kernel/log.js';
import { addReadinessCheck, checkReadiness } from '../../core/service/readiness.js';
import { watchEventLoop, watchOverload } from '../../server/http/gates.js';
import { useApi } from '../helpers/api.js';

describe('an overloaded process', () => {
  const api = useApi();
  const loop = { delay: () => 0, stop: () => undefined };
  before(() => watchOverload(loop));
  after(() => watchOverload(null));

  it('refuses requests at once with 503 and Retry-After, pages too, and still answers health', async () => {
    expect((await api.server.request().get('/api/v1/listings')).status).to.equal(200);
    loop.delay = () => 5_000;
    for (const path of ['/api/v1/listings', '/']) {
      const refused = await api.server.request().get(path);
      const { status, body, headers } = refused;
      expect([status, body.code, headers['retry-after']], path).to.deep.equal([503, 'unavailable', '2']);
    }
    expect((await api.server.request().get('/api/v1/health')).status).to.equal(200);
    loop.delay = () => 0;
    expect((await api.server.request().get('/api/v1/listings')).status).to.equal(200);
  });

  it('is one whose event loop is delayed all the time, not one that was busy once', async () => {
    // A watch of its own and delays that are none to the server's: no other test of this process is refused.
    const loop = watchEventLoop(300);
    const nobody = new Int32Array(new SharedArrayBuffer(4));
    const block = (milliseconds: number) => Atomics.wait(nobody, 0, 0, milliseconds);
    try {
      // The first windows are calm.
      await sleep(200);
      block(700);
      await sleep(50);
      expect(loop.delay()).to.be.below(100);
      for (let blocked = 0; loop.delay() <= 100; blocked += 1) {
        expect(blocked).to.be.below(50);
        block(150);
        await sleep(0);
      }
    } finally {
      loop.stop();
    }
  });
});

describe('the readiness check', () => {
  const api = useApi();

  it('reports a silent dependency as failed after two seconds, and logs its return once', async () => {
    const lines: string[] = [];
    let isSilent = true;
    addReadinessCheck('silent', () => (isSilent ? new Promise(() => undefined) : Promise.resolve()));
    const settings = { ...config, logLevel: 'info' as const, logFormat: 'json' as const };
    configureLog(settings, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
    try {
      const refused = await api.get('/api/v1/ready');
      expect(refused.status).to.equal(503);
      expect(refused.body.error).to.equal('Not ready: silent.');
      expect((await checkReadiness()).isReady).to.equal(false);
      isSilent = false;
      expect((await api.get('/api/v1/ready')).status).to.equal(200);
      await checkReadiness();
      const told = lines.filter((line) => /ready/.test(line));
      expect(told).to.deep.equal(['not ready', 'ready again']);
    } finally {
      isSilent = false;
      configureLog(config);
    }
  });

  it('fails after the database had no room for a write, and says so without a stack', async () => {
    const lines: string[] = [];
    const settings = { ...config, logLevel: 'info' as const, logFormat: 'json' as const };
    configureLog(settings, { write: (line: string) => void lines.push(line) });
    const { knex } = api.server.database;
    await knex.raw(`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
      create trigger refuse before insert on users for each statement execute function refuse()`);
    try {
      const account = { name: 'Ada', email: 'full@example.com', password: 'correct horse battery' };
      expect((await api.post('/api/v1/agents/register', account)).status).to.equal(503);
      const { status, body } = await api.get('/api/v1/ready');
      expect([status, body.error]).to.deep.equal([503, 'Not ready: disk.']);
      const told = JSON.parse(lines.find((line) => line.includes('not ready')) ?? '{}');
      expect(told).to.include({ check: 'disk', reason: 'The disk of the database is full.' });
    } finally {
      await knex.raw('drop trigger refuse on users');
      configureLog(config);
    }
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import express from 'express';
import supertest from 'supertest';
import { config } from '../../core/kernel/config.js';
import { configureLog } from '../../core/kernel/log.js';
import { addReadinessCheck, checkReadiness } from '../../core/operations/readiness.js';
import { sendError } from '../../server/http/refusals.js';
import { shedLoad, watchEventLoop } from '../../server/http/shed-load.js';
import { useApi } from '../helpers/api.js';
import { useConfig } from '../helpers/environment.js';

describe('an overloaded process', () => {
  useConfig();
  let delay = 0;
  const app = express();
  const step = shedLoad(new Set(['/api/v1/health']), () => delay);
  app.use((req, res, next) => {
    try {
      step(req, res, next);
    } catch (error) {
      sendError(req, res, error);
    }
  });
  app.use((_req, res) => void res.end('served'));

  it('refuses requests at once with 503 and Retry-After, and still answers health', async () => {
    delay = 5_000;
    const refused = await supertest(app).get('/api/v1/listings');
    expect([refused.status, refused.body.code, refused.headers['retry-after']]).to.deep.equal([
      503,
      'unavailable',
      '2',
    ]);
    expect((await supertest(app).get('/api/v1/health')).status).to.equal(200);
    delay = 0;
    expect((await supertest(app).get('/api/v1/listings')).status).to.equal(200);
  });

  it('is one whose event loop is delayed all the time, not one that was busy once', async () => {
    // A watch of its own and delays that are none to the server's: no other test of this process is refused.
    const loop = watchEventLoop(300);
    const block = (milliseconds: number) => {
      const until = performance.now() + milliseconds;
      while (performance.now() < until);
    };
    try {
      await sleep(1_000);
      block(700);
      await sleep(50);
      expect(loop.delay()).to.be.below(100);
      let most = 0;
      for (const until = performance.now() + 2_000; performance.now() < until; await sleep(0)) {
        block(150);
        most = Math.max(most, loop.delay());
      }
      expect(most).to.be.above(100);
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
});

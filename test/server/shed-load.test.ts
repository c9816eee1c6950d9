import { expect } from 'chai';
import express from 'express';
import supertest from 'supertest';
import { config } from '../../core/kernel/config.js';
import { configureLog } from '../../core/kernel/log.js';
import { addReadinessCheck, checkReadiness } from '../../core/operations/readiness.js';
import { sendError } from '../../server/http/refusals.js';
import { eventLoopDelay, shedLoad } from '../../server/http/shed-load.js';
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

  it('refuses requests at once with 503 and Retry-After, and still tells that it lives', async () => {
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

  it('is one whose event loop is late all the time, not one that was busy once', async () => {
    const during = (work: () => void) =>
      new Promise<number>((resolve) => {
        const until = performance.now() + 4_500;
        const again = () => {
          work();
          if (performance.now() < until) setTimeout(again);
          else resolve(eventLoopDelay());
        };
        again();
      });
    const busy = (milliseconds: number) => {
      const until = performance.now() + milliseconds;
      while (performance.now() < until);
    };
    eventLoopDelay();
    busy(1_500);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(eventLoopDelay()).to.be.below(400);
    expect(await during(() => busy(500))).to.be.above(400);
    // The tests that follow in this process are not to be refused.
    while (eventLoopDelay() > 100) await new Promise((resolve) => setTimeout(resolve, 50));
  });
});

describe('readiness', () => {
  const api = useApi();

  it('takes a part that keeps silent for failed after two seconds, and says once that it is back', async () => {
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

// What an operator sees of requests, and which way they took: with Express or without it.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { IncomingMessage } from 'node:http';
import { config } from '../../core/kernel/config.js';
import { configureLog } from '../../core/kernel/log.js';
import { routeOf } from '../../server/http/work.js';
import { measureWith } from '../../server/measured-requests.js';
import type { Json } from './api.js';

const FINISHED = 'http.server.response.finish';

/** Collects, during the tests of a configured block, the log lines, the measured routes and the ways of its requests. */
export function useSeenRequests() {
  const lines: Json[] = [];
  const measured: string[] = [];
  const ways: string[] = [];
  /** Express makes the requests that it gets its own. */
  const noteWay = (message: unknown) => {
    const { request } = message as { request: IncomingMessage };
    ways.push(Object.getPrototypeOf(request) === IncomingMessage.prototype ? 'short' : 'whole');
  };
  before(() => {
    const settings = { ...config, logLevel: 'info' as const, logFormat: 'json' as const };
    configureLog(settings, { write: (line: string) => void lines.push(JSON.parse(line)) });
    measureWith((req, res) => {
      res.once('close', () => measured.push(`${req.method} ${routeOf(req)} ${res.statusCode}`));
    });
    subscribe(FINISHED, noteWay);
  });
  after(() => {
    unsubscribe(FINISHED, noteWay);
    measureWith(null);
    configureLog(config);
  });
  return { lines, measured, ways };
}

// What an operator sees of requests, and what answered them.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { IncomingMessage } from 'node:http';
import { config } from '../../core/kernel/config.js';
import { configureLog } from '../../core/kernel/log.js';
import { measureWith, routeOf } from '../../server/http/request.js';
import type { Json } from './api.js';

const FINISHED = 'http.server.response.finish';

/** Collects, during the tests of a configured block, the log lines, the measured routes and what answered each request. */
export function useSeenRequests() {
  const lines: Json[] = [];
  const measured: string[] = [];
  const answeredBy: ('cache' | 'application')[] = [];
  /** Express makes the requests that it gets its own. */
  const note = (message: unknown) => {
    const { request } = message as { request: IncomingMessage };
    answeredBy.push(Object.getPrototypeOf(request) === IncomingMessage.prototype ? 'cache' : 'application');
  };
  before(() => {
    const settings = { ...config, logLevel: 'info' as const, logFormat: 'json' as const };
    configureLog(settings, { write: (line: string) => void lines.push(JSON.parse(line)) });
    measureWith(({ req, res }) => {
      res.once('close', () => measured.push(`${req.method} ${routeOf(req)} ${res.statusCode}`));
    });
    subscribe(FINISHED, note);
  });
  after(() => {
    unsubscribe(FINISHED, note);
    measureWith(null);
    configureLog(config);
  });
  return { lines, measured, answeredBy };
}

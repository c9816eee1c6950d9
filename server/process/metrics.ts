// Metrics for Prometheus. If METRICS_PORT is unset nothing is measured, and this file is not loaded.
import cluster from 'node:cluster';
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { readStatus } from '../../core/console/overview.js';
import { watchDecisions } from '../../core/listings/screen.js';
import { checkReadiness } from '../../core/service/readiness.js';
import { cacheUse } from '../cache/dependencies.js';
import type { Exchange } from '../http/exchange.js';
import { measureWith, routeOf } from '../http/request.js';
import { openMetricsPort } from './metrics-port.js';

const PREFIX = 'listing_directory_';
/** Seconds; the service's own targets are 0.01 and 0.1. */
const BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

const registry = new Registry();
collectDefaultMetrics({ register: registry });

const requests = new Histogram({
  name: `${PREFIX}http_request_duration_seconds`,
  help: 'Requests by method, route and status; aborted ones have the status 0.',
  labelNames: ['method', 'route', 'status'],
  buckets: BUCKETS,
  registers: [registry],
});
const decisions = new Histogram({
  name: `${PREFIX}policy_decision_duration_seconds`,
  help: 'Listings screened by the content policy, by result and category.',
  labelNames: ['result', 'category'],
  buckets: BUCKETS,
  registers: [registry],
});

const named = (name: string, help: string, ...labelNames: string[]) => ({
  name: PREFIX + name,
  help,
  labelNames,
  registers: [registry],
});
const refusals = new Counter(
  named('refusals_total', 'Requests that were refused, by the code of the error.', 'code'),
);
/** @param aggregator how the values of workers are combined: values read from the database are equal in all workers */
const gauge = (name: string, help: string, label: string, aggregator: 'sum' | 'first' = 'first') =>
  new Gauge({ ...named(name, help, label), aggregator, collect });
const pool = gauge('pool_connections', 'Connections to the database, by state.', 'state', 'sum');
const jobs = gauge('jobs', 'Jobs of the queue, by state.', 'state');
const mails = gauge('mails', 'Mails that have not been sent, by state.', 'state');
const oldest = gauge('oldest_seconds', 'Age of the oldest that waits.', 'kind');
const captures = gauge('captures', 'Captures that wait.', 'state');
const links = gauge('links', 'Sites due to be looked at, and live listings whose site is gone.', 'state');
const cache = gauge('cache_lookups', 'Look-ups in the caches of responses since the start.', 'result', 'sum');
const up = new Gauge({ ...named('database_up', '1 when the database answers.'), aggregator: 'min', collect });

let collecting: Promise<void> | null = null;

/** Sets every gauge. Each gauge calls this function, but a scrape reads the status only once. */
function collect(): Promise<void> {
  collecting ??= setAll().finally(() => {
    collecting = null;
  });
  return collecting;
}

async function setAll(): Promise<void> {
  const status = await readStatus().catch(() => null);
  up.set(status === null ? 0 : 1);
  setEach(cache, 'result', cacheUse);
  if (status === null) return;
  const { oldest_seconds: oldestMail, waiting, retried, failed } = status.mails;
  const { pending, oldest_seconds: oldestCapture } = status.captures;
  setEach(pool, 'state', status.pool);
  setEach(jobs, 'state', status.jobs);
  setEach(mails, 'state', { waiting, retried, failed });
  setEach(captures, 'state', { pending });
  setEach(links, 'state', status.links);
  setEach(oldest, 'kind', { mail: oldestMail ?? 0, capture: oldestCapture ?? 0 });
}

function setEach(gauge: Gauge, label: string, values: object): void {
  for (const [name, value] of Object.entries(values)) gauge.set({ [label]: name }, value);
}

function measure(exchange: Exchange): void {
  const { req, res } = exchange;
  const end = requests.startTimer();
  res.once('close', () => {
    const status = res.writableFinished ? res.statusCode : 0;
    end({ method: req.method, route: routeOf(req), status });
    const { errorCode } = exchange;
    if (errorCode) refusals.inc({ code: errorCode });
  });
}

/** Measures and serves the metrics at the port; a worker reports them to the primary. @returns a function to stop */
export async function startMetrics(port: number): Promise<() => Promise<void>> {
  measureWith(measure);
  watchDecisions(({ result, category, seconds }) =>
    decisions.observe({ result, category: category ?? 'none' }, seconds),
  );
  if (cluster.isWorker) {
    AggregatorRegistry.setRegistries([registry]);
    new AggregatorRegistry();
    return async () => undefined;
  }
  const close = await openMetricsPort(port, {
    metrics: () => registry.metrics(),
    readiness: async () => {
      const { isReady, checks } = await checkReadiness();
      return { isReady, body: { status: isReady ? 'ready' : 'not_ready', checks } };
    },
  });
  return async () => {
    measureWith(null);
    watchDecisions(null);
    await close();
  };
}

// The metrics of all workers together, served by the primary process (METRICS_PORT).
import type { Worker } from 'node:cluster';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AggregatorRegistry } from 'prom-client';
import { log } from '../core/kernel/log.js';
import { pathOf } from './http/addresses.js';

/** Milliseconds for a worker to respond; one that does not is left out. */
const RESPONSE_TIMEOUT_MS = 5_000;

interface Report {
  readonly metricsOf: number;
  readonly metrics: object[];
}

let asked = 0;

/** `/metrics`, aggregated, and `/ready`: 200 while a worker is running. @throws the listen error of Node */
export async function serveWorkerMetrics(
  host: string,
  port: number,
  workers: () => readonly Worker[],
): Promise<number> {
  const server = createServer(async (request, response) => {
    const path = pathOf(request);
    if (path === '/ready') response.writeHead(workers().length > 0 ? 200 : 503).end();
    else if (path !== '/metrics') response.writeHead(404).end();
    else {
      try {
        const reports = await Promise.all(workers().map(ask));
        const registry = AggregatorRegistry.aggregate(reports.filter((report) => report !== null));
        response.writeHead(200, { 'Content-Type': registry.contentType }).end(await registry.metrics());
      } catch (error) {
        log.error({ err: error }, 'metrics failed');
        response.writeHead(500).end();
      }
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, resolve);
  });
  return (server.address() as AddressInfo).port;
}

function ask(worker: Worker): Promise<object[] | null> {
  asked += 1;
  const id = asked;
  return new Promise((resolve) => {
    const settle = (metrics: object[] | null) => {
      clearTimeout(timer);
      worker.off('message', hear);
      resolve(metrics);
    };
    const hear = ({ metricsOf, metrics }: Report) => metricsOf === id && settle(metrics);
    const timer = setTimeout(() => settle(null), RESPONSE_TIMEOUT_MS);
    worker.on('message', hear);
    worker.send({ askMetrics: id }, (error) => error && settle(null));
  });
}

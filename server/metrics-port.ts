// The port of the metrics (METRICS_PORT), and of `/ready` for processes without any other port.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AggregatorRegistry } from 'prom-client';
import { config } from '../core/kernel/config.js';
import { log } from '../core/kernel/log.js';
import { pathOf } from './http/addresses.js';

interface Answers {
  readonly metrics: () => Promise<{ type: string; text: string }>;
  /** The body is for people. */
  readonly readiness: () => Promise<{ isReady: boolean; body?: object }>;
}

/** In the primary process: asks all workers, and adds up their metrics. */
export function addUpWorkers(): Answers['metrics'] {
  const all = new AggregatorRegistry();
  return async () => ({ type: all.contentType, text: await all.clusterMetrics() });
}

interface Answer {
  readonly status: number;
  readonly type?: string;
  readonly text?: string;
}

/** @returns a function that closes the port. @throws the listen error of Node */
export async function openMetricsPort(port: number, answers: Answers): Promise<() => Promise<void>> {
  const answer = async (path: string): Promise<Answer> => {
    if (path === '/metrics') return { status: 200, ...(await answers.metrics()) };
    if (path !== '/ready') return { status: 404 };
    const { isReady, body = {} } = await answers.readiness();
    return { status: isReady ? 200 : 503, type: 'application/json', text: JSON.stringify(body) };
  };
  const server = createServer(async (request, response) => {
    const failed = (error: unknown): Answer => {
      log.error({ err: error }, 'metrics failed');
      return { status: 500 };
    };
    const { status, type = 'text/plain', text = '' } = await answer(pathOf(request)).catch(failed);
    response.writeHead(status, { 'Content-Type': type }).end(text);
  });
  server.listen({ host: config.metricsHost, port });
  await once(server, 'listening');
  const { port: opened } = server.address() as AddressInfo;
  log.info(`metrics are at http://${config.metricsHost}:${opened}/metrics`);
  return async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
}

// The port of the metrics (METRICS_PORT), and of `/ready` for processes without any other port.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AggregatorRegistry } from 'prom-client';
import { config } from '../../core/kernel/config.js';
import { log } from '../../core/kernel/log.js';
import { pathOf } from '../http/exchange.js';

interface Answers {
  readonly metrics: () => Promise<{ type: string; text: string }>;
  /** The body explains the result to people. */
  readonly readiness: () => Promise<{ isReady: boolean; body?: object }>;
}

/** The metrics of all workers together, in the primary process. */
export function addUpWorkers(): Answers['metrics'] {
  const all = new AggregatorRegistry();
  return async () => ({ type: all.contentType, text: await all.clusterMetrics() });
}

/** @returns a function that closes the port. @throws the listen error of Node */
export async function openMetricsPort(port: number, answers: Answers): Promise<() => Promise<void>> {
  const server = createServer(async (request, response) => {
    const send = (status: number, type = 'text/plain', text = '') =>
      response.writeHead(status, { 'Content-Type': type }).end(text);
    try {
      const path = pathOf(request);
      if (path === '/metrics') {
        const { type, text } = await answers.metrics();
        send(200, type, text);
      } else if (path === '/ready') {
        const { isReady, body = {} } = await answers.readiness();
        send(isReady ? 200 : 503, 'application/json', JSON.stringify(body));
      } else send(404);
    } catch (error) {
      log.error({ err: error }, 'metrics failed');
      send(500);
    }
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

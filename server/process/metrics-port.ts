// The port of the metrics (METRICS_PORT), and of `/ready` for processes without any other port.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AggregatorRegistry, Registry } from 'prom-client';
import { config } from '../../core/kernel/config.js';
import { log } from '../../core/kernel/log.js';
import { pathOf } from '../http/exchange.js';

/** The metrics of all workers together, in the primary process. */
export function addUpWorkers(): () => Promise<string> {
  const all = new AggregatorRegistry();
  return () => all.clusterMetrics();
}

interface Answers {
  readonly metrics: () => Promise<string>;
  /** The body explains the result to people. */
  readonly readiness: () => Promise<{ isReady: boolean; body?: object }>;
}

/** @returns a function that closes the port. @throws the listen error of Node */
export async function openMetricsPort(port: number, answers: Answers): Promise<() => Promise<void>> {
  const server = createServer(async (request, response) => {
    const send = (status: number, type = 'text/plain', text = '') =>
      response.writeHead(status, { 'Content-Type': type }).end(text);
    try {
      const path = pathOf(request);
      if (path === '/metrics') send(200, Registry.PROMETHEUS_CONTENT_TYPE, await answers.metrics());
      else if (path === '/ready') {
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

// Small HTTP servers on loopback, closed at the end of their block.
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Listener {
  /** Set while the tests of the block run. */
  url: string;
  port: number;
  /** The requests so far, `METHOD /path`, oldest first. */
  readonly hits: string[];
}

export function useListener(answer: RequestListener, host = '127.0.0.1'): Listener {
  let server: Server;
  const listener: Listener = { url: '', port: 0, hits: [] };
  before(async () => {
    server = createServer((request, response) => {
      listener.hits.push(`${request.method} ${request.url}`);
      answer(request, response);
    });
    server.on('upgrade', (request, socket) => {
      listener.hits.push(`UPGRADE ${request.url}`);
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, host, resolve));
    listener.port = (server.address() as AddressInfo).port;
    listener.url = `http://${host.includes(':') ? `[${host}]` : host}:${listener.port}`;
  });
  after(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return listener;
}

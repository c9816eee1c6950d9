// A server with MongoDB's protocol: that of TEST_MONGODB_URL, else one in memory. The latter is CongoServer of
// @push.rocks/smartmongo, of which only that part is installed (see overrides in package.json): the rest would download
// packages and a binary it does not need. It enforces no unique index.
import type { AddressInfo, Server } from 'node:net';

interface CongoServer {
  start(): Promise<void>;
  stop(): Promise<void>;
  readonly server: Server;
}

export async function startMongo(): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env.TEST_MONGODB_URL;
  if (given) {
    const url = new URL(given);
    url.pathname = `/directory_test_${process.pid}`;
    return { url: url.href, stop: async () => undefined };
  }
  const path = '@push.rocks/smartmongo/dist_ts/congodb/index.js';
  const { CongoServer: Congo } = (await import(path)) as {
    CongoServer: new (options: { port: number; host: string }) => CongoServer;
  };
  const congo = new Congo({ port: 0, host: '127.0.0.1' });
  await congo.start();
  const { port } = congo.server.address() as AddressInfo;
  return { url: `mongodb://127.0.0.1:${port}/directory`, stop: () => congo.stop() };
}

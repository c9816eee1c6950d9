// The real application on a real port.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import supertest from 'supertest';
import { adoptPort } from '../../core/kernel/config.js';
import { createApp } from '../../server/app.js';
import { watchOverload } from '../../server/http/gates.js';
import { type TestDatabase, useDatabase } from './database.js';
import type { Environment } from './environment.js';
import { quickFetch } from './fetch.js';

export interface TestServer {
  readonly database: TestDatabase;
  /** Set while the tests of the block run: the origin, without a trailing slash. */
  url: string;
  /** A supertest client of the server; with `agent` one that keeps cookies. */
  request(): ReturnType<typeof supertest>;
  agent(): ReturnType<typeof supertest.agent>;
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

/** Serves the application to the tests of a file or block, over a new database (`useDatabase`). */
export function useServer(environment: Environment = {}): TestServer {
  const database = useDatabase(environment);
  let http: Server | undefined;
  const server: TestServer = {
    database,
    url: '',
    request: () => supertest(server.url),
    agent: () => supertest.agent(server.url),
    fetch: (path, init) => quickFetch(new URL(path, server.url), init),
  };
  before(async () => {
    // However busy the machine is, no test but those of overload expects a refusal.
    watchOverload({ delay: () => 0, stop: () => undefined });
    // A test may be busy for longer than the five seconds of Node, and then send on the same connection.
    http = createServer({ keepAliveTimeout: 120_000 }, createApp());
    await new Promise<void>((resolve) => http?.listen(0, '127.0.0.1', resolve));
    const { port } = http.address() as AddressInfo;
    adoptPort(port);
    server.url = `http://localhost:${port}`;
  });
  after(async () => {
    watchOverload(null);
    http?.closeAllConnections();
    await new Promise((resolve) => (http ? http.close(resolve) : resolve(undefined)));
  });
  return server;
}

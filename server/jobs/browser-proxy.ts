// The only network access of a browser that renders untrusted pages: an HTTP proxy on loopback, one per page. Each host
// is resolved once, checked (core/addresses/egress-rules.ts) and connected to at exactly that address, within a budget.
import { randomBytes } from 'node:crypto';
import type dns from 'node:dns';
import http from 'node:http';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import pLimit from 'p-limit';
import * as egressRules from '../../core/addresses/egress-rules.js';
import { resolveName } from '../../core/addresses/names.js';

/** C8: bytes to and from all servers, milliseconds since the page was opened, and requests; further ones are refused. */
export const PAGE_BUDGET = { bytes: 20_000_000, time: 30_000, requests: 300 };
/** Milliseconds between samples of the bytes sent; received bytes are counted as they arrive. */
const SAMPLE_INTERVAL_MS = 200;

export interface EgressOptions {
  readonly rules?: egressRules.EgressRules;
  readonly budget?: typeof PAGE_BUDGET;
  readonly resolve?: egressRules.Resolver;
}

export type Egress = Awaited<ReturnType<typeof openEgress>>;

/**
 * Opens a proxy for one page, with a password, since other programs can find the port, too. `signal` aborts with a
 * sentence when bytes or time run out; `close` cuts open connections.
 */
export async function openEgress(options: EgressOptions = {}) {
  const budget = options.budget ?? PAGE_BUDGET;
  const counters = {
    bytes: 0,
    requests: 0,
    refused: {} as { [R in egressRules.EgressError['reason']]?: number },
  };
  const credentials = { username: 'capture', password: randomBytes(24).toString('base64url') };
  const spent = new AbortController();
  const agent = new http.Agent({ keepAlive: false });
  const resolve: egressRules.Resolver = (hostname, time) =>
    resolving(() => (options.resolve ?? resolveName)(hostname, time));

  const exhaust = (limit: string) => {
    spent.abort(new Error(`The page took more than ${limit}.`));
    proxy.closeConnections();
  };
  const add = (bytes: number) => {
    counters.bytes += bytes;
    if (counters.bytes > budget.bytes && !spent.signal.aborted) exhaust(`${budget.bytes} bytes`);
  };
  const countPiped = (source: Readable) => source.on('data', (chunk: Buffer) => add(chunk.length));

  const { RequestError, Server } = await import('proxy-chain');
  // Every refusal is the same: the page can display it, and it must not reveal names inside the network.
  const refusal = () => new RequestError('', 403);
  const proxy = new Server({
    port: 0,
    host: '127.0.0.1',
    prepareRequestFunction: async ({ hostname, port, username, password }) => {
      if (username !== credentials.username || password !== credentials.password)
        return { requestAuthentication: true };
      counters.requests += 1;
      if (spent.signal.aborted) throw refusal();
      try {
        if (counters.requests > budget.requests)
          throw new egressRules.EgressError('requests', 'Too many requests.');
        const addresses = await egressRules.resolveDestination({ hostname, port }, options.rules, resolve);
        // proxy-chain's type requires all of dns.lookup, but only net.connect gets the function, and accepts this one.
        return { dnsLookup: egressRules.pinnedLookup(addresses) as typeof dns.lookup, httpAgent: agent };
      } catch (error) {
        if (!(error instanceof egressRules.EgressError)) throw error;
        counters.refused[error.reason] = (counters.refused[error.reason] ?? 0) + 1;
        throw refusal();
      }
    },
  });
  // Every byte for the client is piped into its socket (tunnels) or its response (plain HTTP): count it there.
  proxy.server.on('connect', (_request, socket) => socket.on('pipe', countPiped));
  proxy.server.on('request', (_request, response) => response.on('pipe', countPiped));
  const sent = countSent(proxy.server, add);
  await proxy.listen();

  const timer = setTimeout(() => exhaust(`${Math.round(budget.time / 1000)} s`), budget.time);
  return {
    url: `http://127.0.0.1:${proxy.port}`,
    credentials,
    counters,
    signal: spent.signal,
    async close() {
      clearTimeout(timer);
      clearInterval(sent);
      agent.destroy();
      await proxy.close(true);
    },
  };
}

/** Reports at an interval how many bytes the client has sent since the last sample. */
function countSent(server: http.Server, add: (bytes: number) => void): NodeJS.Timeout {
  const seen = new Map<Socket, number>();
  const look = (socket: Socket) => {
    const bytes = socket.bytesRead - (seen.get(socket) ?? 0);
    seen.set(socket, socket.bytesRead);
    if (bytes > 0) add(bytes);
  };
  server.on('connection', (socket: Socket) => {
    seen.set(socket, 0);
    socket.once('close', () => {
      look(socket);
      seen.delete(socket);
    });
  });
  return setInterval(() => {
    for (const socket of seen.keys()) look(socket);
  }, SAMPLE_INTERVAL_MS);
}

/** Limits concurrent look-ups: each has its own sockets. */
const resolving = pLimit(16);

// The only way out for a browser that shows pages of strangers: an HTTP proxy on loopback, one per page.
// Each request's host is resolved once, judged (core/addresses/egress.ts) and connected to at exactly that address;
// the page as a whole has a budget of bytes, requests and seconds, after which every connection is cut.
import type dns from 'node:dns';
import http from 'node:http';
import type { LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { RequestError, Server } from 'proxy-chain';
import {
  type Address,
  EgressError,
  type EgressRules,
  type Resolver,
  resolveDestination,
  resolveHost,
} from '../../core/addresses/egress.js';

export interface EgressBudget {
  /** Bytes from all servers together, as they come over the wire. */
  readonly bytes: number;
  /** Milliseconds from opening. */
  readonly time: number;
  /** Connections and plain requests; a page that needs more is not a page. */
  readonly requests: number;
}

/** C8: 20 MB and 30 s a page. The request count keeps one page from holding the resolver's threads. */
export const PAGE_BUDGET: EgressBudget = { bytes: 20_000_000, time: 30_000, requests: 1_500 };

export interface EgressOptions {
  readonly rules?: EgressRules;
  readonly budget?: EgressBudget;
  readonly resolve?: Resolver;
}

export interface EgressCounters {
  bytes: number;
  requests: number;
  /** Requests refused by rule, by reason (`loopback`, `port`, …). */
  readonly refused: Record<string, number>;
  /** Which part of the budget ran out, if one did. */
  spent: keyof EgressBudget | null;
}

export interface Egress {
  /** What the client takes as its proxy, such as http://127.0.0.1:41234. */
  readonly url: string;
  readonly counters: Readonly<EgressCounters>;
  /** Aborts when the budget is spent; the reason is a sentence. */
  readonly signal: AbortSignal;
  close(): Promise<void>;
}

/**
 * Opens the way out for one page. Requests beyond the rules get 403, beyond the budget none get anything.
 * Close it when the page is done: what is still open is cut.
 */
export async function openEgress(options: EgressOptions = {}): Promise<Egress> {
  const budget = options.budget ?? PAGE_BUDGET;
  const counters: EgressCounters = { bytes: 0, requests: 0, refused: {}, spent: null };
  const spent = new AbortController();
  const agent = new http.Agent({ keepAlive: false });
  const resolve: Resolver = (hostname) => resolving.pass(() => (options.resolve ?? resolveHost)(hostname));

  const exhaust = (part: keyof EgressBudget, sentence: string) => {
    if (counters.spent !== null) return;
    counters.spent = part;
    spent.abort(new Error(sentence));
    proxy.closeConnections();
  };
  const count = (chunk: Buffer) => {
    counters.bytes += chunk.length;
    if (counters.bytes > budget.bytes) exhaust('bytes', `The page sent more than ${budget.bytes} bytes.`);
  };
  const countPiped = (source: Readable) => source.on('data', count);

  const proxy = new Server({
    port: 0,
    host: '127.0.0.1',
    prepareRequestFunction: async ({ hostname, port }) => {
      counters.requests += 1;
      if (counters.requests > budget.requests) {
        exhaust('requests', `The page made more than ${budget.requests} requests.`);
      }
      if (counters.spent !== null) throw new RequestError('The budget of this page is spent.', 403);
      try {
        const addresses = await resolveDestination({ hostname, port }, options.rules, resolve);
        return { dnsLookup: pinnedLookup(addresses), httpAgent: agent };
      } catch (error) {
        if (!(error instanceof EgressError)) throw error;
        counters.refused[error.reason] = (counters.refused[error.reason] ?? 0) + 1;
        throw new RequestError(error.message, 403);
      }
    },
  });
  // Every byte for the client is piped into its socket (tunnels) or its response (plain HTTP): count it there.
  proxy.server.on('connect', (_request, socket) => socket.on('pipe', countPiped));
  proxy.server.on('request', (_request, response) => response.on('pipe', countPiped));
  await proxy.listen();

  const seconds = Math.round(budget.time / 1000);
  const timer = setTimeout(() => exhaust('time', `The page took more than ${seconds} s.`), budget.time);
  return {
    url: `http://127.0.0.1:${proxy.port}`,
    counters,
    signal: spent.signal,
    close: async () => {
      clearTimeout(timer);
      agent.destroy();
      await proxy.close(true);
    },
  };
}

/** A `lookup` that knows only the addresses already judged, so that connecting cannot resolve anew. */
function pinnedLookup(addresses: readonly Address[]): typeof dns.lookup {
  const lookup: LookupFunction = (_hostname, options, callback) => {
    if (options.all) callback(null, [...addresses]);
    else callback(null, addresses[0]?.address ?? '', addresses[0]?.family);
  };
  // proxy-chain's type asks for the whole of dns.lookup; it passes it on to net.connect, which takes this.
  return lookup as typeof dns.lookup;
}

/** Lets `width` calls through at a time, the others in their order. */
class Turnstile {
  private readonly waiting: (() => void)[] = [];

  constructor(private width: number) {}

  async pass<T>(enter: () => Promise<T>): Promise<T> {
    if (this.width > 0) this.width -= 1;
    else await new Promise<void>((go) => this.waiting.push(go));
    try {
      return await enter();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.width += 1;
    }
  }
}

/** Resolving holds one of libuv's four threads, slow name servers for long; the rest of the process needs one. */
const resolving = new Turnstile(3);

// The address of a request: its path, the interface it belongs to, and the client it comes from.
import type { IncomingMessage } from 'node:http';
import proxyAddress from 'proxy-addr';
import type { Client } from '../../core/kernel/actor.js';
import { config } from '../../core/kernel/config.js';

/** The path without its query string, and without an origin that a proxy may send. */
export function pathOf({ url = '' }: Pick<IncomingMessage, 'url'>): string {
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  return path.startsWith('/') ? path : path.replace(/^\w+:\/\/[^/]*/, '');
}

/**
 * The interface decides how errors are sent, which limits count, and whether Origin is checked. `standards`: the JSON
 * routes of server/standards.
 */
export type HttpDoor = 'auth' | 'rest' | 'mcp' | 'oauth' | 'media' | 'standards' | 'pages';

/** @param path without the query string; case-sensitive, like the routes of the API */
export function doorOf(path: string): HttpDoor {
  const [, first, second] = path.split('/', 3);
  if (first === 'api') return second === 'auth' ? 'auth' : 'rest';
  if (first === 'mcp' || first === 'oauth' || first === 'media') return first;
  if (first === 'ard' || first === 'v0.1') return 'standards';
  return 'pages';
}

type Trust = (address: string, hop: number) => boolean;
let compiled: { readonly proxies: unknown; readonly trust: Trust } | undefined;

/** Whether an address is a trusted proxy's (TRUST_PROXY). */
function trustOf(proxies: typeof config.trustProxy): Trust {
  if (typeof proxies === 'number') return (_address, hop) => hop < proxies;
  if (proxies === false) return () => false;
  if (compiled?.proxies !== proxies) compiled = { proxies, trust: proxyAddress.compile([...proxies]) };
  return compiled.trust;
}

/** The client's address, behind the proxies that are trusted; empty once the connection is gone. */
function addressOf(req: IncomingMessage): string {
  const { trustProxy } = config;
  return (trustProxy === false ? req.socket.remoteAddress : proxyAddress(req, trustOf(trustProxy))) ?? '';
}

/** The host that the client named, to a trusted proxy if there is one in front. */
export function hostOf({ headers, socket }: IncomingMessage): string | undefined {
  const forwarded = String(headers['x-forwarded-host'] ?? '')
    .split(',', 1)[0]
    ?.trim();
  const isTrusted = forwarded && trustOf(config.trustProxy)(socket.remoteAddress ?? '', 0);
  return isTrusted ? forwarded : headers.host;
}

export function clientOf(req: IncomingMessage): Client {
  return { ip: addressOf(req), userAgent: req.headers['user-agent'] ?? null };
}

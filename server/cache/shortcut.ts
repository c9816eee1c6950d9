// The shortcut of a cached response: what is needed to send it again without asking the application. Its headers are
// those that the application sent with it, but for what each request has of its own.
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Response } from 'express';
import type { RouteLimit } from '../who/rate-limits.js';

/** What else happens when a response of a route is sent. */
export interface Route {
  /** The limits that the request counts against. */
  readonly limits: readonly RouteLimit[];
  /** The slug of the listing of which it is a view. */
  readonly viewOf?: string;
}

/** Names and values in turns, as `writeHead` takes them without asking twice. */
type Head = readonly string[];

export interface Shortcut extends Route {
  /** The route as it is written. */
  readonly path: string;
  readonly ok: Head;
  readonly notModified: Head;
}

/** Headers that are set for each response. */
const OWN = new Set(['x-request-id', 'ratelimit', 'ratelimit-policy', 'connection', 'set-cookie']);

/** @param ofBody headers of the body, which a 304 has none of */
export function toShortcut(
  res: Response,
  ofBody: readonly [string, string][],
  path: string,
  route: Route,
): Shortcut {
  const headers = res.getHeaders();
  // Every response has it; the types of Node know it of requests alone.
  const names = (res as unknown as ClientRequest).getRawHeaderNames();
  const notModified = names
    .filter((name) => !OWN.has(name.toLowerCase()))
    .flatMap((name) => [name, String(headers[name.toLowerCase()])]);
  return { ...route, path, notModified, ok: [...notModified, ...ofBody.flat()] };
}

/**
 * Whether the response to a request is decided by its address, language and encoding alone: it reads, brings nothing
 * that says who asks or from where, and no condition but one that is easily compared.
 */
export function canTakeShortcut({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  return (
    (method === 'GET' || method === 'HEAD') &&
    headers.authorization === undefined &&
    headers.cookie === undefined &&
    headers.origin === undefined &&
    headers['if-modified-since'] === undefined &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    (headers['if-none-match'] === undefined || headers['cache-control'] === undefined)
  );
}

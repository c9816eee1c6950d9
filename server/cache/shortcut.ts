// The shortcut of a cached response: what is needed to send it again without running the application. Its headers are
// those that the application sent with it, except for those of each request.
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Response } from 'express';
import type { RouteLimit } from '../who/rate-limits.js';

/** The side effects of sending a response of a route. */
export interface Route {
  /** The limits that the request counts against. */
  readonly limits: readonly RouteLimit[];
  /** The slug of the listing of which it is a view. */
  readonly viewOf?: string;
}

/** Names and values alternating, as `writeHead` takes them. */
type Head = readonly string[];

export interface Shortcut extends Route {
  /** The route's pattern. */
  readonly path: string;
  readonly ok: Head;
  readonly notModified: Head;
}

/** Headers that are set for each response. */
const OWN = new Set(['x-request-id', 'ratelimit', 'ratelimit-policy', 'connection', 'set-cookie']);

/** @param ofBody headers of the body, which a 304 omits */
export function toShortcut(
  res: Response,
  ofBody: readonly [string, string][],
  path: string,
  route: Route,
): Shortcut {
  const headers = res.getHeaders();
  // Every response has it; Node's types have it for requests only.
  const names = (res as unknown as ClientRequest).getRawHeaderNames();
  const notModified = names
    .filter((name) => !OWN.has(name.toLowerCase()))
    .flatMap((name) => [name, String(headers[name.toLowerCase()])]);
  return { ...route, path, notModified, ok: [...notModified, ...ofBody.flat()] };
}

/**
 * Whether the response to a request depends only on its address, language and encoding: it reads, has no credentials or
 * origin, and no condition but one that is easily compared.
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

// The values of Express's getters, such as the address of a client by the trusted proxies, of a request that Express does
// not handle.
import type { IncomingMessage } from 'node:http';
import type { Express, Request } from 'express';

/** Reads as an Express request, and leaves the request of Node as it is. */
export function asExpress(app: Express, { method, headers, socket }: IncomingMessage): Request {
  return Object.assign(Object.create(app.request) as Request, { method, headers, socket });
}

// The interface an address belongs to decides how errors are sent, which limits count, and whether Origin is checked.
import type { IncomingMessage } from 'node:http';

export function pathOf({ url = '' }: Pick<IncomingMessage, 'url'>): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}

/** `standards`: the JSON routes of server/standards. */
export type HttpDoor = 'auth' | 'rest' | 'mcp' | 'oauth' | 'media' | 'standards' | 'pages';

/** @param path without the query string; case-sensitive, like the routes of the API */
export function doorOf(path: string): HttpDoor {
  const [, first, second] = path.split('/', 3);
  if (first === 'api') return second === 'auth' ? 'auth' : 'rest';
  if (first === 'mcp' || first === 'oauth' || first === 'media') return first;
  if (first === 'ard' || first === 'v0.1') return 'standards';
  return 'pages';
}

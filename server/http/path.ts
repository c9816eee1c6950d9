import type { IncomingMessage } from 'node:http';

/** The path of a request before Express has parsed it: its address without the query string. */
export function pathOf({ url = '' }: Pick<IncomingMessage, 'url'>): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}

// A request whose body stops five bytes before its end.
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Json } from './api.js';

export interface SlowAnswer {
  status: number;
  body: Json;
  headers: string;
}

/** Sends all but the last five bytes, waits for `meanwhile`, sends the rest. */
export async function sendSlowly(
  url: string,
  {
    method = 'POST',
    path,
    headers,
    body,
  }: {
    method?: string;
    path: string;
    headers: Record<string, string>;
    body: string;
  },
  meanwhile: () => Promise<unknown>,
): Promise<SlowAnswer> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const lines = Object.entries({
    host,
    connection: 'close',
    'content-length': String(Buffer.byteLength(body)),
    ...headers,
  });
  socket.write(
    `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
  );
  socket.write(body.slice(0, -5));
  // Time for the server to identify the caller: less of it makes the test easier to pass, never harder.
  await sleep(100);
  await meanwhile();
  socket.write(body.slice(-5));
  const answer = await text(socket);
  const [head = '', ...rest] = answer.split('\r\n\r\n');
  const content = rest.join('\r\n\r\n');
  return {
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]),
    headers: head,
    body: /content-type: application\/json/i.test(head) ? JSON.parse(content) : content,
  };
}
